"""Parsing success of one evaluation."""

import math
from collections import defaultdict
from collections.abc import Sequence

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Verdict
from benchmark.scoring.intervals import clustered_wilson

_DECIMALS = 6


def parsing_success(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> Score | None:
    """The share of a task's samples that parse, as a mean over tasks; None when nothing was linted."""
    parses: dict[str, list[bool]] = defaultdict(list)
    missing = 0
    for outcome in outcomes:
        if isinstance(outcome, Verdict) and outcome.parses is not None:
            parses[outcome.task_id].append(outcome.parses)
        else:
            missing += 1
    linted = [task for task in tasks if task.id in parses]
    if not linted:
        return None
    values = [sum(parses[task.id]) / len(parses[task.id]) for task in linted]
    low, high = clustered_wilson(values, [task.family for task in linted])
    return Score(
        metric="parsing_success",
        value=round(math.fsum(values) / len(values), _DECIMALS),
        low=round(low, _DECIMALS),
        high=round(high, _DECIMALS),
        tasks=len(linted),
        samples=sum(map(len, parses.values())),
        missing=missing,
    )
