"""The tasks that only one of two models solved, and what both answers to them did."""

from collections.abc import Mapping, Sequence

from benchmark.analysis.catalog import status_title
from benchmark.analysis.scale_words import POINTS
from benchmark.analysis.wording import count, task_name
from benchmark.leaderboard.compare.tables import (
    LETTERS,
    LISTED_TASKS,
    SHORT_CHECK,
    ComparedTable,
    ModelResults,
)
from benchmark.leaderboard.compare.view import AnswerOutcome, DifferingTaskView, TwoByTwo
from benchmark.leaderboard.inputs.failures import failures
from benchmark.leaderboard.inputs.licences import licence_of
from benchmark.leaderboard.inputs.sources import Sources

_TITLES = {letter: status_title(status) for status, letter in LETTERS.items()}


def two_by_two(
    sources: Sources, table: ComparedTable, models: tuple[ModelResults, ModelResults], common: Sequence[int]
) -> TwoByTwo | None:
    """Return how many tasks both, one or neither of two models solved; None if tasks have no single result.

    Args:
        sources: inputs of the site; the verdicts of both rows are read if the tasks may be shown.
        table: the table of both.
        models: the two models.
        common: indexes of the tasks for which both have a verdict.
    """
    first, second = models
    if table.words is POINTS or not (first.letters and second.letters):
        return None
    outcomes = [(first.passed[place], second.passed[place]) for place in common]
    differing = [place for place in common if first.passed[place] != second.passed[place]]
    checks = [_failed_checks(sources, model) for model in models]
    return TwoByTwo(
        both=count(outcomes.count((1, 1))),
        only_a=count(outcomes.count((1, 0))),
        only_b=count(outcomes.count((0, 1))),
        neither=count(outcomes.count((0, 0))),
        differ=count(len(differing)),
        listed=count(LISTED_TASKS) if len(differing) > LISTED_TASKS else "",
        tasks=tuple(
            DifferingTaskView(
                task=task_name(table.tasks[place]),
                page=table.pages[place],
                side="a" if first.passed[place] else "b",
                outcomes=tuple(
                    _outcome(model, place, known.get(table.tasks[place], ""))
                    for model, known in zip(models, checks, strict=True)
                ),
            )
            for place in differing[:LISTED_TASKS]
        ),
    )


def _outcome(model: ModelResults, place: int, check: str) -> AnswerOutcome:
    passed = bool(model.passed[place])
    return AnswerOutcome(
        model=model.name,
        title=_TITLES[model.letters[place]],
        passed=passed,
        check="" if passed else check,
        long=len(check) > SHORT_CHECK,
    )


def _failed_checks(sources: Sources, model: ModelResults) -> Mapping[str, str]:
    """Return the first failed check by task; empty if the verdicts are not here or would reveal the tasks."""
    result = model.row.result
    if licence_of(result.suite, result.dataset).kept_back:
        return {}
    return {task: failure.check for task, failure in failures(sources).first(model.row).items()}
