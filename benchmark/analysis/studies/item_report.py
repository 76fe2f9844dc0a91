"""Difficulties and discriminations of a table's tasks, and how luck adds to its scores.

History of the format:
    sightbench/items/1: first version.
"""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import GroupKey, RowGroup
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.scoring.draw_variance import split_variance
from benchmark.scoring.item_estimates import ItemEstimates

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
    discrimination: float | None = Field(
        default=None,
        description="how much better strong models solve the task than weak ones, relative to the mean of the"
        " table's tasks, which is 1; null for fewer than 30 models, 40 tasks or 20 stems",
    )
    discrimination_low: float | None = Field(default=None, description="lower end of its 95 % interval")
    discrimination_high: float | None = Field(default=None, description="upper end of its 95 % interval")

    @property
    def flat(self) -> bool:
        """Whether it separates models worse than the others do, and perhaps not at all."""
        low, high = self.discrimination_low, self.discrimination_high
        return low is not None and high is not None and low <= 0 and high < 1


class ItemModel(Record):
    """One model on the scale of the difficulties."""

    slug: str
    ability: float = Field(
        description="logits; a task of this difficulty, and of discrimination 1, is solved every second time"
    )
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
    flat: list[str] = Field(
        description="tasks that stronger models do not clearly solve more often, lowest discrimination first:"
        " the interval of the discrimination reaches 0 and ends below 1"
    )
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


def item_report(group: RowGroup, counts: Sequence[Counts], found: ItemEstimates) -> ItemReport:
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
            **_discrimination(found, place),
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
        flat=[item.task for item in sorted(items, key=lambda item: item.discrimination or 0.0) if item.flat],
        stem_spread=round(found.stem_spread, _DECIMALS),
        own_spread=None if found.own_spread is None else round(found.own_spread, _DECIMALS),
    )


def _discrimination(found: ItemEstimates, place: int) -> dict[str, float]:
    if found.slopes is None:
        return {}
    return {
        "discrimination": round(found.slopes.tasks[place], _DECIMALS),
        "discrimination_low": round(found.slopes.low[place], _DECIMALS),
        "discrimination_high": round(found.slopes.high[place], _DECIMALS),
    }


def _names(key: GroupKey) -> dict[str, str]:
    return {
        name: getattr(key, name)
        for name in ("suite", "dataset", "setting", "protocol", "prompt", "extraction")
    }
