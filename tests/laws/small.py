"""Small random layouts with few values of each parameter, so that every law can be decided by trying everything.

Made from a seed rather than by hypothesis, because `bench/laws_random.py` makes a great many of them.
"""

from __future__ import annotations

from random import Random

PARAMS = """\
n = { min = 1, max = 6, doc = "tokens" }
m = { min = 0, max = 4, multiple_of = 2, doc = "requests" }
w = { values = [1, 3, 8], doc = "a width" }
gated = { type = "bool", default = false, doc = "a switch" }
kind = { type = "dtype", values = ["f16", "f8e4m3"], default = "f16", doc = "elements" }
"""

HEAD = f"""\
arenagen = 1

[layout]
name = "small"
doc = "A random layout."

[params]
{PARAMS}
[flags]
fast = {{ env = "FAST", on = ["1"], doc = "a flag" }}

[consts]
steps = {{ value = [2, 4, 5], doc = "rungs" }}
five = {{ value = 5, doc = "a number" }}

[axes]
tokens = {{ max = "n" }}
requests = {{ max = "m + 1" }}

[reset.classes]
step = {{ doc = "one pass", stale_read = true }}
none = {{ doc = "written before read", cleared = "never" }}

[reset.routines]
clear = {{ classes = ["step"], doc = "before a pass" }}
"""

DTYPES = ("f32", "f16", "u8", "kind", "i4")


