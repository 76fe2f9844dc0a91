"""The last decisions of a series say whether its alarm is open, and who accepted its level."""

import re
from pathlib import Path

import pytest
import yaml

from benchmark.chain.plan.panels import TASKS_LIMIT
from benchmark.chain.plan.policy import read_policy
from benchmark.nightly.alarms import accept_level, by_series, open_alarms, series_key
from benchmark.nightly.issues import ISSUES_PER_DAY, LABELS
from benchmark.results.nights import Decision
from benchmark.scoring.night_series import BASELINE_NIGHTS
from benchmark.scoring.nights import CLEAN_NIGHTS, MISSING_NIGHTS
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


ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "site" / "pages" / "nightly" / "index.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())


def test_the_example_of_a_policy_switches_nights_on(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "policy.yml").write_text(example, encoding="utf-8")
    policy = read_policy(tmp_path / "policy.yml")
    assert policy.budgets.nightly_usd > 0
    assert policy.watch[0].covers("openai", "gpt-9")
    assert policy.watch[0].budget_usd <= policy.budgets.nightly_usd


def test_the_times_of_the_page_are_those_of_the_workflow() -> None:
    care, run = (
        yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))
        for name in ("care.yml", "run.yml")
    )
    crons = [entry["cron"].split() for entry in (*care[True]["schedule"][:2], *run[True]["schedule"])]
    discover, decide, plan = (f"{int(hour):02}:{int(minute):02}" for minute, hour, *_ in crons)
    assert f"| discover | {discover} |" in PAGE
    assert f"| decide | {decide} |" in PAGE
    assert f"| plan | {plan} |" in PAGE
    assert discover < plan, "a night draws what was found before it"
    assert all(rest == ["*", "*", "*"] for _, _, *rest in crons)
    assert all(0 < int(minute) < 60 for minute, *_ in crons)  # GitHub delays runs at full hours
    conditions = "".join(str(job.get("if")) for job in care["jobs"].values())
    assert all(" ".join(cron) in conditions for cron in crons[:2])


def test_the_page_names_every_outcome_label_and_number() -> None:
    outcomes = Decision.model_json_schema()["properties"]["outcome"]["enum"]
    assert all(f"| `{outcome}` |" in PAGE for outcome in outcomes)
    assert all(f"label `{label.name}`" in TEXT for label in LABELS.values())
    assert ISSUES_PER_DAY == 10
    assert "opens at most ten of each kind a day" in TEXT
    assert "Each task is drawn once a night" in TEXT
    assert f"a fixed sample of {TASKS_LIMIT} with" in TEXT
    assert f"has fewer than {BASELINE_NIGHTS} nights" in TEXT
    assert f"It is closed after {CLEAN_NIGHTS} clean nights" in TEXT
    assert MISSING_NIGHTS == 3
    assert "for the third time in seven nights" in TEXT
