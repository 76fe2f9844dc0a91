"""Scores that models gave to the answers of rows: how the models were asked, and the rows by judge."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from benchmark.analysis.wording import clean, count, money, plural
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row
from benchmark.results.rubric import RubricScores
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.review.model_judges import JudgeScores, ModelScores


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
