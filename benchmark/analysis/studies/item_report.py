"""Difficulties of a table's tasks, and how luck adds to its scores."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import GroupKey, RowGroup
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.scoring.difficulty import Difficulties
from benchmark.scoring.draw_variance import split_variance

_DECIMALS = 3
MIN_MODELS = 2  #: for one model, difficulties would repeat its results


class ItemDifficulty(Record):
    """One task."""

    task: str
    stem: str
    passed: int = Field(description="draws of all models that passed")
    judged: int = Field(description="draws of all models with a verdict")
    models: int = Field(description="models with a draw that passed")
    difficulty: float = Field(description="logits; 0 is the mean of the table's tasks")
    low: float = Field(description="lower end of the 95 % interval")
    high: float = Field(description="upper end of the 95 % interval")


class ItemModel(Record):
    """One model on the scale of the difficulties."""

    slug: str
    ability: float = Field(description="logits; a task of this difficulty is solved every second time")
    error: float | None = Field(
        description="standard error of pass@1 over new tasks like these, in [0, 1]; null without a verdict"
    )
    draws_share: float | None = Field(
        description="share of the variance of pass@1 that comes from drawing answers, in [0, 1]; more draws"
        " per task lower only this part; null for one draw per task"
    )


class ItemReport(Record):
    """The tasks of one table, hardest first."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str
    models: list[ItemModel] = Field(description="highest ability first")
    items: list[ItemDifficulty]
    unsolved: list[str] = Field(description="tasks that no model solved")
    solved_by_all: list[str] = Field(description="tasks that every model solved in every draw")
    stem_spread: float = Field(
        description="standard deviation of the difficulty of stems, in logits; where each stem has one task,"
        " standard deviation of the difficulty of tasks"
    )
    own_spread: float | None = Field(
        description="standard deviation of tasks within a stem, in logits; null where each stem has one task"
    )


class ItemReports(Record):
    """All tables that were asked for."""

    schema_: Literal["sightbench/items/1"] = Field(default="sightbench/items/1", alias="schema")
    tables: list[ItemReport]
    left_out: list[str] = Field(description="tables with too few models")


def item_report(group: RowGroup, counts: Sequence[Counts], found: Difficulties) -> ItemReport:
    """Return the difficulties of a table's tasks.

    Args:
        group: the table.
        counts: counts of its models, in the order of ``group.models``; all have the same tasks.
        found: the estimates from these counts.

    Raises:
        ValueError: for fewer than two models.
    """
    if len(counts) < MIN_MODELS:
        raise ValueError("difficulties need at least two models")
    tasks, stems = counts[0].tasks, counts[0].stems
    passed = [model.of(frozenset({Status.PASSED})) for model in counts]
    judged = [model.judged for model in counts]
    whole = [all(model[place] for model in judged) for place in range(len(tasks))]
    items = [
        ItemDifficulty(
            task=task,
            stem=stems[place],
            passed=sum(model[place] for model in passed),
            judged=sum(model[place] for model in judged),
            models=sum(model[place] > 0 for model in passed),
            difficulty=round(found.tasks[place], _DECIMALS),
            low=round(found.low[place], _DECIMALS),
            high=round(found.high[place], _DECIMALS),
        )
        for place, task in enumerate(tasks)
    ]
    models = []
    for row, ability, right, draws in zip(group.models, found.abilities, passed, judged, strict=True):
        split = split_variance(right, draws, stems) if any(draws) else None
        share = None if split is None or split.draws_share is None else round(split.draws_share, _DECIMALS)
        models.append(
            ItemModel(
                slug=row.result.submission.slug,
                ability=round(ability, _DECIMALS),
                error=None if split is None else round(split.error, 6),
                draws_share=share,
            )
        )
    return ItemReport(
        **_names(group.key),
        models=sorted(models, key=lambda model: -model.ability),
        items=sorted(items, key=lambda item: (-item.difficulty, item.task)),
        unsolved=[item.task for item in items if item.judged and not item.passed],
        solved_by_all=[
            item.task
            for item, known in zip(items, whole, strict=True)
            if known and item.passed == item.judged
        ],
        stem_spread=round(found.stem_spread, _DECIMALS),
        own_spread=None if found.own_spread is None else round(found.own_spread, _DECIMALS),
    )


def _names(key: GroupKey) -> dict[str, str]:
    return {
        name: getattr(key, name)
        for name in ("suite", "dataset", "setting", "protocol", "prompt", "extraction")
    }
