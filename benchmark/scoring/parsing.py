"""Parsing success of one evaluation."""

import math
from collections import defaultdict
from collections.abc import Sequence

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Verdict
from benchmark.scoring.groups import groups
from benchmark.scoring.intervals import clustered_wilson

METRIC = "parsing_success"
_DECIMALS = 6


def parsing_success(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> tuple[Score, ...]:
    """The share of a task's samples that parse, as a mean over tasks: over all, then by group.

    Samples that were not linted are ``missing``; a group without any that was has no score.
    """
    parses: dict[str, list[bool]] = defaultdict(list)
    missing: dict[str, int] = defaultdict(int)
    for outcome in outcomes:
        if isinstance(outcome, Verdict) and outcome.parses is not None:
            parses[outcome.task_id].append(outcome.parses)
        else:
            missing[outcome.task_id] += 1
    found = []
    for category, members in {"": tasks, **groups(tasks)}.items():
        linted = [task for task in members if task.id in parses]
        if not linted:
            continue
        values = [sum(parses[task.id]) / len(parses[task.id]) for task in linted]
        low, high = clustered_wilson(values, [task.family for task in linted])
        found.append(
            Score(
                metric=METRIC,
                value=round(math.fsum(values) / len(values), _DECIMALS),
                low=round(low, _DECIMALS),
                high=round(high, _DECIMALS),
                tasks=len(linted),
                samples=sum(len(parses[task.id]) for task in linted),
                missing=sum(missing[task.id] for task in members),
                category=category,
            )
        )
    return tuple(found)
