"""JSON is read like Python's json module, or refused with line and column."""

import json

import pytest

from benchmark.core.errors import BadInput
from benchmark.files import strict_json
from benchmark.files.strict_json import loads


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "[]",
        '{"a": [1, -2.5e3, true, {"b": "\\ud800\\u0000 \\" [ }"}]}',
        '"é😀"',
        "\n [1\t,2 ]\r\n",
        "1" * 4000,
    ],
)
def test_valid_json_is_read_like_python_s_json_module(text: str) -> None:
    assert loads(text.encode(), "f") == json.loads(text)


def test_the_column_counts_characters_and_the_line_starts_at_the_given_one() -> None:
    with pytest.raises(BadInput, match=r"^f: line 8, column 5: not valid JSON"):
        loads('{\n"é" 1}'.encode(), "f", line=7)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b'{"a": 1, "b": {"a": 2}, "a": 3}', "line 1, column 25: duplicate key 'a'"),
        (b'{"a": 1, "\\u0061": 2}', "duplicate key 'a'"),
        (b'["NaN", NaN]', "line 1, column 9: NaN is not JSON"),
    ],
)
def test_a_repeated_key_or_a_word_for_a_number_is_refused(text: bytes, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        loads(text, "f")
    assert loads(b'{"a": {"a": 1}, "b": ["a", "a"]}', "f") == {"a": {"a": 1}, "b": ["a", "a"]}


def test_a_document_with_too_many_values_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "VALUES_LIMIT", 100)
    with pytest.raises(BadInput, match="more than 100 values"):
        loads(b"[" + b"[]," * 100 + b"[]]", "f")


def test_brackets_inside_strings_are_not_depth() -> None:
    text = json.dumps(["[" * 5000, '"[{' * 200])
    assert loads(text.encode(), "f") == json.loads(text)


@pytest.mark.parametrize(("character", "fits"), [("x", 3000), ("é", 1500), ("中", 499), ("😀", 187)])
def test_a_document_that_needs_too_much_memory_as_text_is_refused(
    monkeypatch: pytest.MonkeyPatch, character: str, fits: int
) -> None:
    monkeypatch.setattr(strict_json, "TEXT_LIMIT", 3002)
    assert loads(f'"{character * fits}"'.encode(), "f") == character * fits
    with pytest.raises(BadInput, match="of memory as text"):
        loads(f'"{character * (fits + 1)}"'.encode(), "f")
