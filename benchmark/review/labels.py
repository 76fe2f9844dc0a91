"""What people wrote into their sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, printable, shown
from benchmark.files.csv_table import CsvTable, read_csv
from benchmark.review.sheet import LABELS, ReviewKey

_RIGHT = {"right": "right", "yes": "right", "y": "right", "true": "right", "1": "right", "passed": "right"}
_WRONG = {"wrong": "wrong", "no": "wrong", "n": "wrong", "false": "wrong", "0": "wrong", "failed": "wrong"}
#: What the report calls others than people.
RESERVED = (JUDGE, AVERAGE) = ("the judge", "average of people")
_GRADES = {str(grade): str(grade) for grade in range(1, 11)}
_SHOWN = 20  #: problems of one sheet


@dataclass(frozen=True, slots=True)
class PersonLabels:
    """One person's labels, by sample; lines without a label are left out."""

    name: str
    labels: Mapping[str, str]


def read_labels(paths: Sequence[Path], key: ReviewKey) -> tuple[PersonLabels, ...]:
    """The labels of one sheet a person; or of sheets with a column ``person``, which names whose line it is.

    Raises:
        BadInput: for an unreadable sheet, an unknown sample or label, and a person's sample that comes twice.
    """
    known = {one.sample for one in key.samples}
    found: dict[str, dict[str, str]] = {}
    problems: list[BadInput] = []
    for path in paths:
        table = read_csv(path)
        for name in ("sample", "label"):
            if name not in table.columns:
                raise BadInput(path, "", f"has no column {name}", "fill in the sheet as it was written")
        for line, sample, label, person in _lines(path, table):
            if not label:
                continue
            try:
                if person in RESERVED:
                    raise _problem((path, line), f"{shown(person)} is no name of a person", "rename it")
                labels = found.setdefault(person, {})
                labels[_sample(sample, labels, known, (path, line))] = _label(label, key, (path, line))
            except BadInput as error:
                problems.append(error)
    if problems:
        raise ManyBadInputs(problems[:_SHOWN])
    people = tuple(PersonLabels(name, labels) for name, labels in found.items() if labels)
    if not people:
        fix = f"write {LABELS[key.asked]} into the column label"
        raise BadInput(", ".join(map(str, paths)), "", "no line has a label", fix)
    return people


def _lines(path: Path, table: CsvTable) -> list[tuple[int, str, str, str]]:
    whose = table.column("person") if "person" in table.columns else (path.stem,) * len(table.rows)
    columns = (table.lines, table.column("sample"), table.column("label"), map(printable, whose))
    return list(zip(*columns, strict=True))


#: The file and the line in it.
_Where = tuple[Path, int]


def _sample(sample: str, labels: Mapping[str, str], known: set[str], where: _Where) -> str:
    if sample not in known:
        raise _problem(where, f"sample {shown(sample)} is not of this key", "give the key of this sheet")
    if sample in labels:
        raise _problem(where, f"sample {shown(sample)} has a label already", "keep one of them")
    return sample


def _label(text: str, key: ReviewKey, where: _Where) -> str:
    """The label as it counts: one spelling for each."""
    plain = " ".join(text.casefold().split())
    if key.asked == "errors":
        kinds = {" ".join(kind.casefold().split()): kind for kind in key.kinds}
        if kinds and plain not in kinds:
            raise _problem(
                where, f"{shown(text)} is no kind of error here", f"use one of: {', '.join(key.kinds)}"
            )
        return printable(kinds.get(plain, plain))
    allowed = _GRADES if key.asked == "points" else _RIGHT | _WRONG
    if plain not in allowed:
        raise _problem(where, f"{shown(text)} is no label", f"write {LABELS[key.asked]}")
    return allowed[plain]


def _problem(where: _Where, problem: str, fix: str) -> BadInput:
    path, line = where
    return BadInput(path, f"line {line}", problem, fix)
