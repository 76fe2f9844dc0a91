"""The last decisions of a series say whether its alarm is open, and who accepted its level."""

import pytest

from benchmark.nightly.alarms import accept_level, by_series, open_alarms, series_key
from tests.results.nights.conftest import decision

from .night_records import decided

SERIES = [
    {"suite": "code-vision", "dataset": "open", "setting": setting, "protocol": "cool-1", "prompt": "own"}
    for setting in ("flowchart", "text")
]


@pytest.mark.parametrize(
    ("outcomes", "since"),
    [
        (["ok", "unknown", "regressed"], 3),
        (["regressed", "regressed"], 1),
        (["regressed", "unknown"], 1),
        (["unknown", "regressed", "unknown", "regressed"], 2),
        (["regressed", "warming-up"], 0),
        (["regressed", "ok"], 0),
        (["regressed", "ok", "regressed"], 3),
        (["improved"], 0),
        (["regressed", "new-baseline"], 0),
        (["regressed", "new-baseline", "warming-up"], 0),
    ],
)
def test_an_alarm_is_open_until_the_rule_gives_another_outcome(outcomes: list[str], since: int) -> None:
    decisions = [
        decided(outcome, day, **({"cause": "person", "by": "jane"} if outcome == "new-baseline" else {}))
        for day, outcome in enumerate(outcomes, 1)
    ]
    found = open_alarms(reversed(decisions))
    assert [alarm.since for alarm in found] == ([f"2026-11-{since:02}"] if since else [])


def test_the_nights_of_a_window_before_an_alarm_belong_to_it() -> None:
    decisions = [
        decided(outcome, day) for day, outcome in enumerate([*["ok"] * 16, "unknown", "regressed"], 1)
    ]
    (alarm,) = open_alarms(decisions)
    assert [one.date[-2:] for one in alarm.before] == [f"{day:02}" for day in range(4, 18)]


def test_a_model_and_each_of_its_series_have_alarms_of_their_own() -> None:
    one, other = ([series] for series in SERIES)
    decisions = [
        decided("regressed", 1, series=one),
        decided("regressed", 1, series=other),
        decided("regressed", 1, level="model", series=SERIES),
        decided("regressed", 2, level="model", series=one),
        decided("regressed", 1, series=one, slug="acme-2"),
    ]
    assert len(open_alarms(decisions)) == 4
    assert len({series_key(each) for each in decisions}) == 4


def test_the_accepted_level_comes_after_all_decisions_of_its_alarm() -> None:
    """Two runs that find the same closed issue make the same decision."""
    decisions = [decided("regressed", 13), decided("unknown", 14)]
    (alarm,) = open_alarms(decisions)
    for when, date in (("2026-11-13T23:00:00Z", "2026-11-14"), ("2026-11-16T01:00:00Z", "2026-11-16")):
        issue = "https://github.com/o/b/issues/7"
        made = accept_level(alarm, issue, by="jane", when=when)
        assert (made.date, made.by, made.cause) == (date, "jane", "person")
        assert accept_level(alarm, issue, by="jane", when=when) == made
        assert open_alarms([*decisions, made]) == ()
        assert by_series([made, *decisions])[series_key(made)][-1] == made


def test_decisions_of_one_moment_end_with_the_new_baseline() -> None:
    regressed = decided("regressed", 13)
    moment = {"date": regressed.date, "when": regressed.when}
    accepted = decision(outcome="new-baseline", cause="person", by="jane", **moment)
    assert open_alarms([accepted, regressed]) == ()
