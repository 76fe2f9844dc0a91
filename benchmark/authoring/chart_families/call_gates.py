"""Check the calls of a task: how many of each kind there are, and that their values are plain."""

from collections.abc import Iterator

from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.gates.fault import GateFault

#: Subset → fewest typical and edge calls.
FEWEST = {"algorithm": (15, 8), "math": (6, 3)}
FEWEST_WITH_LARGE = {"algorithm": 30, "math": 9}  #: fewest calls of all kinds
MAX_NUMBERS, MAX_LETTERS = 200_000, 500_000  #: in the arguments of a call
MAX_RESULT = 2_000  #: letters of a result, written as Python
_MAX_SMALL = 2_000  #: letters of the arguments of a typical or edge call, written as Python

_LARGE = 5


def call_faults(made: ChartTask) -> Iterator[GateFault]:
    """Yield the faults in the typical and edge calls of a task."""
    for problem in [*_count_problems(made), *_value_problems(made)]:
        yield GateFault(made.task_id, "calls", problem)


def _count_problems(made: ChartTask) -> Iterator[str]:
    typical, edge = FEWEST[made.subset]
    for kind, calls, fewest in (("typical", made.typical, typical), ("edge", made.edge, edge)):
        if len(calls) < fewest:
            yield f"there are {len(calls)} {kind} calls, fewer than {fewest}"
    count = len(made.calls) + (_LARGE if made.large else 0)
    if count < FEWEST_WITH_LARGE[made.subset]:
        yield f"there are {count} calls of all kinds, fewer than {FEWEST_WITH_LARGE[made.subset]}"


def _value_problems(made: ChartTask) -> Iterator[str]:
    for call, value in zip(made.calls, made.results, strict=True):
        if not is_plain(call) or not is_plain(value):
            yield f"not plain values: {call!a} gives {value!a}"
        if len(repr(call)) > _MAX_SMALL:
            yield f"a call is {len(repr(call))} letters long, more than {_MAX_SMALL}; make it a large call"
    if len({repr(call) for call in made.calls}) < len(made.calls):
        yield "two calls are the same"


def is_plain(value: object) -> bool:
    """Whether a value consists of numbers, texts, truth values, None, lists, tuples and dicts."""
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(item) for key, item in value.items())
    return value is None or isinstance(value, bool | int | float | str)


def size_problem(call: object) -> str:
    """Return what is too large about the arguments of a large call; empty if nothing is."""
    numbers, letters = _sizes(call)
    if numbers > MAX_NUMBERS:
        return f"has {numbers} numbers, more than {MAX_NUMBERS}"
    if letters > MAX_LETTERS:
        return f"has {letters} letters, more than {MAX_LETTERS}"
    return ""


def _sizes(value: object) -> tuple[int, int]:
    """Return how many numbers and how many letters a value has."""
    if isinstance(value, str):
        return 0, len(value)
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple):
        sizes = [_sizes(item) for item in value]
        return sum(numbers for numbers, _ in sizes), sum(letters for _, letters in sizes)
    return 1, 0
