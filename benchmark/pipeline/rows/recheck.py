"""A row and its files, checked without judging: ids, places and digests."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError
from benchmark.core.fresh import is_fresh
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline import sources
from benchmark.pipeline.rows.row_files import (
    Fetch,
    check_verdicts,
    completions_of,
    descriptions_of,
    is_elsewhere,
)
from benchmark.pipeline.sources import TaskSource
from benchmark.results.ledger import read_row_in_place
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True)
class RecheckResult:
    """What was found out about one row."""

    path: Path
    row: Row | None  #: None when it cannot be read
    problems: tuple[str, ...]
    notes: tuple[str, ...]  #: what could not be checked here, and why


class DatasetCache:
    """Data sets by suite and name, each read once; None for those that are not here."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], TaskSource | None] = {}

    def of(self, row: Row) -> TaskSource | None:
        """The data set of a row."""
        name = (row.result.suite, row.result.dataset)
        if name not in self._known:
            try:
                self._known[name] = sources.from_suite(*name, f"row {row.id[:12]}")
            except BadInput:
                self._known[name] = None
        return self._known[name]


def recheck(directory: Path, path: Path, known: DatasetCache, fetch: Fetch | None) -> RecheckResult:
    """Check a row of a ledger.

    Its id is that of what it holds, it stands in its place, its completions, verdicts and descriptions have
    the digests and say the statuses that it says, and its tasks are those of its data set here, where that
    has the row's version. Nothing is judged.

    Args:
        directory: of the rows.
        path: of the row.
        known: data sets.
        fetch: gets files that do not stand beside the row.
    """
    try:
        row = read_row_in_place(directory, path)
    except BadInput as error:
        return RecheckResult(path, None, _problems(error), ())
    problems: list[str] = []
    notes: list[str] = []
    if row.run.trust != "reported":
        checks: dict[str, Callable[[], object]] = {
            "completions": lambda: completions_of(row, path, None, fetch),
            "verdicts": lambda: check_verdicts(row, path, fetch),
            "descriptions": lambda: descriptions_of(row, path, fetch),
        }
        named = dict(row.run.files)
        for what, check in checks.items():
            described = named.get(what)
            if described is None:
                if what != "descriptions":  # only settings of two stages have them
                    notes.append("names no file of completions or verdicts")
            elif fetch is None and is_elsewhere(path, described):
                notes.append(f"{described.name} is an asset of a release: get it with --assets OWNER/NAME")
            else:
                problems += _caught(check)
    source = known.of(row)
    if source is None or source.suite is None:
        note = f"its tasks are not here: {row.result.suite} {row.result.dataset}"
        if is_fresh(row.result.dataset):
            note += "; they come from a secret seed, and whoever has them needs none: ROW --tasks FILE"
        notes.append(note)
    elif source.suite.version != row.result.versions.suite:
        notes.append(f"its tasks are of version {row.result.versions.suite}, here is {source.suite.version}")
    elif tasks_digest(source.tasks) != row.result.tasks.digest:
        problems.append("result.tasks.digest: its tasks are not those of its suite's version here")
    return RecheckResult(path, row, tuple(problems), tuple(notes))


def _caught(check: Callable[[], object]) -> tuple[str, ...]:
    try:
        check()
    except SightbenchError as error:
        return _problems(error)
    return ()


def _problems(error: SightbenchError) -> tuple[str, ...]:
    if isinstance(error, ManyBadInputs):
        return tuple(": ".join(filter(None, (one.place, one.problem))) for one in error.problems)
    if isinstance(error, BadInput):
        return (": ".join(filter(None, (Path(error.file).name, error.place, error.problem))),)
    return (str(error),)
