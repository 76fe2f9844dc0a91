"""Reads the labels from people's sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, printable_text, quote_value
from benchmark.files.csv_table import CsvTable, read_csv
from benchmark.review.sheet import LABELS, ReviewKey

_RIGHT = {"right": "right", "yes": "right", "y": "right", "true": "right", "1": "right", "passed": "right"}
_WRONG = {"wrong": "wrong", "no": "wrong", "n": "wrong", "false": "wrong", "0": "wrong", "failed": "wrong"}
#: Names in the report that are not people.
RESERVED = (JUDGE, AVERAGE) = ("the judge", "average of people")
_GRADES = {str(grade): str(grade) for grade in range(1, 11)}
_PROBLEMS_SHOWN = 20  #: maximum problems to report


@dataclass(frozen=True, slots=True)
class PersonLabels:
    """The labels of one person, by sample; lines without a label are left out."""

    name: str
    labels: Mapping[str, str]


def read_labels(paths: Sequence[Path], key: ReviewKey) -> tuple[PersonLabels, ...]:
    """Read the labels of all people, from one sheet per person or sheets with a column ``person``.

    Raises:
        BadInput: if a sheet is not readable, a sample or label is unknown, or a person's sample is repeated.
    """
    known = {sample.sample for sample in key.samples}
    found: dict[str, dict[str, str]] = {}
    problems: list[BadInput] = []
    for path in paths:
        table = read_csv(path)
        for name in ("sample", "label"):
            if name not in table.columns:
                raise BadInput(path, "", f"has no column {name}", "keep all columns of the original sheet")
        for line, sample, label, person in _lines(path, table):
            if not label:
                continue
            try:
                if person in RESERVED:
                    problem = f"{quote_value(person)} cannot be the name of a person"
                    raise _problem((path, line), problem, "use another name")
                labels = found.setdefault(person, {})
                labels[_check_sample(sample, labels, known, (path, line))] = _standard_label(
                    label, key, (path, line)
                )
            except BadInput as error:
                problems.append(error)
    if problems:
        raise ManyBadInputs(problems[:_PROBLEMS_SHOWN])
    people = tuple(PersonLabels(name, labels) for name, labels in found.items() if labels)
    if not people:
        fix = f"write {LABELS[key.asked]} into the column label"
        raise BadInput(", ".join(map(str, paths)), "", "no line has a label", fix)
    return people


def _lines(path: Path, table: CsvTable) -> list[tuple[int, str, str, str]]:
    people = table.column("person") if "person" in table.columns else (path.stem,) * len(table.rows)
    columns = (table.lines, table.column("sample"), table.column("label"), map(printable_text, people))
    return list(zip(*columns, strict=True))


#: A file and a line number.
_LinePlace = tuple[Path, int]


def _check_sample(sample: str, labels: Mapping[str, str], known: set[str], where: _LinePlace) -> str:
    if sample not in known:
        raise _problem(where, f"sample {quote_value(sample)} is not in the key", "give the key of this sheet")
    if sample in labels:
        raise _problem(where, f"sample {quote_value(sample)} already has a label", "keep one of them")
    return sample


def _standard_label(text: str, key: ReviewKey, where: _LinePlace) -> str:
    """Return the label in its standard spelling."""
    plain = " ".join(text.casefold().split())
    if key.asked == "errors":
        kinds = {" ".join(kind.casefold().split()): kind for kind in key.kinds}
        if kinds and plain not in kinds:
            raise _problem(
                where,
                f"{quote_value(text)} is not one of the kinds of errors",
                f"use one of {', '.join(key.kinds)}",
            )
        return printable_text(kinds.get(plain, plain))
    allowed = _GRADES if key.asked == "points" else _RIGHT | _WRONG
    if plain not in allowed:
        raise _problem(where, f"{quote_value(text)} is not a valid label", f"write {LABELS[key.asked]}")
    return allowed[plain]


def _problem(where: _LinePlace, problem: str, fix: str) -> BadInput:
    path, line = where
    return BadInput(path, f"line {line}", problem, fix)
