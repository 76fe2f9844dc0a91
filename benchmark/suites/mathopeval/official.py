"""The data sets ``official-choice`` and ``official-free``: the paper's data, from files that the user has.

No public place of the data is known, so there is no address and no pin: a folder in the form of
``official.md`` is read, checked and stored. Nothing of it is shipped.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.task import Task
from benchmark.datasets.official import FetchRequest, OfficialSource
from benchmark.datasets.pictures import LIMITS, PngPicture, png_picture
from benchmark.datasets.store import (
    FORM,
    TASKS,
    FetchedSet,
    folder_of,
    load_tasks,
    read_fetched,
    replace_stored,
    write_record,
    write_unfinished,
)
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import validate_record
from benchmark.files.strict_json import dump_records, read_records
from benchmark.files.tasks import read_tasks, task_record
from benchmark.suites.mathopeval.names import STORED, SUITE_ID, StateName
from benchmark.suites.mathopeval.official_record import OfficialSample
from benchmark.suites.mathopeval.official_shots import SHOT_FILES, ShotPool
from benchmark.suites.mathopeval.official_tasks import (
    LATEX,
    STATE_NAMES,
    choice_tasks,
    free_tasks,
    picture_path,
    task_ids,
)
from benchmark.suites.mathopeval.published import check_counts

#: The stored task files; those of choices may be without a task.
FREE_FILE, CHOICE_FILE, LATEX_FILE = TASKS, "choice.jsonl", "latex.jsonl"
SAMPLES = ("samples.jsonl", "samples.jsonl.gz")
COMMAND = f"sightbench dataset fetch {SUITE_ID}"

_PICTURE_LIMIT = 32 * MIB
_PICTURE_FORM = f"as PNG, JPEG, WebP, GIF or BMP, with {LIMITS}"
_DOMAINS_LIMIT = 100  #: every row has a score per category of its tasks
_PROBLEMS_SHOWN = 20
_SHAPE = "see benchmark/suites/mathopeval/official.md"


@dataclass(slots=True)
class _Import:
    """The tasks that were made so far, and the problems that were found."""

    source: Path
    folder: Path  #: where pictures are written
    ids: dict[str, int] = field(default_factory=dict)  #: id of each sample and task → line
    choices: list[dict[str, object]] = field(default_factory=list)
    free: list[dict[str, object]] = field(default_factory=list)
    latex: list[dict[str, object]] = field(default_factory=list)  #: free form in LaTeX that is not read
    rows: list[dict[str, object]] = field(default_factory=list)  #: id and digest of each sample
    types: Counter[str] = field(default_factory=Counter)
    domains: set[str] = field(default_factory=set)
    shots: ShotPool = field(default_factory=ShotPool)
    problems: list[BadInput] = field(default_factory=list)

    def add(self, path: Path, number: int, record: dict[str, object]) -> None:
        """Add the sample of a line, or its problems."""
        try:
            sample = validate_record(OfficialSample, record, path, f"line {number}")
        except BadInput as error:
            self.problems += error.problems
            return
        # Each domain is a category with a score in every row.
        if sample.domain not in self.domains and len(self.domains) >= _DOMAINS_LIMIT:
            problem = f"there are more than {_DOMAINS_LIMIT} different domains"
            fix = "use names of a few fields, such as economy or weather, or leave domain out"
            self.problems.append(BadInput(path, f"line {number}: domain", problem, fix))
            return
        names = [sample.id, *task_ids(sample)]
        if repeated := [name for name in names if name in self.ids]:
            problem = f"{quote_value(repeated[0])} is already on line {self.ids[repeated[0]]}"
            self.problems.append(BadInput(path, f"line {number}: id", problem, "give each sample its own id"))
            return
        self.ids |= dict.fromkeys(names, number)
        pictures = self._pictures(path, number, sample)
        # After a first problem nothing is stored, so the other lines are only searched for problems.
        if self.problems:
            return
        paths = {state: picture_path(sample, state, shown.pixels) for state, shown in pictures.items()}
        for state, picture in pictures.items():
            write_unfinished(self.folder / paths[state], picture.data)
        tasks = free_tasks(sample, paths)
        drawn = self.latex if tasks[0].dataset == LATEX else self.free
        drawn += map(task_record, tasks)
        self.choices += map(task_record, choice_tasks(sample, paths))
        digest = digest_lines(
            [sample.model_dump(mode="json"), {paths[state]: pictures[state].pixels for state in pictures}]
        )
        self.rows.append({"key": sample.id, "sha256": digest})
        self.types[sample.type] += 1
        self.domains.add(sample.domain)
        self.shots.add(sample, paths)

    def _pictures(self, path: Path, number: int, sample: OfficialSample) -> dict[StateName, PngPicture]:
        """Return the pictures of the states, without those that cannot be read."""
        found: dict[StateName, PngPicture] = {}
        for state in STATE_NAMES:
            name = sample.states.of(state).picture
            try:
                found[state] = _read_picture(self.source, name)
            except BadInput as error:
                place = f"line {number}: states.{state}.picture"
                problem = f"{quote_value(name)} {error.problem}"
                self.problems.append(BadInput(path, place, problem, error.fix))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialReport:
    """What an import has stored."""

    folder: Path
    samples: dict[str, int]  #: samples by type
    questions: int
    free: int
    latex: int  #: tasks in free form, in LaTeX, that only a language model judges
    without_shots: tuple[str, ...]  #: types and operations with too few samples for worked examples


def import_official(source: Path, *, check: bool = False) -> OfficialReport:
    """Read the data in a folder, and store both data sets, completely or not at all.

    Args:
        source: a folder with ``samples.jsonl`` and the pictures that it names.
        check: whether the numbers of samples and questions must be those of the paper.

    Raises:
        BadInput: if something is not valid: it names the file, the line, the field and the fix, for up to 20
            problems; or if the numbers differ from the paper's.
        OurFailure: if an earlier import cannot be replaced.
    """
    path = _samples_file(source)
    folder = folder_of(SUITE_ID, STORED)
    make_folder(folder.parent)
    # Next to the final place, so that a rename within one file system is enough.
    with tempfile.TemporaryDirectory(prefix=".import-", dir=folder.parent) as scratch:
        found = _Import(source, Path(scratch) / STORED)
        for number, record in read_records(path):
            found.add(path, number, record)
            if len(found.problems) >= _PROBLEMS_SHOWN:
                break
        if found.problems:
            raise ManyBadInputs(found.problems[:_PROBLEMS_SHOWN])
        if check:
            check_counts(path, found.types, len(found.choices), len(found.free) + len(found.latex))
        lacking = _write(found)
        for name, records in _files(found):
            if records:
                read_tasks(found.folder / name)  # what is stored can be loaded
        replace_stored(folder, found.folder, Path(scratch))
    return OfficialReport(
        folder=folder,
        samples=dict(found.types),
        questions=len(found.choices),
        free=len(found.free),
        latex=len(found.latex),
        without_shots=tuple(lacking),
    )


def load_choice() -> tuple[Task, ...]:
    """Return the multiple-choice questions.

    Raises:
        BadInput: if the data were not imported, have no such questions, or were changed afterwards.
    """
    tasks = _load(CHOICE_FILE)
    if not tasks:
        problem = "the imported data have no multiple-choice questions"
        raise BadInput(folder_of(SUITE_ID, STORED), "", problem, "import data with questions")
    return tasks


def load_free() -> tuple[Task, ...]:
    """Return the tasks in free form; raises the errors of :func:`load_choice`."""
    return _load_some(FREE_FILE, "official-latex")


def load_latex() -> tuple[Task, ...]:
    """Return the tasks in free form whose LaTeX is not read; raises the errors of :func:`load_choice`."""
    return _load_some(LATEX_FILE, "official-free")


def _load_some(file: str, other: str) -> tuple[Task, ...]:
    path = folder_of(SUITE_ID, STORED) / file
    # All tasks can be of the other kind. Then this file is missing, or has no line.
    if imported() is not None and not (path.exists() and path.stat().st_size):
        problem = f"the imported samples have no tasks of this kind: all are in {other}"
        raise BadInput(path, "", problem, f"use the data set {other}")
    return _load(file)


def _load(file: str) -> tuple[Task, ...]:
    return load_tasks(SUITE_ID, STORED, COMMAND, file)


def imported() -> FetchedSet | None:
    """Return the record of the import; None if there was none."""
    return read_fetched(SUITE_ID, STORED)


def _samples_file(source: Path) -> Path:
    paths = [source / name for name in SAMPLES]
    found = [path for path in paths if path.is_file()]
    if len(found) != 1:
        problem = f"has both {' and '.join(SAMPLES)}" if found else f"has no {SAMPLES[0]}"
        if not source.is_dir():
            problem = "is not a folder" if source.exists() else "no such folder"
        raise BadInput(source, "", problem, f"name a folder with one of them; {_SHAPE}")
    return found[0]


def _read_picture(source: Path, name: str) -> PngPicture:
    path = source / name
    # Unlike `resolve`, `realpath` takes links that go in a circle, which cannot be read below.
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(source)):
        raise BadInput(path, "", "is a link that leaves the folder", "copy the picture into it")
    try:
        picture = png_picture(read_bytes(path, _PICTURE_LIMIT))
    except BadInput as error:
        raise BadInput(path, "", error.problem, f"name a file with a picture {_PICTURE_FORM}") from None
    if picture.problem:
        raise BadInput(path, "", picture.problem, f"save it {_PICTURE_FORM}")
    return picture


def _write(found: _Import) -> list[str]:
    """Write everything but the pictures, the record last; return what has no worked examples."""
    shown, other, lacking = found.shots.chosen()
    digests = {}
    for name, records in _files(found):
        data = dump_records(found.folder / name, records)
        write_unfinished(found.folder / name, data)
        digests[name] = sha256_hex(data)
    for name, shots in zip(SHOT_FILES, (shown, other), strict=True):
        if shots:
            data = dump_records(found.folder / name, (shot.model_dump(mode="json") for shot in shots))
            write_unfinished(found.folder / name, data)
    # The digest of the content does not depend on the order of the lines.
    rows = sorted(found.rows, key=lambda row: str(row["key"]))
    record = FetchedSet(
        form=FORM,
        suite=SUITE_ID,
        dataset=STORED,
        revision="",
        source=str(found.source.absolute()),
        content=digest_lines(rows),
        tasks=len(found.free) + len(found.latex),
        tasks_sha256=digests.pop(FREE_FILE),
        more=digests,
        prompts={},
        broken={},
    )
    write_record(found.folder, record)
    return lacking


def _files(found: _Import) -> Iterator[tuple[str, list[dict[str, object]]]]:
    yield FREE_FILE, found.free
    if found.choices:
        yield CHOICE_FILE, found.choices
    if found.latex:
        yield LATEX_FILE, found.latex


def _fetch(request: FetchRequest, report: Callable[[str], None]) -> Mapping[str, FetchedSet]:
    """Import the folder, unless that was done before."""
    if request.version is not None:
        problem = f"{SUITE_ID} has no version {quote_value(request.version)}"
        fix = f"use {' or '.join(SOURCE.figures)}, or leave it out for the paper's data"
        raise BadInput("--version", "", problem, fix)
    source, known = request.source, imported()
    here = known is not None and (source is None or source.absolute() == Path(known.source))
    # Numbers are counted while a folder is read, so a check reads it again.
    if here and not (request.again or request.check_counts):
        report(f"official-choice, official-free are already here: {folder_of(SUITE_ID, STORED)}")
        return {}
    if source is None:
        problem = "is required: no public place of these data is known"
        raise BadInput("--from", "", problem, "name a folder as in benchmark/suites/mathopeval/official.md")
    found = import_official(source, check=request.check_counts)
    types = ", ".join(f"{count:,} {type_}" for type_, count in found.samples.items())
    report(f"{sum(found.samples.values())} samples ({types}) in {found.folder}")
    report(f"official-choice: {found.questions:,} tasks; official-free: {found.free:,} tasks")
    if found.latex:
        report(f"official-latex: {found.latex:,} tasks with LaTeX that the judge of figures does not read")
        report("`sightbench rubric` judges them")
    if found.questions and found.without_shots:
        report(f"too few samples for worked examples: {', '.join(found.without_shots)}")
    return {}


SOURCE = OfficialSource(
    fetch=_fetch,
    options=frozenset(("check_counts", "version")),
    reason=", whose data have no known address",
    figures={name: f"benchmark.suites.{SUITE_ID}.{name}" for name in ("geometry3k", "chartmimic")},
)
