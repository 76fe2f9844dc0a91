"""Tables of scores for a terminal."""

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter

from rich.console import Console
from rich.table import Table

from benchmark.analysis.score_cells import AnyScore, category_words, is_by_kind, kind_scores, words_of
from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.shared.console import plain_table
from benchmark.core.errors import printable_text
from benchmark.core.score import Score
from benchmark.results.row import ScoreWithError

_SUBSET = "subset"
STDERR = "std. error"  #: the column of standard errors
_VALUE = re.compile(r":[^/]*")  #: the value of a part of a category, such as ``:math``


def error_text(score: Score | ScoreWithError) -> str:
    """Format the standard error of a score, in points; empty if it has none."""
    return "" if score.stderr is None else words_of(score.scale).gap(score.stderr)


def score_table(scores: Sequence[Score], *, categories: bool = True) -> Table:
    """Return a table of all metrics but those by kind of tests.

    The first metric, points if the answers have some, else pass@1, also has its scores by subset, and with
    ``categories`` those by everything else, each kind under a heading.
    """
    graded = "points" in map(attrgetter("scale"), scores)
    first = "points" if graded else "pass@1"
    value = "value" if graded else "%"
    columns = ("metric", value, "95 % interval", STDERR, "tasks", "samples", "missing")
    table = plain_table(*columns, right=(1, 3, 4, 5, 6))
    groups: dict[str, list[tuple[str, Score]]] = {"": [], _SUBSET: []}
    for score in sorted(scores, key=attrgetter("category")):
        category = score.category
        if category and score.metric == first:
            kind = _VALUE.sub("", category).replace("/", ", ")
            groups.setdefault(kind, []).append((f"  {category_words(category)}", score))
        elif not category and not score.metric.startswith("share:") and not is_by_kind(score.metric):
            line = (score.metric.replace("_", " "), score)
            groups[""].insert(0 if score.metric == first else len(groups[""]), line)
    for kind, lines in groups.items():
        if not categories and kind not in ("", _SUBSET):
            continue
        if kind and lines:
            table.add_row(f"{first} by {kind}")
        for name, score in lines:
            words = words_of(score.scale)
            table.add_row(
                name,
                f"{words.value(score.value)}{words.short_unit if graded else ''}",
                words.range(score.low, score.high),
                error_text(score),
                str(score.tasks),
                str(score.samples),
                str(score.missing),
            )
    return table


def kind_table(models: Mapping[str, Sequence[AnyScore]]) -> Table | None:
    """Return a table of the scores by kind of tests; None if no model has any.

    Args:
        models: scores by name of the model. With one model, the table does not name it.
    """
    names = ("model",) if len(models) > 1 else ()
    at = len(names)
    columns = ("kind of tests", "passed %", "95 % interval", "failed only this %", "95 % interval", "tasks")
    table = plain_table(*names, *columns, right=(at + 1, at + 3, at + 5))
    for name, scores in models.items():
        for found in kind_scores(scores):
            table.add_row(
                *((printable_text(name),) if names else ()),
                found.kind,
                percent(found.passes.value),
                percent_range(found.passes.low, found.passes.high),
                percent(found.fails_only.value),
                percent_range(found.fails_only.low, found.fails_only.high),
                str(found.passes.tasks),
            )
    return table if table.row_count else None


def full_table(scores: Sequence[Score]) -> Table:
    """Return a table of every score with its counts, and its range with the missing samples."""
    table = plain_table(
        "metric",
        "category",
        "value",
        "95 % interval",
        STDERR,
        "tasks",
        "samples",
        "missing",
        "with missing samples",
        right=(2, 4, 5, 6, 7),
    )
    for score in scores:
        category = category_words(score.category)
        table.add_row(
            score.metric.replace("_", " "),
            category,
            words_of(score.scale).value(score.value),
            words_of(score.scale).range(score.low, score.high),
            error_text(score),
            str(score.tasks),
            str(score.samples),
            str(score.missing),
            ""
            if score.worst is None or score.best is None
            else words_of(score.scale).range(score.worst, score.best),
        )
    return table


def print_missing(console: Console, label: str, reasons: Mapping[str, str]) -> None:
    """Print a line per reason, the most frequent first.

    Args:
        console: where the lines go.
        label: what the samples lack, such as ``missing`` or ``not linted``.
        reasons: sample, as ``task#draw``, to reason.
    """
    samples: dict[str, list[str]] = {}
    for sample, reason in reasons.items():
        samples.setdefault(reason, []).append(sample)
    for reason, names in sorted(samples.items(), key=lambda item: -len(item[1])):
        console.print(f"{label}: {len(names)} (first: {names[0]!a}): {reason}")
