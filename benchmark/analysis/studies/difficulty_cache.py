"""A cache of difficulties on disk: a table is fitted again only if its rows change.

`sightbench rank` computes them, and the build of the site only reads them. Files can be computed again from
the rows at any time; a damaged one is replaced.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from benchmark.analysis.groups import group_rows
from benchmark.core.counts import Counts
from benchmark.core.digest import digest_lines
from benchmark.core.verdict import Status
from benchmark.files import regenerated
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.difficulty import Difficulties, fit_difficulties

_VERSION = 5  #: of the method; raising it fits all tables again
_DECIMALS = 4
_FOLDER = "difficulties"  #: folder of the files within the cache
_STORED = TypeAdapter(Difficulties)


def difficulties(rows: Sequence[str], counts: Sequence[Counts], folder: Path | None) -> Difficulties:
    """Return the difficulties of a table's tasks; compute them if the cache lacks them.

    Args:
        rows: ids of the rows.
        counts: counts of the rows, in their order; all have the same tasks.
        folder: folder of the cache; None to compute always.
    """
    known = None if folder is None else known_difficulties(rows, len(counts[0].tasks), folder)
    if known is None:
        known = _fit(counts)
        if folder is not None:
            data = _STORED.dump_json(known)
            regenerated.write(_path(rows, folder), data)
            known = _parse(data)
    return known


def known_difficulties(rows: Sequence[str], tasks: int, folder: Path) -> Difficulties | None:
    """Return the cached difficulties of a table; None if they are missing, damaged or of another size.

    Args:
        rows: ids of the table's rows, in the order in which they were fitted.
        tasks: number of the table's tasks.
        folder: folder of the cache.
    """
    try:
        known = _parse(regenerated.read(_path(rows, folder)))
    except (OSError, ValueError):
        return None
    sizes = {len(column) for column in (known.tasks, known.low, known.high)}
    return known if sizes == {tasks} and len(known.abilities) == len(rows) else None


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


def _fit(counts: Sequence[Counts]) -> Difficulties:
    passed = [model.of(frozenset({Status.PASSED})) for model in counts]
    return fit_difficulties(passed, [model.judged for model in counts], counts[0].stems)


def _parse(data: bytes) -> Difficulties:
    """Return the difficulties, rounded; -0.0 becomes 0.0."""
    return _STORED.validate_python(
        json.loads(data, parse_float=lambda text: round(float(text), _DECIMALS) + 0.0)
    )
