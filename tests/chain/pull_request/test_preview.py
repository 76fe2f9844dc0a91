"""Where a submission would stand among the rows there are."""

from collections.abc import Callable, Sequence

import pytest

from benchmark.chain.pull_request.preview import preview
from benchmark.chain.pull_request.pull_report import Preview
from benchmark.files.edge import validate_record
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row
from benchmark.submissions.schema import SubmissionRun

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
MakeRow = Callable[..., Row]


def seen(row: Row, others: Sequence[Row]) -> Preview:
    return preview(row, RUN, [count_row(one) for one in others], 1.5)


def test_it_stands_between_its_neighbours(make_row: MakeRow) -> None:
    others = [
        make_row(f"model-{number}", "P" * number + "W" * (60 - number)) for number in (55, 45, 30, 15, 5)
    ]
    found = seen(
        make_row("new-one", "P" * 28 + "W" * 32, name="New One", started="2026-05-01T00:00:00Z"), others
    )
    assert [one.name for one in found.standings] == ["model-45", "model-30", "New One", "model-15", "model-5"]
    assert [one.this for one in found.standings] == [False, False, True, False, False]
    own = found.standings[2]
    assert (own.first, own.last) == (3, 4), "two tasks less than model-30 of 60: not to be told apart"
    assert [(one.name, one.real) for one in found.against] == [("model-30", False), ("model-15", True)]
    assert found.against[0].difference == pytest.approx(-2 / 60, abs=1e-6)
    assert (found.models, found.passed, found.tasks) == (6, 28, 60)
    assert found.outcomes == {"passed": 28, "wrong_answer": 32}


def test_its_own_earlier_row_gives_way(make_row: MakeRow) -> None:
    """Also when that row says that it was judged later than now: a clock of another machine."""
    for started in ("2026-01-01T00:00:00Z", "2099-01-01T00:00:00Z"):
        others = [make_row("new-one", "W" * 20, started=started), make_row("other", "P" * 5 + "W" * 15)]
        found = seen(make_row("new-one", "P" * 20, started="2026-05-01T00:00:00Z"), others)
        assert [(one.name, one.value) for one in found.standings] == [("new-one", 1.0), ("other", 0.25)]


@pytest.mark.parametrize(
    "changed", [{"prompt": "sightbench"}, {"suite": "mmcode"}, {"trust": "reported"}, {"slug": "gold"}]
)
def test_rows_of_another_question_are_no_neighbours(make_row: MakeRow, changed: dict[str, str]) -> None:
    other = make_row(**{"slug": "other", "statuses": "PPWW", **changed})
    found = seen(make_row("new-one", "PPPW"), [other])
    assert (found.standings, found.against, found.models) == ([], [], 1)


def test_subsets_have_their_own_scores(make_row: MakeRow) -> None:
    subsets = {"subset:humaneval": ["task-0", "task-1"], "subset:math": ["task-2", "task-3"]}
    found = seen(make_row("new-one", "PPPW", subsets=subsets), [])
    assert [(one.name, one.passed, one.tasks) for one in found.subsets] == [
        ("HumanEval", 2, 2),
        ("Math", 1, 2),
    ]


def test_a_name_without_end_is_clipped(make_row: MakeRow) -> None:
    others = [make_row("other", "PW", name="\u202e\x1b[31m" + "x" * 180)]
    found = seen(make_row("new-one", "PP", name="y" * 200), others)
    assert all(len(one.name) <= 100 and one.name.isprintable() for one in found.standings)
