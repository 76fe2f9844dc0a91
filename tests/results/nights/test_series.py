"""Panels are read oldest first, and a damaged or doubled one is an error."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.nights import NewRecord, Panel, add_nightly, read_panels

NIGHTS = ("2026-11-18", "2026-11-20", "2026-11-21")  # the night of 19 November is missing


def write(directory: Path, *panels: Panel) -> None:
    for panel in panels:
        path = panel.path(directory)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(panel.to_bytes())


def test_a_series_is_read_oldest_first(tmp_path: Path, make_night) -> None:
    panels = [
        make_night(statuses, date) for statuses, date in zip(("PWP", "PPM", "WWW"), NIGHTS, strict=True)
    ]
    second = make_night("PPP", NIGHTS[1], stage=2)
    write(tmp_path, second, *reversed(panels))
    assert read_panels(tmp_path) == (panels[0], panels[1], second, panels[2])


def test_series_of_the_same_folder_are_kept_apart(tmp_path: Path, make_night) -> None:
    write(tmp_path, make_night(), make_night(setting="text"), make_night(slug="acme-2"))
    assert len(read_panels(tmp_path)) == 3
    assert read_panels(tmp_path / "nowhere") == ()


def test_two_panels_of_the_same_night_are_an_error_and_never_counted_twice(
    tmp_path: Path, make_night
) -> None:
    first, second = make_night(), make_night(salt="again")
    write(tmp_path, first, second)
    with pytest.raises(BadInput, match=r"2026-11-20.*: 2026-11-20.* is another panel of this night"):
        read_panels(tmp_path)


@pytest.mark.parametrize("kept", [0, 1, 500, -2, -1])
def test_a_truncated_panel_is_an_error_and_not_a_missing_night(tmp_path: Path, make_night, kept: int) -> None:
    panel = make_night()
    write(tmp_path, panel)
    path = panel.path(tmp_path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BadInput) as caught:
        read_panels(tmp_path)
    assert str(path) in str(caught.value)
    with pytest.raises(BadInput):  # the writer does not replace it, either
        add_nightly([NewRecord(panel)], _checkout(tmp_path))


def _checkout(nightly: Path) -> Path:
    (nightly / "checkout").mkdir()
    (nightly / "checkout" / "nightly").symlink_to(nightly)
    return nightly / "checkout"
