"""A reservation's name alone says what a run may cost."""

from pathlib import Path

import pytest
from ci_world import PREDICTED, plan_for, submit

from benchmark.chain.plan.reservation import (
    Reservation,
    are_complete,
    cents_of,
    parse_reservation,
    reservations_of,
    slug_of,
)

GIVEN = {"number": 1, "count": 2, "request": "a" * 20, "config": "b" * 10, "cents": 1000}


def made(artifact: str = "plan-acme", **changes: object) -> Reservation:
    return Reservation(**{"artifact": artifact, **GIVEN, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", ["acme", "acme.1-of-2", "gpu-acme", "a.1-of-1.b", "x" * 80])
@pytest.mark.parametrize("kind", ["plan", "gpu", "note"])
def test_a_reservation_can_be_read_from_its_name(slug: str, kind: str) -> None:
    for cents in (0, 250):
        reservation = made(f"{kind}-{slug}", rubric_cents=cents)
        assert parse_reservation(reservation.name) == reservation
    assert reservation.slug == slug_of(reservation.artifact) == slug


@pytest.mark.parametrize(
    "name",
    [
        "plan-acme",
        made().name + "0000000000",
        made().name.replace("plan-", ""),
        made().name.replace("reserved", "kept"),
        made().name.upper(),
        made().name + ".rubric-0",
        made().name.replace("1-of-2", "1-of-2/x"),
    ],
)
def test_the_name_of_another_artifact_is_not_a_reservation(name: str) -> None:
    assert parse_reservation(name) is None


def test_a_missing_reservation_is_noticed() -> None:
    first, second = made(), made(number=2, request="c" * 20)
    assert are_complete("plan-acme", [first, second])
    assert not are_complete("plan-acme", [first])
    assert not are_complete("plan-acme", [second])
    assert not are_complete("plan-acme", [made("gpu-acme", count=1)])
    assert are_complete("note-acme", [])


def test_amounts_are_rounded_up() -> None:
    assert [cents_of(usd) for usd in (0, 10.0, 0.1 + 0.2, 0.001, 9.999)] == [0, 1000, 30, 1, 1000]


@pytest.mark.usefixtures("tiny")
def test_each_run_of_a_plan_has_a_reservation(tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED, {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    plan = plan_for(tmp_path).model_copy(update={"artifact": "plan-acme"})
    found = reservations_of(plan)
    assert [(each.number, each.count, each.cents) for each in found] == [(1, 2, 0), (2, 2, 0)]
    assert len({each.name for each in found}) == 2
