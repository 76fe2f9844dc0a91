"""The inputs of pages are read from folders."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, contradictions, read_sources, unsound_files
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, RowTasks
from tests.case_files import table
from tests.changed_rows import with_result, with_run, with_score, withdrawn
from tests.run_statuses import run_status

SUBMISSION = """\
schema: sightbench/submission/1
slug: {slug}
name: Acme
parameters_b: 7.6
predecessor: acme-0
runs:
- {{suite: code-vision, dataset: rebuilt, setting: text, protocol: greedy, predictions: p.jsonl}}
"""
TASK = (
    '{{"id": "{id}", "suite": "humaneval-v", "dataset": "open", "entry_point": "f",'
    ' "check": {{"kind": "function", "tests": "assert f() == 1"}}}}\n'
)


def _ids(sources: Sources) -> list[str]:
    return [counted.row.result.submission.slug for counted in sources.rows]


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    """Two models in January, one in March that was withdrawn in April."""
    folder = tmp_path / "results"
    add_record(folder, make_row("a", "PPPPWWWWWWWW", started="2026-01-01T00:00:00Z"))
    add_record(folder, make_row("b", "PWWWWWWWWWWW", started="2026-01-02T00:00:00Z"))
    gone: Row = make_row("gone", "PPPPPPPPPPPP", started="2026-03-01T00:00:00Z")
    add_record(folder, gone)
    add_record(folder, withdrawn(gone, "2026-04-01T00:00:00Z").retraction)
    return folder


@pytest.mark.gate
def test_rows_that_count_are_ranked_in_tables(rows: Path) -> None:
    found = read_sources(SiteConfig(rows=rows))
    assert _ids(found) == ["a", "b"]
    ((group,),) = found.groups.values()
    assert [row.result.submission.slug for row in group.models] == ["a", "b"]
    assert [place.slug for place in found.ranked[group.key].ranking.places] == ["a", "b"]
    assert found.counts[group.models[0].id].missing == (0,) * 12


@pytest.mark.gate
def test_a_pair_can_be_asked_for_in_both_orders(rows: Path) -> None:
    found = read_sources(SiteConfig(rows=rows))
    a, b = found.light_rows
    pair, turned = found.pair(a, b), found.pair(b, a)
    assert (pair.a, pair.difference, turned.difference) == ("a", 0.25, -0.25)
    assert found.pair(a, a) is None


@table("leaderboard")
def test_sources_can_go_back_to_an_earlier_day(rows, instant, counted, withdrawn) -> None:
    then = read_sources(SiteConfig(rows=rows)).until(instant)
    assert (_ids(then), len(then.withdrawn)) == (counted, withdrawn)
    keys = [group.key for groups in then.groups.values() for group in groups]
    assert [len(then.ranking(key).places) for key in keys] == [len(counted)] * bool(counted)


def test_statuses_come_oldest_first(rows: Path, tmp_path: Path) -> None:
    for when, reason in (("2026-05-02T00:00:00Z", "second"), ("2026-05-01T00:00:00Z", "first")):
        status = run_status(reason=reason, when=when)
        write_atomic(status.path(tmp_path / "status"), status.to_bytes())
    found = read_sources(SiteConfig(rows=rows, statuses=tmp_path / "status"))
    assert [each.reason for each in found.statuses] == ["first", "second"]


def test_submissions_are_read_and_broken_ones_are_noted(rows: Path, tmp_path: Path) -> None:
    for folder, text in (
        ("acme-1", SUBMISSION.format(slug="acme-1")),
        ("other", SUBMISSION.format(slug="acme-1")),
        ("broken", "slug: ["),
    ):
        (tmp_path / "submissions" / folder).mkdir(parents=True)
        (tmp_path / "submissions" / folder / "submission.yaml").write_text(text, encoding="utf-8")
    found = read_sources(SiteConfig(rows=rows, submissions=tmp_path / "submissions"))
    assert list(found.submissions) == ["acme-1"]
    assert (found.submissions["acme-1"].parameters_b, found.submissions["acme-1"].predecessor) == (
        7.6,
        "acme-0",
    )
    notes = " ".join(found.notes)
    assert "broken/submission.yaml cannot be read" in notes
    assert "other/submission.yaml has a slug that differs from its folder's name" in notes


@pytest.mark.gate
def test_task_files_of_a_data_set_are_joined_without_repeated_tasks(rows: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    files = (("first.jsonl", "ab"), ("second.jsonl", "c"), ("again.jsonl", "a"), ("other/third.jsonl", "d"))
    for name, ids in files:
        (tmp_path / name).write_text("".join(TASK.format(id=task) for task in ids), encoding="utf-8")
    first, second, again, elsewhere = (tmp_path / name for name, _ in files)
    found = read_sources(SiteConfig(rows=rows, tasks=(first, second))).tasks["humaneval-v", "open"]
    assert (list(found.tasks), found.folder) == (["a", "b", "c"], tmp_path)
    with pytest.raises(BadInput, match="repeats task 'a' of humaneval-v open"):
        read_sources(SiteConfig(rows=rows, tasks=(first, again)))
    with pytest.raises(BadInput, match="the other tasks of this data set are in"):
        read_sources(SiteConfig(rows=rows, tasks=(first, elsewhere)))


@pytest.mark.parametrize(
    ("stated", "licence"),
    [("XX", "X"), ("XY", "X, Y"), ("X ", ""), ("  ", "")],
    ids=["one", "two", "part", "none"],
)
def test_own_tasks_have_a_licence_if_each_states_one(rows: Path, tmp_path: Path, stated, licence) -> None:
    lines = (
        json.dumps({"id": name, "check": {"kind": "choice", "answer": "A"}, "licence": name_of.strip()})
        for name, name_of in zip("ab", stated, strict=True)
    )
    (tmp_path / "own.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = read_sources(SiteConfig(rows=rows, tasks=(tmp_path / "own.jsonl",)))
    assert found.tasks["custom", "custom"].licence == licence


def test_a_missing_folder_of_rows_gives_an_empty_site(tmp_path: Path) -> None:
    found = read_sources(SiteConfig(rows=tmp_path / "none"))
    assert (found.rows, found.groups, found.ranked) == ((), {}, {})


def test_a_data_set_that_no_submission_may_name_is_not_read(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "no data sets"))
    notes = read_sources(SiteConfig(rows=tmp_path / "none")).notes
    assert any(note.startswith("tasks of mmcode official cannot be shown") for note in notes)
    assert not any("official-all" in note for note in notes)


def with_tasks(row: Row, **tasks: object) -> Row:
    given = RowTasks.model_validate({**row.result.tasks.model_dump(), **tasks})
    return with_result(row, tasks=given)


def problems(row: Row) -> list[str]:
    return [sentence.partition(" of a ")[2] for sentence in contradictions([count_row(row)])]


def test_a_consistent_row_is_not_reported(make_row) -> None:
    assert problems(make_row("a", "PPW", subsets={"subset:math": ["task-0"]})) == []
    assert problems(with_score(make_row("a", "PPWM"), value=2 / 3, low=0.3, high=0.9, tasks=3)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda row: with_score(row, value=0.9, low=0.8, high=1.0),
            "has the pass@1 score 0.9000, but its verdicts give 0.6667",
        ),
        (
            lambda row: with_score(row, low=0.7, high=0.8),
            "has a score of 0.6667 outside its range 0.7000 to 0.8000",
        ),
        (lambda row: with_score(row, tasks=9), "has a score over 9 tasks, but verdicts on 3"),
        (
            lambda row: with_result(row, scores=[*row.result.scores, *row.result.scores]),
            "has several scores pass@1",
        ),
        (lambda row: with_run(row, cost_usd=-1.0), "has a cost below 0"),
        (lambda row: with_run(row, tokens_out=-1), "has a number of tokens below 0"),
        (lambda row: with_tasks(row, count=4), "lists 4 tasks, but has verdicts on 3"),
        (
            lambda row: with_tasks(row, categories={"subset:math": ["task-9"]}),
            "has task task-9 in a category, but no verdict on it",
        ),
    ],
)
def test_a_row_that_contradicts_itself_is_reported(make_row, change, words: str) -> None:
    assert problems(change(make_row("a", "PPW"))) == [words]


@pytest.fixture
def row(tmp_path: Path, make_row: Callable[..., Row], with_files: Callable[..., Row]) -> Row:
    return with_files(tmp_path, make_row("acme-1", "PW"), ["right", "wrong"])


def notes_on(row: Row, folder: Path) -> list[str]:
    return list(unsound_files([count_row(row)], folder))


def test_unchanged_files_and_missing_large_ones_are_not_reported(row: Row, tmp_path: Path) -> None:
    assert notes_on(row, tmp_path) == []
    row.path(tmp_path).with_name(f"{row.id}.verdicts.jsonl.gz").unlink()
    large = row.run.verdicts_file.model_copy(update={"bytes": 2_000_000})
    assert notes_on(with_run(row, verdicts_file=large), tmp_path) == []


@pytest.mark.parametrize("what", ["completions", "verdicts"])
def test_a_missing_file_is_reported(row: Row, tmp_path: Path, what: str) -> None:
    row.path(tmp_path).with_name(f"{row.id}.{what}.jsonl.gz").unlink()
    assert notes_on(row, tmp_path) == [
        f"the {what} of acme-1, row {row.id[:12]}, are missing: their file is not next to the row"
    ]


def test_a_changed_file_is_reported(row: Row, tmp_path: Path) -> None:
    path = row.path(tmp_path).with_name(f"{row.id}.completions.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    (note,) = notes_on(row, tmp_path)
    assert note.endswith("have changed: their SHA-256 differs from the one in the row")
