"""The last night for the status page: what was drawn and decided, and which lists of models are unknown."""

from collections import Counter
from dataclasses import dataclass

from benchmark.analysis.wording import clean, count, plural
from benchmark.leaderboard.nights.watched import is_active, run_title, watched
from benchmark.leaderboard.nights.words import UNDECIDED, StateBadge, state_badge
from benchmark.leaderboard.rows.facts import day
from benchmark.leaderboard.rows.nightly_records import NightlyRecords
from benchmark.leaderboard.rows.sources import Sources

_REASON_CHARACTERS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class LastNight:
    """The newest night with any record."""

    day: str
    sentence: str
    states: tuple[tuple[StateBadge, str], ...]  #: each state with its number of series
    undrawn: tuple[tuple[str, str], ...]  #: watched series without a panel: name of the model, and the series
    unknown: tuple[tuple[str, str, str], ...]  #: provider, day and reason of each list that could not be read


def last_night(sources: Sources) -> LastNight | None:
    """Return the last night; None before the first one."""
    records = sources.nightly
    if not records.last:
        return None
    found = watched(sources)
    lines = [
        (model, line)
        for model in found.recent
        for line in model.lines
        if not line.pooled and found.window is not None and is_active(line, found.window)
    ]
    points = [line.by_date[records.last] for _, line in lines if records.last in line.by_date]
    states = Counter(state_badge(point.decision) for point in points)
    return LastNight(
        day=day(records.last),
        sentence=_sentence(
            len(points),
            len(lines),
            sum(point.missing for point in points),
            sum(point.tasks for point in points),
        ),
        states=tuple((badge, count(number)) for badge, number in states.most_common() if badge != UNDECIDED),
        undrawn=tuple(
            (model.name, run_title(line.names[0]))
            for model, line in lines
            if records.last not in line.by_date
        ),
        unknown=tuple(_unknown_lists(records)),
    )


def _sentence(drawn: int, watched_series: int, missing: int, samples: int) -> str:
    if not watched_series:
        return "No series is watched."
    lost = f"{count(missing)} of {plural(samples, 'sample')} missing" if drawn else "no samples"
    return f"{count(drawn)} of {count(watched_series)} series have samples, {lost}."


def _unknown_lists(records: NightlyRecords) -> list[tuple[str, str, str]]:
    return [
        (provider, day(seen.date), clean(seen.reason or "", _REASON_CHARACTERS))
        for provider, seen in sorted(records.newest_lists.items())
        if seen.state == "unknown"
    ]
