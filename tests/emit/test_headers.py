"""Headers: every byte of a generated file is covered by its digest, in each form that a header has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.emit.headers import (
    HASH,
    HEADER_LINES,
    MARKUP,
    SLASHES,
    Comment,
    has_mark,
    is_intact,
    json_head,
    read_header,
    sealed_json,
    with_header,
)
from arenagen.emit.json_text import json_text

COMMENTS = (HASH, SLASHES, MARKUP)


@pytest.mark.parametrize("comment", COMMENTS)
@given(body=st.text())
def test_a_text_behind_a_header_is_intact(comment: Comment, body: str) -> None:
    text = with_header(body, comment, "layouts/a b.toml")
    assert text.endswith(body)
    assert text[: len(text) - len(body)].count("\n") == HEADER_LINES
    assert has_mark(text)
    assert is_intact(text)
    header = read_header(text)
    assert header is not None
    assert header.layout == "layouts/a b.toml"


@given(body=st.text(max_size=200), data=st.data())
def test_any_change_is_noticed(body: str, data: st.DataObject) -> None:
    text = with_header(body, HASH, "layouts/x.toml")
    at = data.draw(st.integers(0, len(text)))
    more = data.draw(st.text(min_size=1, max_size=3))
    keep = data.draw(st.sampled_from((0, 1)))
    changed = text[:at] + more + text[at + keep :]
    if changed != text:
        assert not is_intact(changed)


@given(values=st.dictionaries(st.text(), st.integers()))
def test_json_has_its_header_as_first_keys(values: dict[str, int]) -> None:
    text = sealed_json(json_text({**json_head("layouts/ü.toml"), "values": dict(values)}))
    header = read_header(text)
    assert header is not None
    assert header.layout == "layouts/ü.toml"
    assert is_intact(text)
    assert not is_intact(text.replace("values", "valuez", 1))


@pytest.mark.parametrize("text", ["", "\n", "# by hand\n", "{}", "# body sha256:\n", "\ufeff"])
def test_other_files_have_no_header(text: str) -> None:
    assert read_header(text) is None
    assert not has_mark(text)
    assert not is_intact(text)


def test_the_mark_is_looked_for_at_the_top_only() -> None:
    text = with_header("", HASH, "layouts/x.toml")
    assert not has_mark("\n" * 10 + text)


def test_no_source_of_arenagen_bears_the_mark() -> None:
    from pathlib import Path

    import arenagen

    for path in Path(arenagen.__file__).parent.rglob("*"):
        if path.suffix in (".py", ".j2", ".toml"):
            assert not has_mark(path.read_text(encoding="utf-8")), path
