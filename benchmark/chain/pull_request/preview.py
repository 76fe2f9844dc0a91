"""A judged run of a pull request beside the rows there are: where it would stand, were it merged now."""

import importlib.util
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmark.analysis.groups import is_baseline, key_of, score_of
from benchmark.analysis.score_cells import Category
from benchmark.analysis.wording import clean
from benchmark.chain.pull_request.pull_report import NeighbourGap, Preview, PreviewLine, SubsetScore
from benchmark.core.errors import BadInput, OurFailure, printable
from benchmark.core.verdict import Status
from benchmark.leaderboard.board.columns import subset_categories
from benchmark.results.counted_row import CountedRow, count_row, read_counted
from benchmark.results.row import Row, RowScore
from benchmark.submissions.schema import SubmissionRun

_ABOVE, _BELOW = 2, 2  #: neighbours that are shown
_SUBSETS = 20
_FEWEST = 2  #: models that can be compared


def preview(row: Row, run: SubmissionRun, others: Sequence[CountedRow], seconds: float) -> Preview:
    """What the row would say on the leaderboard.

    Args:
        row: as it would be made.
        run: that it comes from; has a prediction file.
        others: rows that are there already.
        seconds: that judging took.
    """
    result = row.result
    score = score_of(row)
    if score is None or run.predictions is None:
        raise ValueError("a judged prediction file has a pass@1")
    standings, against, models = _beside(row, others)
    statuses = [status for found in result.statuses.values() for status in found]
    return Preview(
        slug=result.submission.slug,
        name=_word(result.submission.name),
        suite=result.suite,
        dataset=result.dataset,
        setting=_word(result.setting),
        protocol=_word(result.protocol),
        prompt=_word(result.prompt.name),
        predictions=run.predictions,
        value=score.value,
        low=score.low,
        high=score.high,
        tasks=result.tasks.count,
        draws=result.completions.draws,
        passed=_passed(row, None),
        missing=score.missing,
        worst=score.worst,
        best=score.best,
        subsets=list(_subsets(row)),
        standings=standings,
        against=against,
        models=models,
        outcomes={status: statuses.count(status) for status in dict.fromkeys(statuses)},
        seconds=round(seconds, 3),
    )


def read_others(rows: Path | None, cache: Path | None) -> tuple[CountedRow, ...]:
    """The rows that previews are compared with; none without a folder of rows.

    Raises:
        OurFailure: names the first row that is unreadable: no fault of who brings a submission.
    """
    try:
        return () if rows is None else read_counted(rows, cache)
    except BadInput as error:
        raise OurFailure(f"the rows to compare with cannot be read: {error}", error.fix) from None


def can_compare() -> bool:
    """Whether the extra `statistics` is here."""
    return all(importlib.util.find_spec(name) is not None for name in ("numpy", "scipy", "statsmodels"))


def _beside(row: Row, others: Sequence[CountedRow]) -> tuple[list[PreviewLine], list[NeighbourGap], int]:
    """The lines around the row in its table, and the gaps to its neighbours."""
    key = key_of(row)
    table = [one for one in others if key_of(one.row) == key and one.row.run.trust != "reported"]
    slugs = {one.row.result.submission.slug for one in table if not is_baseline(one.row)}
    models = len(slugs | {row.result.submission.slug})
    if models < _FEWEST or is_baseline(row) or not can_compare():
        return [], [], models
    from benchmark.analysis.places import places_by_table
    from benchmark.analysis.ranks.rankings import RankingOptions, rank_rows

    own = count_row(row)
    newest = max((one.row.run.started for one in table), default="")
    if own.row.run.started <= newest:  # a clock of another machine; the newest row of a slug counts
        later = own.row.run.model_copy(update={"started": newest.removesuffix("Z") + "Z"})
        table = [one for one in table if one.row.result.submission.slug != row.result.submission.slug]
        own = CountedRow(own.row.model_copy(update={"run": later}), own.counts)
    ranked = rank_rows([*table, own], RankingOptions(), None, wanted=None)
    places = places_by_table(one.ranking for one in ranked.tables).get(key)
    if places is None:
        return [], [], models
    lines = places.ranking.places
    number = next(place for place, one in enumerate(lines) if one.row == row.id)
    shown = lines[max(number - _ABOVE, 0) : number + _BELOW + 1]
    standings = [
        PreviewLine(
            name=_word(one.name) or one.slug,
            first=one.first,
            last=one.last,
            value=one.score.value,
            low=one.score.low,
            high=one.score.high,
            this=one.row == row.id,
        )
        for one in shown
    ]
    names = {one.slug: _word(one.name) or one.slug for one in lines}
    gaps = [gap for gap in places.neighbour_gaps(row.result.submission.slug) if gap is not None]
    against = [
        NeighbourGap(name=names[gap.b], difference=gap.difference, low=gap.low, high=gap.high, real=gap.real)
        for gap in sorted(gaps, key=lambda gap: abs(gap.difference))
    ]
    return standings, against, len(lines)


def _subsets(row: Row) -> Iterable[SubsetScore]:
    for category in subset_categories(row.result.suite, [row])[:_SUBSETS]:
        found: RowScore | None = score_of(row, category=category)
        if found is not None:
            yield SubsetScore(
                name=_word(Category(category).title),
                value=found.value,
                low=found.low,
                high=found.high,
                tasks=found.tasks,
                passed=_passed(row, category),
            )


def _passed(row: Row, category: str | None) -> int | None:
    """Tasks that passed, of all or of a category; None where each was tried several times."""
    if row.result.completions.draws != 1:
        return None
    tasks = row.result.statuses if category is None else row.result.tasks.categories.get(category, [])
    return sum(row.result.statuses.get(task) == [Status.PASSED] for task in tasks)


def _word(text: str) -> str:
    return printable(clean(text))[:100]
