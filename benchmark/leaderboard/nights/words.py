"""The words and badges for states of series and for events."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.analysis.wording import clean
from benchmark.results.nights import Decision, DecisionTest, EventKind, Outcome
from benchmark.scoring.night_band import NightBand

_TEXT_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class StateBadge:
    """A state in words, and the class of its badge."""

    words: str
    style: str  #: ``bad`` for a drop, ``no`` for an outline, ``dash`` for dashes


WORSE = StateBadge("got worse", "bad")
CHANGED = StateBadge("answers changed", "no")
BETTER = StateBadge("got better", "no")
NO_CHANGE = StateBadge("no change", "no")
UNKNOWN = StateBadge("unknown", "dash")
UNDECIDED = StateBadge("not decided yet", "dash")
_STATES: Mapping[Outcome, StateBadge] = {
    "warming-up": StateBadge("warming up", "dash"),
    "ok": NO_CHANGE,
    "checking": StateBadge("checking", "no"),
    "regressed": WORSE,
    "improved": BETTER,
    "unknown": UNKNOWN,
    "new-baseline": StateBadge("new baseline", "no"),
}
EVENTS: Mapping[EventKind, StateBadge] = {
    "new-version": StateBadge("new version", "no"),
    "not-drawn": StateBadge("not drawn", "dash"),
    "vanished": StateBadge("vanished", "no"),
    "shutdown-announced": StateBadge("shutdown announced", "no"),
    "alias-moved": StateBadge("alias moved", "no"),
    "suite-break": StateBadge("suite changed", "no"),
    "outage": StateBadge("outage", "dash"),
}
STOPPED = StateBadge("stopped", "dash")
BREAK = StateBadge("break", "no")


def state_badge(decision: Decision | None) -> StateBadge:
    """Return the state after a decision.

    A change of the answers whose interval over stems includes 0 is not called worse or better.
    """
    if decision is None:
        return UNDECIDED
    test = deciding_test(decision)
    if decision.outcome == "regressed" and test is not None and test.low is not None and test.low <= 0:
        return CHANGED
    if decision.outcome == "improved" and test is not None and test.high is not None and test.high >= 0:
        return CHANGED
    return _STATES[decision.outcome]


def deciding_test(decision: Decision) -> DecisionTest | None:
    """Return the test of stage 2 or of a pool with the smallest p-value for the change; None without one."""
    direction = "rise" if decision.outcome == "improved" else "drop"
    tests = [test for test in decision.tests if test.stage != "stage-1" and test.direction == direction]
    return min(tests, key=lambda test: test.p, default=None)


def sentence(text: str) -> str:
    """Return a recorded text, clean, with a full stop; it may begin with the id of a model."""
    words = clean(text, _TEXT_CHARACTERS)
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def reason(text: str) -> str:
    """Return the recorded reason of a decision as a sentence, which begins with a capital letter."""
    words = sentence(text)
    return words[:1].upper() + words[1:]


def about(band: NightBand) -> str:
    """Return the level of a series, such as ``usually about 79 %``."""
    return f"usually about {100 * band.middle:.0f} %"
