"""The simulated nights: their worlds, and how often alarms are right in a small part of the settings."""

import re
from collections.abc import Callable
from datetime import date
from types import ModuleType

import numpy as np
import pytest

from benchmark.leaderboard.build.build import checkout
from benchmark.scoring.nights.rule import Night, Series, advance
from tests.sampling import gate_of

pytestmark = gate_of("nights")


@pytest.fixture
def nightly(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("nightly")


def test_a_drop_takes_the_same_share_of_every_chance(nightly: ModuleType) -> None:
    drops = np.where(np.arange(90) < 60, 0.0, 0.1)
    (values,) = nightly.NightWorld("").draw(np.random.default_rng(2), 1, 90, 4000, drops)
    seen, before, after = (values[nights : nights + 30].mean(axis=0) for nights in (0, 30, 60))
    assert before.mean() - after.mean() == pytest.approx(0.1, abs=0.01)
    for some in (seen < 0.5, seen >= 0.5):  # chosen by other nights than are measured: no luck that evens out
        assert after[some].mean() / before[some].mean() == pytest.approx(0.8, abs=0.04)


def test_families_share_luck_within_a_night_only(nightly: ModuleType) -> None:
    world = nightly.NightWorld("", (1e6, 1e6), families=(2, 2.0))
    (values,) = world.draw(np.random.default_rng(3), 1, 60, 500)
    assert np.corrcoef(values[:, ::2].ravel(), values[:, 1::2].ravel())[0, 1] > 0.3
    assert np.corrcoef(values[:-1].ravel(), values[1:].ravel())[0, 1] == pytest.approx(0, abs=0.03)


def test_results_that_stay_do_so(nightly: ModuleType) -> None:
    world = nightly.NightWorld("", (1e6, 1e6), stay=0.6)
    (values,) = world.draw(np.random.default_rng(3), 1, 60, 500)
    assert np.corrcoef(values[:-1].ravel(), values[1:].ravel())[0, 1] == pytest.approx(0.6, abs=0.03)


def test_many_models_at_once_are_decided_as_one_by_one(nightly: ModuleType) -> None:
    """The product's rule and the fast one find the same first drop and rise."""
    for number, world in enumerate((*nightly.WORLDS, *nightly.WANDERING)[::2]):
        drops = np.where(np.arange(44) < 22, 0.0, 0.08)
        values = world.draw(np.random.default_rng([4, number]), 2, 44, 96, drops)
        found, _ = nightly.first_findings(values, world.families[0], 5)
        stems = tuple(str(task // world.families[0]) for task in range(96))
        for model, drawn in enumerate(values.astype(float)):
            series, first = Series(), [nightly.NEVER] * 2
            for day, night in enumerate(drawn):
                one = Night(date=date.fromordinal(738000 + day), version="1", values=night, stems=stems)
                series = advance(series, one, 5).series
                for place, track in enumerate((series.drop, series.rise)):
                    first[place] = min(first[place], day if track.since else nightly.NEVER)
            assert first == found[:, model].tolist(), world.name


def test_an_unchanged_model_seldom_gets_an_alarm(nightly: ModuleType) -> None:
    """At most 5 % in the long run; 50 models then get at most 6, with a probability of 98 %."""
    drops, _, alike = nightly.calm_months(nightly.NightWorld("calm"), 50)
    assert drops <= 6 / 50
    assert alike < 0.3
    drops, _, alike = nightly.calm_months(nightly.NightWorld("same", stay=0.5), 50)
    assert (drops <= 6 / 50, alike) == (True, pytest.approx(1.0))


def test_clear_drops_are_found_in_time(nightly: ModuleType) -> None:
    world = nightly.NightWorld("worse", (0.1, 0.1))
    assert nightly.nights_to_find(world, 20, 5).tolist() == nightly.nights_to_find(world, 20, 5).tolist()
    assert (nightly.nights_to_find(world, 20, 5) <= 14).mean() >= 0.9
    assert (nightly.nights_to_find(nightly.NightWorld("same", stay=0.9), 20, 5, 0.3) <= 5).mean() >= 0.95
    assert 5 < np.median(nightly.nights_to_find(world, 20, 5, decay=0.003)) < 25


def test_the_page_keeps_what_it_promises(nightly: ModuleType) -> None:
    """Computing the numbers takes minutes."""
    text = (checkout() / "site" / "pages" / "statistics" / "nightly.md").read_text(encoding="utf-8")
    rows = {
        row[0]: [float(cell.strip("*")) for cell in row[1:]]
        for row in (line[2:-2].split(" | ") for line in re.findall(r"^\| .*\d \|$", text, re.MULTILINE))
    }
    for world in nightly.WORLDS:
        drop, *_, thirty = rows[world.name]
        assert drop <= 5
        assert thirty >= 99
    for world in nightly.WORSE:
        found, claimed, best, *_ = rows[world.name]
        assert found >= (94 if world.name == "even" else 78)
        assert abs(found - claimed) < 4
        assert found < best + 3
