"""Reads the labels from people's sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, printable_text, quote_value
from benchmark.core.verdict import Status
from benchmark.files.csv_table import CsvTable, read_csv
from benchmark.review.sheet import CRITERIA, LABELS, REASONED, REASONING_ERRORS, KeySample, ReviewKey

_RIGHT = {"right": "right", "yes": "right", "y": "right", "true": "right", "1": "right", "passed": "right"}
_WRONG = {"wrong": "wrong", "no": "wrong", "n": "wrong", "false": "wrong", "0": "wrong", "failed": "wrong"}
#: Names in the report that are not people.
RESERVED = (JUDGE, AVERAGE) = ("the judge", "average of people")
REASONABLE, UNREASONABLE = "reasonable", "unreasonable"
_GRADES = {str(grade): str(grade) for grade in range(1, 11)}
_PROBLEMS_SHOWN = 20  #: maximum problems to report


@dataclass(frozen=True, slots=True)
class PersonLabels:
    """The labels of one person, by sample; lines without a label are left out."""

    name: str
    labels: Mapping[str, str]
    #: For the question about scores: by sample, the criteria that are met.
    criteria: Mapping[str, frozenset[str]] = field(default_factory=dict)


def read_labels(paths: Sequence[Path], key: ReviewKey) -> tuple[PersonLabels, ...]:
    """Read the labels of all people, from one sheet per person or sheets with a column ``person``.

    Raises:
        BadInput: if a sheet is not readable, a sample or label is unknown, or a person's sample is repeated.
    """
    known = {sample.sample: sample for sample in key.samples}
    found: dict[str, dict[str, str]] = {}
    met: dict[str, dict[str, frozenset[str]]] = {}
    columns = CRITERIA if key.asked == "scores" else ("label",)
    problems: list[BadInput] = []
    for path in paths:
        table = read_csv(path)
        for name in ("sample", *columns):
            if name not in table.columns:
                raise BadInput(path, "", f"has no column {name}", "keep all columns of the original sheet")
        for line, sample, texts, person in _lines(path, table, columns):
            if not any(texts):
                continue
            try:
                if person in RESERVED:
                    problem = f"{quote_value(person)} cannot be the name of a person"
                    raise _problem((path, line), problem, "use another name")
                labels = found.setdefault(person, {})
                place = (path, line)
                within = known[_check_sample(sample, labels, known, place)]
                if key.asked == "scores":
                    criteria = _met(texts, place)
                    met.setdefault(person, {})[sample] = criteria
                    labels[sample] = REASONABLE if len(criteria) == len(CRITERIA) else UNREASONABLE
                else:
                    labels[sample] = _standard_label(texts[0], key, within, place)
            except BadInput as error:
                problems.append(error)
    if problems:
        raise ManyBadInputs(problems[:_PROBLEMS_SHOWN])
    people = tuple(PersonLabels(name, labels, met.get(name, {})) for name, labels in found.items() if labels)
    if not people:
        fix = f"write {LABELS[key.asked]} into the {'columns' if key.asked == 'scores' else 'column'} "
        fix += ", ".join(columns)
        raise BadInput(", ".join(map(str, paths)), "", "no line has a label", fix)
    return people


def _lines(
    path: Path, table: CsvTable, columns: Sequence[str]
) -> list[tuple[int, str, tuple[str, ...], str]]:
    people = table.column("person") if "person" in table.columns else (path.stem,) * len(table.rows)
    texts = zip(*(table.column(name) for name in columns), strict=True)
    return list(zip(table.lines, table.column("sample"), texts, map(printable_text, people), strict=True))


#: A file and a line number.
_LinePlace = tuple[Path, int]


def _check_sample(
    sample: str, labels: Mapping[str, str], known: Mapping[str, KeySample], where: _LinePlace
) -> str:
    if sample not in known:
        raise _problem(where, f"sample {quote_value(sample)} is not in the key", "give the key of this sheet")
    if sample in labels:
        raise _problem(where, f"sample {quote_value(sample)} already has a label", "keep one of them")
    return sample


def _met(texts: Sequence[str], where: _LinePlace) -> frozenset[str]:
    """Return the criteria that a line says are met."""
    plain = [" ".join(text.casefold().split()) for text in texts]
    for name, text in zip(CRITERIA, plain, strict=True):
        if text not in _RIGHT | _WRONG:
            problem = f"{quote_value(text)} is not a valid label" if text else "has no label"
            raise _problem(where, f"{name}: {problem}", "write yes or no for every criterion")
    return frozenset(name for name, text in zip(CRITERIA, plain, strict=True) if text in _RIGHT)


def _standard_label(text: str, key: ReviewKey, sample: KeySample, where: _LinePlace) -> str:
    """Return the label in its standard spelling."""
    plain = " ".join(text.casefold().split())
    if key.asked == "reasoning":
        right = sample.status is Status.PASSED
        if plain not in (words := REASONED if right else REASONING_ERRORS):
            problem = f"{quote_value(text)} is not a label of a {'right' if right else 'wrong'} answer"
            raise _problem(where, problem, f"write {' or '.join(words)}")
        return plain
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
