"""The subjects of scores and comparisons: rows and files of verdicts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from pathlib import Path

from benchmark.analysis.groups import GroupKey, joined_stems, key_of, superseded_ids
from benchmark.core.counts import Counter, Counts
from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.names import without_effort
from benchmark.core.score import Score
from benchmark.core.similar import did_you_mean
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.files.atomic import bare_name
from benchmark.files.verdicts import stream_verdicts
from benchmark.results.counted_row import CountedRow, count_row, read_counted
from benchmark.results.ledger import ledger_of, read_row
from benchmark.results.row import Row
from benchmark.scoring.metrics import KNOWN_METRICS, Metric, metric, score
from benchmark.suites import categories_of

#: Printed where a file of verdicts is scored or compared without its tasks, which name their families.
NO_TASKS = "no tasks are named, so every task counts as its own stem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One model's verdicts, from a row or a file of verdicts."""

    name: str  #: display name
    slug: str  #: slug of the submission, or the file's name without suffix
    counts: Counts
    suite: str = ""  #: empty for a file of verdicts on unknown tasks
    dataset: str = ""  #: empty for a file of verdicts on unknown tasks
    row: Row | None = None  #: without its statuses; None for a file of verdicts
    ledger: Path | None = None  #: folder of rows that contains the row; None for a row outside a ledger

    @property
    def id(self) -> str:
        """The id of the row; empty for a file of verdicts."""
        return "" if self.row is None else self.row.id

    @property
    def knows_families(self) -> bool:
        """Whether the families of the tasks are known: those of a row, or of a file with named tasks."""
        return bool(self.suite) or self.row is not None

    def within(self, category: str) -> "Subject":
        """Return the subject with counts on the tasks of one category."""
        return replace(self, counts=self.counts.within(category))

    def with_families_of(self, other: "Subject") -> "Subject":
        """Return the subject with the other one's families of tasks, if only the other one knows them."""
        if self.knows_families or not other.knows_families:
            return self
        known = dict(zip(other.counts.tasks, other.counts.stems, strict=True))
        stems = tuple(known.get(task, task) for task in self.counts.tasks)
        return replace(self, counts=replace(self.counts, stems=stems))


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLookup:
    """A folder of rows, and filters for the rows in it; an empty filter accepts all."""

    rows: Path
    suite: str = ""
    dataset: str = ""
    setting: str = ""
    protocol: str = ""

    def matches(self, row: Row) -> bool:
        """Whether the row passes all filters."""
        result = row.result
        filters = {name: getattr(self, name) for name in ("suite", "dataset", "setting", "protocol")}
        return all(not wanted or wanted == getattr(result, name) for name, wanted in filters.items())


def matching_rows(ledger: LedgerLookup, slugs: Sequence[str] = ()) -> tuple[CountedRow, ...]:
    """Return the rows of a ledger that pass its filters and count, oldest first; only of ``slugs``, if any.

    A row that a newer version of its suite supersedes never counts.

    Rows of other efforts of these submissions count, too.

    Raises:
        BadInput: if a row cannot be read.
    """
    rows = read_counted(ledger.rows, None, [without_effort(slug) for slug in slugs] or None)
    superseded = superseded_ids(counted.row for counted in rows)
    return tuple(
        counted for counted in rows if counted.row.id not in superseded and ledger.matches(counted.row)
    )


def find_subjects(
    names: Sequence[str], ledger: LedgerLookup, tasks: Sequence[Task] | None
) -> tuple[Subject, ...]:
    """Return the subjects that a user named: paths of rows and verdict files, or slugs in the ledger.

    A name that is not a path stands for the newest row of a slug; exactly one table of the ledger must have
    rows of all of these. Without ``tasks``, every task in a file of verdicts is accepted, each as its own
    stem.

    Raises:
        BadInput: for a name that is neither a path nor a slug, a file that cannot be read, and slugs that
            share no table or several.
    """
    slugs = [name for name in names if not Path(name).exists()]
    by_slug = _subjects_by_slug(slugs, ledger) if slugs else {}
    return tuple(by_slug[name] if name in by_slug else subject_from_file(Path(name), tasks) for name in names)


def row_subject(row: Row, counts: Counts) -> Subject:
    """Return the subject of a row with its counts; variants of a problem are one stem."""
    result = row.result
    stems = joined_stems(result.suite, counts.tasks, counts.stems)
    return Subject(
        name=row.name,
        slug=row.slug,
        counts=counts if stems == counts.stems else replace(counts, stems=stems),  # which keep their scores
        suite=result.suite,
        dataset=result.dataset,
        row=row,
    )


def _printable(counted: CountedRow, ledger: Path | None) -> Subject:
    subject = row_subject(counted.row, counted.counts)
    return replace(subject, name=printable_text(subject.name), ledger=ledger)


def subject_from_file(path: Path, tasks: Sequence[Task] | None) -> Subject:
    """Read a row (``.json``) or a file of verdicts (any other suffix).

    Raises:
        BadInput: for a file that is neither, and for verdicts on unknown tasks.
    """
    if path.suffix == ".json":
        counted = count_row(read_row(path))
        if not counted.counts.tasks:
            raise BadInput(
                path, "result.statuses", "the row holds no verdicts", "use a row that was judged here"
            )
        return _printable(counted, ledger_of(path, counted.row))
    name = bare_name(path)
    of = (tasks[0].suite, tasks[0].dataset) if tasks else ("", "")
    counts = count_outcomes(stream_verdicts(path), tasks, path)
    counts = replace(counts, stems=joined_stems(of[0], counts.tasks, counts.stems))
    return Subject(name=printable_text(name), slug=name, counts=counts, suite=of[0], dataset=of[1])


