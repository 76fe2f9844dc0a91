"""Samples of EvalPlus (https://github.com/evalplus/evalplus): JSON lines, or a folder of programs."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import ConfigDict

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import Completion
from benchmark.files.bounded import LINE_LIMIT, decode, read_bytes
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.strict_json import loads, read_records
from benchmark.interchange.imported import FoundAnswer

#: Fields with the answer, the most original first: some tools keep the text from which the program was taken,
#: or null where they have none.
ANSWERS = ("raw_solution", "solution", "completion")


class _EvalPlusTask(Record):
    task_id: Name


class _EvalPlusResult(Record):
    """A program with its verdicts, as ``evalplus.evaluate`` writes them."""

    model_config = ConfigDict(extra="ignore")

    task_id: Name
    solution: RawText
    base_status: Name  #: ``pass``, ``fail`` or ``timeout``
    plus_status: Name | None = None  #: None if only the base tests were run


def read_evalplus(path: Path) -> Iterator[FoundAnswer]:
    """Yield the completions of a file or folder, each with its file and place; draws count repeats of a task.

    A line is ``{"task_id": "HumanEval/0", "solution": "..."}``, or with ``completion``, the body that follows
    the prompt. In a folder, ``HumanEval_0/1.py`` is the second program for HumanEval/0.

    Raises:
        BadInput: if a file or a line is not valid.
    """
    if path.is_dir():
        yield from _read_folder(path)
        return
    draws: dict[str, int] = {}
    for number, record in read_records(path):
        place = f"line {number}"
        task = validate_record(_EvalPlusTask, {"task_id": record.get("task_id")}, path, place).task_id
        given = [name for name in ANSWERS if name in record]
        # If all are null, the message below names the first.
        name = next((name for name in given if record[name] is not None), given[0] if given else None)
        if name is None:
            fix = "each line needs the model's program in `solution`, or in `completion`"
            raise BadInput(path, place, f"has none of the fields {', '.join(ANSWERS)}", fix)
        text = record[name]
        if not isinstance(text, str):
            fix = "repeat task_id on a line per program" if isinstance(text, list) else "write it in quotes"
            fix = 'write the program in `solution`; "" for an answer without text' if text is None else fix
            raise BadInput(path, f"{place}: {name}", f"must be text, got {quote_value(text)}", fix)
        draw = draws[task] = draws.get(task, -1) + 1
        # HumanEval's own scripts write `passed` into such lines.
        passed = record.get("passed")
        completion = Completion(task_id=task, draw=draw, text=text)
        yield FoundAnswer(path, place, completion, passed if isinstance(passed, bool) else None)


def read_evalplus_results(path: Path) -> Iterator[FoundAnswer]:
    """Yield the programs of ``NAME.eval_results.json``, and whether each passes all tests that were run.

    Raises:
        BadInput: if the file is not valid; those of older versions have no programs.
    """
    content = loads(read_bytes(path), path)
    tasks = content.get("eval") if isinstance(content, dict) else None
    if not isinstance(tasks, dict) or not all(isinstance(results, list) for results in tasks.values()):
        fix = "name the file of samples, which has the programs"
        raise BadInput(path, "eval", "has no lists of programs with their results", fix)
    for task, results in tasks.items():
        for draw, record in enumerate(results):
            place = f"eval: {quote_value(task)}[{draw}]"
            result = validate_record(_EvalPlusResult, record, path, place)
            passed = result.base_status == "pass" and result.plus_status in ("pass", None)
            completion = Completion(task_id=result.task_id, draw=draw, text=result.solution)
            yield FoundAnswer(path, place, completion, passed)


def _read_folder(folder: Path) -> Iterator[FoundAnswer]:
    found = False
    for below in sorted(
        (each for each in folder.iterdir() if each.is_dir()), key=lambda each: natural_key(each.name)
    ):
        files = sorted(below.glob("*.py"), key=lambda file: natural_key(file.name))
        for draw, file in enumerate(files):
            found = True
            text = decode(read_bytes(file, LINE_LIMIT), file, 1)
            # EvalPlus writes `HumanEval/0` so, because a slash cannot be in the name of a folder.
            task = below.name.replace("_", "/")
            yield FoundAnswer(file, "", Completion(task_id=task, draw=draw, text=text))
    if not found:
        fix = "name a folder such as HumanEval_0/0.py, or a file of JSON lines"
        raise BadInput(folder, "", "has no folders with programs", fix)
