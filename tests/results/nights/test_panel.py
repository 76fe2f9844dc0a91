"""The schema of panels: ids follow from the result, and the basis from what was asked."""

import json

import pytest

from benchmark.files.edge import validate_record
from benchmark.results.nights import Panel

STRATIFIED = {"kind": "stratified", "seed": 7, "strata": {"easy": ["task-0"], "hard": ["task-2", "task-1"]}}


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("versions", {"suite": 2, "judge": 1, "guest": {"python": "3.11.9"}}),
        ("versions", {"suite": 1, "judge": 1, "guest": {"python": "3.11.10"}}),
        ("prompt", {"name": "sightbench", "digest": "0" * 64}),
        ("extraction", {"name": "own", "digest": "0" * 64}),
        ("tasks", {"count": 3, "digest": "0" * 64}),
        ("sample", STRATIFIED),
        ("model", "acme-1-latest"),
        ("request", "0" * 64),
    ],
)
def test_a_change_of_what_is_asked_or_how_it_is_judged_is_a_new_basis_of_the_same_series(
    make_night, field: str, value: object
) -> None:
    changed, before = make_night(**{field: value}).result, make_night().result
    assert changed.basis != before.basis
    assert changed.series == before.series
