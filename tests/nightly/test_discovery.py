"""Nights of one provider, one list each: which events are reported, and when."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmark.chain.plan.policy import WatchedModels
from benchmark.generation.wire.model_list import ListedModel, ModelList
from benchmark.nightly.discovery import Discovery, Moment, discover
from benchmark.results.branch_record import parse_record
from benchmark.results.nights import ModelsSeen, NightlyEvent
from tests.nightly_records import happened

WATCH = WatchedModels(provider="openai", models="acme-*", suites=["code-vision"], budget_usd=1.0)
USED = {("openai", "other-1"): frozenset({"other-one"})}
OUT = "out of order"


class Nights:
    """A branch without git: each night adds what was found."""

    def __init__(self) -> None:
        self.lists: list[ModelsSeen] = []
        self.events: list[NightlyEvent] = []

    def night(
        self,
        day: int,
        models: str | Sequence[ListedModel],
        why: str | None = None,
        *,
        hour: int = 2,
        believe: Sequence[str] = (),
    ) -> list[str]:
        """Play a night; return its events, such as ``vanished acme-1``."""
        listed = [ListedModel(id=name) for name in models.split()] if isinstance(models, str) else models
        listed = sorted(listed, key=lambda model: model.id)
        found = self.play(day, ModelList(tuple(listed), why), hour=hour, believe=believe)
        return [f"{event.kind} {event.model or ''}".strip() for event in found.events]

    def play(self, day: int, listed: ModelList, *, hour: int = 2, believe: Sequence[str] = ()) -> Discovery:
        date = f"2026-11-{day:02}"
        moment = Moment(date=date, when=f"{date}T{hour:02}:00:00Z", links={})
        (found,) = discover(
            ["openai"],
            lambda _: listed,
            self.lists,
            self.events,
            watch=(WATCH,),
            used=USED,
            moment=moment,
            believe=believe,
        )
        if found.added:
            self.lists.append(found.seen)
        self.events += found.events
        return found


@pytest.fixture
def nights() -> Nights:
    return Nights()


def test_the_first_list_is_all_new_and_gives_no_event(nights: Nights) -> None:
    assert nights.night(1, "acme-1 acme-2 other-1") == []
    assert nights.night(2, "acme-1 acme-2 acme-3 other-1 other-2") == ["new-version acme-3"]
    assert nights.night(3, "acme-1 acme-2 acme-3 other-1 other-2") == []


def test_a_first_list_that_is_unknown_is_no_baseline(nights: Nights) -> None:
    assert nights.night(1, "acme-1", OUT) == ["outage"]
    assert nights.night(2, "acme-1 acme-2") == []


def test_a_model_vanishes_with_the_second_night_without_it(nights: Nights) -> None:
    nights.night(1, "acme-1 acme-2 other-1 other-2 x y")
    assert nights.night(2, "acme-1 x y") == []
    assert nights.night(3, "acme-1 x y") == ["vanished acme-2", "vanished other-1"]
    assert nights.events[-1].slug == "other-one"
    assert nights.night(4, "acme-1 x y") == []


def test_a_model_that_comes_back_and_vanishes_again_is_a_new_event(nights: Nights) -> None:
    for day, models, events in (
        (1, "acme-1 acme-2", []),
        (2, "acme-1", []),
        (3, "acme-1", ["vanished acme-2"]),
        (4, "acme-1 acme-2", []),  # not a new version either
        (5, "acme-1", []),
        (6, "acme-1", ["vanished acme-2"]),
    ):
        assert nights.night(day, models) == events, day


def test_a_model_that_is_missing_every_other_night_never_vanishes(nights: Nights) -> None:
    for day in range(1, 9):
        assert nights.night(day, "acme-1 acme-2" if day % 2 else "acme-1") == []


def test_unknown_nights_neither_count_nor_interrupt(nights: Nights) -> None:
    nights.night(1, "acme-1 acme-2")
    assert nights.night(2, "acme-1") == []
    assert nights.night(3, "", OUT) == ["outage"]
    assert nights.night(4, "", OUT) == []
    assert nights.night(5, "acme-1") == ["vanished acme-2"]
    assert nights.night(6, "", "another reason") == ["outage"]


def test_an_outage_of_a_panel_is_another_event(nights: Nights) -> None:
    nights.night(1, "acme-1")
    nights.events.append(happened("outage", model="acme-1", date="2026-11-02", detail="no panel"))
    assert nights.night(3, "", OUT) == ["outage"]


def test_a_list_that_lost_most_models_is_not_believed(nights: Nights) -> None:
    whole = " ".join(f"acme-{number:02}" for number in range(20))
    nights.night(1, whole)
    for day in range(2, 6):
        assert nights.night(day, "acme-00 acme-01") == (["outage"] if day == 2 else [])
    seen = nights.lists[-1]
    assert (seen.state, [model.id for model in seen.models]) == ("unknown", ["acme-00", "acme-01"])
    assert seen.reason.startswith("18 of the 20 models of the last complete list are missing")
    assert nights.night(6, whole) == []


def test_a_person_can_believe_a_short_list(nights: Nights) -> None:
    nights.night(1, "acme-1 acme-2 acme-3 acme-4")
    assert nights.night(2, "acme-1") == ["outage"]
    assert nights.night(3, "acme-1", believe=["openai"]) == []
    assert nights.night(4, "acme-1") == [f"vanished acme-{number}" for number in (2, 3, 4)]


@pytest.mark.parametrize(("before", "after"), [("acme-1 acme-2", "acme-3"), ("a b c d e f", "a b c g h")])
def test_a_list_that_lost_half_or_few_models_is_believed(nights: Nights, before: str, after: str) -> None:
    nights.night(1, before)
    nights.night(2, after)
    assert nights.lists[-1].state == "complete"


def made(identifier: str, created: str | None = "2026-01-01T00:00:00Z", **fields: str) -> ListedModel:
    return ListedModel(id=identifier, created=created, **fields)


OLD = made("acme-0", "2025-01-01T00:00:00Z")


def test_an_announced_shutdown_is_reported_once_per_date(nights: Nights) -> None:
    ends = made("other-1", shutdown="2027-01-31")
    unused = made("other-2", shutdown="2027-01-31")
    assert nights.night(1, [ends, unused]) == ["shutdown-announced other-1"]
    assert nights.night(2, [ends, unused]) == []
    assert nights.night(3, [made("other-1", shutdown="2027-03-31")]) == ["shutdown-announced other-1"]
    assert (nights.events[-1].before, nights.events[-1].after) == ("2027-01-31", "2027-03-31")
    assert nights.night(4, [made("other-1")]) == []


def test_a_night_that_is_repeated_adds_nothing(nights: Nights) -> None:
    nights.night(1, "acme-1")
    assert nights.night(2, "acme-1 acme-2", hour=2) == ["new-version acme-2"]
    assert nights.night(2, "acme-1 acme-2", hour=5) == []
    assert len(nights.lists) == 2


def test_two_lists_of_one_night_count_as_one_night(nights: Nights) -> None:
    nights.night(1, "acme-1 acme-2")
    assert nights.night(2, "acme-1", hour=2) == []
    assert nights.night(2, "acme-1 other-2", hour=5) == []
    assert nights.night(3, "acme-1 acme-2") == []
    assert nights.night(4, "acme-1", hour=2) == []
    assert nights.night(4, "acme-1 acme-2", hour=5) == []
    assert nights.night(5, "acme-1") == []


def test_lists_of_a_clock_that_was_ahead_are_ignored_and_their_events_not_repeated(nights: Nights) -> None:
    nights.night(1, "acme-1")
    assert nights.night(28, "acme-1 acme-2") == ["new-version acme-2"]
    found = nights.play(2, ModelList((ListedModel(id="acme-1"), ListedModel(id="acme-2")), None))
    assert (found.events, found.ignored) == ((), 1)
    assert nights.night(3, "acme-1", OUT) == ["outage"]
    assert nights.night(4, "acme-1") == []
    assert nights.night(5, "acme-1") == ["vanished acme-2"]


def test_all_records_are_valid_files_that_name_one_another(nights: Nights) -> None:
    for day, listed in (
        (1, [made("acme-1"), OLD]),
        (2, [made("acme-1-final"), OLD]),
        (3, [made("acme-9", None)]),
    ):
        nights.night(day, listed)
    nights.night(4, "", OUT)
    known = {seen.id for seen in nights.lists}
    for record in (*nights.lists, *nights.events):
        assert parse_record(type(record), record.to_bytes(), Path("file.json")) == record
    assert {name for event in nights.events for name in event.models} <= known
    assert {event.kind for event in nights.events} == {"new-version", "vanished", "outage"}
