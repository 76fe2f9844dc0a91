"""Panels of a series as arrays: oldest first, one history per basis, nothing compared across a break."""

from pathlib import Path

import numpy as np
import pytest

from benchmark.core.errors import BadInput
from benchmark.results.nightly.files import NewRecord, add_nightly
from benchmark.results.nightly.named import record_bytes, record_path
from benchmark.results.nightly.panel import Panel
from benchmark.results.nightly.series import read_panels, read_series

NIGHTS = ("2026-11-18", "2026-11-20", "2026-11-21")  # the night of 19 November is missing


def write(directory: Path, *panels: Panel) -> None:
    for panel in panels:
        path = record_path(directory, panel)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record_bytes(panel))


def test_a_series_is_read_oldest_first_as_arrays(tmp_path: Path, make_night) -> None:
    panels = [
        make_night(statuses, date) for statuses, date in zip(("PWP", "PPM", "WWW"), NIGHTS, strict=True)
    ]
    second = make_night("PPP", NIGHTS[1], stage=2)
    write(tmp_path, second, *reversed(panels))
    (history,) = read_series(tmp_path, panels[0].result.series)
    assert history.nights == (NIGHTS[0], NIGHTS[1], NIGHTS[1], NIGHTS[2])
    assert history.stages == (1, 1, 2, 1)
    assert history.tasks == ("task-0", "task-1", "task-2")
    assert history.passed.tolist() == [[1, 0, 1], [1, 1, 0], [1, 1, 1], [0, 0, 0]]
    assert history.drawn.tolist() == [[1, 1, 1], [1, 1, 0], [1, 1, 1], [1, 1, 1]]
    assert history.passed.dtype == history.drawn.dtype == np.int64


def test_several_draws_of_a_night_are_counted(tmp_path: Path, make_night) -> None:
    draws = {"task-0": ["passed", "timeout", "passed"], "task-1": ["missing", "passed", "wrong_answer"]}
    panel = make_night(
        "PP",
        statuses=draws,
        completions={"count": 5, "draws": 3, "digest": "0" * 64},
        resolved_models={},
        missing={"task-1#0": "outage"},
    )
    write(tmp_path, panel)
    (history,) = read_series(tmp_path, panel.result.series)
    assert history.passed.tolist() == [[2, 1]]
    assert history.drawn.tolist() == [[3, 2]]


def test_a_break_begins_a_new_history(tmp_path: Path, make_night) -> None:
    newer = {"versions": {"suite": 2, "judge": 1, "guest": {"python": "3.11.9"}}}
    before = [make_night("PWP", date) for date in NIGHTS[:2]]
    after = [make_night("PPP", date, **newer) for date in NIGHTS]
    write(tmp_path, *after, *before)
    histories = read_series(tmp_path, before[0].result.series)
    assert [history.panels for history in histories] == [tuple(before), tuple(after)]
    assert histories[0].basis != histories[1].basis
    assert histories[0].series == histories[1].series


def test_of_two_bases_with_the_same_last_night_the_newer_suite_comes_last(tmp_path: Path, make_night) -> None:
    for version in (3, 10, 2):
        write(tmp_path, make_night(versions={"suite": version, "judge": 1, "guest": {}}))
    histories = read_series(tmp_path, make_night().result.series)
    assert [history.panels[0].result.versions.suite for history in histories] == [2, 3, 10]


def test_other_series_of_the_same_folder_are_left_out(tmp_path: Path, make_night) -> None:
    other = make_night(setting="text")
    write(tmp_path, make_night(), other, make_night(slug="acme-2"))
    assert read_panels(tmp_path, other.result.series) == (other,)
    assert len(read_panels(tmp_path)) == 3
    assert read_panels(tmp_path / "nowhere") == ()


def test_two_panels_of_the_same_night_are_an_error_and_never_counted_twice(
    tmp_path: Path, make_night
) -> None:
    first, second = make_night(), make_night(salt="again")
    write(tmp_path, first, second)
    with pytest.raises(BadInput, match=r"2026-11-20.*: stage 1 of this night is also in 2026-11-20"):
        read_series(tmp_path, first.result.series)


@pytest.mark.parametrize("kept", [0, 1, 500, -2, -1])
def test_a_truncated_panel_is_an_error_and_not_a_missing_night(tmp_path: Path, make_night, kept: int) -> None:
    panel = make_night()
    write(tmp_path, panel)
    path = record_path(tmp_path, panel)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BadInput) as caught:
        read_series(tmp_path, panel.result.series)
    assert str(path) in str(caught.value)
    with pytest.raises(BadInput):  # the writer does not replace it, either
        add_nightly([NewRecord(panel)], _checkout(tmp_path))


def _checkout(nightly: Path) -> Path:
    (nightly / "checkout").mkdir()
    (nightly / "checkout" / "nightly").symlink_to(nightly)
    return nightly / "checkout"
