"""The heads of rows say which runs have one, without reading the rest."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.branch import begin
from benchmark.results.git import Git
from benchmark.results.heads import RunName, heads_at, read_heads
from benchmark.results.ledger import write_row


def test_a_head_says_whose_row_it_is_and_what_it_was_asked_for(tmp_path: Path, make_row) -> None:
    later, earlier = (
        make_row("b", started="2026-03-01T00:00:00Z"),
        make_row("a", trust="verified", cost_usd=2.0),
    )
    earlier = earlier.model_copy(update={"run": earlier.run.model_copy(update={"request": "e" * 64})})
    for row in (later, earlier):
        write_row(tmp_path, row)
    first, second = read_heads(tmp_path)
    assert first.run == RunName("a", "code-vision", "rebuilt", "flowchart", "cool-1", "upstream")
    assert str(first.run) == "a: code-vision/rebuilt, flowchart, cool-1, upstream"
    assert (first.id, first.request, first.cost_usd) == (earlier.id, "e" * 64, 2.0)
    assert (second.run.slug, second.request, second.cost_usd) == ("b", None, 0.0)
    assert [head.run.slug for head in read_heads(tmp_path, ["b", "nobody", "../x"])] == ["b"]


def test_no_folder_has_no_rows(tmp_path: Path) -> None:
    assert read_heads(tmp_path / "none") == ()


@pytest.mark.parametrize(
    "content", [b"{", b"[" * 100_000, b'{"id": "x"}', b"\xff"], ids=["cut", "deep", "short", "bytes"]
)
def test_a_row_that_cannot_be_read_is_an_error_and_never_no_row(
    content: bytes, tmp_path: Path, make_row
) -> None:
    path = write_row(tmp_path, make_row("a"))
    path.write_bytes(content)
    with pytest.raises(BadInput, match=path.name):
        read_heads(tmp_path)


def test_rows_of_a_repository_are_read_without_checking_them_out(tmp_path: Path, make_row) -> None:
    """The same heads, of the submissions that were asked for; a row that cannot be read is an error."""
    for slug in ("a", "b"):
        path = write_row(tmp_path / "results", make_row(slug))
    (path.parent / "notes.txt").write_text("no row")
    (tmp_path / "results" / "retractions").mkdir()
    (tmp_path / "results" / "retractions" / path.name).write_text("{")
    files = {str(one.relative_to(tmp_path)): one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()}
    broken = str(path.relative_to(tmp_path)).replace("/b/", "/c/")
    git = Git(tmp_path / "bare.git")
    git.folder.mkdir()
    git.run("init", "--quiet", "--bare", "--", ".")
    begin(str(git.folder), {**files, broken: b"{"}, folder=tmp_path / "begin")
    assert heads_at(git, "results", "results", ["a", "b"]) == read_heads(tmp_path / "results")
    assert [head.run.slug for head in heads_at(git, "results", "results", ["b"])] == ["b"]
    assert heads_at(git, "results", "none", ["b"]) == ()
    with pytest.raises(BadInput, match=f"/c/{path.name}"):
        heads_at(git, "results", "results", ["a", "c"])
