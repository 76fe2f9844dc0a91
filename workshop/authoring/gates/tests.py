"""Check that the tests of a task are strict: coverage of the reference, its mutants, and guessed programs."""

import ast
import contextlib
import io
import json
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from benchmark.pipeline.judge.guesses import guess_programs
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.mutants import Mutant, is_listed, mutants

#: Minimum share of a reference's mutants that fail the tests.
MIN_KILLED = 0.95

#: CPU time limit of a mutant: a multiple of its reference's time, and at least this many seconds.
_TIME_FACTOR, _MIN_SECONDS = 30, 0.05
#: At most this multiple and as many seconds more, where the tests of the reference take long.
_LONG_FACTOR, _LONG_SECONDS = 3, 0.5


class TestedProgram(Protocol):
    """A right program with its tests, as families of every form have it."""

    @property
    def task_id(self) -> str:
        """The id of the task."""

    @property
    def text(self) -> str:
        """The signature and notes."""

    @property
    def reference(self) -> str:
        """The right program."""

    @property
    def tests(self) -> str:
        """The test source."""


def coverage_faults(made: TestedProgram) -> Iterator[GateFault]:
    """Yield a fault for each statement and branch of the reference that no test reaches."""
    lines = made.reference.splitlines()
    missing_lines, missing_branches = _uncovered(made.reference, made.tests)
    for number in missing_lines:
        yield GateFault(
            made.task_id, "coverage", f"no test reaches line {number}: {lines[number - 1].strip()}"
        )
    for start, end in missing_branches:
        where = "the end" if end < 0 else f"line {end}"
        problem = f"no test goes from line {start} ({lines[start - 1].strip()}) to {where}"
        yield GateFault(made.task_id, "coverage", problem)


@lru_cache(maxsize=16)
def _uncovered(reference: str, tests: str) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the lines and branches that are not reached, measured by coverage.py in this process."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        # coverage.py reads the source from a file to find its branches.
        source, report = Path(folder) / "reference.py", Path(folder) / "report.json"
        source.write_text(reference, encoding="utf-8")
        measured = coverage.Coverage(
            branch=True, data_file=None, include=[str(source)], config_file=False, messages=False
        )
        names: dict[str, object] = {"__name__": "reference"}
        measured.start()
        try:
            exec(compile(reference, str(source), "exec", dont_inherit=True), names)  # noqa: S102 - ours
            exec(compile(tests, "tests.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
        finally:
            measured.stop()
        with contextlib.redirect_stdout(io.StringIO()):
            measured.json_report(outfile=str(report))
        (covered,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    return covered["missing_lines"], [(start, end) for start, end in covered["missing_branches"]]


def mutant_faults(made: TestedProgram, equivalent: Mapping[str, str]) -> Iterator[GateFault]:
    """Yield a fault for each mutant that passes the tests and is not listed as equivalent.

    One more fault is yielded if too few of all mutants fail, even if the others are listed.
    """
    survivors = _survivors(made.reference, made.tests)
    yield from survivor_faults(made.task_id, len(_mutants(made.reference)), survivors, equivalent)


def survivor_faults(
    task: str, count: int, survivors: Sequence[Mutant], equivalent: Mapping[str, str]
) -> Iterator[GateFault]:
    """Yield a fault for each survivor that is not listed as equivalent, and one if there are too many.

    Args:
        task: id of the task.
        count: number of all mutants.
        survivors: those that pass the tests.
        equivalent: patterns of mutants that no test can kill, with the reasons.
    """
    for mutant in survivors:
        if not is_listed(mutant.change, equivalent):
            problem = f"no test kills `{mutant.change}` in line {mutant.line}"
            yield GateFault(task, "mutants", f"{problem}; add a call, or list it in EQUIVALENT")
    if len(survivors) > (1 - MIN_KILLED) * count:
        problem = f"{count - len(survivors)} of {count} mutants fail, less than {MIN_KILLED:.0%}"
        names = "; ".join(f"`{mutant.change}`" for mutant in survivors)
        yield GateFault(task, "mutants", f"{problem}; these pass: {names}")


@lru_cache(maxsize=16)
def _mutants(reference: str) -> list[Mutant]:
    return list(mutants(reference))


@lru_cache(maxsize=16)
def _survivors(reference: str, tests: str) -> list[Mutant]:
    checks = compile(tests, "tests.py", "exec", dont_inherit=True)
    started = time.process_time()
    exec(checks, run_program(reference))  # noqa: S102 - ours
    spent = time.process_time() - started
    seconds = max(_MIN_SECONDS, min(_TIME_FACTOR * spent, _LONG_FACTOR * spent + _LONG_SECONDS))
    survivors = []
    for mutant in _mutants(reference):
        try:
            with cpu_limit(seconds):
                exec(checks, run_program(mutant.tree))  # noqa: S102 - ours
        except (Exception, LateError):  # noqa: BLE001, S112 - any error means that the tests notice it
            continue
        survivors.append(mutant)
    return survivors


def guess_faults(made: TestedProgram) -> Iterator[GateFault]:
    """Yield a fault for each program that the signature alone suggests and that passes the tests."""
    checks = compile(made.tests, "tests.py", "exec", dont_inherit=True)
    for name, program in guess_programs(made.text).items():
        with contextlib.suppress(Exception):
            exec(checks, run_program(program))  # noqa: S102 - ours
            yield GateFault(made.task_id, "guess", f"`{name}` passes the tests, so the picture is not needed")


def run_program(program: str | ast.Module) -> dict[str, object]:
    """Run a program of ours and return the names that it defines."""
    names: dict[str, object] = {"__name__": "reference"}
    exec(compile(program, "reference.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
    return names


class LateError(BaseException):
    """Raised when a program exceeds its time; ``except Exception`` in the program cannot catch it."""


@contextlib.contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Limit the CPU time of this process in a block.

    Raises:
        LateError: in the block, after ``seconds`` of CPU time.
    """

    def late(_number: int, _frame: object) -> None:
        raise LateError

    before = signal.signal(signal.SIGVTALRM, late)
    # Python drops an error that is raised while it calls back for a weak reference, so raise it again.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
