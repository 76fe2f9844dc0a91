"""Lists of models, events and decisions: what contradicts itself is refused."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.edge import validate_record
from benchmark.results.nights import NewRecord, Panel, add_nightly, read_panels
from tests.case_files import table

PANEL = "1" * 64
TEST = {
    "stage": "night",
    "anchor": "first",
    "baseline": [PANEL],
    "fresh": ["2" * 64],
    "tasks": 3,
    "p": 0.5,
    "drop": 0.1,
}


def test_every_field_but_the_id_is_part_of_the_id(make_models_seen, make_event, make_decision) -> None:
    for make, changes in (
        (make_models_seen, {"when": "2026-11-20T02:00:01Z"}),
        (make_event, {"detail": "something else"}),
        (make_decision, {"outcome": "ok"}),
    ):
        record, other = make(), make(**changes)
        assert record.id == record.with_its_id().id == make().id != other.id


@table("results")
def test_a_list_of_models_that_contradicts_itself_is_not_made(make_models_seen, changes, problem) -> None:
    with pytest.raises(ValueError, match=problem):
        make_models_seen(**changes)


def test_an_outage_is_an_unknown_list_even_without_any_model(make_models_seen) -> None:
    assert make_models_seen(state="unknown", reason="HTTP 503", models=[]).models == []


@table("results")
def test_an_event_without_what_its_kind_needs_is_not_made(make_event, changes, problem) -> None:
    with pytest.raises(ValueError, match=problem):
        make_event(**changes)


@table("results")
def test_a_decision_that_contradicts_itself_is_not_made(make_decision, changes, problem) -> None:
    with pytest.raises(ValueError, match=problem):
        make_decision(**changes)


def test_a_decision_about_one_series_names_one_and_about_a_model_each_once(make_decision) -> None:
    (only,) = make_decision().series
    series = only.model_dump()
    other = {**series, "dataset": "rebuilt"}
    assert len(make_decision(level="model", series=[series, other]).names) == 2
    with pytest.raises(ValueError, match="has 2 entries at level series"):
        make_decision(series=[series, other])
    with pytest.raises(ValueError, match="names a series twice"):
        make_decision(level="model", series=[series, series])


def test_a_decision_names_the_panels_and_events_that_it_rests_on(make_decision, make_event) -> None:
    record = make_decision(outcome="ok", tests=[TEST], events=["3" * 64])
    assert [(found.field, found.folder, found.id[0]) for found in record.references()] == [
        ("tests[0].baseline", "panels", "1"),
        ("tests[0].fresh", "panels", "2"),
        ("events", "events", "3"),
    ]
    shown = make_event(panels=[PANEL], models=["4" * 64])
    assert [found.folder for found in shown.references()] == ["panels", "models"]


def test_the_id_covers_the_result_and_not_the_run(make_night) -> None:
    first = make_night()
    assert first.id == first.with_its_id().id == make_night(cost_usd=1.25, seconds=9.0).id
    others = [make_night("PPP"), make_night(date="2026-11-21"), make_night(stage=2), make_night(salt="other")]
    assert len({first.id, *(panel.id for panel in others)}) == 5


def test_the_id_of_a_known_panel_never_changes(make_night) -> None:
    """A new field of the schema must leave the ids of older panels as they are."""
    assert make_night().id == "e9b90af46db61d65143ca2f920e1e326cabb707790420fc0ead5dcee57c89e0a"


def test_a_file_is_the_same_whatever_the_order_of_its_fields(make_night) -> None:
    data = make_night().to_bytes()
    value = json.loads(data)
    turned = {name: value[name] for name in reversed(value)}
    turned["result"] = {name: value["result"][name] for name in reversed(value["result"])}
    assert validate_record(Panel, turned, "panel.json").to_bytes() == data
    assert data.endswith(b"}\n")
    assert data.count(b"\n") == 1


@pytest.mark.parametrize("changes", [{"salt": "x"}, {"stage": 2}, {"date": "2026-11-21"}, {"letters": "WWW"}])
def test_panels_of_one_basis_differ_in_what_came_out(make_night, changes: dict[str, object]) -> None:
    assert make_night(**changes).result.basis == make_night().result.basis


@table("results")
def test_a_change_of_what_is_asked_or_how_it_is_judged_is_a_new_basis_of_the_same_series(
    make_night, field, value
) -> None:
    changed, before = make_night(**{field: value}).result, make_night().result
    assert changed.basis != before.basis
    assert changed.series == before.series


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


def test_two_panels_of_the_same_night_are_an_error_and_never_counted_twice(tmp_path, make_night) -> None:
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
