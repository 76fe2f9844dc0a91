"""A cache of compared pairs of rows on disk, so that only pairs with a new row are computed.

There is one file per table, metric and category. Files can be computed again from the rows at any time. A
file that is damaged or comes from another version of the method is replaced; one that was not used for a long
time is removed.
"""

import io
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import numpy as np

from benchmark.analysis.groups import GroupKey
from benchmark.core.digest import digest_lines
from benchmark.files import regenerated
from benchmark.scoring.paired import PairedDifferences
from benchmark.scoring.ranks import RANKS_VERSION, Places, all_pairs

_DIGITS = 10  #: significant digits of a stored number
_COLUMNS = tuple(field.name for field in fields(PairedDifferences))
_KINDS = ("int64", "int64", *["float64"] * 5, "bool", *["float64"] * 5)

#: Compares pairs of rows, given as two arrays of indexes into the requested rows.
Compare = Callable[[Places, Places], PairedDifferences]


@dataclass(frozen=True, slots=True)
class PairCache:
    """A folder of compared pairs."""

    folder: Path

    def pairs(
        self, key: GroupKey, metric: str, category: str, rows: Sequence[str], compare: Compare
    ) -> tuple[PairedDifferences, int]:
        """Return all pairs of ``rows`` (ids in ascending order), and how many of them were not in the cache.

        With these, ``compare`` is called once.
        """
        digest = digest_lines([RANKS_VERSION, repr(key), metric, category])
        path = regenerated.entry_path(self.folder, digest[:32], "npz")
        known = _read(path)
        first, second = all_pairs(len(rows))
        place = {row: number for number, row in enumerate(known.rows)} if known else {}
        old = np.array([place.get(row, -1) for row in rows], dtype=np.intp)
        missing = np.flatnonzero((old[first] < 0) | (old[second] < 0))
        found = round_pairs(compare(first[missing], second[missing]))
        if known is not None:
            kept = np.flatnonzero((old[first] >= 0) & (old[second] >= 0))
            found = _merge(known.at(old[first[kept]], old[second[kept]]), kept, found, missing)
        if len(missing) or known is None:
            regenerated.write(path, _pack(rows, found))
        return found, len(missing)

    def prune(self) -> None:
        """Remove files that were not used for a long time."""
        regenerated.prune(self.folder)


def round_pairs(pairs: PairedDifferences) -> PairedDifferences:
    """Round the pairs to ten significant digits, so that the order of summation makes no difference."""
    columns = {}
    for name in _COLUMNS:
        column = getattr(pairs, name)
        if column.dtype == np.float64:
            values, where = np.unique(column, return_inverse=True)  # many pairs share a value
            column = np.array([float(f"{value:.{_DIGITS}g}") + 0.0 for value in values])[where]
        columns[name] = column
    return PairedDifferences(**columns)


@dataclass(frozen=True, slots=True)
class _CachedPairs:
    rows: tuple[str, ...]
    pairs: PairedDifferences

    def at(self, first: Places, second: Places) -> PairedDifferences:
        """Return the pairs of two arrays of rows; pairs are stored in the order of :func:`all_pairs`."""
        size = len(self.rows)
        numbers = first * (2 * size - first - 1) // 2 + second - first - 1
        return PairedDifferences(**{name: getattr(self.pairs, name)[numbers] for name in _COLUMNS})


def _merge(
    old: PairedDifferences, kept: Places, fresh: PairedDifferences, missing: Places
) -> PairedDifferences:
    columns = {}
    for name in _COLUMNS:
        column = np.zeros(len(kept) + len(missing), dtype=getattr(old, name).dtype)
        column[kept], column[missing] = getattr(old, name), getattr(fresh, name)
        columns[name] = column
    return PairedDifferences(**columns)


def _pack(rows: Sequence[str], pairs: PairedDifferences) -> bytes:
    columns = {name: getattr(pairs, name) for name in _COLUMNS}
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, version=np.array(RANKS_VERSION), rows=np.array(rows, str), **columns)
    return out.getvalue()


def _read(path: Path) -> _CachedPairs | None:
    """Return the cached pairs; None if the file is missing, damaged or of another version."""
    try:
        status = path.stat()
    except OSError:
        return None
    return _read_unchanged(path, (status.st_ino, status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=2)  # the pages of earlier days read the same two tables again and again
def _read_unchanged(path: Path, _status: tuple[int, int, int]) -> _CachedPairs | None:
    try:
        with np.load(io.BytesIO(regenerated.read(path)), allow_pickle=False) as stored:
            version, rows = str(stored["version"]), tuple(stored["rows"].tolist())
            columns = {name: stored[name] for name in _COLUMNS}
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    shape = (len(rows) * (len(rows) - 1) // 2,)
    sound = version == RANKS_VERSION and list(rows) == sorted(set(rows))
    for name, kind in zip(_COLUMNS, _KINDS, strict=True):
        sound = sound and columns[name].shape == shape and columns[name].dtype == kind
    return _CachedPairs(rows, PairedDifferences(**columns)) if sound else None
