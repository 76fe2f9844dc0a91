"""Assumptions measured on simulated rows agree with the distribution that the rows were drawn from."""

import numpy as np
import pytest

from benchmark.analysis.studies.detectable import Assumptions, measured_assumptions
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status

GIVEN = Assumptions(score=0.5, alike=0.5, related=0.9, stem_share=0.3, rows=0)


def counts(passed: np.ndarray, draws: int) -> Counts:
    tasks = tuple(f"t{number}" for number in range(len(passed)))
    return Counts(
        tasks=tasks,
        stems=tasks,
        statuses={
            Status.PASSED: tuple(passed.tolist()),
            Status.TIMEOUT: tuple((draws - passed).tolist()),
        },
        missing=(0,) * len(tasks),
    )


@pytest.mark.parametrize(("draws", "alike"), [(10, 1 / 3), (1, 0.5)])
def test_the_correlation_of_samples_is_measured_only_with_several_draws(draws: int, alike: float) -> None:
    """Pass probabilities are uniform, so samples of a task correlate by 1/3; models share half of them."""
    generator = np.random.default_rng(draws)
    chance = generator.random(8_000)
    other = np.where(generator.random(8_000) < 0.5, chance, generator.random(8_000))
    rows = [counts(generator.binomial(draws, chances), draws) for chances in (chance, other)]
    found = measured_assumptions(rows, GIVEN)
    assert found.rows == 2
    assert found.score == pytest.approx(0.5, abs=0.02)
    assert found.alike == pytest.approx(alike, abs=0.02)
    assert found.related * found.alike == pytest.approx(0.5 / 3, abs=0.02)


@pytest.mark.parametrize("value", [0, 5])
def test_assumptions_that_rows_cannot_show_keep_the_given_values(value: int) -> None:
    rows = [counts(np.full(30, value), 5)] * 2
    found = measured_assumptions(rows, GIVEN)
    assert (found.alike, found.related, found.score) == (0.5, 0.9, value / 5)
    assert measured_assumptions([], GIVEN) == GIVEN
    assert measured_assumptions(rows[:1], GIVEN).related == 0.9
