"""Scores that models gave to the answers of rows: on the page of a model, and of a data set."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import POINTS, Category, optional_mark, range_cell, score_mark
from benchmark.analysis.wording import clean, count, money, number_word, plural
from benchmark.leaderboard.board.columns import subset_categories
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row, RowScore
from benchmark.results.rubric import RubricScores
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.review.model_judges import JudgeScores, ModelScores
    from benchmark.scoring.correlation import Correlation

#: Which of the two judges decides places.
RANKED_BY = (
    "Places follow from the verdicts of the judge that runs the code; these scores do not change them."
)
_DIGITS = 12  #: digits of a file's id


def row_scores(sources: Sources, row: Row) -> "tuple[ModelScores, ...]":
    """Return the newest scores of each judge model for a row; none without the libraries for statistics."""
    if row.id not in sources.rubrics or not has_statistics():
        return ()
    from benchmark.review.model_judges import model_scores, newest_by_judge

    return tuple(
        sources.once(("model scores", row.id, scored.scores.id), partial(model_scores, scored))
        for scored in newest_by_judge(sources.rubrics[row.id])
    )


def table_scores(sources: Sources, rows: Iterable[Row]) -> "tuple[JudgeScores, ...]":
    """Return the scores of a table's rows by judge model, that with most rows first."""
    found = [scores for row in rows for scores in row_scores(sources, row)]
    if not found:
        return ()
    from benchmark.review.model_judges import scores_by_judge

    return scores_by_judge(found)


def judge_title(scores: RubricScores) -> str:
    """Return the name of the model that judged, and whether it got the paper's prompts."""
    return f"{clean(scores.result.judge.model)}{', prompts of the paper' if scores.result.is_paper else ''}"


def judge_facts(scores: RubricScores) -> Iterator[tuple[str, str]]:
    """Yield how the model was asked, each with its label."""
    result = scores.result
    judge = result.judge
    yield "Judge model", f"{clean(judge.model)} ({clean(judge.provider)})"
    reported = [clean(name) for name in sorted(judge.models) if name != judge.model]
    if reported:
        yield "Reported as", ", ".join(reported)
    if judge.revision:
        yield "Revision", clean(judge.revision)
    shown = ", ".join(f"{clean(name)} {clean(str(value))}" for name, value in judge.parameters.items())
    if shown:
        yield "Parameters", shown
    again = f"up to {plural(result.repeats, 'time')}" if result.repeats else "never"
    yield "Asked again if a score was missing", again
    yield "Rubrics", "the paper's prompts" if result.is_paper else f"ours, version {result.version}"


def unscored_samples(scores: RubricScores) -> str:
    """Return the number of samples without a score, such as ``3 of 1,200``; empty if every sample has one."""
    unscored, samples = len(scores.result.unscored), sum(map(len, scores.result.scores.values()))
    return f"{count(unscored)} of {count(samples)}" if unscored else ""


def run_facts(scores: RubricScores) -> Iterator[tuple[str, str]]:
    """Yield what one judging cost, and how many samples have no score."""
    samples = sum(map(len, scores.result.scores.values()))
    yield "Samples without a score", unscored_samples(scores) or f"none of {count(samples)}"
    if scores.result.unasked:
        unasked = plural(len(scores.result.unasked), "sample")
        yield "Lowest score, model not asked", f"{unasked} without code"
    run = scores.run
    tokens = [
        f"{count(number)} {way}"
        for number, way in ((run.tokens_in, "in"), (run.tokens_out, "out"))
        if number is not None
    ]
    yield "Tokens", ", ".join(tokens) or "not recorded"
    yield "Cost", "not recorded" if run.cost_usd is None else f"${money(run.cost_usd)}"
    yield "Scored", run.started[:10]
    yield "Id of the scores", scores.id[:_DIGITS]


def rubric_views(row: Row, categories: Sequence[str], sources: Sources) -> tuple[SimpleNamespace, ...]:
    """Return the scores of a row by each judge model; the empty category has all tasks."""
    return tuple(
        SimpleNamespace(
            title=judge_title(scores.scored.scores),
            ranked_by=RANKED_BY,  # which judge decides places
            hidden=f"No mean is shown: {scores.hidden}." if scores.hidden else "",
            words=POINTS,
            lines=tuple(
                _category_line(mean, score_of(scores.scored.row, "points", name))
                for name in categories
                if (mean := scores.mean(name)) is not None
            ),
            facts=(*judge_facts(scores.scored.scores), *run_facts(scores.scored.scores)),
        )
        for scores in row_scores(sources, row)
    )


def _category_line(mean: RowScore, own: RowScore | None) -> SimpleNamespace:
    category = Category(mean.category)
    every = mean.samples + mean.missing
    return SimpleNamespace(
        title=category.title_below or "All tasks",
        depth=category.depth,  # 1 if the category is a part of the one above
        samples=f"{count(mean.samples)} of {count(every)}" if mean.missing else count(every),
        own=range_cell(own),  # mean points of the row's own judge
        mark=score_mark(mean),
    )


def judge_tables(groups: Iterable[RowGroup], sources: Sources) -> tuple[SimpleNamespace, ...]:
    """Return the tables of a data set; scores of different judges or settings are never in one table."""
    found = [(group, scores) for group in groups for scores in table_scores(sources, group.models)]
    settings = distinct_conditions([group.key for group, _ in found], 2)
    return tuple(_table(scores, settings[group.key]) for group, scores in found)


def _table(found: "JudgeScores", setting: str) -> SimpleNamespace:
    from benchmark.review.points import BANDS

    rows = [scores.scored.row for scores in found.rows]
    subsets = subset_categories(rows[0].result.suite, rows)
    return SimpleNamespace(
        title=judge_title(found.judge),
        setting=setting,  # setting and protocol of the answers, in words
        ranked_by=RANKED_BY,
        words=POINTS,
        columns=tuple(Category(name).title for name in subsets),
        lines=tuple(_row_line(scores, subsets) for scores in found.rows),  # the most points by running first
        levels=tuple(level.replace("-", "–") for level in BANDS),  # ``1–2`` to ``9–10``
        outcomes=tuple(_outcomes(found, BANDS)),  # Passed, then failed samples: number per level, and all.
        models=_models_sentence(found),  # sentence on the rank correlation over models
        facts=tuple(judge_facts(found.judge)),
    )


def _row_line(scores: "ModelScores", subsets: Sequence[str]) -> SimpleNamespace:
    row = scores.scored.row
    mark = optional_mark(scores.mean())
    return SimpleNamespace(
        name=display_name(row),
        page=model_page(row.slug),
        own=range_cell(score_of(row, "points")),  # mean points of the judge that runs the code
        mark=None if mark is None else replace(mark, note=""),  # the table counts samples without a score
        cells=tuple(range_cell(scores.mean(name)) for name in subsets),  # mean scores by subset
        unscored=unscored_samples(scores.scored.scores),  # ``3 of 1,200``; empty if every sample has a score
        # rank correlation of the two judges over the samples, with its interval
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
