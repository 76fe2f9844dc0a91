"""Finds the data files of a data set that is already on this machine."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value

_LIMIT = 64  #: maximum data files of a data set
_ENDINGS = (".parquet", ".arrow")
#: Files that the hub's library leaves next to the data: results of ``filter`` and ``map``, unfinished files.
_BY_PRODUCTS = re.compile(r"(?:cache-|tmp).*|.*\.incomplete.*")
#: A split's name in a file's name: ``test-00000-of-00001.parquet``, ``human_eval-v-benchmark-test.arrow``.
_SPLIT = re.compile(r"(?:.*-)?(train|validation|valid|dev|test)(?:-\d+-of-\d+)?")
_SPLITS = ("train", "validation", "valid", "dev", "test")
_TEST = "test"


def data_files(source: Path) -> list[Path]:
    """Return the data files of a data set's split ``test``, sorted.

    Args:
        source: one parquet or Arrow file; a folder with such files; or a folder that the hub's library has
            saved, with one split or several. Parquet files are preferred.

    Raises:
        BadInput: if there is no such file, or there are too many.
    """
    if source.is_file():
        if source.suffix not in _ENDINGS:
            fix = "name a .parquet or .arrow file, or a folder with such files"
            raise BadInput(source, "", "is not a parquet or Arrow file", fix)
        return [source]
    if not source.is_dir():
        fix = "name the file or the folder with the data, parquet or Arrow"
        raise BadInput(source, "", "is neither a file nor a folder", fix)
    for ending in _ENDINGS:
        paths = sorted(path for path in source.rglob(f"*{ending}") if path.is_file())
        found = _of_test_split([path for path in paths if _BY_PRODUCTS.fullmatch(path.name) is None], source)
        if len(found) > _LIMIT:
            problem = f"has {len(found)} {ending} files, more than the limit of {_LIMIT}"
            raise BadInput(source, "", problem, "name the folder of this data set alone")
        if found:
            return found
    fix = "name the folder of the data set, with its parquet files or upstream's data-*.arrow"
    raise BadInput(source, "", "has no .parquet and no .arrow file", fix)


def _of_test_split(paths: Sequence[Path], source: Path) -> list[Path]:
    """Return the files of the split ``test``; files that belong to no named split count as its files.

    Raises:
        BadInput: if all files belong to other splits.
    """
    splits = {path: _split(path, source) for path in paths}
    found = [path for path, split in splits.items() if split == _TEST]
    found = found or [path for path, split in splits.items() if not split]
    if paths and not found:
        problem = f"has no split test, only {', '.join(sorted(set(splits.values())))}"
        raise BadInput(source, "", problem, "name the folder with the split test")
    return _as_listed(found)


def _split(path: Path, source: Path) -> str:
    """Return the name of a file's split: of its own name, else of a folder's; empty if it has none."""
    named = _SPLIT.fullmatch(path.stem)
    if named is not None:
        return named[1]
    folders = path.relative_to(source).parts[:-1]
    return next((folder for folder in reversed(folders) if folder in _SPLITS), "")


def _as_listed(paths: Iterable[Path]) -> list[Path]:
    """Leave out files that the ``state.json`` in their folder does not list as data."""
    return [path for path in paths if (names := _listed(path.parent)) is None or path.name in names]


def _listed(folder: Path) -> set[str] | None:
    """Return the names of data files in ``state.json``, in which the hub's library lists them; or None."""
    path = folder / "state.json"
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        return {str(file["filename"]) for file in state["_data_files"]}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = f"does not list data files: {quote_value(type(error).__name__)}"
        raise BadInput(path, "", problem, "restore the file, or remove it") from None