def count_outcomes(outcomes: Iterable[Outcome], tasks: Sequence[Task] | None, named: object) -> Counts:
    """Count outcomes in one pass, without holding them in memory; ``named`` is what messages call them.

    Raises:
        BadInput: for verdicts on unknown tasks.
    """
    counter = Counter(tasks, categories_of(tasks or ()))
    for sample in outcomes:
        if not counter.knows(sample.task_id):
            raise unknown_task(named, sample.task_id)
        if isinstance(sample, MissingSample):
            counter.add(sample.task_id, None)
        else:
            counter.add(sample.task_id, sample.status, sample.points, sample.parses, sample.kinds)
    counts = counter.counts()
    # Known tasks of which the file has no sample are not counted.
    places = [
        place
        for place, (judged, missing) in enumerate(zip(counts.judged, counts.missing, strict=True))
        if judged or missing
    ]
    if len(places) == len(counts.tasks):
        return counts
    new = {old: number for number, old in enumerate(places)}
    categories = {
        name: found
        for name, members in counts.categories.items()
        if (found := tuple(new[place] for place in members if place in new))
    }
    return replace(counts.at(places), categories=categories)


def unknown_task(path: object, task_id: str) -> BadInput:
    """Return the error for a verdict on a task that is not in the set of tasks."""
    fix = "name the judged tasks with --tasks, or with --suite and --dataset"
    return BadInput(path, "", f"task {quote_value(task_id)} is not in the given set of tasks", fix)


def metric_of(name: str, subjects: Sequence[Counts]) -> Metric:
    """Return the metric that ``--metric`` names.

    Raises:
        BadInput: for an unknown metric, and for a pass@k if a task of a subject has fewer than ``k`` samples.
    """
    try:
        found = metric(name)
    except KeyError:
        problem = f"{quote_value(name)} is not a known metric"
        raise BadInput("--metric", "", problem, f"use one of: {KNOWN_METRICS}") from None
    if name.startswith("pass@"):
        needed = int(name.removeprefix("pass@"))
        least = min((samples for counts in subjects for samples in counts.judged if samples), default=needed)
        if needed > least:
            problem = f"{name} needs {needed} samples per task, but a task has only {least}"
            raise BadInput("--metric", "", problem, f"use pass@{least} or below")
    return found


def measured_score(counted: CountedRow, by: Metric) -> Score | None:
    """Return the row's score by a metric; None if a judged task has too few samples for it."""
    needed = int(by.name.removeprefix("pass@")) if by.name.startswith("pass@") else 1
    judged = [samples for samples in counted.counts.judged if samples]
    return score(counted.counts, by) if judged and min(judged) >= needed else None


def _subjects_by_slug(slugs: Sequence[str], ledger: LedgerLookup) -> dict[str, Subject]:
    tables: dict[GroupKey, dict[str, Subject]] = {}
    known = set()
    for counted in matching_rows(replace(ledger, suite="", dataset="", setting="", protocol=""), slugs):
        slug = counted.row.slug
        known.add(slug)
        if slug in slugs and counted.counts.tasks and ledger.matches(counted.row):
            tables.setdefault(key_of(counted.row), {})[slug] = _printable(counted, ledger.rows)
    for slug in slugs:
        if slug not in known:
            fix = "name a row, a file of verdicts, or a slug with rows below --rows"
            efforts = [name for name in sorted(known) if without_effort(name) == slug]
            fix += f": {', '.join(efforts)}" if efforts else ""
            near = "" if efforts else did_you_mean(slug, {path.name for path in ledger.rows.glob("*/*/*")})
            raise BadInput(slug, "", f"is not a file, and has no row below {ledger.rows}{near}", fix)
    shared = [same for same in tables.values() if len(same) == len(set(slugs))]
    if len(shared) == 1:
        return shared[0]
    if not shared:
        problem = f"have no rows that answer the same question{_differing(tables, slugs)}"
        raise BadInput(", ".join(slugs), "", problem, "name the files of their rows")
    names = "; ".join(table_name(key) for key, same in tables.items() if same in shared)
    fix = "choose one with --suite, --dataset, --setting or --protocol"
    raise BadInput(", ".join(slugs), "", f"have rows in several tables: {names}", fix)


def _differing(tables: Mapping[GroupKey, Mapping[str, Subject]], slugs: Sequence[str]) -> str:
    """Return what differs between the most similar tables of two slugs, for the end of a problem."""
    sides = [[key for key, found in tables.items() if slug in found] for slug in slugs[:2]]
    differing = []
    for pair in product(*sides):
        words = []
        for field in fields(GroupKey):
            one, other = (getattr(key, field.name)[:40] or "not recorded" for key in pair)
            if one != other:
                words.append(f"the {field.name.replace('_', ' ')} differs: {one} and {other}")
        differing.append(words)
    least = min(differing, key=len, default=[])
    return f": {'; '.join(least)}" if least else ""


def table_name(key: GroupKey) -> str:
    """Return the name of a table in messages: ``code-vision rebuilt flowchart cool-1``."""
    parts = (key.suite, key.dataset, key.setting, key.protocol, key.prompt, key.extraction)
    return " ".join(part for part in parts if part)
