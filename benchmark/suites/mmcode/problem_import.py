"""Imports contest problems from JSON, by the rules for MMCode's own records (:mod:`.problem_record`)."""

import contextlib
import hashlib
import re
import tempfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import Picture, StdioCheck, Task
from benchmark.datasets.official import OfficialTask, RefusedRowError, Row, SourceColumn
from benchmark.datasets.problem_records import read_problems, record_files
from benchmark.files.atomic import compress_pieces_for, make_folder, write_atomic
from benchmark.files.bounded import decode, read_bytes, read_lines
from benchmark.files.edge import Count, Record
from benchmark.files.stored_completions import Spool
from benchmark.files.strict_json import dump_lines, dump_records
from benchmark.files.tasks import task_record
from benchmark.suites.mmcode.official import COLUMNS
from benchmark.suites.mmcode.problem_record import task_of_record

TASKS, TEST_TASKS, REPORT = "tasks.jsonl.gz", "tasks-test.jsonl.gz", "report.json"
TEST, EXTRA = "test", "extra"  #: the authors' names of the splits
_COLUMNS = (
    *COLUMNS,
    SourceColumn(name="samples", kind="json", required=False),
    SourceColumn(name="tests", kind="json", required=False),
    SourceColumn(name="output_validator_flags", kind="text", required=False),
)
_ENDINGS = (".jsonl", ".jsonl.gz", ".json")
_NAME_WITHIN = 300  #: characters at the beginning of a statement in which its name is looked for
_FRACTION = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+|\d+(?:\.\d*)?[eE][+-]?\d+)")
_TOLERANCE = re.compile(r"(?:float_tolerance|float_relative_tolerance|float_absolute_tolerance)\s+(\S+)")


class ImportReport(Record):
    """report.json of an import."""

    schema_: Literal["sightbench/problem-import/2"] = Field(
        default="sightbench/problem-import/2", alias="schema"
    )
    dataset: str
    seed: int = Field(description="seed of the test split")
    read: Count = Field(description="problems in the source")
    kept: list[str] = Field(description="ids, in the order of the task file")
    test: Count = Field(description="kept problems in the test split")
    pictures: Count = Field(description="pictures of the kept problems")
    left_out: dict[str, str] = Field(description="problem that is not imported → reason")
    repaired: dict[str, str] = Field(description="problem that is imported → what was repaired in it")


def import_problems(
    source: Path,
    out: Path,
    *,
    dataset: str = "imported",
    test: int = 0,
    seed: int = 1,
    several_answers: Path | None = None,
    keep_pictureless: bool = False,
    advance: Callable[[], None] = lambda: None,
) -> ImportReport:
    """Import contest problems into the folder ``out``; return the report, which is written too.

    The folder gets ``tasks.jsonl.gz``, ``tasks-test.jsonl.gz`` if there is a test split, ``report.json``, and
    ``pictures/``. These replace those of an earlier import when all of them are written; other files stay.

    Args:
        source: a file, a folder or an archive of problems.
        out: a new or empty folder, or one of an earlier import.
        dataset: name of the data set in the task files.
        test: number of problems in the test split; 0 keeps the splits of the source.
        seed: seed of the test split.
        several_answers: list of problems to leave out, because more than one answer is right.
        keep_pictureless: whether to keep problems without pictures.
        advance: called for each problem.

    Raises:
        BadInput: if a file is not valid, a path leaves the source, or ``out`` has other files.
    """
    several = _listed_ids(several_answers) if several_answers else frozenset()
    places: dict[str, int] = {}  #: problem → its place among the tasks
    splits: dict[str, str] = {}
    tasks: Spool[Task] = Spool()  # all tests of a large set do not fit into memory
    left_out: dict[str, str] = {}
    repaired: dict[str, str] = {}
    pictures = 0
    with _replacing(out) as stage:
        for place, row in read_problems(_files(source), _COLUMNS, paths=True):
            name = str(row["problem_id"])
            if name in places or name in left_out:
                raise BadInput(
                    place, "problem_id", f"{quote_value(name)} is repeated", "give each problem its own id"
                )
            try:
                made = _task_of(row, keep_pictureless=keep_pictureless, several=several)
                # Writes nothing: it raises BadInput for a line that no reader of task files would accept.
                dump_records(out / TASKS, [task_record(made.task)])
            except (RefusedRowError, BadInput) as error:  # the latter: its line would be too long
                left_out[name] = error.problem if isinstance(error, BadInput) else str(error)
            else:
                for path, data in made.pictures.items():
                    # Problems share pictures, whose names are digests of their pixels.
                    if not (stage / path).exists():
                        # Not durable: after a power failure the unfinished folder is of no use anyway.
                        write_atomic(stage / path, data, durable=False)
                places[name] = tasks.append(replace(made.task, dataset=dataset))
                splits[name] = made.task.subset
                pictures += sum(isinstance(part, Picture) for part in made.task.parts)
                if made.repairs:
                    repaired[name] = "; ".join(made.repairs)
            advance()
        if several_answers and (unknown := sorted(several - places.keys() - left_out.keys())):
            problem = f"there is no problem {quote_value(unknown[0])}"
            raise BadInput(several_answers, "", problem, "write the ids of the source")
        kept = sorted(places, key=lambda name: (natural_key(name), name))
        if test:
            chosen = choose_test(kept, test, seed)
            splits = {name: TEST if name in chosen else EXTRA for name in kept}
        in_test = [name for name in kept if splits[name] == TEST]
        for file, names in ((TASKS, kept), (TEST_TASKS, in_test)):
            if names or file == TASKS:
                found = (replace(tasks.value(places[name]), subset=splits[name]) for name in names)
                lines = dump_lines(stage / file, map(task_record, found))
                write_atomic(stage / file, compress_pieces_for(stage / file, lines))
        report = ImportReport(
            dataset=dataset,
            seed=seed,
            read=len(places) + len(left_out),
            kept=kept,
            test=len(in_test),
            pictures=pictures,
            left_out=left_out,
            repaired=repaired,
        )
        write_atomic(stage / REPORT, (report.model_dump_json(by_alias=True, indent=1) + "\n").encode())
    return report


