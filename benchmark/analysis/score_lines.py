"""Scores and outcomes as lines of text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from benchmark.analysis.catalog import bare_category
from benchmark.analysis.ranks.blind import WithoutPicture
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.wording import plural
from benchmark.core.errors import printable_text
from benchmark.core.score import Score
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.results.row import RowScore
from benchmark.scoring.summary import count_error_types, count_statuses


def category_words(category: str) -> str:
    """Return a category without its keys: ``algorithm easy`` for ``subset:algorithm/level:easy``.

    Contexts of figures lose theirs, too: ``category:domain:rainfall`` is ``rainfall``.
    """
    values = (part.partition(":")[2] for part in category.split("/"))
    return " ".join(map(bare_category, values))


def value_text(score: Score | RowScore) -> str:
    """Format a score, its interval and its tasks: ``91.3 % (88.3–93.6), 438 tasks``."""
    words = words_of(score.scale)
    span = words.range(score.low, score.high)
    missing = f", {plural(score.missing, 'sample')} missing" if score.missing else ""
    value = f"{words.value(score.value)}{words.short_unit}"
    return f"{value} ({span}), {plural(score.tasks, 'task')}{missing}"


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
