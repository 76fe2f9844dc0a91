"""Simulated months, as panels: false alarms, and the drop that each series says it can see."""

import numpy as np
import pytest

from benchmark.analysis.nights.decided import NightsReport, decide_panels
from benchmark.scoring import night_power
from benchmark.scoring.drift import pooled
from benchmark.scoring.night_power import estimated_chances, visible_drop
from benchmark.scoring.night_series import BASELINE_NIGHTS
from tests.nightly_months import Floats, Script, day_after
from tests.sampling import gate_of

WHEN = "2026-06-01T00:00:00Z"
MODELS, TASKS, CALM, LATER = 40, 120, 23, 14


def month(seed: int, drop: float = 0.0, later: int = LATER) -> list[Floats]:
    """Return nights of a model whose mean chance falls; every second model is nearly deterministic."""
    generator = np.random.default_rng([20_260_601, seed])
    chances = generator.beta(*((0.4, 0.2) if seed % 2 else (0.05, 0.03)), TASKS)
    after = chances * (1 - drop / chances.mean())
    nights = [chances] * CALM + [after] * later
    return [(generator.uniform(size=TASKS) < night).astype(float) for night in nights]


def decide(nights: list[Floats]) -> NightsReport:
    return decide_panels(Script().panels(nights), (), (), day_after(len(nights)), WHEN)


@gate_of("nights")
def test_unchanged_models_seldom_get_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 5 % in the long run; 40 models then get at most 5, with a probability of 98 %."""
    monkeypatch.setattr(night_power, "_visible_drop", lambda *_: 0.05)  # takes most of the time
    reports = [decide(month(seed, later=23)) for seed in range(MODELS)]
    alarms = sum(any(made.outcome == "regressed" for made in report.decisions) for report in reports)
    assert alarms <= 5


@gate_of("nights")
def test_the_drop_that_a_series_says_it_sees_is_decided_within_fourteen_nights() -> None:
    """In 90 % of cases in the long run; 40 models then miss at most 8, with a probability of 98 %."""
    missed = 0
    for seed in range(MODELS):
        chances = estimated_chances(pooled(month(seed)[:BASELINE_NIGHTS]))
        seen = visible_drop(chances, TASKS)
        nights = month(seed, drop=seen)
        if not seed:
            assert decide(nights[:CALM]).decisions[-1].visible_drop == seen
        missed += not _decided(nights)
    assert missed <= 8


def _decided(nights: list[Floats]) -> bool:
    """Whether an alarm is open on one of the nights after the calm ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(night_power, "_visible_drop", lambda *_: 0.05)  # takes most of the time
        found = decide(nights).decisions
    return any(made.outcome == "regressed" for made in found if made.date >= str(day_after(CALM)))
