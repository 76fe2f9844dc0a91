"""Checks a row and its files without judging: ids, paths, digests and signatures."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, SightbenchError
from benchmark.core.names import is_fresh
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
from benchmark.results.attestation import Attestation, AttestationChecker
from benchmark.results.branch_record import read_record
from benchmark.results.row import Row

_ELSEWHERE = (
    "others publish its answers; fetch and check them with --judge, or name their folder with --answers"
)


@dataclass(frozen=True, slots=True)
class RecheckResult:
    """The result of checking one row."""

    path: Path
    row: Row | None  #: None if the row cannot be read
    problems: tuple[str, ...]
    notes: tuple[str, ...]  #: checks that could not be made here, and why
    attestation: Attestation | None = None  #: None if the row cannot be read


class DatasetCache:
    """Data sets by suite and name, each loaded once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], TaskSource | None] = {}  # with all tasks

    def of(self, row: Row) -> TaskSource | None:
        """Return the tasks that a row is about; None if its data set is not on this machine."""
        name = (row.result.suite, row.result.dataset)
        if name not in self._known:
            try:
                self._known[name] = sources.from_suite(*name, f"row {row.id[:12]}")
            except BadInput:
                self._known[name] = None
        found = self._known[name]
        return None if found is None else found.within(row.result.setting)


def recheck(
    directory: Path,
    path: Path,
    known: DatasetCache,
    fetch: Fetch | None,
    attestations: AttestationChecker,
    *,
    answers: Path | None = None,
    fetch_answers: bool = False,
) -> RecheckResult:
    """Check a row of a ledger, without judging.

    Checks the row's id, its path, its signature if it has one, the digests of its completions, verdicts and
    descriptions, and the statuses in its verdict file. If its data set is here in the same version, checks
    the digest of the tasks too.

    Args:
        directory: folder of the ledger.
        path: path of the row.
        known: data sets loaded so far.
        fetch: downloads files that are not next to the row; None to check only local files.
        attestations: checks the row's signature.
        answers: folder with the files of rows by reference.
        fetch_answers: whether to fetch these files if no folder is given.
    """
    try:
        row = read_record(Row, path, directory)
    except BadInput as error:
        return RecheckResult(path, None, _problems(error), ())
    problems: list[str] = []
    notes: list[str] = []
    attestation = attestations.check_file(path, row)
    if attestation.state == "refused":
        problems.append(f"its signature is refused: {attestation.reason}")
    if row.run.trust != "reported":
        found = _check_files(row, path, fetch, answers, fetch_answers=fetch_answers)
        problems += found[0]
        notes += found[1]
    source = known.of(row)
    if source is None or source.suite is None:
        note = f"its tasks are not on this machine: {row.result.suite} {row.result.dataset}"
        if is_fresh(row.result.dataset):
            note += "; they were made from a secret seed. If you have them, run verify ROW --tasks FILE"
        notes.append(note)
    elif source.suite.version != row.result.versions.suite:
        here, then = source.suite.version, row.result.versions.suite
        notes.append(f"its tasks are of suite version {then}, but this machine has version {here}")
    elif tasks_digest(source.tasks) != row.result.tasks.digest:
        problems.append("result.tasks.digest: differs from the tasks of the same suite version here")
    return RecheckResult(path, row, tuple(problems), tuple(notes), attestation)


def _check_files(
    row: Row, path: Path, fetch: Fetch | None, answers: Path | None, *, fetch_answers: bool
) -> tuple[list[str], list[str]]:
    """Check the files that a row names; return problems, and notes about what could not be checked."""
    problems: list[str] = []
    notes: list[str] = []
    checks: dict[str, Callable[[], object]] = {
        "completions": lambda: completions_of(row, path, None, fetch, answers),
        "verdicts": lambda: check_verdicts(row, path, fetch),
        "descriptions": lambda: descriptions_of(row, path, fetch),
    }
    files = dict(row.run.files)
    for what, check in checks.items():
        described = files.get(what)
        if described is None and what == "completions" and row.run.references is not None:
            if answers is None and not fetch_answers:
                notes.append(_ELSEWHERE)
                continue
            try:
                check()
            except OurFailure as failure:  # the network is not the row's fault
                notes.append(str(failure))
            except SightbenchError as error:
                problems += _problems(error)
        elif described is None:
            if what != "descriptions":  # only settings of two stages have them
                notes.append("names no file of completions or verdicts")
        elif fetch is None and is_elsewhere(path, described):
            notes.append(f"{described.name} is an asset of a release; check it with --assets OWNER/NAME")
        else:
            problems += _problems_of_check(check)
    return problems, notes


def _problems_of_check(check: Callable[[], object]) -> tuple[str, ...]:
    try:
        check()
    except SightbenchError as error:
        return _problems(error)
    return ()


def _problems(error: SightbenchError) -> tuple[str, ...]:
    if isinstance(error, ManyBadInputs):
        return tuple(item.located for item in error.problems)
    if isinstance(error, BadInput):
        return (": ".join(filter(None, (Path(error.file).name, error.located))),)
    return (str(error),)
