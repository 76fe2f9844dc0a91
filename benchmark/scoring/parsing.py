"""Computes parsing success from verdicts with lint results."""

from collections.abc import Sequence

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome
from benchmark.scoring.counting import count
from benchmark.scoring.metrics import PARSING
from benchmark.scoring.summary import scores_by_category

METRIC = PARSING.name


def parsing_success(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> tuple[Score, ...]:
    """Return the scores of parsing success: over all tasks, then per category.

    Samples that were not linted count as ``missing``. A category without linted samples has no score.
    """
    return scores_by_category(count(tasks, outcomes), (PARSING,))
