"""Lists of models, events and decisions: what contradicts itself is refused."""

import pytest

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


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"models": []}, "models: is empty, but the list is complete"),
        ({"reason": "timed out"}, "reason: does not go together with the state complete"),
        ({"state": "unknown"}, "reason: does not go together with the state unknown"),
        ({"models": [{"id": "b"}, {"id": "a"}]}, "models: is not sorted"),
        ({"models": [{"id": "a"}, {"id": "a"}]}, "names a model twice"),
    ],
)
def test_a_list_of_models_that_contradicts_itself_is_not_made(make_models_seen, changes, problem) -> None:
    with pytest.raises(ValueError, match=problem):
        make_models_seen(**changes)


def test_an_outage_is_an_unknown_list_even_without_any_model(make_models_seen) -> None:
    assert make_models_seen(state="unknown", reason="HTTP 503", models=[]).models == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"before": None}, "before: null, but an event alias-moved needs it"),
        ({"after": "acme-1-0501"}, "after: is the same as before"),
        ({"kind": "suite-break"}, "suite: null, but an event suite-break needs it"),
        ({"kind": "new-version", "model": None}, "model: null, but an event new-version needs it"),
        ({"kind": "outage", "provider": None}, "provider: null, but an event outage needs it"),
    ],
)
def test_an_event_without_what_its_kind_needs_is_not_made(make_event, changes, problem) -> None:
    with pytest.raises(ValueError, match=problem):
        make_event(**changes)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"outcome": "regressed", "tests": [TEST]}, "tests: lacks a window of nights"),
        ({"outcome": "new-baseline"}, "cause: does not go together with the outcome new-baseline"),
        ({"cause": "suite-break"}, "cause: does not go together with the outcome warming-up"),
        ({"outcome": "new-baseline", "cause": "person"}, "by: does not go together with the cause"),
        ({"by": "jane"}, "by: does not go together with the cause"),
        ({"tests": [{**TEST, "low": 0.2, "high": 0.1}]}, r"tests\[0\].low: is above high"),
    ],
)
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
