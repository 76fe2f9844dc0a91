"""The scores that models gave to the answers of a row, by category."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import POINTS, ScaleWords
from benchmark.analysis.score_cells import Category, Cell, ScoreMark, range_cell, score_mark
from benchmark.analysis.wording import count
from benchmark.leaderboard.inputs.rubric_scores import (
    RANKED_BY,
    judge_facts,
    judge_title,
    row_scores,
    run_facts,
)
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row, RowScore

if TYPE_CHECKING:
    from benchmark.review.model_judges import ModelScores


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricLine:
    """The mean score of a category."""

    title: str
    depth: int  #: 1 if the category is a part of the one above
    samples: str  #: ``60``, or ``59 of 60`` if a sample has no score
    own: Cell  #: mean points of the row's own judge
    mark: ScoreMark


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricView:
    """The scores by one model."""

    title: str  #: name of the model
    ranked_by: str  #: which judge decides places
    hidden: str  #: why no mean is shown; empty if means are shown
    words: ScaleWords
    lines: tuple[RubricLine, ...]
    facts: tuple[tuple[str, str], ...]


def rubric_views(row: Row, categories: Sequence[str], sources: Sources) -> tuple[RubricView, ...]:
    """Return the scores of a row by each judge model.

    Args:
        row: the row.
        categories: categories to show, in order; the empty one is that of all tasks.
        sources: inputs of the pages.
    """
    return tuple(_view(scores, categories) for scores in row_scores(sources, row))


def _view(scores: "ModelScores", categories: Sequence[str]) -> RubricView:
    row, file = scores.scored.row, scores.scored.scores
    return RubricView(
        title=judge_title(file),
        ranked_by=RANKED_BY,
        hidden=f"No mean is shown: {scores.hidden}." if scores.hidden else "",
        words=POINTS,
        lines=tuple(
            _line(mean, score_of(row, "points", name))
            for name in categories
            if (mean := scores.mean(name)) is not None
        ),
        facts=(*judge_facts(file), *run_facts(file)),
    )


def _line(mean: RowScore, own: RowScore | None) -> RubricLine:
    category = Category(mean.category)
    every = mean.samples + mean.missing
    return RubricLine(
        title=category.title_below or "All tasks",
        depth=category.depth,
        samples=f"{count(mean.samples)} of {count(every)}" if mean.missing else count(every),
        own=range_cell(own),
        mark=score_mark(mean),
    )
