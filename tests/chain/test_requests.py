"""GitHub answers 1,000 requests an hour for all workflows of a repository; a plan needs a few of them."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest
from actions_world import ActionsWorld
from ci_world import submit
from fake_github import FakeGitHub
from night_world import ASKED, NIGHT_POLICY

from benchmark.chain.jobs.settling import settlement_of
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import add_settlement, read_money

pytestmark = pytest.mark.usefixtures("tiny")
NIGHTS, SERIES = 80, 30


def test_a_plan_needs_as_many_requests_after_80_nights_as_in_the_first(
    tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch, git_in: Callable[..., str]
) -> None:
    """Two per series: who changed its submission last, and the start of its evaluation."""
    budgets = {"run_usd": 0.1, "month_usd": 1000.0, "nightly_usd": 10.0}
    world = ActionsWorld(tmp_path, hub, monkeypatch, policy={**NIGHT_POLICY, "budgets": budgets})
    git_in(tmp_path, "init", "--quiet")
    for number in range(SERIES):
        submit(world.submissions, f"series-{number:02}", ASKED)
        git_in(tmp_path, "add", "submissions")
        git_in(tmp_path, "commit", "--quiet", "--message", f"Series {number}")
    monkeypatch.setenv("GITHUB_SHA", git_in(tmp_path, "rev-parse", "HEAD").strip())
    first = world.night()
    assert len(first) == SERIES
    needed = len(hub.requests)

    def add_nights(checkout: Path) -> None:
        """Settle the first night, and copy it to the nights before."""
        for entry in read_money(checkout).entries:
            today = datetime.datetime.fromisoformat(entry.reservation.when)
            for days in range(NIGHTS):
                then = (today - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
                changes = {"when": then, "night": then[: len("2026-01-01")]} if days else {}
                reservation = entry.reservation.model_copy(update=changes).with_its_id()
                if days:
                    add_record(checkout / MONEY, reservation)
                settlement = settlement_of(reservation, Path(), {}, {})
                add_settlement(checkout, reservation, settlement)

    world.add(add_nights)
    assert len(world.night()) == SERIES
    assert len(hub.requests) - needed == needed <= 2 * SERIES
