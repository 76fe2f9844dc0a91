"""A row whose answers were cut off too often is in its table, but has no place."""

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.analysis.ranks.standings import standings
from benchmark.analysis.score_cells import cut_share, cut_words, loses_place
from benchmark.results.counted_row import count_row, read_counted
from benchmark.results.row import Row, RowEndings, RowGeneration, RowScore
from tests.changed_rows import with_run

TWENTY = "P" * 10 + "W" * 10


def cut(row: Row, number: int, **endings: object) -> Row:
    """Return the row with its last ``number`` tasks cut."""
    names = [f"{task}#0" for task in list(row.result.statuses)[20 - number :]]
    score = RowScore(metric="pass@1", value=0.5 + number / 20, low=0, high=1, tasks=20, samples=20)
    ended = RowEndings(refused=0, empty=0, if_cut_passed=[score], **endings)  # type: ignore[arg-type]
    return with_run(row, cut=names, endings=ended)


def made(row: Row, **finishes: int) -> Row:
    made = RowGeneration(
        provider="openai", model="m", finishes=finishes, started=row.run.started, config="0" * 64
    )
    return with_run(row, generation=made)


def test_a_row_keeps_its_place_up_to_5_percent(make_row) -> None:
    row = make_row("a", TWENTY)
    assert [loses_place(cut(row, number)) for number in (0, 1, 2)] == [False, False, True]
    assert cut_words(cut(row, 2)) == "cut 10.0 %; up to 60.0, had all cut answers passed"
    assert cut_words(cut(row, 0)) == ""


def test_an_older_row_has_the_share_from_its_finish_reasons_and_no_upper_end(make_row) -> None:
    row = made(make_row("a", TWENTY), length=21, stop=143)
    assert loses_place(row)
    assert cut_words(row) == "cut 12.8 %"


def test_nothing_is_claimed_of_a_row_without_finish_reasons(make_row) -> None:
    row = make_row("a", TWENTY)
    assert [cut_share(each) for each in (row, made(row), made(row, unknown=20))] == [None] * 3
    assert not loses_place(row)


@pytest.mark.parametrize(
    ("setting", "thinks", "lost"),
    [("image", 0, False), ("image", 900, True), ("V2C", 0, True)],
    ids=["1,024 tokens by its authors", "a model that thinks", "2,048 tokens"],
)
def test_a_protocol_may_say_that_a_cut_is_part_of_it(make_row, setting, thinks, lost) -> None:
    row = make_row("a", TWENTY, suite="humaneval-v", setting=setting, protocol="greedy")
    assert loses_place(cut(row, 5, tokens_thinking=thinks)) is lost


def test_a_cut_row_has_no_place_and_a_note(make_row) -> None:
    rows = [make_row("a", TWENTY), cut(make_row("b", "P" * 20), 2), make_row("c", "W" * 20)]
    (table,) = rank_rows(map(count_row, rows), None).tables
    assert [place.slug for place in table.ranking.places] == ["a", "c"]
    why = "no place for b, whose answers were cut off at the limit of tokens: its score is 100.0 %"
    assert any(note.startswith(why) for note in table.ranking.notes)
    (suite,) = standings(map(count_row, rows), None, None).suites
    last = suite.tables[0].models[-1]
    assert (last.slug, last.first, last.cut, last.if_cut_passed.value) == ("b", None, 0.1, 0.6)


def test_a_table_of_cut_rows_alone_has_its_tasks_and_no_places(make_row) -> None:
    (table,) = rank_rows([count_row(cut(make_row("b", TWENTY), 2))], None).tables
    assert (table.ranking.places, table.ranking.tasks) == ([], 20)
    assert len(table.ranking.notes) == 1


def test_a_submission_whose_newest_row_is_cut_has_no_place(make_row) -> None:
    old = make_row("a", TWENTY, started="2025-01-01T00:00:00Z")
    (group,) = group_rows([old, cut(make_row("a", TWENTY), 2)])["code-vision"]
    assert (group.models, [row.slug for row in group.cut_short]) == ((), ["a"])


def test_a_counted_row_with_cut_answers_comes_from_the_cache(make_row, tmp_path, monkeypatch) -> None:
    row = cut(make_row("a", TWENTY), 2)
    path = row.path(tmp_path / "rows")
    path.parent.mkdir(parents=True)
    path.write_bytes(row.to_bytes())
    (first,) = read_counted(tmp_path / "rows", tmp_path / "cache")
    monkeypatch.setattr("benchmark.results.counted_row.count_row", None)  # would count it again
    assert read_counted(tmp_path / "rows", tmp_path / "cache") == (first,)
