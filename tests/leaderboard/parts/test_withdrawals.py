"""Pages list withdrawn rows with the reason."""

from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.model.page import models
from benchmark.results.ledger import WithdrawnRow, retraction_of
from benchmark.results.row import Row


def _withdrawn_row(row: Row, date: str = "2026-05-06T07:08:09Z") -> WithdrawnRow:
    words = {"reason": "Copied answers.", "by": "me", "link": "https://example.org/1"}
    return WithdrawnRow(row, retraction_of(row, **words, date=date, named="test"))


def test_a_model_with_only_withdrawn_rows_keeps_its_page(make_row, sources) -> None:
    gone = _withdrawn_row(make_row("gone", name="Gone"))
    page = models(sources(make_row("a"), withdrawn=[gone]))["model/gone/index.md"]
    assert (page.name, page.sections, page.reported) == ("Gone", (), ())
    (shown,) = page.withdrawn
    assert (shown.day, shown.by, shown.reason, shown.link) == (
        "6 May 2026",
        "me",
        "Copied answers.",
        "https://example.org/1",
    )
    assert shown.row.facts[0].value == gone.row.id


def test_a_board_lists_the_withdrawn_rows_of_its_suite(make_row, sources) -> None:
    gone = [
        _withdrawn_row(make_row("first"), "2026-01-01T00:00:00Z"),
        _withdrawn_row(make_row("second"), "2026-02-01T00:00:00Z"),
        _withdrawn_row(make_row("other", suite="mmcode")),
    ]
    found = boards(sources(make_row("a"), withdrawn=gone))
    assert [withdrawal.name for withdrawal in found["index.md"].withdrawn] == ["second", "first"]
    assert [withdrawal.name for withdrawal in found["suite/mmcode/index.md"].withdrawn] == ["other"]
    assert [line.name for table in found["index.md"].tables for line in table.models] == ["a"]
