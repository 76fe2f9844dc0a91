"""Do the tests look at the whole reference? Coverage, mutants, and programs that nobody had to think for."""

import ast
import contextlib
import io
import json
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.guesses import guesses
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.mutants import Mutant, mutants

#: Of the mutants of a reference at least so many fail the tests.
LEAST_KILLED = 0.95

#: A mutant may take so many times as long as its reference, and never less than the floor, in CPU seconds.
_PATIENCE, _FLOOR = 30, 0.05


def uncovered(made: FamilyTask) -> Iterator[GateFault]:
    """Statements and branches of the reference that no test reaches."""
    lines = made.reference.splitlines()
    missing_lines, missing_ways = _coverage(made.reference, made.tests)
    for number in missing_lines:
        yield GateFault(
            made.task_id, "coverage", f"no test reaches line {number}: {lines[number - 1].strip()}"
        )
    for start, end in missing_ways:
        where = "the end" if end < 0 else f"line {end}"
        problem = f"no test goes from line {start} ({lines[start - 1].strip()}) to {where}"
        yield GateFault(made.task_id, "coverage", problem)


@lru_cache(maxsize=16)
def _coverage(reference: str, tests: str) -> tuple[list[int], list[tuple[int, int]]]:
    """Lines and branches that are not reached (coverage.py, in this process)."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        # The analysis of branches reads the source from a file.
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
        (found,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    return found["missing_lines"], [(start, end) for start, end in found["missing_branches"]]


def surviving(made: FamilyTask, equivalent: Mapping[str, str]) -> Iterator[GateFault]:
    """Mutants of the reference that pass the tests, and are not listed as equivalent."""
    every = _mutants(made.reference)
    left = _survivors(made.reference, made.tests)
    for mutant in left:
        if not any(fnmatchcase(mutant.change, _pattern(listed)) for listed in equivalent):
            problem = f"no test kills `{mutant.change}` in line {mutant.line}"
            yield GateFault(made.task_id, "mutants", f"{problem}; add a call, or list it as equivalent")
    if len(left) > (1 - LEAST_KILLED) * len(every):
        problem = f"{len(every) - len(left)} of {len(every)} mutants fail, less than {LEAST_KILLED:.0%}"
        names = "; ".join(f"`{mutant.change}`" for mutant in left)
        yield GateFault(made.task_id, "mutants", f"{problem}: {names}")


@lru_cache(maxsize=16)
def _mutants(reference: str) -> list[Mutant]:
    return list(mutants(reference))


@lru_cache(maxsize=16)
def _survivors(reference: str, tests: str) -> list[Mutant]:
    checks = compile(tests, "tests.py", "exec", dont_inherit=True)
    started = time.process_time()
    exec(checks, _run(reference))  # noqa: S102 - ours
    seconds = max(_FLOOR, _PATIENCE * (time.process_time() - started))
    left = []
    for mutant in _mutants(reference):
        try:
            with _cpu_limit(seconds):
                exec(checks, _run(mutant.tree))  # noqa: S102 - ours
        except (Exception, _LateError):  # noqa: BLE001, S112 - it has failed, in whichever way
            continue
        left.append(mutant)
    return left


def guessed(made: FamilyTask) -> Iterator[GateFault]:
    """Programs that the signature alone suggests, and that pass the tests."""
    checks = compile(made.tests, "tests.py", "exec", dont_inherit=True)
    for name, program in guesses(made.text).items():
        with contextlib.suppress(Exception):
            exec(checks, _run(program))  # noqa: S102 - ours
            yield GateFault(made.task_id, "guess", f"the picture is not needed: `{name}` passes the tests")


def _run(program: str | ast.Module) -> dict[str, object]:
    """The names that a program of ours defines."""
    names: dict[str, object] = {"__name__": "reference"}
    exec(compile(program, "reference.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
    return names


def _pattern(listed: str) -> str:
    """``*`` stands for anything, all else for itself."""
    return listed.replace("[", "[[]").replace("?", "[?]")


class _LateError(BaseException):
    """A mutant runs on; no ``except`` of it may swallow that."""


@contextlib.contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    def late(_number: int, _frame: object) -> None:
        raise _LateError

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
