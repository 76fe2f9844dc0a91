"""What is scored and compared: a row, or a file of verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.analysis.groups import GroupKey, key_of, superseded
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, printable, shown
from benchmark.core.task import Task
from benchmark.files.naming import bare_name
from benchmark.files.verdict_stream import stream_samples
from benchmark.results.counted_row import CountedRow, count_row, read_counted
from benchmark.results.ledger import ledger_of, read_row
from benchmark.results.row import Row
from benchmark.scoring.counting import Counter
from benchmark.scoring.metrics import KNOWN_METRICS, Metric, metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One model's verdicts."""

    name: str  #: for people
    slug: str  #: of the submission, or the file's bare name
    counts: Counts
    suite: str = ""  #: empty for a file of verdicts on unknown tasks, and so the data set
    dataset: str = ""
    row: Row | None = None  #: without its statuses; None for a file of verdicts
    ledger: Path | None = None  #: folder of rows that the row stands in; None where it stands alone

    @property
    def id(self) -> str:
        """Of the row; empty for a file of verdicts."""
        return "" if self.row is None else self.row.id


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLookup:
    """Where rows named by slug are looked for, and which of them are meant."""

    rows: Path
    suite: str = ""
    dataset: str = ""
    setting: str = ""
    protocol: str = ""

    def meant(self, row: Row) -> bool:
        """Whether the row fits all that was said."""
        result = row.result
        named = (
            (self.suite, result.suite),
            (self.dataset, result.dataset),
            (self.setting, result.setting),
            (self.protocol, result.protocol),
        )
        return all(not wanted or wanted == has for wanted, has in named)


def rows_meant(ledger: LedgerLookup, slugs: Sequence[str] = ()) -> tuple[CountedRow, ...]:
    """The rows of a ledger that are meant and count, oldest first.

    A row in whose place one of a newer version of its suite stands does not count, whatever was asked for.

    Args:
        ledger: where they are, and which are meant.
        slugs: submissions to read; all when empty.

    Raises:
        BadInput: for a row that cannot be read.
    """
    rows = read_counted(ledger.rows, None, slugs or None)
    gone = superseded(one.row for one in rows)
    return tuple(one for one in rows if one.row.id not in gone and ledger.meant(one.row))


def find(names: Sequence[str], ledger: LedgerLookup, tasks: Sequence[Task] | None) -> tuple[Subject, ...]:
    """Subjects by the names that a user gave: paths of rows and verdict files, or slugs in the ledger.

    Args:
        names: a path that exists is a file; anything else a slug, whose newest row is taken.
        ledger: for slugs. Several of them must meet in one table.
        tasks: of verdict files; None takes tasks as they come, each as its own stem.

    Raises:
        BadInput: for what is neither, an unreadable file, and slugs that meet in no table or in several.
    """
    slugs = [name for name in names if not Path(name).exists()]
    by_slug = _rows_of(slugs, ledger) if slugs else {}
    return tuple(by_slug[name] if name in by_slug else from_file(Path(name), tasks) for name in names)


def from_file(path: Path, tasks: Sequence[Task] | None) -> Subject:
    """A row (``.json``) or a file of verdicts (anything else).

    Raises:
        BadInput: for a file that is neither, and verdicts on unknown tasks.
    """
    if path.suffix == ".json":
        counted = count_row(read_row(path))
        if not counted.counts.tasks:
            raise BadInput(
                path, "result.statuses", "the row holds no verdicts", "take one that was judged here"
            )
        return _of_row(counted, ledger_of(path, counted.row))
    name = bare_name(path)
    of = (tasks[0].suite, tasks[0].dataset) if tasks else ("", "")
    counts = count_file(path, tasks)
    return Subject(name=printable(name), slug=name, counts=counts, suite=of[0], dataset=of[1])


