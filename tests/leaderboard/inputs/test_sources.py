"""The inputs of pages are read from folders."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, read_sources
from benchmark.results.branch_record import add_record
from benchmark.results.ledger import write_row
from benchmark.results.retraction import retraction_of
from benchmark.results.row import Row
from benchmark.results.status import RunStatus

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
    write_row(folder, make_row("a", "PPPPWWWWWWWW", started="2026-01-01T00:00:00Z"))
    write_row(folder, make_row("b", "PWWWWWWWWWWW", started="2026-01-02T00:00:00Z"))
    gone: Row = make_row("gone", "PPPPPPPPPPPP", started="2026-03-01T00:00:00Z")
    write_row(folder, gone)
    words = {"reason": "Copied.", "by": "me", "link": ""}
    add_record(folder, retraction_of(gone, **words, date="2026-04-01T00:00:00Z", named="test"))
    return folder


def test_rows_that_count_are_ranked_in_tables(rows: Path) -> None:
    found = read_sources(SiteConfig(rows=rows))
    assert _ids(found) == ["a", "b"]
    ((group,),) = found.groups.values()
    assert [row.result.submission.slug for row in group.models] == ["a", "b"]
    assert [place.slug for place in found.rankings[group.key].places] == ["a", "b"]
    assert found.counts[group.models[0].id].missing == (0,) * 12


def test_a_pair_can_be_asked_for_in_both_orders(rows: Path) -> None:
    found = read_sources(SiteConfig(rows=rows))
    a, b = found.light_rows
    pair, turned = found.pair(a, b), found.pair(b, a)
    assert pair is not None
    assert turned is not None
    assert (pair.a, pair.difference, turned.difference) == ("a", 0.25, -0.25)
    assert found.pair(a, a) is None


@pytest.mark.parametrize(
    ("instant", "counted", "withdrawn"),
    [
        ("2025-12-31T23:59:59Z", [], 0),
        ("2026-01-01T00:00:00Z", ["a"], 0),
        ("2026-03-31T23:59:59Z", ["a", "b", "gone"], 0),
        ("2026-04-01T00:00:00Z", ["a", "b"], 1),
    ],
)
def test_sources_can_go_back_to_an_earlier_day(
    rows: Path, instant: str, counted: list[str], withdrawn: int
) -> None:
    then = read_sources(SiteConfig(rows=rows)).until(instant)
    assert (_ids(then), len(then.withdrawn)) == (counted, withdrawn)
    keys = [group.key for groups in then.groups.values() for group in groups]
    assert [len(then.ranking(key).places) for key in keys] == [len(counted)] * bool(counted)


def test_statuses_come_oldest_first(rows: Path, tmp_path: Path) -> None:
    for when, reason in (("2026-05-02T00:00:00Z", "second"), ("2026-05-01T00:00:00Z", "first")):
        status = RunStatus(
            slug="late",
            suite="code-vision",
            dataset="rebuilt",
            setting="text",
            protocol="greedy",
            prompt="sightbench",
            request="0" * 64,
            config="0" * 64,
            state="failed",
            stage="generate",
            reason=reason,
            when=when,
        )
        path = status.path(tmp_path / "status")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(status.to_bytes())
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


def test_a_missing_folder_of_rows_gives_an_empty_site(tmp_path: Path) -> None:
    found = read_sources(SiteConfig(rows=tmp_path / "none"))
    assert (found.rows, found.groups, found.ranked) == ((), {}, {})


def test_a_data_set_that_no_submission_may_name_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "no data sets"))
    notes = read_sources(SiteConfig(rows=tmp_path / "none")).notes
    assert any(note.startswith("tasks of mmcode official cannot be shown") for note in notes)
    assert not any("official-all" in note for note in notes)
