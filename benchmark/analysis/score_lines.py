"""Scores, scores by kind of tests, and outcomes as lines of text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from benchmark.analysis.catalog import bare_category
from benchmark.analysis.score_cells import words_of
from benchmark.analysis.wording import join_names, plural
from benchmark.core.errors import printable_text
from benchmark.core.score import Score
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.results.row import RowScore
from benchmark.scoring.metrics import FAILS_ONLY, PASSES
from benchmark.scoring.summary import count_error_types, count_statuses

if TYPE_CHECKING:
    from benchmark.analysis.ranks.blind import WithoutPicture

AnyScore = TypeVar("AnyScore", Score, RowScore)

#: Kinds whose order is known; rows do not record an order. Other kinds follow in order of their names.
_ORDER = ("typical", "edge", "large")


@dataclass(frozen=True, slots=True)
class KindScores(Generic[AnyScore]):
    """The scores of one kind of tests, over all tasks that have tests of it."""

    kind: str
    passes: AnyScore  #: share of samples that pass the tests of the kind
    fails_only: AnyScore  #: share of samples that fail these tests, and pass those of all other kinds


def kind_scores(scores: Iterable[AnyScore]) -> tuple[KindScores[AnyScore], ...]:
    """Return the scores by kind of tests; empty if no task has kinds, because then they are unknown."""
    found = {score.metric: score for score in scores if not score.category}
    kinds = [metric.removeprefix(PASSES) for metric in found if metric.startswith(PASSES)]
    return tuple(
        KindScores(kind, found[f"{PASSES}{kind}"], found[f"{FAILS_ONLY}{kind}"])
        for kind in sorted(
            kinds, key=lambda kind: (_ORDER.index(kind) if kind in _ORDER else len(_ORDER), kind)
        )
        if f"{FAILS_ONLY}{kind}" in found
    )


def is_by_kind(metric: str) -> bool:
    """Whether a metric belongs to a kind of tests."""
    return metric.startswith((PASSES, FAILS_ONLY))


def failed_kinds(kinds: Mapping[str, Status]) -> str:
    """Return which kinds of tests a sample failed: ``large``, ``edge and large`` or ``all kinds``.

    It is empty for a sample that passed, and for a task with fewer than two kinds.
    """
    failed = [kind for kind, status in kinds.items() if status != Status.PASSED]
    if not failed or len(kinds) == 1:
        return ""
    return "all kinds" if len(failed) == len(kinds) else join_names(failed)


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


def blind_text(found: "WithoutPicture") -> str:
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
    parts = [f"{number} {status.replace('_', ' ')}" for status, number in count_statuses(outcomes).items()]
    return ", ".join(parts + ([f"{missing} missing"] if missing else []))


def error_type_line(outcomes: Sequence[Outcome]) -> str:
    """Count failed outcomes by error type: ``3 wrong-answer, 1 time-limit``; empty if none has one."""
    return ", ".join(f"{number} {kind}" for kind, number in count_error_types(outcomes).items())


def flag_line(flags: Iterable[Sequence[str]]) -> str:
    """Count answers by flag, the most frequent first: ``2 shadows list, 1 calls input()``; or empty."""
    counts = Counter(flag for named in flags for flag in named)
    return ", ".join(f"{number} {flag}" for flag, number in counts.most_common())