class SmallLayouts:
    """Random layouts from one source of chance."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def text(self) -> str:
        """A whole layout: two or three buffers, a few laws, perhaps a requirement and an assumption."""
        count = self.chance.randint(2, 3)
        parts = [HEAD, f"[let]\nhalf = {self._quoted(self.number(2))}\n"]
        paths: list[str] = []
        parts += [self._buffer(f"b{i}", paths) for i in range(count)]
        if self.chance.random() < 0.4:
            parts.append(f'[require.r]\nthat = {self._quoted(self.condition(1))}\ndoc = "needed"\n')
        if self.chance.random() < 0.3:
            parts.append(
                f'[assume.a]\nthat = {self._quoted(self.condition(1))}\nreason = "so it is"\n'
            )
        parts += [self._law(f"l{i}", paths) for i in range(self.chance.randint(3, 6))]
        return "\n".join(parts)

    def number(self, depth: int, more: tuple[str, ...] = ()) -> str:
        """An expression of a whole number."""
        choose, leaf = self.chance.choice, self.chance.random() < 0.3 or depth == 0
        if leaf:
            return choose(("n", "m", "w", "five", str(self.chance.randint(0, 6)), *more, *more))
        one, other = self.number(depth - 1, more), self.number(depth - 1, more)
        step = self.chance.randint(1, 4)
        return choose(
            (
                f"({one} + {other})",
                f"({one} - {other})",
                f"({one} * {other})",
                f"({one} // {step})",
                f"({one} % {step})",
                f"({one} // {other})",
                f"min({one}, {other})",
                f"max({one}, {other})",
                f"ceil_div({one}, {step})",
                f"align_up({one}, {step})",
                f"rung(min({one}, five), steps)",
                f"({one} if {self.condition(0, more)} else {other})",
            )
        )

    def condition(self, depth: int, more: tuple[str, ...] = ()) -> str:
        """An expression of a boolean."""
        choose = self.chance.choice
        if depth and self.chance.random() < 0.4:
            op = choose(("and", "or"))
            return f"({self.condition(depth - 1, more)} {op} {self.condition(depth - 1, more)})"
        if self.chance.random() < 0.2:
            return choose(("gated", "fast", "not gated", "kind == 'f16'"))
        op = choose(("<=", ">=", "<", ">", "==", "!="))
        return f"({self.number(min(depth, 1), more)} {op} {self.number(min(depth, 1), more)})"

    def size(self) -> str:
        """A number that is not negative, as extents have to be."""
        one, other = self.chance.choice(("n", "m", "w", "five", "2")), self.chance.randint(1, 4)
        return self.chance.choice(
            (
                one,
                str(other),
                f"{one} + {other}",
                f"{one} * {other}",
                f"align_up({one}, {other})",
                f"ceil_div({one}, {other})",
                f"max({one}, {other})",
                f"({one} if gated else {other})",
                f"rung(min({one}, five), steps)",
                f"max({self.number(2)}, 0)",
                "max(half, 1)",
                f"max({other} - {one}, 1)",
                f"ceil_div(12, max({one}, 1))",
                f"({other} - 5) * {one} + 40",
            )
        )

    def _quoted(self, text: str) -> str:
        return f'"{text}"'

    def _buffer(self, name: str, paths: list[str]) -> str:
        paths.append(name)
        lines = [
            f"[buffers.{name}]",
            'reset = "step"',
            'doc = "x"',
            f'when = "{self.condition(0)}"',
        ]
        if self.chance.random() < 0.6:
            del lines[3]
        elif self.chance.random() < 0.5:
            lines.append("placeholder = 8")
        lines += self.chance.choice((self._rows, self._shape, self._sections, self._uses))(
            name, paths
        )
        if self.chance.random() < 0.2:
            lines.append(f"min_bytes = {self.chance.randint(1, 40)}")
        if self.chance.random() < 0.2:
            lines.append(f"size_multiple = {self.chance.choice((2, 8, 12))}")
        if self.chance.random() < 0.2:
            lines.append(f'budget = "{self.size()} * 16"')
        return "\n".join(lines) + "\n"

    def _dtype(self) -> str:
        return self.chance.choice(DTYPES)

    def _padding(self, dtype: str) -> str:
        return ", row_align = 1" if dtype == "i4" else ""

    def _rows(self, name: str, paths: list[str]) -> list[str]:
        dtype = self._dtype()
        lines = [f'dtype = "{dtype}"', f'row = ["{self.size()}"]']
        lines += ["row_align = 2"] if dtype == "i4" or self.chance.random() < 0.2 else []
        if self.chance.random() < 0.5:
            lines.append("token_major = true")
            if self.chance.random() < 0.5:
                lines.append(f'rows = "max({self.size()}, n)"')
        else:
            lines += ["token_major = false", 'axis = "requests"']
            if self.chance.random() < 0.6:
                lines += [f'rows = "{self.size()}"', 'live_rows = "min(requests, 4)"']
        return lines

    def _shape(self, name: str, paths: list[str]) -> list[str]:
        dtype = self.chance.choice(DTYPES[:4])
        return [f'dtype = "{dtype}"', "token_major = false", f'shape = ["{self.size()}", 2]']

    def _sections(self, name: str, paths: list[str]) -> list[str]:
        items = []
        for i in range(self.chance.randint(2, 3)):
            paths.append(f"{name}.s{i}")
            when = f', when = "{self.condition(0)}"' if self.chance.random() < 0.3 else ""
            at = f', at = "{self.size()} * 4"' if self.chance.random() < 0.25 else ""
            dtype = self.chance.choice(DTYPES[:4])
            items.append(
                f'{{ name = "s{i}", dtype = "{dtype}", shape = ["{self.size()}"]{when}{at} }}'
            )
        return ["token_major = false", f"sections = [{', '.join(items)}]"]

    def _uses(self, name: str, paths: list[str]) -> list[str]:
        items = []
        stated = self.chance.random() < 0.5
        for i in range(2):
            paths.append(f"{name}.u{i}")
            when = f', when = "{self.condition(0)}"' if self.chance.random() < 0.3 else ""
            fits = ", if_fits = true" if stated and self.chance.random() < 0.4 else ""
            at = f', at = "{self.size()} * 4"' if self.chance.random() < 0.3 else ""
            dtype = self.chance.choice(DTYPES[:4])
            items.append(
                f'u{i} = {{ dtype = "{dtype}", shape = ["{self.size()}"]{when}{fits}{at} }}'
            )
        own = ['dtype = "u8"', f'shape = ["{self.size()} * 8"]'] if stated else []
        return ["token_major = false", *own, f"uses = {{ {', '.join(items)} }}"]

    def _law(self, name: str, paths: list[str]) -> str:
        """A law about numbers, sizes and places; often one that holds."""
        path = self.chance.choice(paths)
        asked = self.chance.choice(("bytes", "at", "end", "offset", "rows", "row_bytes"))
        variable, lines = "", [f"[laws.{name}]", 'doc = "x"']
        if self.chance.random() < 0.3:
            lines.append(f'forall = {{ v = [1, "{self.chance.choice(("n", "w", "m + 1"))}"] }}')
            variable = "v"
        more = (f"{path}.{asked}", *([variable] if variable else []))
        if self.chance.random() < 0.3:
            lines.append(f'when = "{self.condition(1, more)}"')
        likely = (
            f"{path}.bytes >= {path}.rows",
            f"{path}.end >= {path}.at",
            f"{path}.{asked} != {self.chance.randint(0, 40)}",
            f"{path}.{asked} != {self.chance.choice((4, 8, 12, 16, 24))}",
            f"{path}.offset <= {path}.offset + {path}.bytes",
            f"{path}.exists or {path}.bytes <= 8",
            f"{self.number(2, more)} <= {self.number(2, more)} + 100000",
            f"{self.number(1)} * {path}.{asked} <= 7 * {path}.{asked}",
        )
        that = self.chance.choice(likely) if self.chance.random() < 0.4 else self.condition(2, more)
        lines.append(f'that = "{that}"')
        return "\n".join(lines) + "\n"
