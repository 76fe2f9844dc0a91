"""Scores by kind of tests: how many samples pass each kind, and how many fail only this one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from benchmark.analysis.wording import join_names
from benchmark.core.score import Score
from benchmark.core.verdict import Status
from benchmark.results.row import RowScore
from benchmark.scoring.metrics import FAILS_ONLY, PASSES

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
