"""The simulated nights: their worlds, and how often alarms are right in a small part of the settings."""

import re
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from benchmark.leaderboard.build.build import checkout
from benchmark.scoring.night_series import Direction

pytestmark = pytest.mark.gate

FAR = (1.0, 1.0)


@pytest.fixture
def nightly(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("nightly")


def test_a_drop_takes_the_same_share_of_every_chance(nightly: ModuleType) -> None:
    before = np.random.default_rng(1).uniform(size=400)
    world = nightly.NightWorld("", FAR, 400, drop=0.05)
    after = world.later(np.random.default_rng(2), before)
    assert before.mean() - after.mean() == pytest.approx(0.05)
    assert np.ptp(after / before) == pytest.approx(0, abs=1e-12)


def test_an_exchange_keeps_the_mean_chance(nightly: ModuleType) -> None:
    before = np.random.default_rng(1).uniform(size=400)
    after = nightly.NightWorld("", FAR, 400, exchanged=0.1).later(np.random.default_rng(2), before)
    assert after.mean() == pytest.approx(before.mean())
    assert (after != before).sum() == 40


@pytest.mark.parametrize("correlation", [0.0, 0.2, 0.9])
def test_two_draws_of_a_task_in_one_night_have_the_correlation(
    nightly: ModuleType, correlation: float
) -> None:
    """Given the chance; draws of different nights have none."""
    world = nightly.NightWorld("", (1e6, 1e6), 500, correlation)  # every chance is one half
    values = world.draw(np.random.default_rng(3), 40, 40)
    assert values.mean() == pytest.approx(0.5, abs=0.01)
    same = np.corrcoef(values[:, 0].ravel(), values[:, 1].ravel())[0, 1]
    assert same == pytest.approx(correlation, abs=0.03)
    other = np.corrcoef(values[:-1, 0].ravel(), values[1:, 0].ravel())[0, 1]
    assert other == pytest.approx(0, abs=0.03)


@pytest.mark.parametrize("anchors", [0, 1, 2])
def test_an_unchanged_model_seldom_gets_an_alarm_within_thirty_nights(
    nightly: ModuleType, anchors: int
) -> None:
    """At most 5 % in the long run; 30 models then get at most 4, with a probability of 98 %."""
    cell = nightly.simulate(nightly.NightWorld("calm", FAR, 60), 30, anchors=anchors)
    assert cell.alarms[0] <= 4 / 30


def test_a_clear_drop_is_nearly_always_found_within_fourteen_nights(nightly: ModuleType) -> None:
    world = nightly.NightWorld("worse", nightly.SPREADS["nearly deterministic"], 253, drop=0.05)
    assert nightly.simulate(world, 25, nights=14).alarms[0] >= 0.95
    better = world.draw(np.random.default_rng(5), 22, 8)[::-1, 0]  # the same nights in the opposite order
    start = nightly.after_baselines(better, 1)
    assert nightly.first_alarm(better[8:], start, direction=Direction.DROP) == 0


def test_a_simulation_gives_the_same_numbers_again(nightly: ModuleType) -> None:
    world = nightly.NightWorld("again", FAR, 40)
    assert nightly.simulate(world, 5) == nightly.simulate(world, 5)


def _rows(part: str) -> list[list[str]]:
    page = (checkout() / "site" / "pages" / "statistics" / "nightly.md").read_text(encoding="utf-8")
    (text,) = re.findall(rf"^## {part}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return [row.split(" | ") for row in re.findall(r"^\| (.*\*\*.*) \|$", text, re.MULTILINE)]


def test_the_page_has_every_setting(nightly: ModuleType) -> None:
    """Computing the numbers takes minutes."""
    spreads, tasks = len(nightly.SPREADS), len(nightly.TASKS)
    assert len(_rows("Models that do not change")) == spreads * tasks
    dependent = spreads + len(nightly.VARIED)
    assert len(_rows("Draws of one night that depend on each other")) == dependent
    assert len(_rows("Models that solve other tasks than before")) == spreads * tasks
    assert len(_rows("Models that become worse")) == spreads * tasks


def test_on_the_page_unchanged_models_get_at_most_five_percent_false_alarms(nightly: ModuleType) -> None:
    assert max(float(row[2].strip("*").split("–")[-1]) for row in _rows("Models that do not change")) <= 5
    rows = {row[0]: row[1] for row in _rows("Draws of one night that depend on each other")}
    for name in nightly.SPREADS:
        assert float(rows[f"{name}, any correlation"].strip("*").split("–")[-1]) <= 5
