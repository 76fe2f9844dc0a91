"""Finds the nights from which on a provider answers as another model under the same model id.

A provider reports with each completion which model answered, and perhaps a fingerprint of its settings. Some
providers run a fleet, so that several values in one night are normal, and some send another fingerprint with
each completion. A value has *arrived* on the first night on which it has

- at least 10 % of the night's completions, and at least three of them,
- more than the seven nights before make plausible: with the same total numbers, chance would give the night
  so many with a probability below 0.001 (hypergeometric), and
- less than 10 % on each of these seven nights.

A value that spreads too slowly for this has arrived on the first night on which it has at least half of the
completions of the last seven nights, if it had less than 10 % of the first seven of the 60 nights before (at
least 14), and did not arrive in these.

Of fingerprints, at least three earlier nights are needed. If values arrived on two or more of the last seven
nights, another one says nothing, since the provider changes it all the time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

LOWEST_SHARE = 0.1
FEWEST = 3  #: minimum completions with the value
IMPLAUSIBLE = 0.001
WINDOW = 7  #: nights
SLOW_WINDOW = 60  #: nights in which a value may spread slowly
HALF = 0.5
RESTLESS = 2  #: so many arrivals within the window make a field say nothing


@dataclass(frozen=True, slots=True)
class Arrival:
    """A value that arrived."""

    day: date
    before: str  #: the most frequent value of the last night before
    after: str


def arrivals(nights: Mapping[date, Mapping[str, int]], earlier: int = 1) -> tuple[Arrival, ...]:
    """Return the values that arrived, oldest first; at most one per night.

    Each night has its numbers of completions by value; nights without values are left out. A night counts
    only if there are ``earlier`` ones.
    """
    found: list[Arrival] = []
    arrived: list[str | None] = []  #: of each night, the value that arrived
    known: list[Mapping[str, int]] = []
    for day, counts in sorted(nights.items()):
        if not sum(counts.values()):
            continue
        new = _newest(counts, known[-WINDOW:]) if known else None
        before = known[-1] if known else {}
        if new is None:
            recent = [*known[1 - WINDOW :], counts]
            spread = _spread_from(recent, known[-SLOW_WINDOW:], arrived[-SLOW_WINDOW:])
            before, new = spread or (before, None)
        restless = sum(value is not None for value in arrived[-WINDOW:]) >= RESTLESS
        if new is not None and len(known) >= earlier and not restless:
            found.append(Arrival(day, _most_frequent(before), new))
        arrived.append(new)
        known.append(counts)
    return tuple(found)


def _spread_from(
    recent: Sequence[Mapping[str, int]], window: Sequence[Mapping[str, int]], arrived: Sequence[str | None]
) -> tuple[Counter[str], str] | None:
    """Return what the nights before a slow spread had, and the value that spread; None if none did.

    The ``recent`` nights, with this one, count together; before it are ``window`` and what ``arrived`` in
    these.
    """
    if len(window) < 2 * WINDOW:
        return None
    old, new = (_together(nights) for nights in (window[:WINDOW], recent))
    value = _most_frequent(new)
    spread = new[value] >= HALF * new.total() and old[value] < LOWEST_SHARE * old.total()
    return (old, value) if spread and value not in arrived else None


def _together(nights: Iterable[Mapping[str, int]]) -> Counter[str]:
    found = Counter[str]()
    for night in nights:
        found.update(night)
    return found


def _newest(counts: Mapping[str, int], window: Sequence[Mapping[str, int]]) -> str | None:
    """Return the most frequent value that arrived; None if none did."""
    total = sum(counts.values())
    before = _together(window)
    for value, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if number < FEWEST or number < LOWEST_SHARE * total:
            return None
        usual = any(night.get(value, 0) >= LOWEST_SHARE * sum(night.values()) for night in window)
        if not usual and _chance(number, total, before[value], before.total()) < IMPLAUSIBLE:
            return value
    return None


def _chance(number: int, total: int, before: int, total_before: int) -> float:
    """Return the probability of at least this number of all the completions with the value in the night."""
    from scipy.stats import hypergeom  # here, because importing it takes half a second

    return float(hypergeom.sf(number - 1, total + total_before, number + before, total))


def _most_frequent(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda value: (-counts[value], value))
