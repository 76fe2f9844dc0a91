"""The page for maintainers says what workflow, policy and code do."""

import re
from pathlib import Path

import yaml

from benchmark.chain.plan.panels import TASKS_LIMIT
from benchmark.chain.plan.policy import read_policy
from benchmark.nightly.issues import ISSUES_PER_DAY, LABELS
from benchmark.results.nights import Decision
from benchmark.scoring.night_series import BASELINE_NIGHTS, USABLE_FROM
from benchmark.scoring.nights import CHECK_DAYS, CHECK_NIGHTS, CLEAN_NIGHTS, MISSING_NIGHTS

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
    assert f"has fewer than {BASELINE_NIGHTS} nights; from {USABLE_FROM} on" in TEXT
    assert f"It is closed after {CLEAN_NIGHTS} clean nights" in TEXT
    assert (CHECK_NIGHTS, CHECK_DAYS, MISSING_NIGHTS) == (4, 8, 3)
    assert "a check has eight days for its four nights" in TEXT
    assert "for the third time in seven nights" in TEXT
