"""What a series says about the drop it can see, against simulated nights."""

import gzip
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from benchmark.scoring.drift import pooled
from benchmark.scoring.night_power import DECIDED_WITHIN, chance_decided, estimated_chances, visible_drop
from benchmark.scoring.night_series import BASELINE_NIGHTS


@pytest.fixture
def claims(simulation: Callable[[str], ModuleType]) -> ModuleType:
    return simulation("nightly_claims")


def test_a_claim_is_simulated_with_calm_nights_before_the_drop(claims: ModuleType) -> None:
    world = claims.NightWorld("small", (0.1, 0.1), 30, drop=0.2)
    found = claims.claim(world, 6, anchors=1, series=1)
    assert found == claims.claim(world, 6, anchors=1, series=1)
    assert (found.world, found.tasks, found.drop) == ("small", 30, 0.2)
    assert found.claimed > 0.8
    assert found.simulated > 0.8


@pytest.mark.weekly
@pytest.mark.parametrize(("anchors", "series"), [(1, 1), (2, 4)])
def test_claims_hold_for_the_spread_of_published_verdicts(
    simulation: Callable[[str], ModuleType], shared_data: Path, anchors: int, series: int
) -> None:
    """A task's chance is the share of six published models that solved it."""
    rule = simulation("nightly_rule")
    solved: dict[str, list[bool]] = defaultdict(list)
    for path in sorted((shared_data / "codevision" / "completions").glob("*.jsonl.gz")):
        for line in gzip.decompress(path.read_bytes()).splitlines():
            row = json.loads(line)
            solved[row["subset"] + row["task_id"]].append(row["published_passed"])
    known = np.array([np.mean(found) for found in solved.values()])
    assert len(known) == 438
    generator, before = np.random.default_rng(8), BASELINE_NIGHTS * anchors
    found, claimed = [], []
    for _ in range(120):
        chances = generator.permutation(known)[:200]
        usual = (generator.uniform(size=(before, 200)) < chances).astype(float)
        spread = estimated_chances(pooled(list(usual[-BASELINE_NIGHTS:])))
        assert spread is not None
        drop = visible_drop(spread, 200, active=series, anchors=anchors)
        assert drop is not None
        later = chances * (1 - drop / chances.mean())
        nights = (generator.uniform(size=(DECIDED_WITHIN, 200)) < later).astype(float)
        found.append(rule.first_alarm(nights, rule.after_baselines(usual, anchors), series) > 0)
        claimed.append(chance_decided(spread, 200, drop, active=series, anchors=anchors))
    assert np.mean(claimed) >= 0.95
    assert np.mean(found) >= 0.90  # 95 % less 2.5 standard errors
