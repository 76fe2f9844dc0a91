"""Finds the answers in a folder of somebody else's run, whatever the known format of each file."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import Task
from benchmark.files.atomic import bare_name
from benchmark.files.bounded import read_chunks, read_lines
from benchmark.files.predictions import read_predictions
from benchmark.interchange.from_evalplus import ANSWERS, read_evalplus, read_evalplus_results
from benchmark.interchange.from_inspect import read_inspect
from benchmark.interchange.from_lm_eval import read_lm_eval
from benchmark.interchange.from_vlmevalkit import has_predictions, read_vlmevalkit
from benchmark.interchange.imported import FoundAnswer
from benchmark.pipeline.rows.executed_file import read_executed
from benchmark.suites.code_vision.importer import read_published_outputs
from benchmark.suites.code_vision.layouts import find_layouts, subset_of

FILES_LIMIT = 10_000  #: maximum files of a folder that are looked at
_LINES = (".jsonl", ".jsonl.gz")
_ENDINGS = (*_LINES, ".json", ".json.gz", ".eval", ".xlsx", ".tsv")
_RESULTS = "samples.jsonl_results.jsonl"  #: Code-Vision's files, in folders ``SUBSET/MODEL``


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """The answers of one model in one file, and what the file itself says about them."""

    path: Path
    form: str  #: the format, in words
    sha256: str  #: of the file as it lies there
    completions: tuple[Completion, ...]  #: the first one of each task and draw
    published: Mapping[SampleKey, bool]  #: whether an answer passed; empty if the file has no verdicts
    doubled: tuple[str, ...] = ()  #: tasks with more answers than the others, of which the first count
    tasks: tuple[Task, ...] = ()  #: the tasks with their tests, if the file has them
    name: str = ""  #: the model, and the part of the tasks, if the file or its folder names them


@dataclass(slots=True)
class FoundFolder:
    """What is in a folder."""

    files: list[FoundFile] = field(default_factory=list)
    unread: list[BadInput] = field(default_factory=list)  #: files in a known format that cannot be read
    others: int = 0  #: files without answers


def find_answers(folder: Path) -> FoundFolder:
    """Read every file with answers in a folder, at any depth.

    Links, names that begin with a dot and descriptions of a first stage are left out. A file that cannot be
    read is listed, and does not stop the others; so is one with the same answers as another file.

    Raises:
        BadInput: if there is no such folder, or it has more than :data:`FILES_LIMIT` files.
    """
    if not folder.is_dir():
        raise BadInput(folder, "", "no such folder", "name a folder with answers, such as a clone")
    found = FoundFolder()
    for number, path in enumerate(_files(folder)):
        if number == FILES_LIMIT:
            problem = f"has more than {FILES_LIMIT:,} files"
            raise BadInput(folder, "", problem, "name the folder in it that has the answers")
        try:
            files = _read(path)
        except BadInput as error:
            found.unread.append(error)
        else:
            found.files += files
            found.others += not files
    _drop_copies(found)
    return found


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        # A first stage has descriptions, not programs.
        if path.is_symlink() or path.name.startswith(".") or ".stage-" in path.name:
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.is_file():
            yield path


def _drop_copies(found: FoundFolder) -> None:
    """List files with equal answers once: HumanEval-V's files of results repeat those of predictions."""
    kept: dict[tuple[object, ...], FoundFile] = {}
    # Those with verdicts first, which can be compared.
    for file in sorted(found.files, key=lambda file: not file.published):
        answers = tuple((completion.key, completion.text) for completion in file.completions)
        other = kept.setdefault((file.name, *sorted(answers)), file)
        if other is not file:
            found.unread.append(BadInput(file.path, "", f"has the same answers as {other.path}"))
    found.files = [file for file in found.files if file in kept.values()]


def _read(path: Path) -> list[FoundFile]:
    """Return the answers of a file; none if it is in no known format."""
    if not path.name.endswith(_ENDINGS):
        return []
    in_layout = path.name.startswith(_RESULTS) and subset_of(path.resolve().parent.parent.name) is not None
    if in_layout or (path.parent.name == "completions" and any(path.parent.parent.glob("tasks_*.jsonl*"))):
        return list(_read_code_vision(path))
    form = format_of(path)
    if form is None:
        return []
    answers, doubled = _first_of_each(READERS[form](path))
    completions = tuple(answer.completion for answer in answers)
    names = {completion.model for completion in completions} - {None}
    return [
        FoundFile(
            path=path,
            form=form,
            sha256=sha256_hex(path.read_bytes()),
            completions=completions,
            published={
                answer.completion.key: answer.passed for answer in answers if answer.passed is not None
            },
            doubled=doubled,
            name=str(names.pop()) if len(names) == 1 else "",
        )
    ]


