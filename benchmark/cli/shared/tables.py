"""Tables and lines of scores for a terminal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from benchmark.analysis.catalog import bare_category
from benchmark.analysis.kinds import AnyScore, is_by_kind, kind_scores
from benchmark.analysis.ranks.without_picture import WithoutPicture
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.wording import percent, percent_range, plural
from benchmark.cli.shared.console import plain_table
from benchmark.core.errors import printable_text
from benchmark.core.score import Score
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.results.row import RowScore
from benchmark.scoring.summary import count_error_types, count_statuses


def score_table(scores: Sequence[Score]) -> Table:
    """Return a table of all metrics but those by kind of tests.

    The first metric also has its scores by category: points if the answers have some, else pass@1.
    """
    graded = any(score.scale == "points" for score in scores)
    first = "points" if graded else "pass@1"
    value = "value" if graded else "%"
    table = plain_table("metric", value, "95 % interval", "tasks", "samples", "missing", right=(1, 3, 4, 5))
    leading = [score for score in scores if score.metric == first]
    others = [score for score in scores if score.metric != first and not score.category]
    for score in (*leading, *others):
        if score.metric.startswith("share:") or is_by_kind(score.metric):
            continue
        name = score.metric.replace("_", " ")
        if score.category:
            name = f"  {category_words(score.category)}"
        table.add_row(
            name,
            f"{number(score.value, score.scale)}{_unit(score) if graded else ''}",
            number_range(score.low, score.high, score.scale),
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
            number(score.value, score.scale),
            number_range(score.low, score.high, score.scale),
            str(score.tasks),
            str(score.samples),
            str(score.missing),
            ""
            if score.worst is None or score.best is None
            else number_range(score.worst, score.best, score.scale),
        )
    return table


def category_words(category: str) -> str:
    """Return a category without its keys: ``algorithm easy`` for ``subset:algorithm/level:easy``.

    Contexts of figures lose theirs, too: ``category:domain:rainfall`` is ``rainfall``.
    """
    values = (part.partition(":")[2] for part in category.split("/"))
    return " ".join(map(bare_category, values))


def number(value: float, scale: str) -> str:
    """Format a value: fractions in percent, points as they are."""
    return words_of(scale).value(value)


def number_range(low: float, high: float, scale: str) -> str:
    """Format the two ends of an interval."""
    return words_of(scale).range(low, high)


def _unit(score: Score | RowScore) -> str:
    return words_of(score.scale).short_unit


def value_text(score: Score | RowScore) -> str:
    """Format a score, its interval and its tasks: ``91.3 % (88.3–93.6), 438 tasks``."""
    unit = _unit(score)
    span = number_range(score.low, score.high, score.scale)
    missing = f", {plural(score.missing, 'sample')} missing" if score.missing else ""
    return f"{number(score.value, score.scale)}{unit} ({span}), {plural(score.tasks, 'task')}{missing}"


def blind_text(found: WithoutPicture) -> str:
    """Format the score without the picture, or the reason why it is unknown.

    Example: ``without the picture (signature-only, greedy): 2.1 % (0.4–6.0), 120 tasks``.
    """
    if found.measured is None:
        return f"without the picture ({found.setting}): not measured: {printable_text(found.reason)}"
    row = found.measured
    return f"without the picture ({row.setting}, {row.protocol}): {value_text(row.score)}"


def outcome_line(outcomes: Sequence[Outcome]) -> str:
    """Count the outcomes by status: ``154 passed, 6 wrong answer, 4 timeout``."""
    missing = sum(isinstance(outcome, MissingSample) for outcome in outcomes)
    return status_line(count_statuses(outcomes), missing)


def status_line(counts: Mapping[Status, int], missing: int = 0) -> str:
    """Return counts of samples by status as a line: ``154 passed, 6 wrong answer, 4 timeout``."""
    parts = [f"{number} {status.replace('_', ' ')}" for status, number in counts.items()]
    return ", ".join(parts + ([f"{missing} missing"] if missing else []))


def error_type_line(outcomes: Sequence[Outcome]) -> str:
    """Count failed outcomes by error type: ``3 wrong-answer, 1 time-limit``; empty if none has one."""
    return ", ".join(f"{number} {kind}" for kind, number in count_error_types(outcomes).items())


def flag_line(flags: Iterable[Sequence[str]]) -> str:
    """Count answers by flag, the most frequent first: ``2 shadows list, 1 calls input()``; or empty."""
    counts = Counter(flag for named in flags for flag in named)
    return ", ".join(f"{number} {flag}" for flag, number in counts.most_common())


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
