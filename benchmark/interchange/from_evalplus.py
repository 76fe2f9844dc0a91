"""Samples of EvalPlus (https://github.com/evalplus/evalplus): JSON lines, or a folder of programs."""

from collections.abc import Iterator
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import Completion
from benchmark.files.bounded import LINE_LIMIT, decode, read_bytes
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.strict_json import read_records

#: Fields with the answer, the most original first: some tools keep the text from which the program was taken,
#: or null where they have none.
ANSWERS = ("raw_solution", "solution", "completion")


class _EvalPlusTask(Record):
    task_id: Name


def read_evalplus(path: Path) -> Iterator[tuple[Path, str, Completion]]:
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
        yield path, place, Completion(task_id=task, draw=draw, text=text)


def _read_folder(folder: Path) -> Iterator[tuple[Path, str, Completion]]:
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
            yield file, "", Completion(task_id=task, draw=draw, text=text)
    if not found:
        fix = "name a folder such as HumanEval_0/0.py, or a file of JSON lines"
        raise BadInput(folder, "", "has no folders with programs", fix)
