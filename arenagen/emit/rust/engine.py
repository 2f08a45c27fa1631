"""The file through which generated code reaches the engine: everything that settings decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.rust.lines import docs, signature, use_lines
from arenagen.emit.rust.render import rendered

if TYPE_CHECKING:
    from arenagen.emit.rust.settings import Engine

NAMES = {
    "gpu": "self.0",
    "bytes": "bytes",
    "align": "align",
    "memory": "memory",
    "pointer": "pointer",
    "value": "value",
    "stream": "stream",
    "pattern": "pattern",
    "into": "into",
}
"""What templates mention, in the methods below."""

METHODS = {
    "alloc": ("bytes: usize, align: usize, memory: Memory", "DevicePtr"),
    "free": ("pointer: DevicePtr, memory: Memory", "()"),
    "memset": ("pointer: DevicePtr, value: u8, bytes: usize, stream: Stream", "()"),
    "fill": ("pointer: DevicePtr, pattern: &[u8], bytes: usize, stream: Stream", "()"),
    "read": ("pointer: DevicePtr, into: &mut [u8], stream: Stream", "()"),
}
DOCS = {
    "alloc": "Memory, aligned and of a kind.",
    "free": "Gives memory back.",
    "memset": "Writes a byte over and over.",
    "fill": "Writes a pattern over and over; the last repetition may be cut short.",
    "read": "Copies memory to the host, and waits for it.",
}

OWN_POINTER = """\
/// An address in memory of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DevicePtr(pub u64);

impl DevicePtr {
    /// No memory.
    pub const NULL: DevicePtr = DevicePtr(0);

    /// So many bytes further on.
    pub fn offset(self, bytes: usize) -> DevicePtr {
        DevicePtr(self.0 + bytes as u64)
    }
}"""


@frozen
class EnginePage:
    """What the template prints."""

    doc: str
    imports: str
    types: str
    null: str
    offset: str
    error: str
    backend: str
    methods: tuple[str, ...]
    fills: bool
    own: str


def engine_file(engine: Engine, name: str) -> dict[str, str]:
    """The file of the coupling."""
    used = [method for method in METHODS if _wanted(engine, method)]
    imports = {"arithmetic": {"LayoutError"}, "extents": {"Memory"}}
    lines = use_lines(imports)
    if "::" in engine.backend_path:
        lines += ["", f"pub use {engine.backend_path};"]
    own = [] if engine.text("backend") else [_own_trait(engine)]
    own += [] if engine.text("pointer") else [OWN_POINTER]
    at = engine.call("pointer_at", pointer="pointer", bytes="bytes")
    page = EnginePage(
        doc="\n".join([*docs([f"How the layout {name} reaches the engine."], 0, "//!"), ""]),
        imports="\n".join([*lines, ""]),
        types="\n\n".join(_types(engine)),
        null=engine.text("null"),
        offset="\n".join(
            [
                "/// A pointer so many bytes further on.",
                *signature(
                    "pub(super) fn offset",
                    ["pointer: DevicePtr", "bytes: usize"],
                    " -> DevicePtr {",
                ),
                f"    {at}",
                "}",
            ]
        ),
        error=engine.call("error", error="error"),
        backend=engine.backend,
        methods=tuple(_method(engine, method) for method in used),
        fills="fill" in used,
        own="\n\n".join(own),
    )
    return {"engine.rs": rendered("engine.rs.j2", page)}


def _wanted(engine: Engine, method: str) -> bool:
    if method == "read":
        return bool(engine.text("probe"))
    return bool(engine.text(method))


def _types(engine: Engine) -> list[str]:
    pointer = engine.text("pointer")
    found = []
    if pointer:
        found.append(f"/// A pointer to memory of the device.\npub type DevicePtr = {pointer};")
    found.append(f"/// What calls are ordered in.\npub type Stream = {engine.text('stream')};")
    result = engine.text("result")
    found.append(f"/// What methods that reach the engine return.\npub type Result<T> = {result};")
    return found


def _method(engine: Engine, name: str) -> str:
    """One method of the adapter; what its template does not mention has no name."""
    args, kind = METHODS[name]
    named = ["self"]
    for arg in args.split(", "):
        word, _, rest = arg.partition(": ")
        named.append(arg if engine.mentions(name, word) else f"_: {rest}")
    head = signature(f"pub fn {name}", named, f" -> Result<{kind}> {{", 4)
    return "\n".join(
        [f"    /// {DOCS[name]}", *head, f"        {engine.call(name, **NAMES)}", "    }"]
    )


def _own_trait(engine: Engine) -> str:
    """The trait that an engine implements where it names no type of its own."""
    lines = ["/// What an arena asks of an engine.", "pub trait Backend {"]
    for name, (args, kind) in METHODS.items():
        if not _wanted(engine, name):
            continue
        lines += (
            ["", f"    /// {DOCS[name]}"]
            if lines[-1] != "pub trait Backend {"
            else [f"    /// {DOCS[name]}"]
        )
        lines += signature(f"fn {name}", ["&self", *args.split(", ")], f" -> Result<{kind}>;", 4)
    return "\n".join([*lines, "}"])
