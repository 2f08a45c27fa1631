// A backend without memory that writes down what is asked of it, and what drivers read and write.
#pragma once

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace recording {

struct Backend {
    using pointer = std::uint64_t;
    using stream = int;

    long fail_at = -1;
    long asked = 0;
    std::vector<std::string> calls;

    template <class Memory>
    pointer alloc(std::size_t bytes, std::size_t, Memory, stream) {
        const long number = asked++;
        if (number == fail_at) {
            return 0;
        }
        calls.push_back("[\"alloc\", " + std::to_string(bytes) + "]");
        return static_cast<pointer>(number + 1) << 44;
    }

    template <class Memory>
    void free(pointer start, std::size_t, Memory, stream) {
        calls.push_back("[\"free\", " + std::to_string(start) + "]");
    }

    void memset_async(pointer start, unsigned char value, std::size_t bytes, stream on) {
        calls.push_back("[\"memset\", " + std::to_string(start) + ", " + std::to_string(value) + rest(bytes, on));
    }

    void fill_async(pointer start, const unsigned char *pattern, std::size_t size, std::size_t bytes, stream on) {
        std::string hex;
        for (std::size_t i = 0; i < size; ++i) {
            char two[3];
            std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(pattern[i]));
            hex += two;
        }
        calls.push_back("[\"fill\", " + std::to_string(start) + ", \"" + hex + "\"" + rest(bytes, on));
    }

    static std::string rest(std::size_t bytes, stream on) {
        return ", " + std::to_string(bytes) + ", " + std::to_string(on) + "]";
    }
};

inline std::vector<std::string> split(const std::string &text, char at) {
    std::vector<std::string> found;
    std::string now;
    for (const char c : text) {
        if (c == at) {
            found.push_back(now);
            now.clear();
        } else {
            now += c;
        }
    }
    if (!now.empty() || !found.empty()) {
        found.push_back(now);
    }
    return found;
}

inline std::string quoted(const std::string &text) {
    std::string found = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            found += '\\';
        }
        found += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
    }
    return found + "\"";
}

inline std::string object(const std::vector<std::string> &items) {
    std::string found = "{";
    for (std::size_t i = 0; i < items.size(); ++i) {
        found += (i > 0 ? ", " : "") + items[i];
    }
    return found + "}";
}

inline std::string array(const std::vector<std::string> &items) {
    std::string found = "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
        found += (i > 0 ? ", " : "") + items[i];
    }
    return found + "]";
}

inline std::string where(std::int64_t place) {
    return place < 0 ? "null" : std::to_string(place);
}

/// A request as it is written in a line.
struct Request {
    std::vector<std::vector<std::string>> values;
    std::vector<std::vector<std::string>> flags;
    std::vector<std::vector<std::string>> steps;
    long fail_at = -1;

    explicit Request(const std::string &line) {
        const std::vector<std::string> parts = split(line + " ", '|');
        pairs(parts.at(0), values);
        pairs(parts.at(1), flags);
        for (const std::string &step : split(parts.at(2), ';')) {
            steps.push_back(split(step + ",", ','));
            steps.back().pop_back();
        }
        const std::string fails = parts.at(3).substr(0, parts.at(3).size() - 1);
        fail_at = fails == "-" ? -1 : std::stol(fails);
    }

    static void pairs(const std::string &text, std::vector<std::vector<std::string>> &found) {
        for (const std::string &pair : split(text, ';')) {
            if (!pair.empty()) {
                found.push_back(split(pair, '='));
            }
        }
    }
};

inline std::vector<std::int64_t> rows(const std::string &text) {
    std::vector<std::int64_t> found;
    for (const std::string &row : split(text, ':')) {
        if (!row.empty()) {
            found.push_back(std::stoll(row));
        }
    }
    return found;
}

} // namespace recording
