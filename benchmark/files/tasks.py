"""Task files: one task per line."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.task import (
    DEFAULT_OPTIONS,
    FIGURE_TOLERANCE,
    Check,
    ChoiceCheck,
    FigureCheck,
    FunctionCheck,
    Limits,
    Part,
    Picture,
    RubricCheck,
    StdioCase,
    StdioCheck,
    Task,
)
from benchmark.files.atomic import compress_for, write_atomic
from benchmark.files.edge import validate_record
from benchmark.files.pictures import MARK, split_prompt
from benchmark.files.strict_json import dump_records, read_records
from benchmark.files.task_line import (
    COMPILED,
    AnyCheckLine,
    ChoiceCheckLine,
    FigureCheckLine,
    FunctionCheckLine,
    RubricCheckLine,
    StdioCheckLine,
    TaskLine,
)

#: Fields that a task and its line have alike; a line leaves out those without a value.
_SAME_FIELDS = (
    "subset", "stem", "starter_code", "entry_point", "level", "description", "chart", "reference",
    "unique_among", "licence",
)  # fmt: skip

_MOST_FAULTS = 20  #: faults of a file that one reading reports
_HUMAN_EVAL_FIELDS = ("task_id", "prompt", "entry_point", "canonical_solution", "test")


def read_tasks(
    path: Path, *, compiled: bool = False, lines: dict[str, int] | None = None
) -> tuple[Task, ...]:
    """Read all tasks, in the order of the file; a line may also have the fields of the HumanEval file.

    Args:
        path: the file.
        compiled: whether its Python sources are known to compile, which takes most of the time of reading.
        lines: gets the line of each task by its id.

    Raises:
        BadInput: if the file or a line is not valid (see ``bounded``, ``strict_json``, :class:`TaskLine`),
            or an id is repeated; it has the faults of all lines, up to ``_MOST_FAULTS``.
    """
    lines = {} if lines is None else lines
    tasks, faults = list[Task](), list[BadInput]()
    context = COMPILED if compiled else None
    for number, record in read_records(path):
        _check_kind(path, number, record)
        try:
            task = _new_task(record, path, number, lines, context)
        except BadInput as error:
            faults += error.problems
            if len(faults) >= _MOST_FAULTS:
                break
            continue
        lines[task.id] = number
        tasks.append(task)
    if faults:
        raise ManyBadInputs(faults)
    return tuple(tasks)


def _new_task(
    record: dict[str, object], path: Path, number: int, lines: Mapping[str, int], context: str | None
) -> Task:
    place = f"line {number}"
    task = _task(validate_record(TaskLine, _from_human_eval(record), path, place, context=context))
    if task.id in lines:
        problem = f"{quote_value(task.id)} is already on line {lines[task.id]}"
        raise BadInput(path, f"{place}: id", problem, "give each task its own id")
    return task


def _check_kind(path: Path, number: int, record: dict[str, object]) -> None:
    """Report a line of another format with one message, instead of one per field."""
    if "task_id" in record and "completion" in record:
        fix = "name this file with --predictions of `sightbench evaluate`"
        raise BadInput(path, f"line {number}", "is a completion, not a task", fix)
    if "test" in record and "check" not in record and not record.keys() <= {*_HUMAN_EVAL_FIELDS}:
        fix = (
            f'write "check": {{"kind": "function", "tests": ["…"]}}, or only {", ".join(_HUMAN_EVAL_FIELDS)}'
        )
        raise BadInput(path, f"line {number}: test", "is a field of HumanEval, but others are not", fix)


def _from_human_eval(record: dict[str, object]) -> dict[str, object]:
    """Return the record as a line of a task file if it has the fields of HumanEval, else unchanged."""
    if not {"task_id", "test"} <= record.keys() <= {*_HUMAN_EVAL_FIELDS}:
        return record
    line: dict[str, object] = {
        "id": record["task_id"],
        "check": {"kind": "function", "tests": [record["test"]]},
    }
    line |= {name: record[name] for name in ("prompt", "entry_point") if name in record}
    match record:
        case {"prompt": str(prompt), "canonical_solution": str(solution)}:
            line |= {"starter_code": prompt, "reference": prompt + solution}
        case _:
            pass
    return line


def write_tasks(path: Path, tasks: Iterable[Task]) -> None:
    """Write tasks as JSON Lines, gzipped if the name ends in ``.gz``; same input, same bytes.

    Raises:
        ValueError: if a task's parts cannot be written as a prompt with marks (see :func:`join_prompt`).
    """
    write_atomic(path, compress_for(path, dump_records(path, map(task_record, tasks))))


def task_record(task: Task, *, licensed: bool = True) -> dict[str, object]:
    """Return the task as a record of a task file; empty fields are left out, limits are always written."""
    record: dict[str, object] = {"id": task.id, "suite": task.suite, "dataset": task.dataset}
    if task.version != 1:
        record["version"] = task.version
    prompt, images = join_prompt(task.parts)
    if prompt:
        record["prompt"] = prompt
    if images:
        record["images"] = images
    if categories := picture_categories(task.parts):
        record["image_categories"] = categories
    record |= {name: value for name in _SAME_FIELDS if (value := getattr(task, name))}
    if not licensed:
        record.pop("licence", None)
    if task.categories:
        record["categories"] = list(task.categories)
    record["check"] = _check_record(task.check)
    record["limits"] = {"seconds": float(task.limits.seconds), "memory_mb": task.limits.memory_mb}
    return record


def tasks_digest(tasks: Iterable[Task]) -> str:
    """Return the SHA-256 over the tasks' records, sorted by id; of pictures, only the source counts.

    A licence changes no verdict, so it does not count.
    """
    in_order = sorted(tasks, key=lambda task: task.id)
    return digest_lines(map(partial(task_record, licensed=False), in_order))


def _task(line: TaskLine) -> Task:
    return Task(
        id=line.id,
        check=_check(line.check),
        suite=line.suite,
        dataset=line.dataset,
        version=line.version,
        parts=split_prompt(line.prompt, line.images, line.image_categories),
        categories=tuple(line.categories),
        limits=Limits(seconds=line.limits.seconds, memory_mb=line.limits.memory_mb),
        **{name: getattr(line, name) for name in _SAME_FIELDS},
    )


def _check(line: AnyCheckLine) -> Check:
    match line:
        case FunctionCheckLine():
            return FunctionCheck(tests=tuple(line.tests), preamble=line.preamble, kinds=tuple(line.kinds))
        case StdioCheckLine():
            cases = tuple(StdioCase(input=case.input, output=case.output) for case in line.cases)
            return StdioCheck(cases=cases, compare=line.compare, tolerance=line.tolerance, stdin=line.stdin)
        case ChoiceCheckLine():
            return ChoiceCheck(answer=line.answer, options=line.options)
        case FigureCheckLine():
            return FigureCheck(
                reference=line.reference,
                original=line.original,
                operation=line.operation,
                type=line.type,
                tolerance=line.tolerance,
                colours=line.colours,
                guess=line.guess,
            )
        case RubricCheckLine():
            return RubricCheck(rubric=line.rubric, reference=line.reference, original=line.original)


def _check_record(check: Check) -> dict[str, object]:
    match check:
        case FunctionCheck():
            preamble = {"preamble": check.preamble} if check.preamble else {}
            kinds = {"kinds": list(check.kinds)} if check.kinds else {}
            return {"kind": "function", "tests": list(check.tests), **preamble, **kinds}
        case StdioCheck():
            cases = [{"input": case.input, "output": case.output} for case in check.cases]
            tolerance = {"tolerance": check.tolerance} if check.compare == "floats" else {}
            stdin = {"stdin": check.stdin} if check.stdin != "auto" else {}
            return {"kind": "stdio", "cases": cases, "compare": check.compare, **tolerance, **stdin}
        case ChoiceCheck():
            options = {"options": check.options} if check.options != DEFAULT_OPTIONS else {}
            return {"kind": "choice", "answer": check.answer, **options}
        case FigureCheck():
            original = {"original": check.original} if check.original else {}
            tolerance = {"tolerance": check.tolerance} if check.tolerance != FIGURE_TOLERANCE else {}
            what = {"operation": check.operation, "type": check.type}
            more: dict[str, object] = {"colours": True} if check.colours else {}
            more |= {} if check.guess is None else {"guess": round(check.guess, 4)}
            return {"kind": "figure", "reference": check.reference, **original, **what, **tolerance, **more}
        case RubricCheck():
            original = {"original": check.original} if check.original else {}
            return {"kind": "rubric", "rubric": check.rubric, "reference": check.reference, **original}


def picture_categories(parts: Iterable[Part]) -> list[list[str]]:
    """Return the categories of each picture, in the order of their numbers; empty if none has any."""
    found = {part.number: list(part.categories) for part in parts if isinstance(part, Picture)}
    return [found[number] for number in sorted(found)] if any(found.values()) else []


def join_prompt(parts: Iterable[Part]) -> tuple[str, list[str]]:
    """Return the prompt with marks, and the sources of its pictures: the inverse of ``split_prompt``.

    Raises:
        ValueError: if the pictures are not numbered 1, 2, ... or a text contains a mark itself.
    """
    prompt = ""
    images: dict[int, str] = {}
    for part in parts:
        if isinstance(part, Picture):
            prompt += f"![image]({part.number}.png)"
            images[part.number] = part.source
        elif MARK.search(part.text):
            raise ValueError("a text part contains the mark of a picture")
        else:
            prompt += part.text
    if sorted(images) != list(range(1, len(images) + 1)):
        raise ValueError("pictures must be numbered 1, 2, ... without gaps")
    return prompt, [images[number] for number in sorted(images)]
