"""The large calls of a task: their results, and how long the right program and the slow one take."""

import pickle
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from benchmark.authoring.chart_families.call_gates import MAX_RESULT, is_plain, size_problem
from benchmark.authoring.chart_families.family import LARGE_CALLS
from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.source import ENTRY_POINT
from benchmark.core.errors import BadInput

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
