"""Parameters from the config.json of a Hugging Face model: which keys hold them is said by `hf` of each parameter.

May import diagnostics, model, elaborate and what lies beside it in this package.
"""

from __future__ import annotations

from typing import Any, Final

from arenagen.diagnostics import Diagnostic, Place
from arenagen.elaborate import Elaborated
from arenagen.files.disk import UnreadableError, read_text
from arenagen.files.json_places import position
from arenagen.files.value_files import ValuesError, parsed_json
from arenagen.files.values import Layer
from arenagen.model import Param

NESTED: Final = "text_config"
"""The key under which models that also see or hear keep the config of their language model."""


def read_hf_config(path: str, layout: Elaborated, texts: dict[str, str]) -> Layer:
    """The values of a config file; parameters that it does not hold are left out. Raises ValuesError.

    The text is added to `texts`.
    """
    try:
        text = texts[path] = read_text(path)
    except UnreadableError as fault:
        raise _unusable(path, f"cannot be read: {fault}") from None
    data = parsed_json(text, path)
    if not isinstance(data, dict):
        raise _unusable(path, "this is no config: it holds no object", Place((), at=(1, 1)))
    keys = {p.name: key for p in layout.layout.params if (key := _where(p, data)) is not None}
    if not keys:
        raise _unusable(path, "there is no parameter of the layout in it", Place((), at=(1, 1)))
    values = {name: _at(data, key) for name, key in keys.items()}

    def locate(given: tuple[str | int, ...]) -> Place:
        key = keys.get(str(given[-1]), ()) if given else ()
        return Place(given, at=position(text, key))

    return Layer(source=path, locate=locate, params=values)


def _unusable(path: str, message: str, place: Place | None = None) -> ValuesError:
    return ValuesError((Diagnostic("AG508", message, place or Place(), source=path),))


def _where(param: Param, config: dict[str, Any]) -> tuple[str, ...] | None:
    """The first of its keys that a config holds, at the top or for the language model; null is as good as absent."""
    spelt = _spellings(param)
    for keys in (*spelt, *((NESTED, *key) for key in spelt)):
        if _at(config, keys) is not None:
            return keys
    return None


def _spellings(param: Param) -> tuple[tuple[str, ...], ...]:
    if isinstance(param.hf, bool):
        return ((param.name,),) if param.hf else ()
    paths = (param.hf,) if isinstance(param.hf, str) else param.hf
    return tuple(tuple(path.split(".")) for path in paths)


def _at(data: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        if not isinstance(data, dict):
            return None
        data = data.get(key)
    return data
