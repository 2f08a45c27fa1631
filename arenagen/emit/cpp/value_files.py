"""Files of what sizes are worked out from: parameters, flags, derived values. May import elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.cpp import sizes, values
from arenagen.emit.cpp.lines import STEP, comment, function, indented, paragraphs
from arenagen.emit.cpp.mixins import Mixin, file_lines
from arenagen.emit.cpp.statements import statement_entry
from arenagen.emit.requirements import only_params

if TYPE_CHECKING:
    from arenagen.emit.cpp.scribe import Source

PARAMS = Mixin(
    kind="params",
    what="Parameters",
    includes=("numbers.hpp", "words.hpp"),
    lists={values.CHECK: "Below::check(fault);"},
)
VALUES = Mixin(
    kind="values",
    what="Values",
    includes=("flags.hpp", "param_values.hpp"),
    opening=("using Below::Below;",),
)
REQUIRES = Mixin(
    kind="requires",
    what="What is required of parameters",
    includes=("values.hpp", "placement.hpp"),
    lists={sizes.CHECK: "Below::check(s, v);"},
)

NO_PARAMS = [
    *comment(["What the parts of `ParamValues` build on."]),
    "struct NoParams {",
    *indented(function("constexpr void check(Fault &) const", [])),
    "};",
]

NO_VALUES = [
    *comment(["What the parts of `Values` build on: what was given, and where to report faults."]),
    "struct NoValues {",
    *indented(
        paragraphs(
            [
                [
                    "constexpr NoValues(const ParamValues &params, const Flags &flags, Fault &found)",
                    f"{STEP}: p(params), f(flags), fault_(&found) {{",
                    "}",
                ],
                function(
                    "constexpr Number number(std::int64_t value) const", ["return {value, fault_};"]
                ),
                function("constexpr Fault &fault() const", ["return *fault_;"]),
                ["ParamValues p;", "Flags f;"],
            ]
        )
    ),
    "",
    "  private:",
    f"{STEP}Fault *fault_;",
    "};",
]

LOOKUP = [
    *comment(["Whether a text, if there is one, is one of some others."]),
    *function(
        "inline bool is_one_of(const char *text, std::initializer_list<const char *> allowed)",
        [
            "for (const char *one : allowed) {",
            "    if (text != nullptr && std::strcmp(text, one) == 0) {",
            "        return true;",
            "    }",
            "}",
            "return false;",
        ],
    ),
]


def value_files(source: Source, max_lines: int) -> dict[str, list[str]]:
    """Files of parameters, flags, values and what is required of parameters."""
    return {
        **_param_values(source, max_lines),
        "flags.hpp": _flags(source),
        **_values(source, max_lines),
        **_params(source, max_lines),
    }


def _param_values(source: Source, max_lines: int) -> dict[str, list[str]]:
    entries = [values.param_entry(param) for param in source.layout.layout.params]
    found, shelf = PARAMS.files(entries, max_lines, len(NO_PARAMS))
    includes, before, base = PARAMS.whole(shelf, entries, "NoParams")
    text = (
        "Values given at run time, before they are checked. Those without a default have to be set."
    )
    body = [*NO_PARAMS, "", *([*before, ""] if before else [])]
    body += [*comment([text]), f"struct ParamValues : {base} {{", "};"]
    return {**found, "param_values.hpp": file_lines([*PARAMS.includes, *includes], body)}


def _flags(source: Source) -> list[str]:
    flags = source.layout.layout.flags
    members = [values.flag_lines(flag) for flag in flags]
    reads = [values.flag_lookup(flag) for flag in flags]
    lookup = [
        *comment(
            ["Flags as an environment sets them; `lookup` gives the text of a variable, or null."],
            1,
        ),
        "template <class Lookup>",
        *function(
            "static Flags from_environment([[maybe_unused]] Lookup lookup)",
            ["Flags found;", *reads, "return found;"],
        ),
    ]
    process = [
        *comment(["Flags as the environment of the process sets them."], 1),
        *function(
            "static Flags from_environment()",
            ["return from_environment([](const char *name) { return std::getenv(name); });"],
        ),
    ]
    body = [*LOOKUP, "", *comment(["Switches, off unless they are turned on."]), "struct Flags {"]
    body += [*indented(paragraphs([*members, lookup, process])), "};"]
    return file_lines((), body, ("cstdlib", "cstring", "initializer_list"))


def _values(source: Source, max_lines: int) -> dict[str, list[str]]:
    entries = list(values.value_entries(source))
    found, shelf = VALUES.files(entries, max_lines, len(NO_VALUES))
    includes, before, base = VALUES.whole(shelf, entries, "NoValues")
    text = "Parameters, flags, and derived values, each worked out when it is first asked for."
    body = [*NO_VALUES, "", *([*before, ""] if before else []), *comment([text])]
    body += [
        f"struct Values : {base} {{",
        f"{STEP}using Base = {base};",
        f"{STEP}using Base::Base;",
        "};",
    ]
    return {**found, "values.hpp": file_lines([*VALUES.includes, *includes], body)}


PARAMS_CLASS = """\
class Params {
  public:
    constexpr Params() = default;

    /// Parameters that lie in their domains and meet what is required of them.
    static constexpr Result<Params> make(const ParamValues &values) {
        Fault fault;
        Params made;
        made.values_ = values;
        values.check(fault);
        if (!fault) {
            Values v(values, Flags(), fault);
            Requires().check(made, v);
        }
        return told(made, fault);
    }

    constexpr const ParamValues &values() const {
        return values_;
    }

  private:
    ParamValues values_;
};"""


def _params(source: Source, max_lines: int) -> dict[str, list[str]]:
    asked = [item for item in source.layout.layout.require if only_params(source.layout, item)]
    entries = [statement_entry(source, item, sizes.CHECK) for item in asked]
    found, shelf = REQUIRES.files(entries, max_lines, PARAMS_CLASS.count("\n"))
    includes, before, base = REQUIRES.whole(shelf, entries, "NoSizes")
    body = [*before, *([""] if before else []), f"using Requires = {base};", ""]
    body += [*comment(["Parameters that have been checked."]), *PARAMS_CLASS.split("\n")]
    return {**found, "params.hpp": file_lines(["errors.hpp", *REQUIRES.includes, *includes], body)}
