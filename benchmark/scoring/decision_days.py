"""Decisions of all series: night by night, in the order of dates.

The series of a model share its error budget: a night of one of them is judged with the number of the model's
series that are active on its day, the pooled one included.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from datetime import date, timedelta

from benchmark.scoring.night_series import Comparison, Finding, Night, Series, State
from benchmark.scoring.nights import advance, rebase

ACTIVE_DAYS = 7  #: days after its last night during which a series counts as active


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided about a series after one night."""

    date: date
    state: State
    counted: bool  #: False for another night of the same date, which is ignored
    comparisons: tuple[Comparison, ...] = ()  #: all that were made this night
    findings: tuple[Finding, ...] = ()  #: at most one per direction; each opens an alarm
    active: int = 0  #: number of active series of the model on that day, with the pooled one
    series: Series = field(default_factory=Series)  #: the series after the night


def decide(
    nights: Mapping[str, Iterable[Night]],
    models: Mapping[str, str],
    rebased: Mapping[str, Set[date]] | None = None,
) -> dict[str, tuple[Decision, ...]]:
    """Decide about every series after every night, from the first one on.

    The result depends only on the nights, so that everyone can compute it again from the files.

    Args:
        nights: for each series, in any order of dates. Of several nights of one date the first one given
            counts, so give them in the order in which they were written.
        models: the model of each series.
        rebased: for each series, the days before whose night a person accepted the level of the nights so
            far.

    Raises:
        ValueError: if a night has other tasks than the night before with the same version, or bad values; the
            message names series and date.
    """
    ordered = {name: sorted(of, key=lambda night: night.date) for name, of in nights.items()}
    by_day: dict[date, list[tuple[str, Night]]] = {}
    for name, several in ordered.items():
        for night in several:
            by_day.setdefault(night.date, []).append((name, night))
    series = {name: Series() for name in ordered}
    accepted = {name: sorted((rebased or {}).get(name, ())) for name in ordered}
    found: dict[str, list[Decision]] = {name: [] for name in ordered}
    for day in sorted(by_day):
        tonight = {name for name, _ in by_day[day]}
        active = Counter(
            models[name] for name, each in series.items() if name in tonight or _active(each, day)
        )
        for name, night in by_day[day]:
            while accepted[name] and accepted[name][0] <= day:
                accepted[name].pop(0)
                series[name] = rebase(series[name])
            try:
                step = advance(series[name], night, active[models[name]])
            except ValueError as error:
                raise ValueError(f"series {name}, night {day}: {error}") from error
            series[name] = step.series
            found[name].append(
                Decision(
                    date=day,
                    state=step.series.state,
                    counted=step.counted,
                    comparisons=step.comparisons,
                    findings=step.findings,
                    active=active[models[name]],
                    series=step.series,
                )
            )
    return {name: tuple(decisions) for name, decisions in found.items()}


def _active(series: Series, day: date) -> bool:
    return series.last is not None and day - series.last <= timedelta(days=ACTIVE_DAYS)
