"""The heads of rows: the fields that tell which runs have a row."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.heads import RunName, read_heads
from benchmark.results.ledger import read_row, write_row


def test_a_head_has_the_row_s_run_and_request(tmp_path: Path, make_row) -> None:
    other, asked = make_row("b"), make_row("a")
    asked = asked.model_copy(update={"run": asked.run.model_copy(update={"request": "e" * 64})})
    for row in (other, asked):
        write_row(tmp_path, row)
    first, second = read_heads(tmp_path)
    assert first.run == RunName("a", "code-vision", "rebuilt", "flowchart", "cool-1", "upstream")
    assert str(first.run) == "a: code-vision/rebuilt, flowchart, cool-1, upstream"
    assert (first.id, first.request) == (asked.id, "e" * 64)
    assert (second.run.slug, second.request) == ("b", None)
    assert [head.run.slug for head in read_heads(tmp_path, ["b", "nobody", "../x"])] == ["b"]


def test_a_missing_folder_has_no_heads(tmp_path: Path) -> None:
    assert read_heads(tmp_path / "none") == ()


@pytest.mark.parametrize(
    "content", [b"{", b"[" * 100_000, b'{"id": "x"}', b"\xff"], ids=["cut", "deep", "short", "bytes"]
)
def test_an_unreadable_row_is_an_error(content: bytes, tmp_path: Path, make_row) -> None:
    path = write_row(tmp_path, make_row("a"))
    path.write_bytes(content)
    with pytest.raises(BadInput, match=path.name):
        read_heads(tmp_path)


@pytest.mark.parametrize("cost", ["-2.0", "-1e-9", "NaN", "Infinity", "-Infinity"])
def test_the_cost_of_a_row_is_a_number_of_at_least_0(cost: str, tmp_path: Path, make_row) -> None:
    path = write_row(tmp_path, make_row("a", trust="verified", cost_usd=2.0))
    text = path.read_text(encoding="utf-8")
    assert text.count('"cost_usd": 2.0') == 1
    path.write_text(text.replace('"cost_usd": 2.0', f'"cost_usd": {cost}'), encoding="utf-8")
    with pytest.raises(BadInput):
        read_row(path)
