"""Parsing success of one evaluation."""

from collections.abc import Sequence

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome
from benchmark.scoring.counting import count
from benchmark.scoring.metrics import PARSING
from benchmark.scoring.summary import everywhere

METRIC = PARSING.name


def parsing_success(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> tuple[Score, ...]:
    """The share of a task's samples that parse, as a mean over tasks: over all, then by group.

    Samples that were not linted are ``missing``; a group without any that was has no score.
    """
    return everywhere(count(tasks, outcomes), (PARSING,))
