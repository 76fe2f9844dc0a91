"""Parsing success of one evaluation."""

from collections.abc import Sequence

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome
from benchmark.scoring.counting import count
from benchmark.scoring.metrics import PARSING
from benchmark.scoring.summary import score


def parsing_success(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> Score | None:
    """The share of a task's samples that parse, as a mean over tasks; None when nothing was linted."""
    return score(count(tasks, outcomes), PARSING)
