"""Issues are opened, updated and closed, and nobody's text leads to another issue."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
import yaml
from fake_github import BOT, FakeGitHub

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.nightly.decide import decide_panels
from benchmark.nightly.issues import ISSUES_PER_DAY, IssueChange, NightlyIssues, NightState
from benchmark.nightly.planning import new_versions, vanished_series
from benchmark.nightly.records import accept_level, by_series, open_alarms, series_key
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import Decision, NightlyEvent, Panel
from benchmark.scoring.nights import power
from benchmark.submissions.check import read_submission
from benchmark.suites.run_names import known_suites
from tests.case_files import table
from tests.nightly_months import Script, day_after, drawn
from tests.nightly_records import decision, event, happened
from tests.sampling import gate_of

from .conftest import POLICY, submit
from .night_records import BASELINE, MOVED, decided, panels, window

TODAY = "2026-11-21"
HOSTILE = "@everybody <img src=x> `code` [link](https://example.org) | #1 <!-- sightbench nightly -->"
FOUND = happened("new-version", model="acme-3", detail=HOSTILE)


class IssueTracker:
    """The issues of a repository, brought up to date with decisions and events."""

    def __init__(self, github: Repository, hub: FakeGitHub, folder: Path) -> None:
        self.github, self.hub, self.submissions = github, hub, folder / "submissions"
        self.policy: Policy = read_policy(folder / "policy.yml")

    def update(self, *records: Decision | NightlyEvent, site: str = "") -> list[tuple[str, str]]:
        decisions = [one for one in records if isinstance(one, Decision)]
        events = [one for one in records if isinstance(one, NightlyEvent)]
        paths = {one.id: one.path(Path(NIGHTLY)).as_posix() for one in panels()}
        state = NightState(
            decisions=decisions,
            events=events,
            versions=new_versions(events, self.policy, self.submissions),
            home="https://github.com/octo/bench",
            site=site,
            panels=paths,
            vanished=vanished_series(events, self.submissions),
        )
        changes: list[IssueChange] = NightlyIssues(self.github, self.policy).update(state, TODAY)
        return [(change.action, change.title) for change in changes]

    @property
    def issue(self) -> dict[str, Any]:
        (found,) = self.hub.issues
        return found


@pytest.fixture
def tracker(hub: FakeGitHub, tmp_path: Path) -> Iterator[IssueTracker]:
    (tmp_path / "policy.yml").write_text(POLICY, encoding="utf-8")
    (tmp_path / "submissions").mkdir()
    hub.play("care.yml", "publish")
    with RestApi.from_environment(hub.environment) as rest:
        yield IssueTracker(Repository("octo/bench", rest), hub, tmp_path)


TITLE = "Nightly alarm: acme-1 on code-vision/open (flowchart)"


def test_an_alarm_is_opened_updated_in_place_and_closed_after_clean_nights(tracker: IssueTracker) -> None:
    night = [MOVED, decided("unknown", 9), decided("regressed", 13, events=[MOVED.id])]
    assert tracker.update(*night) == [("opened", TITLE)]
    assert tracker.update(*night) == []
    worse = decided("regressed", 14, tests=[window(drop=0.7)])
    assert tracker.update(*night, worse) == [("updated", TITLE)]
    assert "70.0" in tracker.issue["body"]
    outage = decided("unknown", 15, "too many tasks are missing")
    assert tracker.update(*night, worse, outage) == [("updated", TITLE)]
    assert "No decision on 2026-11-15: too many tasks are missing" in tracker.issue["body"]
    clean = decided("warming-up", 18, "three clean nights in a row")
    assert tracker.update(*night, worse, outage, clean) == [("closed", TITLE)]
    assert tracker.issue["state"] == "closed"
    assert "decision of 2026-11-18 is `warming-up`: three clean nights in a row" in tracker.issue["body"]
    assert tracker.update(*night, worse, outage, clean) == []


def test_an_alarm_of_nights_in_which_our_pipeline_moved_waits(tracker: IssueTracker) -> None:
    waiting = decided("regressed", 13, sentinel="stored")
    assert tracker.update(waiting) == [("held back", TITLE)]
    assert tracker.hub.issues == []
    assert tracker.update(waiting, decided("regressed", 14)) == [("opened", TITLE)]
    # An open issue says so, and stays.
    late = decided("regressed", 15, "our pipeline moved, too", sentinel="stored")
    assert tracker.update(waiting, decided("regressed", 14), late) == [("updated", TITLE)]
    assert "our pipeline moved, too" in tracker.issue["body"]


def test_an_alarm_shows_numbers_words_events_and_links(tracker: IssueTracker) -> None:
    regressed = decided("regressed", 13, events=[MOVED.id], active_series=7, visible_drop=0.052)
    tracker.update(MOVED, event(date="2026-11-12"), regressed, site="https://octo.github.io/bench/")
    body = tracker.issue["body"]
    assert "**worse on these tasks**" in body
    row = "| last 4 panels | the first baseline | 66.7 | 10.0 to 90.0 | 3 | 0.0012 | 0.0045 |"
    assert row in body
    assert "The model has 7 active series, which share an error budget." in body
    assert "A lasting drop of 5.2 points is reported within 14 nights in 9 of 10 cases." in body
    assert "Events of these days (1 event):" in body
    path = BASELINE[0].path(Path(NIGHTLY)).as_posix()
    assert f"[2026-11-01](https://github.com/octo/bench/blob/results/{path})" in body
    assert "https://octo.github.io/bench/trends/" in body


def test_tests_for_a_rise_are_not_shown_as_drops(tracker: IssueTracker) -> None:
    tests = [window(), window(direction="rise", drop=-0.123, p=0.00001)]
    tracker.update(decided("regressed", 13, tests=tests))
    assert tracker.issue["body"].count("| last 4 panels |") == 1
    assert "12.3" not in tracker.issue["body"]


def test_hostile_text_makes_no_mention_html_or_link(tracker: IssueTracker) -> None:
    moved = event(date="2026-11-13", detail=HOSTILE)
    tracker.update(moved, decided("regressed", 13, HOSTILE, events=[moved.id]), FOUND)
    assert len(tracker.hub.issues) == 2
    for issue in tracker.hub.issues:
        _, _, text = issue["body"].partition("-->\n")
        assert "everybody" in text
        assert not re.search(r"@everybody|<img|<!--|(?<!\\)\]\(https://example|#1", text)


@pytest.mark.parametrize("change", ["author", "label", "mark", "deleted account"])
def test_an_issue_of_somebody_else_is_not_taken_for_ours(tracker: IssueTracker, change: str) -> None:
    regressed = decided("regressed", 13)
    tracker.update(regressed)
    body = tracker.issue["body"]
    if change == "author":
        tracker.issue["user"] = {"login": "mallory"}
    elif change == "label":
        tracker.issue["labels"] = []
    elif change == "mark":
        tracker.issue["body"] = f"Look at this:\n{body}"
    else:
        tracker.issue["user"] = None
    theirs = dict(tracker.issue)
    assert tracker.update(regressed) == [("opened", TITLE)]
    assert tracker.update(decided("ok", 13)) == [("closed", TITLE)]
    assert tracker.hub.issues[0] == theirs


def test_an_alarm_that_a_break_left_open_keeps_its_issue_and_says_what_ends_it(tracker) -> None:
    tracker.update(decided("regressed", 13))
    assert "3 clean nights in" in tracker.issue["body"]
    held = decided("regressed", 14, "cannot be decided", cause="suite-break")
    assert tracker.update(decided("regressed", 13), held) == [("updated", TITLE)]
    body = tracker.issue["body"]
    assert "**cannot be decided**" in body
    assert "until the new version has judged all nights again" in body
    assert "accepts the present level" in body
    assert "3 clean nights in" not in body


@gate_of("nights")
def test_a_raised_suite_closes_no_issue_of_a_model_that_stays_worse(tracker, monkeypatch) -> None:
    """Two series lose 30 points; the suite is raised, and nothing becomes better."""
    monkeypatch.setattr(power, "_visible_drop", lambda *_: 0.05)
    monkeypatch.setattr(power, "_panel_size", lambda *_: 300)
    chances = np.repeat([0.9, 1.0], 30)
    scripts = [Script(), Script(dataset="official", setting="text")]
    months: list[Panel] = []
    for seed, script in enumerate(scripts):
        nights = drawn(chances, 18, seed) + drawn(np.where(np.arange(60) < 18, 0.0, chances), 26, seed + 9)
        months += script.panels(nights[:24])
        months += script.having(suite_version=2).panels(nights[24:], day_after(24))
    months.sort(key=lambda panel: (panel.night, panel.id))
    recorded: list[Decision] = []
    for night in range(22, 44):
        day = day_after(night)
        recorded += decide_panels(months, recorded, (), day, f"{day}T12:00:00Z").decisions
        changes = {action for action, _ in tracker.update(*recorded)}
        assert changes == {"opened" if night == 22 else "updated"}
        assert {issue["state"] for issue in tracker.hub.issues} == {"open"}
        assert tracker.update(*recorded) == []
    assert len(tracker.hub.issues) == 3, "each series, and both together"
    assert all("cannot be decided since 2026-03-25" in issue["body"] for issue in tracker.hub.issues)


GONE = happened("vanished", provider="openai", model="acme-1", date="2026-11-16")


def test_a_vanished_model_closes_its_issue_with_one_comment(tracker: IssueTracker) -> None:
    submit(tracker.submissions)
    night = [decided("regressed", 13), decided("unknown", 14)]
    tracker.update(*night)
    number = tracker.issue["number"]
    assert tracker.update(*night, GONE) == [("closed", TITLE)]
    assert (tracker.issue["state"], tracker.issue["state_reason"]) == ("closed", "not_planned")
    (comment,) = tracker.hub.comments[number]
    assert "Vanished: on 2026-11-16, the list of models of `openai` lacked `acme-1`" in comment["body"]
    assert "**Closed:** vanished: on 2026-11-16, " in tracker.issue["body"]
    asked = len(tracker.hub.requests)
    assert tracker.update(*night, GONE) == []
    assert {request.method for request in tracker.hub.requests[asked:]} == {"GET"}
    tracker.issue["state"] = "open"  # somebody opens it again, or the publish ended before it was closed
    assert tracker.update(*night, GONE) == [("closed", TITLE)]
    assert tracker.hub.comments[number] == [comment]


def test_a_model_that_is_listed_again_leaves_its_issue_closed_until_a_new_alarm(tracker) -> None:
    submit(tracker.submissions)
    before = [decided("regressed", 13), GONE]
    tracker.update(before[0])
    tracker.update(*before)
    old = dict(tracker.issue)
    back = [*before, decided("unknown", 18), decided("ok", 19)]
    for nights in range(len(before), len(back) + 1):
        assert tracker.update(*back[:nights]) == []
    assert tracker.update(*back, decided("regressed", 21)) == [("opened", TITLE)]
    assert tracker.hub.issues[0] == old
    again = happened("vanished", provider="openai", model="acme-1", date="2026-11-25")
    assert tracker.update(*back, decided("regressed", 21), again) == [("closed", TITLE)]
    assert [issue["state"] for issue in tracker.hub.issues] == ["closed", "closed"]


def test_an_issue_that_a_publish_by_hand_closed_accepts_no_level(tracker: IssueTracker) -> None:
    submit(tracker.submissions)
    regressed = decided("regressed", 13)
    tracker.update(regressed)
    (alarm,) = open_alarms([regressed])
    tracker.hub.login = "jane"
    tracker.update(regressed, GONE)
    assert tracker.issue["closed_by"] == {"login": "jane"}
    assert NightlyIssues(tracker.github, tracker.policy).accepted_level(alarm, "home") is None


@pytest.mark.parametrize(
    "changes",
    [{"model": "acme-2"}, {"provider": "anthropic"}, {"date": "2026-11-12"}, {"kind": "new-version"}],
)
def test_an_event_of_another_model_or_of_earlier_nights_closes_no_issue(tracker, changes) -> None:
    submit(tracker.submissions)
    fields = {"kind": "vanished", "provider": "openai", "model": "acme-1", "date": "2026-11-16"}
    other = happened(**{**fields, **changes})
    tracker.update(decided("regressed", 13))
    assert tracker.update(decided("regressed", 13), other) == []


def test_a_pooled_alarm_is_closed_if_all_its_series_vanished(tracker: IssueTracker) -> None:
    submit(tracker.submissions)
    ours, other = ({**series, "prompt": "sightbench"} for series in SERIES)
    pooled = decided("regressed", 13, level="model", series=[ours, other])
    assert [action for action, _ in tracker.update(pooled)] == ["opened"]
    assert tracker.update(pooled, GONE) == [], "the second series is of no submission"
    both = decided("regressed", 14, level="model", series=[ours])
    assert [action for action, _ in tracker.update(pooled, both, GONE)] == ["closed"]


def test_text_that_a_maintainer_edited_is_written_again(tracker: IssueTracker) -> None:
    regressed = decided("regressed", 13)
    tracker.update(regressed)
    body = tracker.issue["body"]
    tracker.issue["body"] = f"{body}\r\nMy notes"
    assert tracker.update(regressed) == [("updated", TITLE)]
    tracker.issue["body"] = body.replace("\n", "\r\n")  # as GitHub's own form stores it
    assert tracker.update(regressed) == []


def test_a_second_issue_about_the_same_alarm_is_closed(tracker: IssueTracker) -> None:
    regressed = decided("regressed", 13)
    tracker.update(regressed)
    tracker.hub.issues.insert(0, {**tracker.issue, "number": 999_999})
    assert tracker.update(regressed) == [("closed", TITLE)]
    assert {one["number"]: one["state"] for one in tracker.hub.issues}[999_999] == "closed"
    assert tracker.update(regressed) == []


def test_a_maintainers_closing_is_left_for_the_next_publish(tracker: IssueTracker) -> None:
    regressed = decided("regressed", 13)
    tracker.update(regressed)
    tracker.hub.close(tracker.issue, "jane")
    assert tracker.update(regressed) == []
    tracker.hub.close(tracker.issue, BOT)
    assert tracker.update(regressed) == [("opened again", TITLE)]


def test_at_most_ten_issues_are_opened_on_a_day(tracker: IssueTracker) -> None:
    many = [decided("regressed", 13, slug=f"acme-{number}") for number in range(ISSUES_PER_DAY + 2)]
    day = tracker.update(*many)
    assert [action for action, _ in day].count("opened") == ISSUES_PER_DAY == 10
    for issue in tracker.hub.issues:
        issue["created_at"] = f"{TODAY}T01:00:00Z"
    assert {action for action, _ in tracker.update(*many)} == {"waiting"}
    found = [action for action, _ in tracker.update(*many, FOUND)]
    assert (found.count("opened"), found.count("waiting")) == (1, 2), "each kind has a limit of its own"
    for issue in tracker.hub.issues:
        issue["created_at"] = "2026-11-20T01:00:00Z"
    assert [action for action, _ in tracker.update(*many, FOUND)] == ["opened"] * 2


def test_a_new_version_has_an_issue_with_a_submission_that_passes_the_check(tracker) -> None:
    assert tracker.update(FOUND) == [("opened", "New model version: acme-3 (openai)")]
    body = tracker.issue["body"]
    assert "starts no checks" in body
    (address,) = re.findall(r"\[Open it in GitHub's editor\]\((.+?)\)", body)
    query = parse_qs(urlsplit(address).query)
    assert address.startswith("https://github.com/octo/bench/new/main?")
    assert query["filename"] == ["submissions/acme-3/submission.yaml"]
    (text,) = query["value"]
    assert f"```yaml\n{text.rstrip()}\n```" in body
    assert yaml.safe_load(text)["runs"][0]["model"]["model"] == "acme-3"
    folder = tracker.submissions / "acme-3"
    folder.mkdir()
    (folder / "submission.yaml").write_text(f"{text}owners: [octocat]\n", encoding="utf-8")
    assert read_submission(folder, known_suites()).slug == "acme-3"
    assert tracker.update(FOUND) == [("closed", "New model version: acme-3 (openai)")]


def test_a_version_that_a_submission_of_another_name_asks_needs_no_issue(tracker: IssueTracker) -> None:
    tracker.update(FOUND)
    text = parse_qs(urlsplit(re.findall(r"editor\]\((.+?)\)", tracker.issue["body"])[0]).query)["value"][0]
    folder = tracker.submissions / "house-model"
    folder.mkdir()
    text = text.replace("slug: acme-3", "slug: house-model") + "owners: [octocat]\n"
    (folder / "submission.yaml").write_text(text)
    (tracker.submissions / "broken").mkdir()
    (tracker.submissions / "broken" / "submission.yaml").write_text("slug: [")
    assert [action for action, _ in tracker.update(FOUND)] == ["closed"]


def test_a_version_that_a_person_closed_or_that_nobody_watches_has_no_open_issue(tracker) -> None:
    assert tracker.update(happened("new-version", model="other-1")) == []
    tracker.update(FOUND)
    tracker.hub.close(tracker.issue, "somebody")
    assert tracker.update(FOUND) == []


def test_a_version_that_vanished_needs_no_issue(tracker: IssueTracker) -> None:
    tracker.update(FOUND)
    gone = happened("vanished", model="acme-3", date="2026-11-21")
    assert [action for action, _ in tracker.update(FOUND, gone)] == ["closed"]


def test_a_version_whose_slug_is_taken_says_why_there_is_no_text(tracker: IssueTracker) -> None:
    (tracker.submissions / "acme-3").mkdir()
    tracker.update(FOUND)
    assert "No submission was made from the watch list: is a submission already" in tracker.issue["body"]


SERIES = [
    {"suite": "code-vision", "dataset": "open", "setting": setting, "protocol": "cool-1", "prompt": "own"}
    for setting in ("flowchart", "text")
]


@table("nightly")
def test_an_alarm_is_open_until_the_rule_gives_another_outcome(outcomes: list[str], since: int) -> None:
    decisions = [
        decided(outcome, day, **({"cause": "person", "by": "jane"} if outcome == "new-baseline" else {}))
        for day, outcome in enumerate(outcomes, 1)
    ]
    found = open_alarms(reversed(decisions))
    assert [alarm.since for alarm in found] == ([f"2026-11-{since:02}"] if since else [])


def test_an_improvement_proposes_to_accept_the_new_level(tracker: IssueTracker) -> None:
    assert [action for action, _ in tracker.update(decided("improved", 3))] == ["opened"]
    assert tracker.issue["title"].startswith("Nightly rise: acme-1 on ")
    assert "Proposed: accept the new level." in tracker.issue["body"]


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
