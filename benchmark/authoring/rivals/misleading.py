"""Find the rivals that fit every worked example of a task and fail its tests."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from benchmark.authoring.family import Call
from benchmark.authoring.mutants import is_listed
from benchmark.authoring.rivals.derived import Rule, changed_rivals, derived_rivals
from benchmark.authoring.shown_rule import ShownRule
from benchmark.datasets.tolerance import is_close

_LONGEST_NAME = 200  #: letters of a rival's name in a message; the lines of some references are long


@dataclass(frozen=True, slots=True)
class Misleading:
    """A rival that fits every worked example and is not right."""

    name: str
    shown: int  #: number of worked examples
    failed: int  #: number of the tests' calls for which it is wrong
    calls: int  #: number of the tests' calls

    def __str__(self) -> str:
        name = self.name if len(self.name) <= _LONGEST_NAME else f"{self.name[: _LONGEST_NAME - 1]}…"
        return f"`{name}` fits all {self.shown} and is wrong for {self.failed} of {self.calls} calls"


def tried_rivals(
    rule: ShownRule, settled: Collection[str], *, pairs: bool = False, mutants_only: bool = False
) -> Iterator[Misleading | None]:
    """Try the rivals of a rule, declared ones first; yield None for each that does not mislead.

    A rule without worked examples has none: its picture shows the rule itself.

    Args:
        rule: the rule.
        settled: patterns of derived rivals, and of changes, that the text or another part of the picture
            rules out; they are not tried.
        pairs: whether programs with two changes are tried, too.
        mutants_only: whether only changed programs are tried: a space of rules has all else.
    """
    if not rule.examples:
        return
    guessed = ((name, rival) for name, rival in derived_rivals(rule) if not is_listed(name, settled))
    changed = changed_rivals(rule.reference, settled, pairs=pairs)
    for name, rival in changed if mutants_only else chain(rule.rivals.items(), guessed, changed):
        failed = _failed_calls(rival, rule)
        yield Misleading(name, len(rule.examples), failed, len(rule.calls)) if failed else None


def _failed_calls(rival: Rule, rule: ShownRule) -> int:
    """Return for how many calls a rival is wrong; 0 if it contradicts a worked example."""
    if not all(_is_right(rival, rule.examples, rule.example_results)):
        return 0
    return sum(not right for right in _is_right(rival, rule.calls, rule.expected))


def _is_right(rival: Rule, calls: Sequence[Call], results: Sequence[object]) -> Iterator[bool]:
    """Yield for each call whether a rival gives the result."""
    for call, result in zip(calls, results, strict=True):
        try:
            right = is_close(rival(*map(_copy, call)), result)
        except Exception:  # noqa: BLE001 - any error is another result
            right = False
        yield right


def _copy(value: Any) -> Any:
    """Return a copy of a plain value; much faster than ``copy.deepcopy``."""
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value
