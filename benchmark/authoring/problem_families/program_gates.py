"""Check right programs in this process: time, coverage by the hidden inputs, and mutants."""

import ast
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmark.authoring.gates import tests
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.mutants import mutants
from benchmark.authoring.problem_families.instance import ProblemTask, outputs_agree, printed
from benchmark.authoring.source import compile_solution, count_statements
from benchmark.core.task import StdioCase

MAX_SECONDS = 0.3  #: CPU seconds of the right program for one input
MIN_STATEMENTS, MAX_STATEMENTS = 5, 90
#: Names that would change this process, or that whole programs need and functions do not.
_REFUSED = ("setrecursionlimit", "sys.stdin", "input(", "print(", "threading")
_WRONG_SECONDS = 1.0  #: CPU seconds after which a wrong program counts as refused here; the judge has more
#: CPU time limit of a mutant for an input: a multiple of the right program's, and at least this many seconds.
_TIME_FACTOR, _MIN_SECONDS = 10, 0.05
_ATTEMPTS = 3  #: runs of an input that takes too long; the fastest counts, since other processes slow it down


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedSolution:
    """The function of a right program with its tests, for the gate of coverage."""

    task_id: str
    text: str
    reference: str
    tests: str


def program_faults(made: ProblemTask, equivalent: Mapping[str, str]) -> Iterator[GateFault]:
    """Yield the faults of a task's right program."""
    refused = [name for name in _REFUSED if name in made.solution]
    if refused:
        problem = f"has {', '.join(refused)}; it must be a plain function from text to text"
        yield GateFault(made.task_id, "reference", problem)
        return
    count = count_statements(made.solution)
    if not MIN_STATEMENTS <= count <= MAX_STATEMENTS:
        problem = f"has {count} statements; it needs {MIN_STATEMENTS} to {MAX_STATEMENTS}"
        yield GateFault(made.task_id, "reference", problem)
    seconds = measured(made)
    for case, spent in seconds.items():
        if spent > MAX_SECONDS:
            problem = f"takes {spent:.2f} s for {case.input[:60]!a}, more than {MAX_SECONDS}"
            yield GateFault(made.task_id, "time", problem)
            return
    yield from _coverage_faults(made)
    every = list(mutants(made.solution))
    survivors = [mutant for mutant in every if passes(made, mutant.tree, seconds)]
    yield from tests.survivor_faults(made.task_id, len(every), survivors, equivalent)
    for name, solution in made.wrong.items():
        if passes(made, solution, dict.fromkeys(seconds, _WRONG_SECONDS / _TIME_FACTOR)):
            problem = f"the wrong program {name} passes the hidden tests under {made.variant}"
            yield GateFault(made.task_id, "wrong", problem)


def _coverage_faults(made: ProblemTask) -> list[GateFault]:
    """Return a fault for each statement and branch of the right program that no hidden input reaches.

    Measuring makes a program many times slower, so the large inputs run only if the others do not reach all.
    """
    short = [case.input for kind, cases in made.hidden.items() if kind != "large" for case in cases]
    faults: list[GateFault] = []
    for inputs in (short, [case.input for case in made.cases]):
        source = f"for given in {inputs!r}:\n    solution(given)\n"
        tested = TestedSolution(task_id=made.task_id, text=made.text, reference=made.solution, tests=source)
        faults = list(tests.coverage_faults(tested))
        if not faults:
            break
    return faults


def passes(made: ProblemTask, solution: str | ast.Module, seconds: Mapping[StdioCase, float]) -> bool:
    """Whether a program of ours passes the hidden tests of a task in this process.

    Args:
        made: the task.
        solution: defines ``solution``.
        seconds: CPU seconds of the right program for each case; the program has ten times that, or 0.05 s.
    """
    # Short inputs first: most wrong programs fail on them, and then the long ones need not run.
    ordered = sorted(made.cases, key=lambda case: len(case.input))
    try:
        with tests.cpu_limit(_WRONG_SECONDS):
            solve = tests.run_program(solution)["solution"]
        for case in ordered:
            with tests.cpu_limit(max(_MIN_SECONDS, _TIME_FACTOR * seconds[case])):
                got = printed(solve(case.input))  # type: ignore[operator]  # a function of ours
            if not outputs_agree(made, case.output, got):
                return False
    except (Exception, tests.LateError):  # noqa: BLE001 - any error means that the tests notice it
        return False
    return True


def measured(made: ProblemTask) -> dict[StdioCase, float]:
    """Return the CPU seconds of a task's right program for each hidden input, in this process."""
    solve = compile_solution(made.solution)
    return {case: _seconds(solve, case.input) for case in made.cases}


def _seconds(solve: object, text: str) -> float:
    fastest = float("inf")
    for _ in range(_ATTEMPTS):
        started = time.process_time()
        solve(text)  # type: ignore[operator]  # a function of ours
        fastest = min(fastest, time.process_time() - started)
        if fastest <= MAX_SECONDS:
            break
    return fastest
