"""The variance of a score is split into tasks and draws."""

import numpy as np
import pytest

from benchmark.scoring.draw_variance import draws_share_of_task, split_variance


def test_the_error_is_the_standard_error_with_clusters() -> None:
    split = split_variance([1, 0, 1, 1], [1, 1, 1, 1], ["a", "a", "b", "b"])
    # The mean is 3/4; residuals by stem sum to -1/2 and 1/2.
    assert split.error == pytest.approx(np.sqrt(0.25 + 0.25) / 4)
    assert split.draws_share is None


def test_the_share_of_draws_is_that_of_repeated_runs() -> None:
    random = np.random.default_rng(5)
    chance = random.uniform(0, 1, 400)
    stems = [str(number) for number in range(400)]
    runs = random.binomial(5, chance, (300, 400))
    between = (runs / 5).mean(axis=1).var()
    splits = [split_variance(run.tolist(), [5] * 400, stems) for run in runs[:20]]
    shares = [split.draws_share * split.error**2 for split in splits if split.draws_share is not None]
    assert np.mean(shares) == pytest.approx(between, rel=0.25)


def test_tasks_without_verdicts_are_left_out() -> None:
    assert split_variance([1, 0, 0], [1, 1, 0], ["a", "b", "c"]) == split_variance([1, 0], [1, 1], ["a", "b"])
    with pytest.raises(ValueError, match="no task"):
        split_variance([0], [0], ["a"])
    assert split_variance([2, 2], [2, 2], ["a", "b"]).draws_share is None


def test_the_share_of_draws_of_a_task_is_known_when_models_are() -> None:
    random = np.random.default_rng(6)
    chance = np.repeat([0.2, 0.8], 500)
    shares = draws_share_of_task(random.binomial(5, chance).tolist(), [5] * 1000)
    # Draws have the variance 0.16, models 0.09.
    assert shares == pytest.approx(0.16 / 0.25, abs=0.05)
    assert draws_share_of_task([2, 0], [2, 2]) == 0.0
    assert draws_share_of_task([2, 2], [2, 2]) is None
    assert draws_share_of_task([1, 2], [1, 2]) is None
