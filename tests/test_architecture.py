"""How the code hangs together: who imports whom, who touches the disk, and how long things may be.

The tables below are the rules; a package that is not in them fails.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "arenagen"

MAX_MODULE_LINES = 350
MAX_FUNCTION_LINES = 60

_LOW = {"dtypes", "encoding", "diagnostics"}
_WRITTEN = {*_LOW, "expressions", "model"}
_MEANT = {*_WRITTEN, "elaborate"}
_PHASES = {*_MEANT, "parse", "rules", "resolve", "verify", "laws", "api"}

MAY_IMPORT: dict[str, set[str]] = {
    "": set(),  # arenagen/__init__.py
    "dtypes": set(),
    "encoding": {"dtypes"},
    "diagnostics": set(),
    "expressions": {"diagnostics"},
    "model": {*_LOW, "expressions"},
    "parse": _WRITTEN,
    "elaborate": _WRITTEN,
    "rules": _MEANT,
    "resolve": _MEANT,
    "verify": {*_MEANT, "resolve.model"},
    "laws": {*_MEANT, "resolve", "rules.domains"},
    "api": {*_MEANT, "parse", "rules", "resolve", "laws"},
    "emit": _PHASES,
    "files": {*_PHASES, "emit"},
    "cli": {"", *_PHASES, "emit", "files"},
    "conformance": {*_PHASES, "emit"},
    "__main__": {"", "cli"},
    "runtime": set(),
}
"""Package or module -> what else of arenagen it may import. A longer name allows that module alone."""

THIRD_PARTY = {
    "attrs": set(MAY_IMPORT) - {"runtime", "", "__main__"},
    "cupy": {"runtime"},
    "jinja2": {"emit"},
    "ml_dtypes": {"runtime"},
    "numpy": {"runtime"},
    "rich": {"cli"},
    "tree_sitter": {"diagnostics"},
    "tree_sitter_toml": {"diagnostics"},
    "z3": {"laws"},
}
"""Package -> where it may be imported."""

OUTSIDE = {"cli", "conformance", "files", "__main__"}
"""The only places that touch disk, environment, arguments or streams."""

_OUTER_MODULES = {
    "fileinput", "ftplib", "glob", "http", "io", "mmap", "os", "pathlib", "shutil", "socket",
    "sqlite3", "subprocess", "tempfile", "urllib",
}  # fmt: skip
_OUTER_CALLS = {"open", "input", "print", "breakpoint"}
_OUTER_ATTRIBUTES = {
    ("sys", "argv"), ("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr"), ("sys", "exit"),
}  # fmt: skip


@frozen
class Source:
    """A module of the package: its place below it, its text and its tree."""

    place: str
    text: str
    tree: ast.Module

    @property
    def package(self) -> str:
        """The row of the tables that it belongs to."""
        first = self.place.partition("/")[0].removesuffix(".py")
        return "" if first == "__init__" else first

    def imports(self) -> Iterator[tuple[int, str]]:
        """(line, dotted module) of every import, also those inside functions."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((node.lineno, name) for name in self._from(node))

    def _from(self, node: ast.ImportFrom) -> Iterator[str]:
        """`from package import module` names the module, if it is one."""
        above = ["arenagen", *self.place.split("/")[: -node.level]] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            below = ROOT.joinpath(*base.split("."), alias.name)
            module = below.is_dir() or below.with_suffix(".py").is_file()
            yield f"{base}.{alias.name}" if module else base

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function, methods and inner ones included."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def _read(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(path.relative_to(PACKAGE).as_posix(), text, ast.parse(text, str(path)))


SOURCES = [_read(path) for path in sorted(PACKAGE.rglob("*.py"))]

each_module = pytest.mark.parametrize("source", SOURCES, ids=[s.place for s in SOURCES])


def lines_of(node: ast.AST) -> int:
    """Lines from the first decorator or the `def` to the last line."""
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return (node.end_lineno or first) - first + 1


@each_module
def test_imports_follow_the_rule(source: Source) -> None:
    allowed = MAY_IMPORT[source.package]
    wrong = []
    for line, module in source.imports():
        top, _, rest = module.partition(".")
        if top != "arenagen" or rest.partition(".")[0] == source.package:
            continue
        steps = rest.split(".")
        if not any(".".join(steps[:i]) in allowed for i in range(1, len(steps) + 1)):
            wrong.append(f"line {line}: {module}")
    assert wrong == []


