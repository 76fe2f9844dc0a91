"""The page of repaired answers: counts, both scores, and each repaired answer with its repairs."""

from benchmark.core.sample import STEPS
from benchmark.leaderboard.lists.recovered import REPAIRS, recovered_pages
from benchmark.results.row import Row, RowRecovered
from tests.changed_rows import with_run

STATUSES = "PPWP"


def counted(row: Row) -> Row:
    (score,) = [score for score in row.result.scores if (score.metric, score.category) == ("pass@1", "")]
    without = score.model_copy(update={"value": 0.25, "low": 0.05, "high": 0.7})
    steps = {"text-around": 1, "end-token": 2}
    return with_run(row, recovered=RowRecovered(answers=2, passed=1, steps=steps, without=[without]))


def test_every_repair_has_words() -> None:
    assert {step for step, repair in STEPS.items() if repair} == set(REPAIRS)


def test_without_counts_the_page_says_so(make_row, sources, html) -> None:
    (page,) = recovered_pages(sources(make_row("a")))
    assert "No row says yet how many answers needed a repair." in html(page)


def test_both_scores_and_each_repaired_answer_are_shown(make_row, here, html, with_records, tmp_path) -> None:
    plain = make_row("a", STATUSES)
    lines = [
        {"task_id": task, "draw": 0, "status": status} for task, (status,) in plain.result.statuses.items()
    ]
    lines[1] |= {"steps": ["end-token", "whole-text"]}
    lines[2] |= {"steps": ["end-token", "text-around"]}
    lines[3] |= {"steps": ["block"]}
    row = with_records(tmp_path, counted(plain), None, lines)
    (page,) = recovered_pages(here(row, make_row("b", STATUSES)))
    (table,) = page.view["tables"]
    (line,) = table.lines  # the other row says nothing of repairs
    assert page.view["sentence"] == "2 of 4 answers, 50.0 %, needed a repair to be read."
    assert (line.answers, line.passed, line.score.value, line.without.value) == (2, 1, "75.0", "25.0")
    assert [(each.task, each.outcome, each.repairs) for each in line.samples] == [
        (lines[1]["task_id"], "Passed", (REPAIRS["end-token"],)),
        (lines[2]["task_id"], "Wrong answer", (REPAIRS["end-token"], REPAIRS["text-around"])),
    ]
    shown = html(page)
    assert "2 repaired answers" in shown
    assert REPAIRS["text-around"].capitalize() in shown


def test_answers_to_a_part_of_a_set_count_once_and_only_with_the_whole(make_row, sources) -> None:
    """A model may have answered the part only; another one answered both."""
    rows = [counted(make_row("a", STATUSES, dataset=name)) for name in ("official", "official-humaneval")]
    (page,) = recovered_pages(sources(*rows, counted(make_row("b", STATUSES, dataset="official-humaneval"))))
    assert page.view["sentence"] == "4 of 8 answers, 50.0 %, needed a repair to be read."