def _read_code_vision(path: Path) -> Iterator[FoundFile]:
    imported = read_published_outputs([path])
    (layout,) = find_layouts([path])
    for run in imported.runs:
        yield FoundFile(
            path=path,
            form="Code-Vision",
            sha256=sha256_hex(path.read_bytes()),
            completions=run.completions,
            published={(verdict.task_id, verdict.draw): verdict.passed for verdict in run.published},
            doubled=tuple(line.removeprefix(f"{path}, ") for line in imported.doubled),
            tasks=imported.tasks[run.subset],
            name=f"{getattr(layout, 'model', bare_name(path))} {run.subset}",
        )


def _read_own(path: Path) -> Iterator[FoundAnswer]:
    """Yield the completions of prediction files: ours, HumanEval-V's lists, MMCode's generation files."""
    return (FoundAnswer(path, "", completion) for completion in read_predictions(path))


def _read_executed(path: Path) -> Iterator[FoundAnswer]:
    """Yield the completions and verdicts of HumanEval-V's ``NAME_executed.json``."""
    for item in read_executed(path):
        for result in item.results:
            if result.task_id >= len(item.predictions):
                problem = f"{quote_value(item.qid)} has a result of draw {result.task_id} without its text"
                raise BadInput(path, "", problem, "restore the file")
            text = item.predictions[result.task_id]
            completion = Completion(task_id=item.qid, draw=result.task_id, text=text)
            yield FoundAnswer(path, "", completion, None if result.missing else bool(result.passed))


#: Format → its reader.
READERS: Mapping[str, Callable[[Path], Iterator[FoundAnswer]]] = {
    "prediction file": _read_own,
    "HumanEval-V, executed": _read_executed,
    "samples of EvalPlus or HumanEval": read_evalplus,
    "results of EvalPlus": read_evalplus_results,
    "lm-evaluation-harness": read_lm_eval,
    "Inspect": read_inspect,
    "VLMEvalKit": read_vlmevalkit,
}

#: Formats that `sightbench evaluate` itself reads.
OWN = ("prediction file", "HumanEval-V, executed")
#: Formats of JSON lists and of JSON documents → names that are near the beginning of each file.
_LISTS = {
    "VLMEvalKit": ("index", "prediction"),
    "HumanEval-V, executed": ("qid", "predictions", "results"),
    "prediction file": ("qid", "predictions"),
}
_DOCUMENTS = {"results of EvalPlus": ("eval", "base_status"), "Inspect": ("eval", "version")}


def format_of(path: Path) -> str | None:
    """Return the format of a file with answers, from how it begins; None for another file.

    Raises:
        BadInput: if the first line of a file of JSON lines is broken.
    """
    try:
        start = next(iter(read_chunks(path))).lstrip()
        if path.suffix in (".xlsx", ".tsv"):
            return "VLMEvalKit" if has_predictions(path) else None
    except BadInput:  # such as an empty file, which has no answers
        return None
    if path.suffix == ".eval":
        return "Inspect" if start.startswith((b"PK", b"{")) else None
    if start.startswith(b"["):
        return _first_with(start, _LISTS)
    try:
        first = json.loads(next(iter(read_lines(path))).data)
    except (BadInput, RecursionError):  # a very long line
        first = None
    except ValueError:  # a document of many lines
        if start.startswith(b"{") and path.name.endswith(_LINES):
            raise BadInput(path, "line 1", "is not valid JSON", "restore the file") from None
        first = None
    if isinstance(first, dict) and "eval" not in first:
        return _format_of_lines(first)
    return _first_with(start, _DOCUMENTS) if start.startswith(b"{") else None


def _first_with(start: bytes, forms: Mapping[str, Sequence[str]]) -> str | None:
    """Return the first format whose names are all in the beginning of a file."""
    return next(
        (form for form, names in forms.items() if all(f'"{n}"'.encode() in start for n in names)), None
    )


def _format_of_lines(first: Mapping[str, object]) -> str | None:
    if {"doc_id", "resps"} <= first.keys():
        return "lm-evaluation-harness"
    if {"task_id", "run_id"} <= first.keys() or {"task_id", "draw", "completion"} <= first.keys():
        return "prediction file"
    # Without a number of the draw, repeats of a task are its draws.
    return (
        "samples of EvalPlus or HumanEval"
        if "task_id" in first and not first.keys().isdisjoint(ANSWERS)
        else None
    )


def _first_of_each(found: Iterable[FoundAnswer]) -> tuple[list[FoundAnswer], tuple[str, ...]]:
    """Return as many answers per task as most tasks have, and the tasks that have more."""
    by_task: dict[str, dict[int, FoundAnswer]] = {}
    doubled: dict[str, None] = {}
    for answer in found:
        kept = by_task.setdefault(answer.completion.task_id, {})
        if kept.setdefault(answer.completion.draw, answer) is not answer:
            doubled[answer.completion.task_id] = None
    usual = Counter(map(len, by_task.values())).most_common(1)[0][0] if by_task else 0
    doubled |= {task: None for task, kept in by_task.items() if len(kept) > usual}
    answers = [kept[draw] for kept in by_task.values() for draw in sorted(kept)[:usual]]
    return answers, tuple(map(quote_value, doubled))
