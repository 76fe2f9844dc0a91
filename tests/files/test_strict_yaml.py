"""YAML is read only if all YAML readers agree on its meaning."""

from pathlib import Path

import pytest
import yaml

from benchmark.core.errors import BadInput
from benchmark.files.strict_yaml import AmbiguousWordError, plain_word, read_yaml


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
