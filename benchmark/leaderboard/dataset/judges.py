"""Scores that models gave to the answers of a data set: a table per judge, and how the judges agree."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.scale_words import POINTS, ScaleWords
from benchmark.analysis.score_cells import Category, Cell, ScoreMark, optional_mark, range_cell
from benchmark.analysis.wording import count, number_word, plural
from benchmark.leaderboard.board.columns import subset_categories
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.inputs.rubric_scores import (
    RANKED_BY,
    judge_facts,
    judge_title,
    table_scores,
    unscored_samples,
)
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page

if TYPE_CHECKING:
    from benchmark.review.model_judges import JudgeScores, ModelScores
    from benchmark.scoring.correlation import Correlation


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedLine:
    """The scores of one model's answers."""

    name: str
    page: str
    own: Cell  #: mean points of the judge that runs the code
    mark: ScoreMark | None  #: mean score; None if too many samples have none
    cells: tuple[Cell, ...]  #: mean scores by subset
    unscored: str  #: ``3 of 1,200``; empty if every sample has a score
    correlation: str  #: rank correlation of the two judges over the samples, with its interval


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeTable:
    """The scores by one judge model in one table of rows."""

    title: str  #: the judge model
    setting: str  #: setting and protocol of the answers, in words
    ranked_by: str
    words: ScaleWords
    columns: tuple[str, ...]  #: subsets
    lines: tuple[JudgedLine, ...]  #: the most points by running first
    levels: tuple[str, ...]  #: ``1–2`` to ``9–10``
    #: Passed, then failed samples: number per level, and all.
    outcomes: tuple[tuple[str, tuple[str, ...]], ...]
    models: str  #: sentence on the rank correlation over models
    facts: tuple[tuple[str, str], ...]  #: how the model was asked


def judge_tables(groups: Iterable[RowGroup], sources: Sources) -> tuple[JudgeTable, ...]:
    """Return the tables of a data set; scores of different judges or settings are never in one table."""
    found = [(group, scores) for group in groups for scores in table_scores(sources, group.models)]
    settings = distinct_conditions([group.key for group, _ in found], 2)
    return tuple(_table(scores, settings[group.key]) for group, scores in found)


def _table(found: "JudgeScores", setting: str) -> JudgeTable:
    from benchmark.review.points import BANDS

    rows = [scores.scored.row for scores in found.rows]
    subsets = subset_categories(rows[0].result.suite, rows)
    return JudgeTable(
        title=judge_title(found.judge),
        setting=setting,
        ranked_by=RANKED_BY,
        words=POINTS,
        columns=tuple(Category(name).title for name in subsets),
        lines=tuple(_line(scores, subsets) for scores in found.rows),
        levels=tuple(level.replace("-", "–") for level in BANDS),
        outcomes=tuple(_outcomes(found, BANDS)),
        models=_models_sentence(found),
        facts=tuple(judge_facts(found.judge)),
    )


def _line(scores: "ModelScores", subsets: Sequence[str]) -> JudgedLine:
    row = scores.scored.row
    mark = optional_mark(scores.mean())
    return JudgedLine(
        name=display_name(row),
        page=model_page(row.result.submission.slug),
        own=range_cell(score_of(row, "points")),
        mark=None if mark is None else replace(mark, note=""),  # the table counts samples without a score
        cells=tuple(range_cell(scores.mean(name)) for name in subsets),
        unscored=unscored_samples(scores.scored.scores),
        correlation=_correlation(scores.correlation),
    )


def _outcomes(found: "JudgeScores", levels: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for passed, title in ((True, "Passed"), (False, "Failed")):
        samples = [found.outcomes.get((passed, level), 0) for level in levels]
        yield title, (*map(count, samples), count(sum(samples)))


def _models_sentence(found: "JudgeScores") -> str:
    from benchmark.review.model_judges import MIN_MODELS

    if found.correlation is None:
        return f"A rank correlation over models needs {number_word(MIN_MODELS)} models with different means."
    models = sum(scores.mean() is not None for scores in found.rows)
    return (
        f"Over {plural(models, 'model')}, the means of the two judges have a rank correlation of"
        f" {_correlation(found.correlation)}."
    )


def _correlation(found: "Correlation | None") -> str:
    if found is None:
        return ""
    value = f"{found.value:.2f}".replace("-", "−")
    if found.low is None or found.high is None:
        return value
    low, high = (f"{end:.2f}".replace("-", "−") for end in (found.low, found.high))
    return f"{value} ({low} to {high})"
