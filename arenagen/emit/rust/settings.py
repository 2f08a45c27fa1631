"""Options of the Rust target: how generated code reaches the engine. The defaults need none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import field, frozen

from arenagen.emit.rust.words import ARENA_WORDS, KEYWORDS
from arenagen.emit.target import Setting, SettingValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LEAST_LINES = 300
ALLOCATIONS = ("slab", "separate")

OWN_BACKEND = "dyn Backend"


def _max_lines(value: SettingValue) -> str | None:
    if isinstance(value, int) and value < LEAST_LINES:
        return f"`max_lines` is {LEAST_LINES} at least, not {value}"
    return None


def _allocation(value: SettingValue) -> str | None:
    if value not in ALLOCATIONS:
        return f"`allocation` is one of {', '.join(ALLOCATIONS)}, not {value!r}"
    return None


def _template(*needed: str) -> Callable[[SettingValue], str | None]:
    """A template on one line that mentions some things, unless it is empty and may be."""

    def fault(value: SettingValue) -> str | None:
        text = str(value)
        if not text.isprintable():
            return "a template is one line of Rust"
        missing = [name for name in needed if f"{{{name}}}" not in text]
        if missing and text:
            return f"the template does not mention {', '.join(f'{{{name}}}' for name in missing)}"
        return None

    return fault


def _required(*needed: str) -> Callable[[SettingValue], str | None]:
    rest = _template(*needed)

    def fault(value: SettingValue) -> str | None:
        return rest(value) if value else "this cannot be empty"

    return fault


def _method(value: SettingValue) -> str | None:
    if value and not re.fullmatch(r"[a-z][a-z0-9_]*", str(value)):
        return f"`probe` is the name of a method, or empty, not {value!r}"
    if value in KEYWORDS | ARENA_WORDS:
        return f"`probe` cannot be {value!r}, which is a word of Rust or a method of every arena"
    return None


RESULT = "std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>"

SETTINGS = (
    Setting("max_lines", 500, "lines of a file before it is divided", _max_lines),
    Setting(
        "allocation",
        "slab",
        "`slab`: one allocation an arena; `separate`: one a buffer",
        _allocation,
    ),
    Setting(
        "backend",
        "",
        "type of the engine's backend, such as `dyn crate::gpu::GpuBackend`; empty: a trait of the generated code",
        _template(),
    ),
    Setting(
        "pointer",
        "",
        "type of a device pointer, which must be `Copy`; empty: a struct of the generated code",
        _template(),
    ),
    Setting(
        "null",
        "DevicePtr::NULL",
        "the null pointer; the pointer type is called `DevicePtr` here",
        _required(),
    ),
    Setting(
        "pointer_at",
        "{pointer}.offset({bytes})",
        "a pointer so many bytes (`usize`) further on",
        _required("pointer", "bytes"),
    ),
    Setting("stream", "u64", "type of a stream, which must be `Copy`", _required()),
    Setting("result", RESULT, "result type of methods, of a value `T`", _required()),
    Setting(
        "error", "{error}.into()", "the error in it, made of a `LayoutError`", _required("error")
    ),
    Setting(
        "alloc",
        "{gpu}.alloc({bytes}, {align}, {memory})",
        "allocates; may mention {align} and {memory}",
        _required("gpu", "bytes"),
    ),
    Setting(
        "free",
        "{gpu}.free({pointer}, {memory})",
        "frees; may mention {memory}",
        _required("gpu", "pointer"),
    ),
    Setting(
        "memset",
        "{gpu}.memset({pointer}, {value}, {bytes}, {stream})",
        "writes a byte (`u8`) over and over",
        _required("gpu", "pointer", "value", "bytes"),
    ),
    Setting(
        "fill",
        "{gpu}.fill({pointer}, {pattern}, {bytes}, {stream})",
        "writes a pattern (`&[u8]`) over and over; empty: the engine cannot",
        _template("gpu", "pointer", "pattern", "bytes"),
    ),
    Setting(
        "read",
        "{gpu}.read({pointer}, {into}, {stream})",
        "copies to the host (`&mut [u8]`) and waits",
        _required("gpu", "pointer", "into"),
    ),
    Setting(
        "probe",
        "fingerprints",
        "method that gives a fingerprint of every buffer; empty: none",
        _method,
    ),
)


@frozen
class Engine:
    """The settings, in the words of the generated code."""

    values: Mapping[str, SettingValue] = field(factory=dict)

    def text(self, name: str) -> str:
        """A setting that is a text."""
        return str(self.values[name])

    @property
    def max_lines(self) -> int:
        """Lines of a file."""
        return int(self.values["max_lines"])

    @property
    def separate(self) -> bool:
        """Whether every buffer is an allocation of its own."""
        return self.values["allocation"] == "separate"

    @property
    def backend(self) -> str:
        """The backend's type as methods write it: its last name, perhaps behind `dyn`."""
        text = self.text("backend") or OWN_BACKEND
        prefix, path = ("dyn ", text[4:]) if text.startswith("dyn ") else ("", text)
        return prefix + path.rpartition("::")[2]

    @property
    def backend_path(self) -> str:
        """The path that the backend's type is imported from; empty for the one generated."""
        return self.text("backend").removeprefix("dyn ")

    @property
    def gpu(self) -> str:
        """The argument of every method that reaches the engine."""
        return f"gpu: &{self.backend}"

    def call(self, name: str, **names: str) -> str:
        """A template with Rust put in for what it mentions."""
        text = self.text(name)
        for key, value in names.items():
            text = text.replace(f"{{{key}}}", value)
        return text

    def mentions(self, name: str, what: str) -> bool:
        """Whether a template mentions something."""
        return f"{{{what}}}" in self.text(name)
