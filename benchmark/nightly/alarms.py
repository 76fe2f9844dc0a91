"""Open alarms: series whose last decision is ``regressed``, and how a maintainer accepts their level."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.core.digest import digest_canonical
from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import Decision
from benchmark.results.status import reason_of


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm that is open after the last decision of its series."""

    decisions: tuple[Decision, ...]  #: all decisions of the series since it was opened, oldest first
    before: tuple[Decision, ...] = ()  #: earlier decisions, oldest first; at most the nights of a window

    @property
    def last(self) -> Decision:
        """The newest decision that found the drop."""
        return next(found for found in reversed(self.decisions) if found.outcome == "regressed")

    @property
    def since(self) -> str:
        """The day on which the alarm was opened."""
        return self.decisions[0].date

    @property
    def mark(self) -> str:
        """A name that no other alarm has: the key of the series, and the day."""
        return f"{series_key(self.last)}-{self.since}"


def series_key(decision: Decision) -> str:
    """Return a digest that names the series of a decision; all series of a model together have their own."""
    names = [] if decision.level == "model" else [list(name) for name in decision.names]
    return digest_canonical([decision.level, decision.slug, names])


def by_series(decisions: Iterable[Decision]) -> Mapping[str, tuple[Decision, ...]]:
    """Group decisions by their series, each group in the order in which its decisions take effect."""
    groups: dict[str, tuple[Decision, ...]] = {}
    for decision in sorted(
        decisions, key=lambda each: (each.date, each.when, each.outcome == "new-baseline", each.id)
    ):
        key = series_key(decision)
        groups[key] = (*groups.get(key, ()), decision)
    return groups


def open_alarms(decisions: Iterable[Decision]) -> tuple[Alarm, ...]:
    """Return the open alarms, oldest first.

    A night that is ``unknown`` neither opens nor closes an alarm. Every other outcome than ``regressed``
    closes the alarm: such an outcome only follows clean nights, a suite break, or a person's decision.
    """
    found = []
    for several in by_series(decisions).values():
        latest = itertools.takewhile(lambda each: each.outcome in ("regressed", "unknown"), reversed(several))
        opened = tuple(itertools.dropwhile(lambda each: each.outcome == "unknown", reversed(tuple(latest))))
        if opened:
            from benchmark.scoring.nights.rule import (
                WINDOWS,  # here, because listing models works without scipy
            )

            found.append(Alarm(opened, several[: -len(opened)][-max(WINDOWS) :]))
    return tuple(sorted(found, key=lambda alarm: (alarm.since, alarm.last.slug, alarm.mark)))


def accept_level(alarm: Alarm, issue: str, *, by: str, when: str) -> Decision:
    """Return the decision that the present level of a series is its new baseline.

    The decision is dated after those of the alarm, and nothing in it depends on the clock: two runs that find
    the same closed issue make the same decision. ``issue`` is the address of the alarm's issue, which the
    maintainer ``by`` closed at ``when``, in UTC.
    """
    newest, number = alarm.decisions[-1], issue.rpartition("/")[2]
    return Decision(
        id=NO_ID,
        date=max(newest.date, when[:10]),
        when=max(newest.when, when),
        slug=newest.slug,
        level=newest.level,
        series=newest.series,
        outcome="new-baseline",
        reason=reason_of(
            f"{by} closed issue {number} while the alarm was open: the present level is accepted, and new"
            " nights make the baseline"
        ),
        cause="person",
        by=by,
        links={"issue": issue},
    ).with_its_id()
