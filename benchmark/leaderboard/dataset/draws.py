"""How much of the uncertainty of the scores of a table comes from drawing answers."""

from functools import partial

from benchmark.analysis.groups import RowGroup, metric_name
from benchmark.analysis.wording import count, percent
from benchmark.core.verdict import Status
from benchmark.leaderboard.rows.sources import Sources
from benchmark.scoring.draw_variance import split_variance


def draws_sentence(group: RowGroup, sources: Sources) -> str:
    """Return the share of a score's variance that comes from draws; empty for one draw per task.

    Tables that are ranked by points have none, because their scores are not the rates of passed draws.
    """
    return sources.once(("draws", group.key), partial(_sentence, group, sources))


def _sentence(group: RowGroup, sources: Sources) -> str:
    several = [row for row in group.models if row.result.completions.draws > 1]
    if not several or metric_name(several[0]) == "points":
        return ""
    splits = []
    for row in several:
        counts = sources.counts[row.id]
        if any(counts.judged):
            passed = counts.of(frozenset({Status.PASSED}))
            splits.append(split_variance(passed, counts.judged, counts.stems))
    shares = [split.draws_share for split in splits if split.draws_share is not None]
    if not shares:
        return ""
    low, high = percent(min(shares)), percent(max(shares))
    part = f"{low} %" if low == high else f"{low} to {high} %"
    fewest, most = (count(end(row.result.completions.draws for row in several)) for end in (min, max))
    draws = fewest if fewest == most else f"{fewest} to {most}"
    return (
        f"With {draws} tries per task, drawing answers explains {part} of the variance of a model’s score,"
        " and the choice of tasks explains the rest. More tries lower only the first part; more tasks lower"
        " both."
    )
