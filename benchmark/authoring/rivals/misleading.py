"""Find the rivals that fit every worked example of a task and fail its tests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from benchmark.authoring.family import Call
from benchmark.authoring.mutants import is_listed
from benchmark.authoring.rivals.derived import Rule, changed_rivals, derived_rivals
from benchmark.authoring.shown_rule import ShownRule
from benchmark.datasets.tolerance import is_close

_LONGEST_NAME = 100  #: letters of a rival's name in a message; the lines of some references are long


@dataclass(frozen=True, slots=True)
class Misleading:
    """A rival that fits every worked example and is not right."""

    name: str
    shown: int  #: number of worked examples
    failed: int  #: number of the tests' calls for which it is wrong
    calls: int  #: number of the tests' calls

    @property
    def short_name(self) -> str:
        """The name, cut if it is long."""
        return self.name if len(self.name) <= _LONGEST_NAME else f"{self.name[: _LONGEST_NAME - 1]}…"

    def __str__(self) -> str:
        return (
            f"`{self.short_name}` fits all {self.shown} and is wrong for {self.failed} of {self.calls} calls"
        )


def misleading_rivals(rule: ShownRule, settled: Mapping[str, str]) -> Iterator[Misleading]:
    """Yield the rivals that fit every worked example of a rule and fail its tests, declared ones first.

    A rule without worked examples has none: its picture shows the rule itself.

    Args:
        rule: the rule.
        settled: patterns of derived rivals that the text or another part of the picture rules out.
    """
    for name, rival in _rivals(rule):
        failed = _failed_calls(rival, rule)
        if failed and (name in rule.rivals or not is_listed(name, settled)):
            yield Misleading(name, len(rule.examples), failed, len(rule.calls))


def count_rivals(rule: ShownRule) -> int:
    """Return how many rivals :func:`misleading_rivals` compares with the worked examples of a rule."""
    return sum(1 for _ in _rivals(rule))


def _rivals(rule: ShownRule) -> Iterator[tuple[str, Rule]]:
    """Yield the rivals of a rule by name, declared ones first; none without worked examples."""
    if rule.examples:
        derived = chain(derived_rivals(rule), changed_rivals(rule.reference))
        yield from chain(rule.rivals.items(), derived)


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
