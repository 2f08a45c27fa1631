"""Generated packages, written to a folder and imported, for tests that use them as an engine would."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from attrs import frozen

from arenagen.api import Given, Loaded, load
from arenagen.emit.headers import HASH, with_header
from arenagen.emit.python import TARGET
from arenagen.emit.python.names import flag_name, param_name
from arenagen.emit.target import completed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.stem for path in (ROOT / "layouts").glob("*.toml"))

_FOLDER = TemporaryDirectory(prefix="generated_")
_NUMBERS = count()


def files_of(loaded: Loaded, **options: object) -> dict[str, str]:
    """The generated files of a layout, with their headers."""
    assert loaded.elaborated is not None, loaded.report.errors
    bodies = TARGET.render(loaded.elaborated, completed(TARGET, options))
    return {name: with_header(body, HASH, "layout.toml") for name, body in bodies.items()}


@cache
def shipped(name: str) -> Loaded:
    """A layout that ships."""
    path = ROOT / "layouts" / f"{name}.toml"
    return load(path.read_text(encoding="utf-8"), path.name)


@frozen(eq=False)
class Package:
    """A generated package that has been imported."""

    loaded: Loaded
    folder: Path
    module: ModuleType

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)

    def sub(self, name: str) -> Any:
        """One of its modules."""
        return importlib.import_module(f"{self.module.__name__}.{name}")

    def sizes(self, given: Given) -> Any:
        """Its sizes for given values."""
        params = {param_name(name): value for name, value in given.params.items()}
        flags = self.module.Flags.from_env(given.env)
        stated = {flag_name(name): value for name, value in given.flags.items()}
        names = [flag_name(flag.name) for flag in _layout(self.loaded).flags]
        switched = {name: stated.get(name, getattr(flags, name)) for name in names}
        return self.module.Sizes(self.module.Params(**params), self.module.Flags(**switched))


def _layout(loaded: Loaded) -> Any:
    assert loaded.elaborated is not None
    return loaded.elaborated.layout


def write(files: Mapping[str, str], folder: Path) -> None:
    """Files into a new folder."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def imported(loaded: Loaded, **options: object) -> Package:
    """The generated package of a layout."""
    name = f"generated_{next(_NUMBERS)}"
    folder = Path(_FOLDER.name) / name
    write(files_of(loaded, **options), folder)
    if _FOLDER.name not in sys.path:
        sys.path.append(_FOLDER.name)
    importlib.invalidate_caches()
    return Package(loaded, folder, importlib.import_module(name))


@cache
def shipped_package(name: str) -> Package:
    """The generated package of a layout that ships."""
    return imported(shipped(name))
