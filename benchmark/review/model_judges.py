"""Scores that a model gave to drawings by a rubric, next to the points of our judge, which compares figures.

Places follow from the points of our judge alone. Scores of different models that judge are never compared.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from benchmark.core.counts import Counts
from benchmark.core.digest import digest_canonical
from benchmark.core.verdict import Status
from benchmark.results.counted_row import count_row
from benchmark.results.row import RowScore
from benchmark.results.rubric import RubricScores, ScoredRow
from benchmark.review.agree import judges_correlation, points_correlation
from benchmark.review.points import Outcomes, outcome_counts, row_points, rubric_points
from benchmark.scoring.correlation import Correlation
from benchmark.scoring.metrics import POINTS, scores_by_category

#: Minimum number of models for a rank correlation over models.
# With three models a rank correlation can only be 1, 0.5, -0.5 or -1.
MIN_MODELS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelScores:
    """The scores that one model gave to the answers of one row."""

    scored: ScoredRow
    means: tuple[RowScore, ...]  #: means over all tasks, then by category; empty if they are hidden
    hidden: str  #: why no mean is shown; empty if means are shown
    correlation: Correlation | None  #: rank correlation with the points of our judge, over samples
    outcomes: Outcomes  #: number of samples by outcome and level of score

    def mean(self, category: str = "") -> RowScore | None:
        """Return the mean score of a category; None if it is not shown."""
        return next((score for score in self.means if score.category == category), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeScores:
    """The scores of all rows that one model judged in the same way."""

    judge: RubricScores  #: the newest file of the scores, which records how the model was asked
    rows: tuple[ModelScores, ...]
    outcomes: Outcomes  #: number of samples of all rows together
    correlation: Correlation | None  #: of mean points over models; None if these are too few


def judge_id(scores: RubricScores) -> str:
    """Return a digest of what decides scores: the requested and the reported model, and the requests."""
    result = scores.result
    judge = result.judge.model_dump(mode="json")
    # The names alone: how many replies each model gave differs from row to row.
    judge["models"] = sorted(result.judge.models)
    return digest_canonical([judge, result.version, result.prompts, result.repeats])


def newest_by_judge(scored: Iterable[ScoredRow]) -> tuple[ScoredRow, ...]:
    """Return the newest scores by each model that judges; ``scored`` are those of one row, oldest first."""
    return tuple({judge_id(each.scores): each for each in scored}.values())


def model_scores(scored: ScoredRow) -> ModelScores:
    """Return the means of the scores of a row's answers, and how they agree with the points of our judge."""
    result = scored.scores.result
    first, second = row_points(scored.row), rubric_points(result.scores)
    found = () if result.why_hidden else scores_by_category(_counts(scored), (POINTS,))
    return ModelScores(
        scored=scored,
        means=tuple(RowScore.of(score) for score in found),
        hidden=result.why_hidden,
        correlation=judges_correlation(first, second, first.stems),
        outcomes=outcome_counts(first, second),
    )


def scores_by_judge(rows: Iterable[ModelScores]) -> tuple[JudgeScores, ...]:
    """Group scores of a table's rows by judge, at most one per row and judge; the most used judge first."""
    judges: dict[str, list[ModelScores]] = {}
    for scores in rows:
        judges.setdefault(judge_id(scores.scored.scores), []).append(scores)
    return tuple(
        _judge_scores(found) for _, found in sorted(judges.items(), key=lambda each: (-len(each[1]), each[0]))
    )


def _judge_scores(rows: Sequence[ModelScores]) -> JudgeScores:
    pairs = [
        (own.value, mean.value)
        for row in rows
        if (mean := row.mean()) is not None
        for own in row.scored.row.result.scores
        if (own.metric, own.category) == (POINTS.name, "")
    ]
    return JudgeScores(
        judge=max((row.scored.scores for row in rows), key=lambda scores: (scores.run.started, scores.id)),
        rows=tuple(rows),
        outcomes=sum((Counter(row.outcomes) for row in rows), Counter()),
        correlation=points_correlation(*zip(*pairs, strict=True)) if len(pairs) >= MIN_MODELS else None,
    )


def _counts(scored: ScoredRow) -> Counts:
    """Return the row's tasks with the model's scores as points. All samples count as judged."""
    counts = count_row(scored.row).counts
    given = [scored.scores.result.scores[task] for task in counts.tasks]
    return replace(
        counts,
        statuses={Status.PASSED: tuple(map(len, given))},
        missing=(0,) * len(given),
        graded=tuple(sum(score is not None for score in scores) for scores in given),
        # A score that is missing adds nothing here, and `graded` does not count it.
        points=tuple(float(sum(score or 0 for score in scores)) for scores in given),
    )
