"""The simulated nights: their worlds, and how often alarms are right in a small part of the settings."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from benchmark.leaderboard.build.build import checkout
from tests.sampling import gate_of

pytestmark = gate_of("nights")


@pytest.fixture
def nightly(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("nightly")


def test_a_drop_takes_the_same_share_of_every_chance(nightly: ModuleType) -> None:
    world = nightly.NightWorld("", (1.0, 1.0), 4000, drop=0.1)
    values = world.draw(np.random.default_rng(2), 90, 60)
    seen, before, after = (values[nights : nights + 30].mean(axis=0) for nights in (0, 30, 60))
    assert before.mean() - after.mean() == pytest.approx(0.1, abs=0.01)
    for some in (seen < 0.5, seen >= 0.5):  # chosen by other nights than are measured: no luck that evens out
        assert after[some].mean() / before[some].mean() == pytest.approx(0.8, abs=0.04)


def test_families_share_luck_within_a_night_only(nightly: ModuleType) -> None:
    world = nightly.NightWorld("", (1e6, 1e6), 500, families=(2, 0.7))
    values = world.draw(np.random.default_rng(3), 60, 60)
    assert np.corrcoef(values[:, ::2].ravel(), values[:, 1::2].ravel())[0, 1] == pytest.approx(0.7, abs=0.03)
    assert np.corrcoef(values[:-1].ravel(), values[1:].ravel())[0, 1] == pytest.approx(0, abs=0.03)


def test_results_that_stay_do_so(nightly: ModuleType) -> None:
    world = nightly.NightWorld("", (1e6, 1e6), 500, stay=0.6)
    values = world.draw(np.random.default_rng(3), 60, 60)
    assert np.corrcoef(values[:-1].ravel(), values[1:].ravel())[0, 1] == pytest.approx(0.6, abs=0.03)


def test_an_unchanged_model_seldom_gets_an_alarm_and_a_repeating_one_is_named(nightly: ModuleType) -> None:
    """At most 5 % in the long run; 20 models then get at most 3, with a probability of 98 %."""
    drops, _, repeats = nightly.calm_month(nightly.NightWorld("calm", tasks=80), 20)
    assert (drops <= 3 / 20, repeats) == (True, 0.0)
    drops, _, repeats = nightly.calm_month(nightly.NightWorld("same", tasks=80, stay=0.5), 5)
    assert (drops, repeats) == (0.0, 1.0)


def test_a_clear_drop_is_found_within_fourteen_nights(nightly: ModuleType) -> None:
    world = nightly.NightWorld("worse", (0.1, 0.1), 253, drop=0.05)
    assert nightly.found_within(world, 10, 5) == nightly.found_within(world, 10, 5)
    assert nightly.found_within(world, 10, 5)[0] >= 0.9
    slow = replace(world, drop=0.0, decay=0.003)
    assert 5 < nightly.found_within(slow, 10, 5)[1] < 25


def test_the_page_keeps_what_it_promises(nightly: ModuleType) -> None:
    """Computing the numbers takes minutes."""
    text = (checkout() / "site" / "pages" / "statistics" / "nightly.md").read_text(encoding="utf-8")
    rows = {
        row[0]: row[1:]
        for row in (line[2:-2].split(" | ") for line in re.findall(r"^\| .* \|$", text, re.MULTILINE))
    }
    for world in nightly.CALM:
        drop, _, judged = rows[world.name]
        assert float(drop.strip("*")) <= 5.5 or float(judged) >= 50
    for world in nightly.WORSE:
        found, claimed, best, *_ = (float(cell.strip("*")) for cell in rows[world.name])
        assert found >= (90 if world.name == "even" else 78)
        assert abs(found - claimed) < 4
        assert found < best + 3
