"""The place that a submission would get among the recorded rows."""

import re
from collections.abc import Sequence

import pytest

from benchmark.chain.pull_request.preview import make_preview
from benchmark.chain.pull_request.pull_report import Preview, PullReport
from benchmark.chain.pull_request.summary import summary
from benchmark.files.edge import validate_record
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row
from benchmark.submissions.schema import SubmissionRun
from tests.conftest import MakeRow
from tests.points_rows import by_operation, points_row

RUN = validate_record(
    SubmissionRun,
    {
        "suite": "code-vision",
        "dataset": "rebuilt",
        "setting": "flowchart",
        "protocol": "cool-1",
        "predictions": "p.jsonl",
    },
    "submission.yaml",
)


def preview_of(row: Row, others: Sequence[Row]) -> Preview:
    return make_preview(row, RUN, [count_row(other) for other in others])


def test_a_submission_is_placed_between_its_neighbours(make_row: MakeRow) -> None:
    others = [
        make_row(f"model-{number}", "P" * number + "W" * (60 - number)) for number in (55, 45, 30, 15, 5)
    ]
    found = preview_of(
        make_row("new-one", "P" * 28 + "W" * 32, name="New One", started="2026-05-01T00:00:00Z"), others
    )
    assert [line.name for line in found.standings] == [
        "model-45",
        "model-30",
        "New One",
        "model-15",
        "model-5",
    ]
    assert [line.this for line in found.standings] == [False, False, True, False, False]
    own = found.standings[2]
    assert (own.first, own.last) == (3, 4), "two of 60 tasks fewer than model-30: too close to call"
    assert [(gap.name, gap.real) for gap in found.against] == [("model-30", False), ("model-15", True)]
    assert found.against[0].difference == pytest.approx(-2 / 60, abs=1e-6)
    assert (found.models, found.passed, found.tasks) == (6, 28, 60)
    assert found.outcomes == {"passed": 28, "wrong_answer": 32}


def test_a_submission_replaces_its_own_earlier_row(make_row: MakeRow) -> None:
    """This also holds if the earlier row has a later date, from the clock of another machine."""
    for started in ("2026-01-01T00:00:00Z", "2099-01-01T00:00:00Z"):
        others = [make_row("new-one", "W" * 20, started=started), make_row("other", "P" * 5 + "W" * 15)]
        found = preview_of(make_row("new-one", "P" * 20, started="2026-05-01T00:00:00Z"), others)
        assert [(line.name, line.value) for line in found.standings] == [("new-one", 1.0), ("other", 0.25)]


@pytest.mark.parametrize(
    "changed", [{"prompt": "sightbench"}, {"suite": "mmcode"}, {"trust": "reported"}, {"slug": "gold"}]
)
def test_rows_of_other_tables_are_not_neighbours(make_row: MakeRow, changed: dict[str, str]) -> None:
    other = make_row(**{"slug": "other", "statuses": "PPWW", **changed})
    found = preview_of(make_row("new-one", "PPPW"), [other])
    assert (found.standings, found.against, found.models) == ([], [], 1)


def test_subsets_have_their_own_scores(make_row: MakeRow) -> None:
    subsets = {"subset:humaneval": ["task-0", "task-1"], "subset:math": ["task-2", "task-3"]}
    found = preview_of(make_row("new-one", "PPPW", subsets=subsets), [])
    assert [(subset.name, subset.passed, subset.tasks) for subset in found.subsets] == [
        ("HumanEval", 2, 2),
        ("Math", 1, 2),
    ]


@pytest.mark.gate
def test_a_long_name_is_cut(make_row: MakeRow) -> None:
    others = [make_row("other", "PW", name="\u202e\x1b[31m" + "x" * 180)]
    found = preview_of(make_row("new-one", "PP", name="y" * 200), others)
    assert all(len(line.name) <= 100 and line.name.isprintable() for line in found.standings)


def test_a_submission_is_placed_by_points_where_its_table_is(make_row: MakeRow) -> None:
    others = [points_row(make_row, "high", [9.0] * 12), points_row(make_row, "low", [2.0] * 12)]
    new = points_row(make_row, "new-one", [10.0, 6.0] * 6, by_operation(12), started="2026-05-01T00:00:00Z")
    found = preview_of(new, others)
    assert (found.scale, found.value, found.passed) == ("points", 8.0, 6)
    assert [line.name for line in found.standings] == ["high", "new-one", "low"]
    assert [gap.difference for gap in found.against] == [-1.0, 6.0]
    text = summary(PullReport(outcome="judged", base="a" * 40, head="b" * 40, previews=[found]))
    assert "**8.00 of 10 points** (95 % interval " in text
    assert "6 of 12 tasks passed, 0 samples missing" in text
    assert "| Place | Model | Points, 1 to 10 | 95 % interval |\n" in text
    assert "1.00 points behind" in text
    assert "| Subset | Passed | Points | 95 % interval |" in text
    assert re.search(r"\d %(?! interval)", text) is None