def count_file(path: Path, tasks: Sequence[Task] | None) -> Counts:
    """Count a file of verdicts, in one pass and with no verdict kept.

    Raises:
        BadInput: for an unreadable file, and verdicts on unknown tasks.
    """
    counter = Counter(tasks)
    for sample in stream_samples(path):
        if not counter.knows(sample.task_id):
            raise unknown_task(path, sample.task_id)
        counter.add(sample.task_id, sample.status, sample.points, sample.parses)
    counts = counter.counts()
    # Tasks without a sample are not part of the file.
    places = [
        place
        for place, (judged, missing) in enumerate(zip(counts.judged, counts.missing, strict=True))
        if judged or missing
    ]
    return counts if len(places) == len(counts.tasks) else _restricted(counts, places)


def unknown_task(path: Path, task_id: str) -> BadInput:
    """A verdict on a task that is not of the set."""
    fix = "name the tasks that were judged with --tasks or --suite and --dataset"
    return BadInput(path, "", f"task {shown(task_id)} is not among the tasks", fix)


def metric_of(name: str, subjects: Sequence[Counts], option: str = "--metric") -> Metric:
    """The metric that an option names, which all subjects have enough samples for.

    Raises:
        BadInput: for an unknown one, and a pass@k with a task that has fewer than ``k`` samples.
    """
    try:
        found = metric(name)
    except KeyError:
        raise BadInput(option, "", f"{shown(name)} is not known", f"use one of: {KNOWN_METRICS}") from None
    if name.startswith("pass@"):
        needed = int(name.removeprefix("pass@"))
        least = min((samples for counts in subjects for samples in counts.judged if samples), default=needed)
        if needed > least:
            problem = f"{name} needs {needed} samples of every task, and one has {least}"
            raise BadInput(option, "", problem, f"use pass@{least} or below")
    return found


def _restricted(counts: Counts, places: Sequence[int]) -> Counts:
    new = {old: number for number, old in enumerate(places)}
    categories = {
        name: tuple(new[place] for place in members if place in new)
        for name, members in counts.categories.items()
    }
    kept = {name: members for name, members in categories.items() if members}
    return replace(counts.at(places), categories=kept)


def _of_row(counted: CountedRow, ledger: Path | None) -> Subject:
    result = counted.row.result
    return Subject(
        name=printable(result.submission.name),
        slug=result.submission.slug,
        counts=counted.counts,
        suite=result.suite,
        dataset=result.dataset,
        row=counted.row,
        ledger=ledger,
    )


def _rows_of(slugs: Sequence[str], ledger: LedgerLookup) -> dict[str, Subject]:
    found: dict[GroupKey, dict[str, Subject]] = {}
    known = set()
    for counted in rows_meant(replace(ledger, suite="", dataset="", setting="", protocol=""), slugs):
        slug = counted.row.result.submission.slug
        known.add(slug)
        if counted.counts.tasks and ledger.meant(counted.row):
            found.setdefault(key_of(counted.row), {})[slug] = _of_row(counted, ledger.rows)
    for slug in slugs:
        if slug not in known:
            fix = "name a row, a file of verdicts, or a slug with rows below --rows"
            raise BadInput(slug, "", f"is no file, and has no row below {ledger.rows}", fix)
    whole = [same for same in found.values() if len(same) == len(set(slugs))]
    if len(whole) == 1:
        return whole[0]
    if not whole:
        problem = "have no rows that answer the same question"
        raise BadInput(", ".join(slugs), "", problem, "name the files of their rows")
    tables = "; ".join(table_name(key) for key, same in found.items() if same in whole)
    fix = "narrow it with --suite, --dataset, --setting or --protocol"
    raise BadInput(", ".join(slugs), "", f"have rows in several tables: {tables}", fix)


def table_name(key: GroupKey) -> str:
    """A table in a message: ``code-vision rebuilt flowchart cool-1``."""
    parts = (key.suite, key.dataset, key.setting, key.protocol, key.prompt, key.extraction)
    return " ".join(part for part in parts if part)
