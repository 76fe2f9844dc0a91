"""Events that panels show."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from benchmark.nightly.series import Arrival, arrivals, find_events
from benchmark.results.nights import NightlyEvent, Panel
from tests.nightly_months import Script, day_after
from tests.nightly_records import digest

WHEN = "2026-06-01T00:00:00Z"
PLAIN = [[1.0, 0.0] * 10]
ONE = Script()
OTHER = Script(dataset="official", setting="text")


def events(*panels: Panel, recorded: Sequence[NightlyEvent] = ()) -> tuple[NightlyEvent, ...]:
    return find_events(sorted(panels, key=lambda panel: (panel.night, panel.id)), recorded, WHEN)


def month(script: Script, nights: int = 6, first: int = 0) -> tuple[Panel, ...]:
    return script.panels([np.array(PLAIN)] * nights, day_after(first))


def test_calm_nights_have_no_events() -> None:
    assert events(*month(ONE), *month(OTHER)) == ()
    assert events() == ()


def test_an_alias_that_moves_in_two_series_is_one_event() -> None:
    moved = {"resolved": {"acme-1-1101": 1.0}}
    before = (*month(ONE), *month(OTHER))
    after = (*month(ONE.having(**moved), 3, 6), *month(OTHER.having(**moved), 3, 6))
    (event,) = events(*before, *after)
    assert (event.kind, event.date, event.slug) == ("alias-moved", str(day_after(6)), "acme-1")
    assert (event.provider, event.model) == ("openai", "acme-1")
    assert (event.before, event.after) == ("acme-1-0501", "acme-1-1101")
    assert event.detail == "acme-1 answers as acme-1-1101 now, acme-1-0501 before"
    night = {panel.id for panel in after if panel.night == str(day_after(6))}
    assert set(event.panels) == night
    assert len(night) == 2
    assert events(*before, *after, recorded=[event]) == ()


def test_a_changed_fingerprint_is_an_event_of_its_own() -> None:
    old, new = ONE.having(fingerprints={"fp-1": 1.0}), ONE.having(fingerprints={"fp-2": 1.0})
    (event,) = events(*month(old), *month(new, 2, 6))
    assert (event.kind, event.before, event.after) == ("alias-moved", "fp-1", "fp-2")
    both = new.having(resolved={"acme-1-1101": 1.0})
    (event,) = events(*month(old), *month(both, 2, 6))
    assert event.after == "acme-1-1101"


def test_a_model_that_gives_some_answers_only_is_said_to() -> None:
    some = ONE.having(resolved={"acme-1-0501": 0.8, "acme-1-0601": 0.2})
    (event,) = events(*month(ONE), *month(some, 1, 6))
    assert event.detail == "acme-1 answers as acme-1-0601 in 20 % of cases now, acme-1-0501 before"


def test_names_of_a_server_are_written_as_one_printable_line() -> None:
    (event,) = events(*month(ONE), *month(ONE.having(resolved={" bad\n\u202ename ": 1.0}), 1, 6))
    assert event.after == r"bad\n\u202ename"
    (event,) = events(*month(ONE), *month(ONE.having(resolved={"x" * 5000: 1.0}), 1, 6))
    assert event.after == "x" * 200


def asked(dropped: int, *names: str) -> dict[str, object]:
    """Return how a night of 20 draws was generated, of which some went without these parameters."""
    return {
        "generation": {
            "provider": "openai",
            "model": "acme-1",
            "parameters": dict.fromkeys(names, 0),
            "dropped": dict.fromkeys(names, dropped) if dropped else {},
            "started": WHEN,
            "config": digest("config"),
        }
    }


def test_a_parameter_that_a_server_refuses_from_some_night_on_is_one_event_of_the_model() -> None:
    names = ("temperature", "top_p")
    taken, refused = (replace(ONE, run=asked(count, *names)) for count in (0, 20))
    other = replace(OTHER, run=asked(20, *names))
    nights = (*month(taken), *month(refused, 3, 6), *month(other, 2, 7))
    (event,) = events(*nights)
    assert (event.kind, event.date, event.slug) == ("sampling-changed", str(day_after(6)), "acme-1")
    assert (event.before, event.after) == (
        "temperature accepted, top_p accepted",
        "temperature refused, top_p refused",
    )
    assert event.detail == f"acme-1: {event.after} now, {event.before} before"
    assert events(*nights, recorded=[event]) == ()
    back = [found.after for found in events(*nights, *month(taken, 1, 9), recorded=[event])]
    assert back == [event.before]


def ignoring(ignored: int, *names: str) -> dict[str, object]:
    """Return how a night of 20 draws was generated, some of which the model gave without these parameters."""
    sampling = {"sent": dict.fromkeys(names, 0), "ignored": dict.fromkeys(names, ignored) if ignored else {}}
    return {**asked(0, *names), "sampling": sampling}


def with_versions(**versions: str) -> dict[str, object]:
    generation = asked(0, "temperature")["generation"]
    assert isinstance(generation, dict)
    named = {name.replace("_", "-"): version for name, version in versions.items()}
    return {"generation": {**generation, "versions": named}}


def test_a_parameter_that_a_model_ignores_from_some_night_on_is_one_event() -> None:
    calm, moved, gone = ignoring(9, "temperature"), ignoring(20, "temperature"), asked(20, "temperature")
    runs = enumerate([asked(0, "temperature"), calm, moved, gone])
    panels = [panel for number, run in runs for panel in month(replace(ONE, run=run), 2, 2 * number)]
    ignored, refused = events(*panels)
    assert (ignored.kind, ignored.date, ignored.slug) == ("sampling-changed", str(day_after(4)), "acme-1")
    assert ignored.detail == "acme-1: temperature ignored now, temperature applied before"
    assert (refused.before, refused.after) == ("temperature accepted", "temperature refused")


def test_nights_that_did_not_record_what_was_ignored_say_nothing_of_it() -> None:
    before, now = (replace(ONE, run=run) for run in (asked(0, "temperature"), ignoring(20, "temperature")))
    assert events(*month(before), *month(now, 3, 6)) == ()


def test_another_api_and_another_version_of_it_are_an_event_each() -> None:
    old = with_versions(openai="3.51.0", anthropic_version="2023-06-01")
    newer = with_versions(openai="3.52.0", anthropic_version="2023-06-01")
    new = with_versions(openai="3.52.0", anthropic_version="2026-10-21", api="responses")
    runs = enumerate([old, newer, new])
    panels = [panel for number, run in runs for panel in month(replace(ONE, run=run), 2, 2 * number)]
    found = events(*panels)
    assert {event.kind for event in found} == {"api-changed"}
    assert {event.date for event in found} == {str(day_after(4))}
    assert sorted((event.before, event.after) for event in found) == [
        ("API chat completions", "API responses"),
        ("API version 2023-06-01", "API version 2026-10-21"),
    ]
    assert events(*panels, recorded=found) == ()


def test_series_of_a_model_that_ask_otherwise_are_no_change_and_one_change_is_told_once() -> None:
    old, new = (with_versions(anthropic_version=version) for version in ("2023-06-01", "2026-10-21"))
    plain = replace(OTHER, run=new)
    calm = [*month(replace(ONE, run=old), 6), *month(plain, 2, 1), *month(plain, 1, 4)]
    assert events(*calm) == ()
    third = Script(dataset="rebuilt", setting="text")
    late = [*month(replace(third, run=old), 8), *month(replace(third, run=new), 2, 9)]
    (event,) = events(*calm, *month(replace(ONE, run=new), 3, 6), *late)
    assert (event.date, event.after) == (str(day_after(6)), "API version 2026-10-21")


@pytest.mark.parametrize(
    "later",
    [
        {},  # not generated here
        asked(0, "seed"),  # of another protocol
        asked(9, "temperature"),  # a part of a fleet
    ],
)
def test_nights_that_do_not_ask_for_a_parameter_or_rarely_lose_it_say_nothing(later) -> None:
    runs = enumerate([asked(0, "temperature"), later, asked(0, "temperature")])
    panels = [panel for number, run in runs for panel in month(replace(ONE, run=run), 2, 2 * number)]
    assert events(*panels) == ()


def test_another_model_id_is_not_a_moved_alias() -> None:
    other = ONE.having(model="acme-2", resolved={"acme-2-0601": 1.0})
    assert not [event for event in events(*month(ONE), *month(other, 3, 6)) if event.kind == "alias-moved"]


def test_a_new_version_of_a_suite_is_one_event_of_all_its_series() -> None:
    second = ONE.having(slug="acme-2", model="acme-2", resolved={})
    newer = [script.having(suite_version=2) for script in (ONE, second)]
    panels = [*month(ONE), *month(second), *(panel for script in newer for panel in month(script, 2, 6))]
    (event,) = events(*panels)
    assert (event.kind, event.date, event.slug) == ("suite-break", str(day_after(6)), None)
    assert (event.suite, event.dataset, event.before, event.after) == (
        "code-vision",
        "open",
        "suite 1",
        "suite 2",
    )
    assert len(event.panels) == 2


def test_the_event_says_which_version_was_raised() -> None:
    for newer, raised in (
        (ONE.having(suite_version=2), "suite version raised: "),
        (ONE.having(judge_version=7), "judge version raised: "),
        (ONE.having(suite_version=2, judge_version=7), "suite and judge version raised: "),
        (ONE.having(result={"prompt": {"name": "sightbench"}}), "code-vision/open has "),
    ):
        (event,) = events(*month(ONE), *month(newer, 2, 6))
        assert event.detail.startswith(raised)


def test_a_night_that_both_versions_drew_is_the_first_of_the_new_one() -> None:
    new = ONE.having(suite_version=2).panels([1 - np.array(PLAIN)] * 3, day_after(3))
    (event,) = events(*month(ONE, 4), *new)
    assert (event.kind, event.date, event.after) == ("suite-break", str(day_after(3)), "suite 2")


def test_a_break_that_no_field_explains_is_an_event_too() -> None:
    tasks = [f"task-{task:04d}" for task in range(len(PLAIN[0]))]
    one, other = (
        ONE.having(result={"sample": {"kind": "stratified", "seed": seed, "strata": {"a": tasks}}})
        for seed in (1, 2)
    )
    (event,) = events(*month(one, 3), *month(other, 3, 3))
    assert event.kind == "suite-break"
    assert event.after.startswith("other terms ")


def test_changed_tasks_prompts_and_requests_are_breaks() -> None:
    changes: list[dict[str, object]] = [
        {"tasks": {"count": 20, "digest": "a" * 64}},
        {"prompt": {"name": "sightbench"}},
        {"request": "a" * 64},
    ]
    for change in changes:
        (event,) = events(*month(ONE), *month(ONE.having(result=change), 1, 6))
        assert event.kind == "suite-break"


def test_a_night_that_lacks_too_many_draws_is_an_outage() -> None:
    few, many = np.array(PLAIN), np.array(PLAIN)
    few[0, :2], many[0, :3] = np.nan, np.nan
    assert events(ONE.panel(day_after(0), few)) == ()
    (event,) = events(ONE.panel(day_after(0), many))
    assert (event.kind, event.provider, event.slug) == ("outage", "openai", "acme-1")
    assert event.detail == "3 of 20 draws are missing; most often: the provider did not answer"
    assert len(events(ONE.panel(day_after(0), many), OTHER.panel(day_after(0), many))) == 2


def test_a_second_draw_that_is_missing_is_not_an_outage() -> None:
    night = np.vstack([PLAIN[0], np.full(20, np.nan)])
    assert events(ONE.panel(day_after(0), night)) == ()


FLEET = {"a": 0.6, "b": 0.3, "c": 0.07, "d": 0.03}


def nights(counts: Iterable[Mapping[str, int]]) -> dict[date, Mapping[str, int]]:
    return {day_after(place): night for place, night in enumerate(counts)}


def fleet(shares: Mapping[str, float], number: int, seed: int, completions: int = 60) -> list[dict[str, int]]:
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(completions, list(shares.values()), size=number)
    return [{name: int(count) for name, count in zip(shares, night, strict=True) if count} for night in drawn]


OLD, NEW = {"old": 60}, {"new": 60}
ROLLOUT = [{"old": 100 - share, "new": share} for share in (2, 5, 20, 50, 90, 100, 100)]
MONTH = [{"old": 100 - 2 * night, "new": 2 * night} for night in range(1, 50)]
ARRIVALS = {
    "a new model under the same id": ([OLD] * 5 + [NEW] * 5, 1, [(5, "new")]),
    "a resolved model needs one night before": ([OLD, NEW], 1, [(1, "new")]),
    "a fingerprint needs more": ([OLD, NEW], 3, []),
    "a fingerprint needs three": ([OLD] * 3 + [NEW], 3, [(3, "new")]),
    "a slow rollout is reported once": ([{"old": 100}] * 6 + ROLLOUT, 1, [(8, "new")]),
    # no night is implausible after the seven before it
    "a rollout of a month when it has half of a week": ([{"old": 100}] * 3 + MONTH, 1, [(30, "new")]),
    "members of a fleet take turns": ([{"a": 40, "b": 60}, {"a": 60, "b": 40}] * 20, 1, []),
    "a move back after a week": ([OLD] * 4 + [NEW] * 8 + [OLD] * 3, 1, [(4, "new"), (12, "old")]),
    "a fingerprint per request": ([{f"{night}-{n}": 1 for n in range(60)} for night in range(10)], 3, []),
    "a fingerprint per night": ([{f"fp-{night}": 60} for night in range(20)], 3, []),
    "an odd answer": ([OLD] * 5 + [{"old": 58, "odd": 2}] + [OLD] * 5, 1, []),
    "an odd answer of few": ([{"old": 12}] * 5 + [{"old": 10, "odd": 2}], 1, []),
    "nights without values": ([OLD, {}, {}, NEW, {}, NEW], 1, [(3, "new")]),
    "no night": ([], 1, []),
    "an empty night": ([Counter()], 1, []),
}


@pytest.mark.parametrize(("counts", "earlier", "found"), ARRIVALS.values(), ids=ARRIVALS)
def test_a_model_arrives_when_it_answers_instead_of_another(
    counts: list[dict[str, int]], earlier: int, found: list[tuple[int, str]]
) -> None:
    arrived = arrivals(nights(counts), earlier=earlier)
    before = {"new": "old", "old": "new"}
    assert arrived == tuple(Arrival(day_after(day), before[name], name) for day, name in found)


@pytest.mark.parametrize("completions", [20, 60, 250])
def test_a_fleet_does_not_cry_wolf(completions: int) -> None:
    for seed in range(12):
        assert arrivals(nights(fleet(FLEET, 40, seed, completions))) == ()


def test_a_new_member_of_a_fleet_has_arrived() -> None:
    later = {"a": 0.4, "b": 0.2, "c": 0.05, "d": 0.02, "e": 0.33}
    found = arrivals(nights(fleet(FLEET, 10, 1) + fleet(later, 10, 2)))
    assert [(arrival.day, arrival.after) for arrival in found] == [(day_after(10), "e")]
