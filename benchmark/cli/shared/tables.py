"""Tables of scores for a terminal."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from benchmark.analysis.score_cells import AnyScore, category_words, is_by_kind, kind_scores, words_of
from benchmark.analysis.wording import percent, percent_range
from benchmark.cli.shared.console import plain_table
from benchmark.core.errors import printable_text
from benchmark.core.score import Score


def score_table(scores: Sequence[Score], *, categories: bool = True) -> Table:
    """Return a table of all metrics but those by kind of tests.

    The first metric, points if the answers have some, else pass@1, also has its scores by subset, and with
    ``categories`` those by everything else, each kind under a heading.
    """
    graded = any(score.scale == "points" for score in scores)
    first = "points" if graded else "pass@1"
    value = "value" if graded else "%"
    table = plain_table("metric", value, "95 % interval", "tasks", "samples", "missing", right=(1, 3, 4, 5))
    whole = [score for score in scores if not score.category]
    for score in sorted(whole, key=lambda score: score.metric != first):
        if not score.metric.startswith("share:") and not is_by_kind(score.metric):
            table.add_row(score.metric.replace("_", " "), *_cells(score, graded=graded))
    for kind, found in categories_of_kinds(scores, first).items():
        if categories or kind == _SUBSET:
            table.add_row(f"{first} by {kind}")
            for score in found:
                table.add_row(f"  {category_words(score.category)}", *_cells(score, graded=graded))
    return table


def categories_of_kinds(scores: Sequence[Score], metric: str) -> dict[str, list[Score]]:
    """Return the scores of a metric by category, by kind, such as ``subset, level``."""
    kinds: dict[str, list[Score]] = {}
    for score in sorted(scores, key=lambda score: [*map(_by_number, score.category.split("/"))]):
        if score.category and score.metric == metric:
            kind = ", ".join(part.partition(":")[0] for part in score.category.split("/"))
            kinds.setdefault(kind, []).append(score)
    return dict(sorted(kinds.items(), key=lambda item: (item[0] != _SUBSET, item[0])))


_SUBSET = "subset"


def _by_number(name: str) -> tuple[str, float, str]:
    kind, _, value = name.partition(":")
    return (kind, float(value) if value.isdigit() else -1.0, value)


def _cells(score: Score, *, graded: bool) -> tuple[str, ...]:
    words = words_of(score.scale)
    return (
        f"{words.value(score.value)}{words.short_unit if graded else ''}",
        words.range(score.low, score.high),
        str(score.tasks),
        str(score.samples),
        str(score.missing),
    )


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
        "tasks",
        "samples",
        "missing",
        "with missing samples",
        right=(2, 4, 5, 6),
    )
    for score in scores:
        category = category_words(score.category)
        table.add_row(
            score.metric.replace("_", " "),
            category,
            words_of(score.scale).value(score.value),
            words_of(score.scale).range(score.low, score.high),
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