def choose_test(ids: Collection[str], count: int, seed: int) -> frozenset[str]:
    """Return ``count`` ids: those with the smallest SHA-256 of seed and id.

    So a set with more problems has nearly the same test split, and the same set always the same.

    Raises:
        BadInput: if there are fewer ids.
    """
    if count > len(ids):
        problem = f"{count} problems are wanted, but only {len(ids)} are left"
        raise BadInput("--test", "", problem, "choose a smaller number")
    ranked = sorted(ids, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())
    return frozenset(ranked[:count])


def _files(source: Path) -> list[Path]:
    """Return the files of a source: all files of problems in a folder, else what an official set may be."""
    if source.is_file() and source.suffix == ".json":
        return [source]
    if source.is_dir():
        files = [path for path in source.iterdir() if path.name.endswith(_ENDINGS) and path.is_file()]
        shown = [path for path in files if not path.name.startswith(".") and path.name != REPORT]
        if shown:
            return sorted(shown, key=lambda path: natural_key(path.name))
    return record_files(source)


def _task_of(row: Row, *, keep_pictureless: bool, several: Collection[str]) -> OfficialTask:
    """Return the task of a problem.

    Raises:
        RefusedRowError: if the problem is left out.
    """
    if row["problem_id"] in several:
        raise RefusedRowError("the list of --several-answers names it: more than one answer is right")
    if not row["images"] and not keep_pictureless:
        raise RefusedRowError("it has no picture")
    tests = _examples(row, "tests")
    whole = {"inputs": [given for given, _ in tests], "outputs": [wanted for _, wanted in tests]}
    question = _whole_statement(str(row["question"]), str(row["name"]), _examples(row, "samples"))
    made = task_of_record(
        {**row, "question": question, "input_output": whole if tests else row["input_output"]}
    )
    task = replace(made.task, subset=str(row["data_split"]))
    tolerance = _tolerance(str(row["output_validator_flags"]))
    cases = task.check.cases if isinstance(task.check, StdioCheck) else ()
    # Whole numbers stay exact: a relative tolerance of 1e-6 would accept 2000000 for 2000001.
    if tolerance is not None and any(_FRACTION.search(case.output) for case in cases):
        task = replace(task, check=StdioCheck(cases=cases, compare="floats", tolerance=tolerance))
    return replace(made, task=task)


def _examples(row: Row, name: str) -> list[tuple[str, str]]:
    """Return (input, output) of each entry of a list of samples or tests."""
    found = []
    entries = row[name] or []
    for entry in entries if isinstance(entries, list) else [entries]:
        match entry:
            case {"input": str(given), "output": str(wanted)}:
                found.append((given, wanted))
            case _:
                raise RefusedRowError(f"{name} is not a list of objects with the texts input and output")
    return found


def _whole_statement(text: str, name: str, samples: list[tuple[str, str]]) -> str:
    """Return a statement that begins with its name, and ends with the samples unless it has all inputs."""
    name, beginning = " ".join(name.split()), " ".join(text[:_NAME_WITHIN].split())
    if name and name.casefold() not in beginning.casefold():
        text = f"{name}\n\n{text}"
    words = " ".join(text.split())
    if all(" ".join(given.split()) in words for given, _ in samples):
        return text
    for number, (given, wanted) in enumerate(samples, 1):
        text += f"\n\nSample Input {number}\n\n" + given.strip("\n")
        text += f"\n\nSample Output {number}\n\n" + wanted.strip("\n")
    return text


def _tolerance(options: str) -> float | None:
    """Return what numbers may differ by, according to the options of a checker as Kattis writes them."""
    for found in _TOLERANCE.findall(options):
        with contextlib.suppress(ValueError):
            if 0 <= (value := float(found)) <= 1:
                return value
    return None


def _listed_ids(path: Path) -> frozenset[str]:
    texts = (decode(line.data, path, line.number, line.offset) for line in read_lines(path))
    return frozenset(filter(None, (text.partition("#")[0].strip() for text in texts)))


@contextlib.contextmanager
def _replacing(out: Path) -> Iterator[Path]:
    """Yield a new folder; at the end, what is in it replaces what an earlier import wrote to ``out``.

    Raises:
        BadInput: if ``out`` has files but not the report of an import, or cannot be written.
    """
    report = out / REPORT
    imported = report.is_file() and b"sightbench/problem-import/" in read_bytes(report)
    if out.is_dir() and any(out.iterdir()) and not imported:
        problem = "has files that are not of an earlier import"
        raise BadInput(out, "", problem, "name an empty folder with --out")
    make_folder(out.parent)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as name:
            new, old = Path(name) / "new", Path(name) / "old"
            new.mkdir()
            old.mkdir()
            yield new
            make_folder(out)
            for part in ("pictures", TASKS, TEST_TASKS, REPORT):
                # Moved away first: a folder with files in it cannot be replaced by renaming another.
                if (out / part).exists():
                    (out / part).rename(old / part)
                if (new / part).exists():
                    (new / part).rename(out / part)
    except OSError as error:
        problem = f"cannot be written: {error.strerror or error}"
        raise BadInput(out, "", problem, "check the folder and the free space, and import again") from None