@each_module
def test_other_packages_are_imported_where_they_belong(source: Source) -> None:
    wrong = []
    for line, module in source.imports():
        top = module.partition(".")[0]
        known = top == "arenagen" or top in sys.stdlib_module_names
        if not known and source.package not in THIRD_PARTY.get(top, set()):
            wrong.append(f"line {line}: {module}")
    assert wrong == []


@each_module
def test_disk_and_environment_are_left_to_two_packages(source: Source) -> None:
    if source.package in OUTSIDE:
        return
    wrong = [
        f"line {line}: {module}"
        for line, module in source.imports()
        if module.partition(".")[0] in _OUTER_MODULES
    ]
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _OUTER_CALLS:
                wrong.append(f"line {node.lineno}: {name}()")
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                if (name, attribute) in _OUTER_ATTRIBUTES:
                    wrong.append(f"line {node.lineno}: {name}.{attribute}")
    assert wrong == []


@each_module
def test_text_is_never_run(source: Source) -> None:
    forbidden = {"eval", "exec", "compile", "__import__"}
    wrong = [
        f"line {node.lineno}: {node.func.id}()"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in forbidden
    ]
    assert wrong == []


@each_module
def test_modules_and_functions_are_short(source: Source) -> None:
    assert source.text.count("\n") <= MAX_MODULE_LINES
    long = {f.name: lines_of(f) for f in source.functions() if lines_of(f) > MAX_FUNCTION_LINES}
    assert long == {}


def test_most_functions_are_short() -> None:
    lengths = sorted(lines_of(f) for source in SOURCES for f in source.functions())
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 9 // 10] <= 25


@each_module
def test_what_is_public_is_described(source: Source) -> None:
    assert source.text == "" or ast.get_docstring(source.tree)
    wanted = [node for node in source.tree.body if _public(node)]
    for node in tuple(wanted):
        if isinstance(node, ast.ClassDef):
            wanted += [inner for inner in node.body if _public(inner)]
    silent = [
        node.name
        for node in wanted
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not ast.get_docstring(node)
    ]
    assert silent == []


def _public(node: ast.AST) -> bool:
    """A class that is not private, or a function of one; what a base class describes is left out."""
    if isinstance(node, ast.ClassDef):
        return not node.name.startswith("_")
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    return not node.name.startswith("_") and not decorators & {"overload", "override"}


def test_every_package_has_a_rule() -> None:
    assert {source.package for source in SOURCES} <= set(MAY_IMPORT)


def test_nothing_imports_the_runtime() -> None:
    assert not any("runtime" in allowed for allowed in MAY_IMPORT.values())


_SKIPPED = {"__pycache__", "build", "dist", "htmlcov", "node_modules", "target"}
_NOTES = re.compile(
    r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b"
)
_ELSEWHERE = re.compile(
    "|".join(
        (
            r"(?<![\w.])/wo" + r"rk/",
            r"(?<![\w.])/ro" + r"ot/",
            r"/tmp/ba" + r"sh",
            r"\.\./sha" + r"red/",
            r"python" + r"hosted\.",
            r"py" + r"pi\.",
            r"registry\.npm" + r"js",
            r"crates" + r"\.io",
        )
    )
)


def _project_files() -> Iterator[Path]:
    """Every text file of the project; what tools leave behind is passed over."""
    pending = [ROOT]
    while pending:
        for path in sorted(pending.pop().iterdir()):
            hidden = path.name.startswith(".") and path.name not in (".ci", ".gitignore")
            if hidden or path.name in _SKIPPED or path.name.endswith(".egg-info"):
                continue
            if path.is_dir() and not path.is_symlink():
                pending.append(path)
            elif path.is_file():
                yield path


def _mentions(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in _project_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path.relative_to(ROOT)}:{line}: {match.group()}")
    return found


def test_nothing_is_left_to_do() -> None:
    assert _mentions(_NOTES) == []


def test_nothing_points_out_of_the_project() -> None:
    assert _mentions(_ELSEWHERE) == []
