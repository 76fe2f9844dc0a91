"""Compare a judged run of a pull request with the recorded rows: its place if it were merged now."""

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmark.analysis.groups import is_baseline, key_of, score_of
from benchmark.analysis.score_cells import Category
from benchmark.analysis.wording import clean
from benchmark.chain.pull_request.pull_report import NeighbourGap, Preview, PreviewLine, SubsetScore
from benchmark.core.errors import printable_text
from benchmark.core.verdict import Status
from benchmark.leaderboard.board.columns import subset_categories
from benchmark.results.counted_row import CountedRow, count_row
from benchmark.results.row import Row, RowScore
from benchmark.scoring.installed import has_statistics
from benchmark.submissions.schema import SubmissionRun

_ABOVE, _BELOW = 2, 2  #: neighbours that are shown above and below the submission
_SUBSETS_LIMIT = 20
_MODELS_MINIMUM = 2  #: models that a table needs before places are shown
_INTERVAL = frozenset({"value", "low", "high"})


def make_preview(row: Row, run: SubmissionRun, others: Sequence[CountedRow]) -> Preview:
    """Return the preview of a row: its score, and its place and neighbours among the recorded rows."""
    result = row.result
    score = score_of(row)
    if score is None:
        raise ValueError("a judged run has a score")
    standings, against, models = _comparison(row, others)
    return Preview(
        slug=result.submission.slug,
        name=_short_text(row.name),
        suite=result.suite,
        dataset=result.dataset,
        setting=_short_text(result.setting),
        protocol=_short_text(result.protocol),
        predictions=run.prediction_file or "",
        scale="points" if score.scale == "points" else "fraction",
        tasks=result.tasks.count,
        draws=result.completions.draws,
        passed=_passed_tasks(row, None),
        subsets=list(_subsets(row)),
        standings=standings,
        against=against,
        models=models,
        outcomes=Counter(status for found in result.statuses.values() for status in found),
        **score.model_dump(include={*_INTERVAL, "missing", "worst", "best"}),
    )


def _comparison(row: Row, others: Sequence[CountedRow]) -> tuple[list[PreviewLine], list[NeighbourGap], int]:
    """Return the table lines around the row, the gaps to its neighbours, and the number of models."""
    key, slug = key_of(row), row.slug
    table = [other for other in others if key_of(other.row) == key and other.row.run.trust != "reported"]
    models = len({slug, *(other.row.slug for other in table if not is_baseline(other.row))})
    if models < _MODELS_MINIMUM or is_baseline(row) or not has_statistics():
        return [], [], models
    # Not at the top: these load numpy and scipy, and a first model of a table has nothing to compare.
    from benchmark.analysis.places import places_by_table
    from benchmark.analysis.ranks.ranking import rank_rows

    # Only the newest row of a slug counts. An earlier row may have a later date, from another clock.
    rivals = [other for other in table if other.row.slug != slug]
    ranked = rank_rows([*rivals, count_row(row)], None)
    places = places_by_table(ranked_table.ranking for ranked_table in ranked.tables).get(key)
    if places is None:
        return [], [], models
    lines = places.ranking.places
    names = {line.slug: _short_text(line.name) or line.slug for line in lines}
    number = next(index for index, line in enumerate(lines) if line.row == row.id)
    standings = [
        PreviewLine(
            name=names[line.slug],
            first=line.first,
            last=line.last,
            this=line.row == row.id,
            **line.score.model_dump(include={*_INTERVAL}),
        )
        for line in lines[max(number - _ABOVE, 0) : number + _BELOW + 1]
    ]
    gaps = [
        NeighbourGap(
            name=names[gap.b], **gap.model_dump(include={"difference", "low", "high", "real", "sure"})
        )
        for gap in places.neighbour_gaps(slug)
        if gap is not None
    ]
    return standings, sorted(gaps, key=lambda gap: abs(gap.difference)), len(lines)


def _subsets(row: Row) -> Iterable[SubsetScore]:
    for category in subset_categories(row.result.suite, [row])[:_SUBSETS_LIMIT]:
        found: RowScore | None = score_of(row, category=category)
        if found is not None:
            yield SubsetScore(
                name=_short_text(Category(category).title),
                passed=_passed_tasks(row, category),
                **found.model_dump(include={*_INTERVAL, "tasks"}),
            )


def _passed_tasks(row: Row, category: str | None) -> int | None:
    """Return how many tasks passed, of all or of one category; None if each task has several samples."""
    if row.result.completions.draws != 1:
        return None
    tasks = row.result.statuses if category is None else row.result.tasks.categories.get(category, [])
    return sum(row.result.statuses.get(task) == [Status.PASSED] for task in tasks)


def _short_text(text: str) -> str:
    # The limit of `Word` in the report.
    return printable_text(clean(text))[:100]
