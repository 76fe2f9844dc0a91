"""The calls of a task: how many there are of each kind, and the results and times of the large ones."""

import pickle
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from benchmark.core.errors import BadInput
from benchmark.datasets.collection import ENTRY_POINT
from workshop.authoring.chart_families.family import LARGE_CALLS
from workshop.authoring.chart_families.instance import ChartTask
from workshop.authoring.gates.fault import GateFault

#: Subset → fewest typical and edge calls.
FEWEST = {"algorithm": (15, 8), "math": (6, 3)}
FEWEST_WITH_LARGE = {"algorithm": 30, "math": 9}  #: fewest calls of all kinds
MAX_NUMBERS, MAX_LETTERS = 200_000, 500_000  #: in the arguments of a call
MAX_RESULT = 2_000  #: letters of a result, written as Python
_MAX_SMALL = 2_000  #: letters of the arguments of a typical or edge call, written as Python


def call_faults(made: ChartTask) -> Iterator[GateFault]:
    """Yield the faults in the typical and edge calls of a task."""
    for problem in [*_count_problems(made), *_value_problems(made)]:
        yield GateFault(made.task_id, "calls", problem)


def _count_problems(made: ChartTask) -> Iterator[str]:
    typical, edge = FEWEST[made.subset]
    for kind, calls, fewest in (("typical", made.typical, typical), ("edge", made.edge, edge)):
        if len(calls) < fewest:
            yield f"there are {len(calls)} {kind} calls, fewer than {fewest}"
    count = len(made.calls) + (LARGE_CALLS if made.large else 0)
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


MAX_SECONDS = 0.3  #: CPU seconds of the right program for one large call
_ATTEMPTS = 3  #: runs of a call that takes too long; the fastest counts, since other processes slow it down


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeRun:
    """What the right program does with the large calls of its task."""

    results: tuple[str, ...]  #: the results, written as Python
    seconds: tuple[float, ...]  #: CPU seconds of each call


@lru_cache(maxsize=16)
def run_large(reference: str, large: str) -> LargeRun:
    """Run a right program of ours on the large calls of its task, in this process.

    Args:
        reference: the program.
        large: source of ``large(number)``.

    Raises:
        BadInput: if the source or the program fails, or arguments or results are too large or not plain.
    """
    names: dict[str, object] = {}
    results, seconds = [], []
    try:
        exec(compile(reference, "reference.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
        for number, call in enumerate(_large_calls(large)):
            result, spent = _timed(names[ENTRY_POINT], call)
            results.append(repr(result))
            seconds.append(spent)
            if len(results[-1]) > MAX_RESULT or not is_plain(result):
                raise ValueError(  # noqa: TRY301
                    f"the result of large({number}) is not plain, or has over {MAX_RESULT} letters"
                )
    except Exception as error:
        raise BadInput(
            "LARGE", "", f"{type(error).__name__}: {error}", "correct LARGE in its module"
        ) from error
    return LargeRun(results=tuple(results), seconds=tuple(seconds))


@lru_cache(maxsize=4)
def _large_calls(large: str) -> tuple[bytes, ...]:
    """Return the arguments of each large call, pickled: copies are made much faster from that."""
    names: dict[str, Any] = {}
    exec(compile(large, "large.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
    calls = []
    for number in range(LARGE_CALLS):
        call = names["large"](number)
        if not isinstance(call, tuple) or not is_plain(call):
            raise TypeError(f"large({number}) does not return a tuple of plain arguments")
        if problem := size_problem(call):
            raise ValueError(f"large({number}) {problem}")
        calls.append(pickle.dumps(call))
    return tuple(calls)


def _timed(solve: Any, call: bytes) -> tuple[object, float]:
    fastest, result = float("inf"), None
    for _ in range(_ATTEMPTS):
        arguments = pickle.loads(call)  # noqa: S301 - pickled in this process
        started = time.process_time()
        result = solve(*arguments)
        fastest = min(fastest, time.process_time() - started)
        if fastest <= MAX_SECONDS:
            break
    return result, fastest


def same_results(made: Sequence[ChartTask]) -> bool:
    """Whether two tasks of a family have the same results for all large calls.

    Raises:
        BadInput: if a program fails.
    """
    if not made[0].large:
        return False
    results = [run_large(task.reference, task.large).results for task in made]
    return len(set(results)) < len(results)


def large_faults(made: Sequence[ChartTask], patience: float = 1.0) -> Iterator[GateFault]:
    """Yield the faults in the large calls of a family's tasks, all of which have the same ones.

    Args:
        made: the tasks of a family.
        patience: multiplies the time that the right program may take.
    """
    if not made[0].large:
        return
    runs = {}
    for task in made:
        try:
            runs[task.task_id] = run_large(task.reference, task.large)
        except BadInput as error:
            yield GateFault(task.task_id, "large", error.problem)
            return
    for name, run in runs.items():
        for number, seconds in enumerate(run.seconds):
            if seconds > patience * MAX_SECONDS:
                yield GateFault(
                    name, "large", f"large({number}) takes {seconds:.2f} s, more than {MAX_SECONDS}"
                )
    for first, second in combinations(runs, 2):
        if runs[first].results == runs[second].results:
            yield GateFault(first, "large", f"no large call has another result than in {second}")
    for name, run in runs.items():
        if len(set(run.results)) == 1:
            yield GateFault(name, "large", "all large calls have the same result")
