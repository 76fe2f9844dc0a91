"""The rule in use, along the nights of one simulated model."""

from datetime import date, timedelta

from worlds import Floats

from benchmark.scoring.decision_days import FALSE_DISCOVERIES, adjusted_p_values
from benchmark.scoring.night_series import BASELINE_NIGHTS, Anchor, Anchors, Direction, Night, Series, State
from benchmark.scoring.nights import advance, settle

START = date(2025, 1, 1)


def first_alarm(values: Floats, start: Series, series: int = 1, direction: Direction = Direction.DROP) -> int:
    """Return the first night on which the rule in use reports a change, from 1; 0 for never.

    Args:
        values: (night, task), of the nights after ``start``.
        start: the series before these nights.
        series: number of active series; the others have no finding.
        direction: the changes to look for.
    """
    now, last = start, start.last or START
    for place, night in enumerate(values, start=1):
        step = advance(now, Night(date=last + timedelta(place), version="1", values=night))
        now = step.series
        for finding in step.findings:
            confirmed = adjusted_p_values([finding.p], series)[0] <= FALSE_DISCOVERIES
            now = settle(now, finding, confirmed=confirmed)
        if now.track(direction).since is not None:
            return place
    return 0


def after_baselines(values: Floats, anchors: int) -> Series:
    """Return a series with this number of complete baselines, from the first of these nights."""
    if not anchors:
        return Series()
    nights = [
        Night(date=START - timedelta(len(values) - place), version="1", values=night)
        for place, night in enumerate(values)
    ]
    first = Anchor(tuple(nights[:BASELINE_NIGHTS]))
    current = Anchor(tuple(nights[BASELINE_NIGHTS : 2 * BASELINE_NIGHTS])) if anchors > 1 else None
    return Series(version="1", last=START, state=State.OK, anchors=Anchors(first=first, current=current))
