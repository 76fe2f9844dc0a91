"""Reads what people wrote into their sheets: labels of answers, or the letters of options."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from benchmark.core.errors import BadInput, ManyBadInputs, printable_text, quote_value
from benchmark.core.task import ChoiceCheck, Task
from benchmark.files.csv_table import read_csv
from benchmark.review.points import GRADES
from benchmark.review.sheet import QUESTIONS, ReviewKey

Value = TypeVar("Value")

_RIGHT = {"right": "right", "yes": "right", "y": "right", "true": "right", "1": "right", "passed": "right"}
_WRONG = {"wrong": "wrong", "no": "wrong", "n": "wrong", "false": "wrong", "0": "wrong", "failed": "wrong"}
#: Names that no person may have, because the report uses them.
RESERVED = (JUDGE, AVERAGE) = ("the judge", "average of people")
_PROBLEMS_SHOWN = 20  #: maximum problems to report


def read_labels(paths: Sequence[Path], key: ReviewKey) -> dict[str, dict[str, str]]:
    """Read the labels of all people, from one sheet per person or sheets with a column ``person``.

    Raises:
        BadInput: if a sheet is not readable, a sample or label is unknown, or a person's sample is repeated.
    """
    known = {sample.sample for sample in key.samples}
    kinds = {_plain(kind): printable_text(kind) for kind in key.kinds}
    grades = {str(grade): str(grade) for grade in range(GRADES[0], GRADES[1] + 1)}
    choices = {"verdicts": _RIGHT | _WRONG, "points": grades, "errors": kinds}[key.asked]
    problem, fix = "is not a valid label", f"write {QUESTIONS[key.asked]}"
    if key.asked == "errors":
        problem, fix = "is not one of the kinds of errors", f"use one of {', '.join(key.kinds)}"

    def label(sample: str, text: str) -> str:
        if sample not in known:
            unknown = f"sample {quote_value(sample)} is not in the key"
            raise BadInput("", "", unknown, "give the key of this sheet")
        plain = _plain(text)
        if choices and plain not in choices:
            raise BadInput("", "", f"{quote_value(text)} {problem}", fix)
        return choices.get(plain, printable_text(plain))

    return _read_sheets(paths, "sample", "label", QUESTIONS[key.asked], label)


def read_letters(paths: Sequence[Path], tasks: Mapping[str, Task]) -> dict[str, dict[str, bool]]:
    """Read the letters of people, and return by person and task whether they are right.

    Raises:
        BadInput: if a file is not a sheet, a task is unknown, repeated or without options, or an answer is
            not the letter of an option.
    """

    def is_right(task: str, answer: str) -> bool:
        check = tasks[task].check if task in tasks else None
        if not isinstance(check, ChoiceCheck):
            problem = f"task {quote_value(task)} is not one of the given questions with options"
            raise BadInput("", "", problem, "give the tasks of this sheet")
        # A list, because "AB" and "" are in the text "ABCD".
        letters = [chr(ord("A") + number) for number in range(check.options)]
        if answer.upper() not in letters:
            problem = f"{quote_value(answer)} is not the letter of an option"
            raise BadInput("", "", problem, f"write one of {', '.join(letters)}")
        return answer.upper() == check.answer

    return _read_sheets(paths, "task", "answer", "letters", is_right)


def _read_sheets(
    paths: Sequence[Path], noun: str, column: str, expected: str, parse: Callable[[str, str], Value]
) -> dict[str, dict[str, Value]]:
    """Return what people wrote, by person and by sample or task; lines without a text are left out.

    A person is named by the column ``person``, or else by the file. ``parse`` gets the name of the sample or
    task and the text, and raises BadInput if one of them is not valid; the error lists the problems of all.
    """
    problems: list[BadInput] = []
    people: dict[str, dict[str, Value]] = {}
    a = f"{'an' if column == 'answer' else 'a'} {column}"
    for path in paths:
        table = read_csv(path)
        if missing := next((each for each in (noun, column) if each not in table.columns), None):
            raise BadInput(path, "", f"has no column {missing}", "keep all columns of the original sheet")
        for line, row in zip(table.lines, table.rows, strict=True):
            cells = {"person": path.stem, **dict(zip(table.columns, row, strict=True))}
            person, name = printable_text(cells["person"]), cells[noun]
            if not cells[column]:
                continue
            wrong: tuple[str, ...] = ()
            if person in RESERVED:
                wrong = (f"{quote_value(person)} cannot be the name of a person", "use another name")
            elif name in people.get(person, {}):
                wrong = (f"{noun} {quote_value(name)} already has {a}", "keep one of them")
            else:
                try:
                    people.setdefault(person, {})[name] = parse(name, cells[column])
                except BadInput as error:
                    wrong = (error.problem, error.fix)
            if wrong:
                problems.append(BadInput(path, f"line {line}", *wrong))
    if problems:
        raise ManyBadInputs(problems[:_PROBLEMS_SHOWN])
    if not people:
        fix = f"write {expected} into the column {column}"
        raise BadInput(", ".join(map(str, paths)), "", f"no line has {a}", fix)
    return people


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
