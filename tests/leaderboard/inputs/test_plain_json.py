"""JSON of our own files, read and written by orjson and, where it refuses, by Python's json."""

import json
import math

import pytest

from benchmark.leaderboard.inputs import plain_json

OURS = (
    '{"task_id": "A-1", "draw": 0, "completion": "größe \\u00e9 \\n\\t\\"x\\" \\\\"}',
    '{"a": [1, -2, 3.5, 1e-7, true, false, null], "b": {}, "ä": "\U0001f600"}',
    '  {"a": 1}  ',
    '{"a": 1, "a": 2}',
)
ONLY_PYTHON = ('{"a": "\\ud800"}', '{"a": NaN}', '{"a": 1e400}')
NO_JSON = ("", "{", '{"a": 01}', '{"a": "\n"}', "\ufeff{}", '{"a": 1} x')


@pytest.mark.parametrize("text", [*OURS, *ONLY_PYTHON])
def test_a_text_has_the_value_that_python_gives_it(text: str) -> None:
    assert repr(plain_json.loads(text.encode())) == repr(json.loads(text))


@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_not_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        plain_json.loads(text.encode())


def test_a_text_that_is_nested_too_deeply_is_a_recursion_error() -> None:
    with pytest.raises(RecursionError):
        plain_json.loads(b"[" * 100_000 + b"]" * 100_000)


def test_bytes_that_are_not_utf_8_are_a_value_error() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        plain_json.loads(b'{"a": "\xff"}')


@pytest.mark.parametrize("text", OURS)
def test_a_written_value_reads_as_the_same_value(text: str) -> None:
    value = json.loads(text)
    written = plain_json.dumps(value)
    assert json.loads(written) == value
    assert written.isascii()
    assert b'": ' not in written


def test_every_character_outside_of_printable_ascii_is_escaped() -> None:
    text = "".join(chr(code) for code in (*range(0xD800), *range(0xE000, 0x11000), 0x1F600, 0x10FFFF))
    written = plain_json.dumps([text])
    assert json.loads(written) == [text]
    assert all(0x20 <= byte < 0x7F for byte in written)


def test_a_lone_surrogate_is_written_as_an_escape() -> None:
    assert plain_json.dumps({"a": "\ud800"}) == b'{"a":"\\ud800"}'


def test_an_integer_beyond_64_bits_becomes_a_float() -> None:
    value = plain_json.loads(b"18446744073709551616")
    assert isinstance(value, float)
    assert math.isclose(value, 2**64)
