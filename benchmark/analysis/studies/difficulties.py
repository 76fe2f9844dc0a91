"""Difficulties of a table's tasks: and their cache on disk."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from benchmark.analysis.groups import GroupKey, RowGroup, group_rows
from benchmark.core.counts import Counts
from benchmark.core.digest import digest_lines
from benchmark.core.verdict import Status
from benchmark.files import regenerated
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.difficulty import Difficulties, fit_difficulties

_VERSION = 6  #: of the method; raising it fits all tables again
_STORED_DECIMALS = 4
_FOLDER = "difficulties"  #: folder of the files within the cache
_STORED = TypeAdapter(Difficulties)


def difficulties(rows: Sequence[str], counts: Sequence[Counts], folder: Path | None) -> Difficulties:
    """Return the difficulties of a table's tasks; compute them if the cache lacks them.

    The counts are in the order of the rows.
    """
    known = None if folder is None else known_difficulties(rows, len(counts[0].tasks), folder)
    if known is None:
        passed = [model.of(frozenset({Status.PASSED})) for model in counts]
        known = fit_difficulties(passed, [model.judged for model in counts], counts[0].stems)
        if folder is not None:
            data = _STORED.dump_json(known)
            regenerated.write(_path(rows, folder), data)
            known = _parse(data)
    return known


def known_difficulties(rows: Sequence[str], tasks: int, folder: Path) -> Difficulties | None:
    """Return the cached difficulties of a table; None if they are missing, damaged or of another size.

    The ids of its rows are in the order in which they were fitted.
    """
    try:
        known = _parse(regenerated.read(_path(rows, folder)))
    except (OSError, ValueError):
        return None
    return known if (len(known.tasks), len(known.abilities)) == (tasks, len(rows)) else None


def keep_difficulties(rows: Sequence[CountedRow], folder: Path) -> None:
    """Compute the difficulties of all tables of at least two models, for the pages of the site."""
    by_id = {counted.row.id: counted.counts for counted in rows}
    groups = group_rows(counted.row for counted in rows)
    for group in (group for same in groups.values() for group in same):
        if len(group.models) > 1:
            difficulties([row.id for row in group.models], [by_id[row.id] for row in group.models], folder)
    regenerated.prune(folder / _FOLDER)


def _path(rows: Sequence[str], folder: Path) -> Path:
    # Abilities are kept in the order of the rows, so that the order is part of the name.
    return regenerated.entry_path(folder / _FOLDER, digest_lines(["difficulties", _VERSION, *rows])[:32])


def _parse(data: bytes) -> Difficulties:
    """Return the difficulties, rounded; -0.0 becomes 0.0."""
    return _STORED.validate_python(
        json.loads(data, parse_float=lambda text: round(float(text), _STORED_DECIMALS) + 0.0)
    )


_DECIMALS = 3
MIN_MODELS = 2  #: for one model, difficulties would repeat its results


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDifficulty:
    """One task."""

    task: str
    stem: str
    passed: int  #: draws of all models that passed
    judged: int  #: draws of all models with a verdict
    models: int  #: models with a draw that passed
    difficulty: float  #: logits; 0 is the mean of the table's tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemModel:
    """One model on the scale of the difficulties."""

    slug: str
    ability: float  #: logits; a task of this difficulty is solved every second time


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReport:
    """The tasks of one table, hardest first."""

    key: GroupKey
    models: list[ItemModel]  #: highest ability first
    items: list[ItemDifficulty]
    unsolved: list[str]  #: tasks that no model solved
    solved_by_all: list[str]  #: tasks that every model solved in every draw


def item_report(group: RowGroup, counts: Sequence[Counts], found: Difficulties) -> ItemReport:
    """Return the difficulties of a table's tasks, from counts in the order of ``group.models``.

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
        )
        for place, task in enumerate(tasks)
    ]
    models = [
        ItemModel(slug=row.slug, ability=round(ability, _DECIMALS))
        for row, ability in zip(group.models, found.abilities, strict=True)
    ]
    return ItemReport(
        key=group.key,
        models=sorted(models, key=lambda model: -model.ability),
        items=sorted(items, key=lambda item: (-item.difficulty, item.task)),
        unsolved=[item.task for item in items if item.judged and not item.passed],
        solved_by_all=[
            item.task
            for item, known in zip(items, whole, strict=True)
            if known and item.passed == item.judged
        ],
    )
