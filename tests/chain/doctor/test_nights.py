"""What `sightbench doctor` says about the nights: watch list, money, keys, and the schedule."""

import datetime
from typing import Any

import pytest
from fake_github import TOKEN, FakeGitHub

from benchmark.chain.doctor.clone import nights_planned
from benchmark.chain.doctor.hosted import SCHEDULE, repository_requirements
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import Policy
from benchmark.files.edge import validate_record

WATCH = {"provider": "openai", "models": "acme-*", "suites": ["code-vision"], "budget_usd": 1.0}
KEYS = {"OPENAI_API_KEY": "openai.com"}


def policy(**fields: Any) -> Policy:
    whole = {"schema": "sightbench/policy/1", "maintainers": ["octo"], **fields}
    return validate_record(Policy, whole, "policy.yml")


@pytest.mark.parametrize(
    ("fields", "state", "said"),
    [
        ({}, "ok", "the watch list in policy.yml is empty"),
        ({}, "ok", "budgets.nightly_usd in policy.yml is 0"),
        ({"watch": [WATCH], "keys": KEYS}, "ok", "budgets.nightly_usd in policy.yml is 0"),
        ({"budgets": {"nightly_usd": 2.0}}, "ok", "the watch list in policy.yml is empty"),
        ({"watch": [WATCH], "budgets": {"nightly_usd": 2.0}}, "missing", "lists no key for it"),
        (
            {"watch": [WATCH], "budgets": {"nightly_usd": 2.0}, "keys": KEYS},
            "ok",
            "policy.yml watches 1 group of models, for at most 2 US dollars a night",
        ),
    ],
)
def test_the_policy_has_money_and_keys_for_what_it_watches(
    fields: dict[str, Any], state: str, said: str
) -> None:
    found = nights_planned(policy(**fields))
    assert (found.state, said in found.said) == (state, True), found
    assert bool(found.fix) == (state == "missing" or "empty" in said or "is 0" in said)
    assert nights_planned(None).state == "unknown"


def days_ago(days: int) -> str:
    when = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=days, hours=1)
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    ("facts", "state", "said"),
    [
        ({"pushed_at": days_ago(3)}, "ok", "the last push was 3 days ago; GitHub stops"),
        ({"pushed_at": days_ago(50)}, "missing", "the last push was 50 days ago; GitHub stops"),
        ({"pushed_at": days_ago(50), "private": True}, "ok", "private repositories keep"),
        ({}, "unknown", "GitHub stops schedules"),
    ],
)
def test_github_tells_when_the_last_push_was(
    hub: FakeGitHub, facts: dict[str, Any], state: str, said: str
) -> None:
    hub.facts = {**{name: fact for name, fact in hub.facts.items() if name != "pushed_at"}, **facts}
    with RestApi(TOKEN, hub.url, seconds=0) as rest:
        listed = [*repository_requirements(Repository("octo/bench", rest), policy())]
    found = next(each for each in listed if each.name == SCHEDULE)
    assert (found.state, said in found.said) == (state, True), found
    assert bool(found.fix) == (state != "ok")
