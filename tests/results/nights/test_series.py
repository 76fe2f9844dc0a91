"""Panels of a series: oldest first, one history per basis, nothing compared across a break."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.nights import (
    NewRecord,
    Panel,
    add_nightly,
    panel_histories,
    read_panels,
    record_bytes,
    record_path,
)

NIGHTS = ("2026-11-18", "2026-11-20", "2026-11-21")  # the night of 19 November is missing


def write(directory: Path, *panels: Panel) -> None:
    for panel in panels:
        path = record_path(directory, panel)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record_bytes(panel))


def test_a_series_is_read_oldest_first(tmp_path: Path, make_night) -> None:
    panels = [
        make_night(statuses, date) for statuses, date in zip(("PWP", "PPM", "WWW"), NIGHTS, strict=True)
    ]
    second = make_night("PPP", NIGHTS[1], stage=2)
    write(tmp_path, second, *reversed(panels))
    (history,) = panel_histories(read_panels(tmp_path))
    assert history == (panels[0], panels[1], second, panels[2])


def test_a_break_begins_a_new_history(tmp_path: Path, make_night) -> None:
    newer = {"versions": {"suite": 2, "judge": 1, "guest": {"python": "3.11.9"}}}
    before = [make_night("PWP", date) for date in NIGHTS[:2]]
    after = [make_night("PPP", date, **newer) for date in NIGHTS]
    write(tmp_path, *after, *before)
    histories = panel_histories(read_panels(tmp_path))
    assert histories == (tuple(before), tuple(after))


def test_of_two_bases_with_the_same_last_night_the_newer_suite_comes_last(tmp_path: Path, make_night) -> None:
    for version in (3, 10, 2):
        write(tmp_path, make_night(versions={"suite": version, "judge": 1, "guest": {}}))
    histories = panel_histories(read_panels(tmp_path))
    assert [history[0].result.versions.suite for history in histories] == [2, 3, 10]


def test_series_of_the_same_folder_are_kept_apart(tmp_path: Path, make_night) -> None:
    write(tmp_path, make_night(), make_night(setting="text"), make_night(slug="acme-2"))
    assert len(panel_histories(read_panels(tmp_path))) == len(read_panels(tmp_path)) == 3
    assert read_panels(tmp_path / "nowhere") == ()


def test_two_panels_of_the_same_night_are_an_error_and_never_counted_twice(
    tmp_path: Path, make_night
) -> None:
    first, second = make_night(), make_night(salt="again")
    write(tmp_path, first, second)
    with pytest.raises(BadInput, match=r"2026-11-20.*: 2026-11-20.* is another panel of this night"):
        panel_histories(read_panels(tmp_path))


@pytest.mark.parametrize("kept", [0, 1, 500, -2, -1])
def test_a_truncated_panel_is_an_error_and_not_a_missing_night(tmp_path: Path, make_night, kept: int) -> None:
    panel = make_night()
    write(tmp_path, panel)
    path = record_path(tmp_path, panel)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BadInput) as caught:
        panel_histories(read_panels(tmp_path))
    assert str(path) in str(caught.value)
    with pytest.raises(BadInput):  # the writer does not replace it, either
        add_nightly([NewRecord(panel)], _checkout(tmp_path))


def _checkout(nightly: Path) -> Path:
    (nightly / "checkout").mkdir()
    (nightly / "checkout" / "nightly").symlink_to(nightly)
    return nightly / "checkout"
