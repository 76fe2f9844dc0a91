"""The sheet of labels: a category per picture, as a model proposed it and as a person gave it.

The columns are ``problem_id``, ``picture`` (its number in the statement), ``proposed`` and ``category``. Only
``problem_id``, ``picture`` and ``category`` are required; others are ignored. A picture of several categories
has several lines. An empty ``category`` means that no person has labelled the picture.
"""

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.files.csv_table import read_csv, write_csv
from benchmark.suites.mmcode.categories import CATEGORIES, category_of

COLUMNS = ("problem_id", "picture", "proposed", "category")

#: Problem and number of the picture, from 1.
PictureId = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Categories of pictures, as slugs."""

    people: dict[PictureId, tuple[str, ...]] = field(default_factory=dict)
    proposed: dict[PictureId, tuple[str, ...]] = field(default_factory=dict)

    def of(self, picture: PictureId) -> tuple[str, ...]:
        """Return the categories of a picture: a person's, else the proposed ones; empty without either."""
        return self.people.get(picture) or self.proposed.get(picture, ())


def read_labels(path: Path) -> Labels:
    """Read a sheet of labels.

    Raises:
        BadInput: if a column is missing, a number is not one, or a category is unknown; it names the line.
    """
    table = read_csv(path)
    for name in ("problem_id", "picture", "category"):
        if name not in table.columns:
            raise BadInput(path, "line 1", f"has no column {name}", f"name the columns {', '.join(COLUMNS)}")
    labels = Labels()
    proposals = table.column("proposed") if "proposed" in table.columns else ("",) * len(table.rows)
    columns = (table.column("problem_id"), table.column("picture"), table.column("category"), proposals)
    for line, problem_id, picture, category, proposed in zip(table.lines, *columns, strict=True):
        if not (picture.isascii() and picture.isdigit() and int(picture)):
            problem = f"{quote_value(picture)} is not the number of a picture"
            raise BadInput(path, f"line {line}: picture", problem, "write 1 for 1.png")
        key = (problem_id, int(picture))
        for target, name, value in (
            (labels.people, "category", category),
            (labels.proposed, "proposed", proposed),
        ):
            if value:
                slug = _slug(path, f"line {line}: {name}", value)
                target[key] = tuple(dict.fromkeys((*target.get(key, ()), slug)))
    return labels


def _slug(path: Path, place: str, value: str) -> str:
    slug = category_of(value)
    if slug is None:
        problem = f"{quote_value(value)} is not a category"
        raise BadInput(path, place, problem, f"use one of: {', '.join(CATEGORIES)}")
    return slug


def check_pictures(path: Path, labels: Labels, known: Mapping[str, int], dropped: Collection[str]) -> None:
    """Check that the labelled pictures exist; labels of dropped problems are ignored.

    Args:
        path: file of the labels, for messages.
        labels: the labels.
        known: problem → number of its pictures.
        dropped: ids of problems that were dropped.

    Raises:
        BadInput: if a problem or a picture does not exist.
    """
    for problem_id, picture in (*labels.people, *labels.proposed):
        if problem_id in dropped:
            continue
        if problem_id not in known:
            fix = "write the ids of the source"
            raise BadInput(path, "problem_id", f"there is no problem {quote_value(problem_id)}", fix)
        if picture > known[problem_id]:
            problem = f"{problem_id} has {known[problem_id]} pictures, but a label is of number {picture}"
            raise BadInput(path, "picture", problem, "number the pictures as the imported statement does")


def write_sheet(path: Path, pictures: Iterable[PictureId], labels: Labels) -> None:
    """Write a sheet with at least a line per picture, in natural order; people fill in ``category``."""
    rows = []
    for problem_id, picture in sorted(pictures, key=lambda key: (natural_key(key[0]), key[1])):
        proposed = labels.proposed.get((problem_id, picture), ())
        people = labels.people.get((problem_id, picture), ())
        for given, wanted in itertools.zip_longest(proposed or ("",), people, fillvalue=""):
            values = (problem_id, picture, given, wanted)
            rows.append(dict(zip(COLUMNS, values, strict=True)))
    write_csv(path, COLUMNS, rows)
