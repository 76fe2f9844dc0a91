"""Reads what people wrote into their sheets: labels of answers, or the letters of options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, printable_text, quote_value
from benchmark.core.task import ChoiceCheck, Task
from benchmark.core.verdict import Status
from benchmark.files.csv_table import read_csv
from benchmark.review.intervals import GRADES
from benchmark.review.sheet import CRITERIA, REASONED, REASONING_ERRORS, KeySample, ReviewKey

_RIGHT = {"right": "right", "yes": "right", "y": "right", "true": "right", "1": "right", "passed": "right"}
_WRONG = {"wrong": "wrong", "no": "wrong", "n": "wrong", "false": "wrong", "0": "wrong", "failed": "wrong"}
_GRADES = {str(grade): str(grade) for grade in range(GRADES[0], GRADES[1] + 1)}
#: Names in the report that are not people.
RESERVED = (JUDGE, AVERAGE) = ("the judge", "average of people")
REASONABLE, UNREASONABLE = "reasonable", "unreasonable"
_PROBLEMS_SHOWN = 20  #: maximum problems to report


@dataclass(frozen=True, slots=True)
class PersonLabels:
    """The labels of one person, by sample; lines without a label are left out."""

    name: str
    labels: dict[str, str] = field(default_factory=dict)
    #: For the question about scores: by sample, the criteria that are met.
    criteria: dict[str, frozenset[str]] = field(default_factory=dict)


class _WrongLineError(Exception):
    """The problem of a line, and its fix."""


def read_labels(paths: Sequence[Path], key: ReviewKey) -> tuple[PersonLabels, ...]:
    """Read the labels of all people, from one sheet per person or sheets with a column ``person``.

    Raises:
        BadInput: if a sheet is not readable, a sample or label is unknown, or a person's sample is repeated.
    """
    known = {sample.sample: sample for sample in key.samples}
    found: dict[str, PersonLabels] = {}

    def read(cells: Mapping[str, str]) -> None:
        name, sample = printable_text(cells["person"]), cells["sample"]
        if name in RESERVED:
            raise _WrongLineError(f"{quote_value(name)} cannot be the name of a person", "use another name")
        if sample not in known:
            problem = f"sample {quote_value(sample)} is not in the key"
            raise _WrongLineError(problem, "give the key of this sheet")
        person = found.setdefault(name, PersonLabels(name))
        if sample in person.labels:
            raise _WrongLineError(f"sample {quote_value(sample)} already has a label", "keep one of them")
        if key.asked == "scores":
            met = _met({name: cells[name] for name in CRITERIA})
            person.criteria[sample] = met
            person.labels[sample] = REASONABLE if len(met) == len(CRITERIA) else UNREASONABLE
        else:
            person.labels[sample] = _standard_label(cells["label"], key, known[sample])

    columns = key.question.columns
    _read_sheets(paths, "sample", columns, read)
    people = tuple(person for person in found.values() if person.labels)
    if not people:
        fix = f"write {key.question.labels} into the column{'s' * (len(columns) > 1)} {', '.join(columns)}"
        raise BadInput(", ".join(map(str, paths)), "", "no line has a label", fix)
    return people


def read_letters(path: Path, tasks: Mapping[str, Task]) -> dict[str, bool]:
    """Read a person's letters, and return by task whether they are right; lines without one are left out.

    Raises:
        BadInput: if the file is not a sheet, a task is unknown, repeated or without options, or an answer is
            not the letter of an option.
    """
    found: dict[str, bool] = {}

    def read(cells: Mapping[str, str]) -> None:
        name, answer = cells["task"], cells["answer"]
        check = tasks[name].check if name in tasks else None
        if not isinstance(check, ChoiceCheck):
            problem = f"task {quote_value(name)} is not a question with options that was given"
            raise _WrongLineError(problem, "give the tasks of this sheet")
        if name in found:
            raise _WrongLineError(f"task {quote_value(name)} already has an answer", "keep one of them")
        letters = [chr(ord("A") + number) for number in range(check.options)]
        if answer.upper() not in letters:
            problem = f"{quote_value(answer)} is not the letter of an option"
            raise _WrongLineError(problem, f"write one of {', '.join(letters)}")
        found[name] = answer.upper() == check.answer

    _read_sheets([path], "task", ("answer",), read)
    if not found:
        raise BadInput(path, "", "no line has an answer", "write letters into the column answer")
    return found


def _read_sheets(
    paths: Sequence[Path], name: str, columns: Sequence[str], read: Callable[[Mapping[str, str]], None]
) -> None:
    """Read the lines of sheets that have a text in one of the columns.

    Args:
        paths: the sheets.
        name: column with the name of the sample or task.
        columns: columns that people fill in.
        read: gets the cells of a line by column, with ``person`` from the file's name if there is no such
            column; raises _WrongLineError if the line is not valid.

    Raises:
        BadInput: if a file is not a sheet; it lists the problems of all lines.
    """
    problems: list[BadInput] = []
    for path in paths:
        table = read_csv(path)
        if missing := next((column for column in (name, *columns) if column not in table.columns), None):
            raise BadInput(path, "", f"has no column {missing}", "keep all columns of the original sheet")
        for line, row in zip(table.lines, table.rows, strict=True):
            cells = {"person": path.stem, **dict(zip(table.columns, row, strict=True))}
            if not any(cells[column] for column in columns):
                continue
            try:
                read(cells)
            except _WrongLineError as wrong:
                problem, fix = wrong.args
                problems.append(BadInput(path, f"line {line}", problem, fix))
    if problems:
        raise ManyBadInputs(problems[:_PROBLEMS_SHOWN])


def _met(texts: Mapping[str, str]) -> frozenset[str]:
    """Return the criteria that a line says are met."""
    plain = {name: _plain(text) for name, text in texts.items()}
    for name, text in plain.items():
        if text not in _RIGHT | _WRONG:
            problem = f"{quote_value(text)} is not a valid label" if text else "has no label"
            raise _WrongLineError(f"{name}: {problem}", "write yes or no for every criterion")
    return frozenset(name for name, text in plain.items() if text in _RIGHT)


def _standard_label(text: str, key: ReviewKey, sample: KeySample) -> str:
    """Return the label in its standard spelling."""
    plain = _plain(text)
    if key.asked == "reasoning":
        right = sample.status is Status.PASSED
        if plain not in (words := REASONED if right else REASONING_ERRORS):
            problem = f"{quote_value(text)} is not a label of a {'right' if right else 'wrong'} answer"
            raise _WrongLineError(problem, f"write {' or '.join(words)}")
        return plain
    if key.asked == "errors":
        kinds = {_plain(kind): kind for kind in key.kinds}
        if kinds and plain not in kinds:
            problem = f"{quote_value(text)} is not one of the kinds of errors"
            raise _WrongLineError(problem, f"use one of {', '.join(key.kinds)}")
        return printable_text(kinds.get(plain, plain))
    allowed = _GRADES if key.asked == "points" else _RIGHT | _WRONG
    if plain not in allowed:
        raise _WrongLineError(f"{quote_value(text)} is not a valid label", f"write {key.question.labels}")
    return allowed[plain]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
