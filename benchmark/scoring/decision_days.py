"""Decisions of all series: day by day, the findings of one day are confirmed together.

Of the findings of a day, those that the procedure of Benjamini and Hochberg (1995, JRSS B 57:289) rejects at
q = 0.05 are confirmed, over all active series: a series without a finding counts with p = 1. This comes in
addition to each finding's own limit. Drops and improvements are confirmed apart.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, timedelta

from benchmark.scoring.night_series import Comparison, Direction, Finding, Night, Series, State
from benchmark.scoring.nights import Step, advance, rebase, settle

FALSE_DISCOVERIES = 0.05  #: expected share of false ones among the changes confirmed on one day, at most
ACTIVE_DAYS = 7  #: a series is active until so many days after its last night


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A finding, and whether it stands against all series of the day."""

    finding: Finding
    active: int  #: number of active series on that day
    adjusted: float  #: p-value after the adjustment for these series, in (0, 1]
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided about a series after one night."""

    date: date
    state: State
    counted: bool  #: False for another night of the same date, which is ignored
    comparisons: tuple[Comparison, ...] = ()  #: all that were made this night
    settled: tuple[Settled, ...] = ()  #: at most one per direction
    active: int = 0  #: number of active series on that day
    series: Series = field(default_factory=Series)  #: the series after the night


def adjusted_p_values(p_values: Sequence[float], active: int) -> tuple[float, ...]:
    """Return p-values after the adjustment of Benjamini and Hochberg, in the same order.

    Args:
        p_values: of the series with a finding, in [0, 1].
        active: number of active series; those without a finding count with p = 1.

    Raises:
        ValueError: if there are more findings than active series, or a p-value is not in [0, 1].
    """
    if len(p_values) > active:
        raise ValueError(f"{len(p_values)} p-values for {active} active series")
    if not all(0 <= p <= 1 for p in p_values):
        raise ValueError("a p-value must be between 0 and 1")
    if not p_values:
        return ()
    from statsmodels.stats.multitest import multipletests  # here, because importing it takes half a second

    found = multipletests([*p_values, *[1.0] * (active - len(p_values))], method="fdr_bh")[1]
    return tuple(map(float, found[: len(p_values)]))


def decide(
    nights: Mapping[str, Iterable[Night]], rebased: Mapping[str, Set[date]] | None = None
) -> dict[str, tuple[Decision, ...]]:
    """Decide about every series after every night, from the first one on.

    The result depends only on the nights, so that everyone can compute it again from the files.

    Args:
        nights: for each series, in any order of dates. Of several nights of one date the first one given
            counts, so give them in the order in which they were written.
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
        _decide_day(day, by_day[day], series, accepted, found)
    return {name: tuple(decisions) for name, decisions in found.items()}


def _decide_day(
    day: date,
    nights: Sequence[tuple[str, Night]],
    series: dict[str, Series],
    accepted: dict[str, list[date]],
    found: dict[str, list[Decision]],
) -> None:
    """Add the decisions of one day to ``found``, and bring ``series`` up to date."""
    steps: dict[str, Step] = {}
    repeated: list[str] = []
    for name, night in nights:
        while accepted[name] and accepted[name][0] <= day:
            accepted[name].pop(0)
            series[name] = rebase(series[name])
        try:
            step = advance(series[name], night)
        except ValueError as error:
            raise ValueError(f"series {name}, night {day}: {error}") from error
        series[name] = step.series
        if step.counted:
            steps[name] = step
        else:
            repeated.append(name)
    active = sum(_active(each, day) for each in series.values())
    settled = _settled({name: step.findings for name, step in steps.items()}, active)
    for name, step in steps.items():
        for each in settled[name]:
            series[name] = settle(series[name], each.finding, confirmed=each.confirmed)
        found[name].append(
            Decision(
                date=day,
                state=series[name].state,
                counted=True,
                comparisons=step.comparisons,
                settled=tuple(settled[name]),
                active=active,
                series=series[name],
            )
        )
    for name in repeated:
        found[name].append(
            Decision(date=day, state=series[name].state, counted=False, active=active, series=series[name])
        )


def _active(series: Series, day: date) -> bool:
    return series.last is not None and day - series.last <= timedelta(days=ACTIVE_DAYS)


def _settled(findings: Mapping[str, Sequence[Finding]], active: int) -> dict[str, list[Settled]]:
    """Return the findings of each series with their adjusted p-values."""
    settled: dict[str, list[Settled]] = {name: [] for name in findings}
    for direction in Direction:
        same = [(name, one) for name, of in findings.items() for one in of if one.direction is direction]
        adjusted = adjusted_p_values([finding.p for _, finding in same], active)
        for (name, finding), p in zip(same, adjusted, strict=True):
            confirmed = p <= FALSE_DISCOVERIES
            settled[name].append(Settled(finding=finding, active=active, adjusted=p, confirmed=confirmed))
    return settled
