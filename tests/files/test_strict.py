"""JSON is read like Python's json module, and YAML only if all YAML readers agree on its meaning."""

import json
from pathlib import Path

import pytest
import yaml

from benchmark.core.errors import BadInput
from benchmark.files import strict_json
from benchmark.files.strict_json import dump_records, loads, parse_written
from benchmark.files.strict_yaml import AmbiguousWordError, plain_word, read_yaml


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


def test_a_document_per_line_where_one_is_due_is_named() -> None:
    with pytest.raises(BadInput, match=r"^f: line 2, column 1: has a JSON document per line") as caught:
        loads(b'{"a": 1}\n{"a": 2}\n', "f")
    assert caught.value.fix == "name a file that is one JSON document"


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
def test_a_document_that_needs_too_much_memory_as_text_is_refused(monkeypatch, character, fits) -> None:
    monkeypatch.setattr(strict_json, "TEXT_LIMIT", 3002)
    assert loads(f'"{character * fits}"'.encode(), "f") == character * fits
    with pytest.raises(BadInput, match="of memory as text"):
        loads(f'"{character * (fits + 1)}"'.encode(), "f")


@pytest.mark.parametrize(
    "line",
    [
        b'{"a": 1, "a": 1}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a": 1, "\\u0061": 1e9}',
        b'{"a": NaN}',
        b'{"a": 1e5}',
        b'{"a": 1E400}',
        b'{"a": -0}',
        b'{"a": 1.50}',
        b'{"a": 123456789012345678901}',
        b'{"a":\t1}',
        b' {"a": 1}\r',
        b'{"a": "\\/"}',
        b'{"a": "\\u0041"}',
        b'{"a": "\\ud800"}',
        b'{"a": "\xff"}',
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\x01"}',
        b'\xef\xbb\xbf{"a": 1}',
        b"[" * 65 + b"]" * 65,
        b'{"a": 1',
        b"",
    ],
)
def test_a_line_that_two_readers_may_understand_differently_is_read_strictly(line: bytes) -> None:
    assert parse_written([line]) is None
    assert parse_written([b'{"a": 1}', line, b'{"b": 2}']) is None


@pytest.mark.parametrize(
    "lines",
    [[b'{"a": 1', b'"b": 2}'], [b'{"a": "x', b'y"}'], [b'{"a": [{}', b"{}]}", b"{}, {}"], [b"[1", b"2]"]],
)
def test_a_value_does_not_extend_over_two_lines(lines: list[bytes]) -> None:
    assert parse_written(lines) is None


def test_every_line_that_we_write_is_read_fast_and_exactly(tmp_path: Path) -> None:
    record: dict[str, object] = {
        "texts": ["", 'é 🦉 \x7f \x00 \n "\\/', "a:  b,  c"],
        "numbers": [0, -1, 2**63, 2**64 - 1, 0.1, 5e-05, 1e22, -0.0, 1.7976931348623157e308],
        "others": {"": None, "b": [True, False, {}, []]},
    }
    (line,) = dump_records(tmp_path, [record]).splitlines()
    assert repr(parse_written([line])) == repr([record]) == repr([loads(line, "f")])
    assert parse_written([line, line]) == [record, record]
    assert parse_written([]) == []


def read(tmp_path: Path, text: str) -> object:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    return read_yaml(path).value


def test_valid_yaml_is_read_like_pyyaml(tmp_path: Path) -> None:
    text = "# c\na: 1\nb: [x, -2.5, null, ~]\nc: {d: '010', e: 'NO'}\nf: |\n  b\ng: >-\n  a\n  b\nh:\n"
    assert read(tmp_path, text) == yaml.safe_load(text)


def test_dates_stay_text(tmp_path: Path) -> None:
    assert read(tmp_path, "a: 2025-01-31\n") == {"a": "2025-01-31"}


@pytest.mark.parametrize(
    "word", ["a", "v1.2.3", "7B", "1.5-flash", "2025-01", "a:b", "nope", "-", "--", "e1", "0b", "1-2"]
)
def test_words_that_all_readers_take_as_text_are_text(word: str) -> None:
    assert plain_word(word) == word


TWO_MEANINGS = "yes NO On off y N 010 0o10 0x1F 0b1 1_000 1:30 190:20:30 1e3 .5 5. 1_0.5 -.inf .NaN = 08"


@pytest.mark.parametrize("word", [*TWO_MEANINGS.split(), "9" * 20])
def test_words_with_two_meanings_are_refused(word: str) -> None:
    with pytest.raises(AmbiguousWordError):
        plain_word(word)


def test_a_document_knows_the_line_of_every_value(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\nb:\n  - c: 2\n  - d:\n      e: 3\n")
    document = read_yaml(path)
    assert [
        document.line_of(loc) for loc in [("a",), ("b", 0, "c"), ("b", 1, "d", "e"), ("b", 1, "x"), ()]
    ] == [1, 3, 5, 4, 1]


def test_a_file_over_the_size_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("# " + "x" * 2000)
    with pytest.raises(BadInput, match="more than the limit"):
        read_yaml(path, limit=1000)


@pytest.mark.parametrize("digits", ["00110000", "7FFFFFFF", "80000000", "FFFFFFFF"])
def test_an_escape_beyond_unicode_is_refused(tmp_path: Path, digits: str) -> None:
    with pytest.raises(BadInput, match="not valid YAML"):
        read(tmp_path, f'a: "\\U{digits}"\n')


def test_keys_inside_keys_are_refused_at_any_depth(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a key is not text"):
        read(tmp_path, "{" * 60_000)


def test_a_yaml_file_may_begin_with_a_byte_order_mark_and_have_no_other(tmp_path: Path) -> None:
    path = tmp_path / "submission.yaml"
    path.write_bytes("\ufeffname: é\n".encode())
    assert read_yaml(path).value == {"name": "é"}
    path.write_bytes("name: \ufeffé\n".encode())
    with pytest.raises(BadInput, match=r"line 1: character U\+FEFF is not allowed"):
        read_yaml(path)
