"""A cache of difficulties on disk: a table is fitted again only if its rows change.

Files can be computed again from the rows at any time; a damaged one is replaced.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmark.analysis.groups import group_rows
from benchmark.core.counts import Counts
from benchmark.core.digest import digest_lines
from benchmark.core.verdict import Status
from benchmark.files import regenerated
from benchmark.files.atomic import write_atomic
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.difficulty import Difficulties, fit_difficulties

_VERSION = 1  #: of the method; raising it fits all tables again
_DECIMALS = 4
_FOLDER = "difficulties"  #: folder of the files within the cache


def difficulties(rows: Sequence[str], counts: Sequence[Counts], folder: Path | None) -> Difficulties:
    """Return the difficulties of a table's tasks, from the cache if it has them.

    Args:
        rows: ids of the rows.
        counts: counts of the rows, in their order; all have the same tasks.
        folder: folder of the cache; None to compute always.
    """
    if folder is None:
        return _rounded(_fit(counts))
    # Abilities are kept in the order of the rows, so that the order is part of the name.
    path = regenerated.entry_path(folder / _FOLDER, digest_lines(["difficulties", _VERSION, *rows])[:32])
    known = _read(path, len(counts[0].tasks), len(rows))
    if known is None:
        known = _rounded(_fit(counts))
        write_atomic(path, json.dumps(asdict(known), separators=(",", ":")).encode())
    return known


def keep_difficulties(rows: Sequence[CountedRow], folder: Path) -> None:
    """Compute the difficulties of all tables of at least two models, for the pages of the site."""
    by_id = {counted.row.id: counted.counts for counted in rows}
    groups = group_rows(counted.row for counted in rows)
    for group in (group for same in groups.values() for group in same):
        if len(group.models) > 1:
            difficulties([row.id for row in group.models], [by_id[row.id] for row in group.models], folder)
    regenerated.prune(folder / _FOLDER)


def _fit(counts: Sequence[Counts]) -> Difficulties:
    passed = [model.of(frozenset({Status.PASSED})) for model in counts]
    return fit_difficulties(passed, [model.judged for model in counts], counts[0].stems)


def _rounded(found: Difficulties) -> Difficulties:
    def rounded(values: Sequence[float]) -> tuple[float, ...]:
        return tuple(round(value, _DECIMALS) + 0.0 for value in values)

    return Difficulties(
        tasks=rounded(found.tasks),
        low=rounded(found.low),
        high=rounded(found.high),
        abilities=rounded(found.abilities),
        stem_spread=round(found.stem_spread, _DECIMALS),
        own_spread=round(found.own_spread, _DECIMALS),
    )


def _read(path: Path, tasks: int, models: int) -> Difficulties | None:
    """Return the cached difficulties; None if the file is missing, damaged or of another size."""
    try:
        record = json.loads(regenerated.read(path))
        known = Difficulties(
            tasks=tuple(map(float, record["tasks"])),
            low=tuple(map(float, record["low"])),
            high=tuple(map(float, record["high"])),
            abilities=tuple(map(float, record["abilities"])),
            stem_spread=float(record["stem_spread"]),
            own_spread=float(record["own_spread"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    sizes = [len(column) for column in (known.tasks, known.low, known.high, known.abilities)]
    return known if sizes == [tasks, tasks, tasks, models] else None
