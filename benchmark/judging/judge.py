"""Judges a sample: runs its answer in a sandbox and returns a verdict."""

import copy
import dataclasses
import functools
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from benchmark.core.sample import Sample
from benchmark.core.task import (
    ChoiceCheck,
    FigureCheck,
    FunctionCheck,
    Limits,
    RubricCheck,
    StdioCheck,
    Task,
)
from benchmark.core.verdict import ErrorType, MissingSample, Status, Verdict
from benchmark.extraction.source import Parser
from benchmark.judging.checks import blame, figure, function, stdio, task_tests
from benchmark.judging.checks.case_result import (
    TIMED_OUT,
    BrokenTest,
    CaseResult,
    JudgeFault,
    broken_test,
    is_near,
    is_near_together,
    tidy,
    timeout_detail,
)
from benchmark.judging.checks.error_types import error_type, lowest_points, verdict_without_run
from benchmark.judging.checks.newer_syntax import needs_python_3_12
from benchmark.judging.codec import depth
from benchmark.judging.conversation.exceptions import RaisedInGuest
from benchmark.judging.conversation.session import Session
from benchmark.judging.scenes.values import Scene
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.probe import guest_python
from benchmark.sandbox.host.runtime import ALLOWED, is_installed
from benchmark.sandbox.host.zygote import Zygote, only_imports, started

#: CPU seconds that a test may take in this process, beyond the task's limit: it may import libraries.
HOST_SECONDS = 1.0
#: Once this many sandboxes run, no sandbox is started for a further preamble: children run it themselves.
_MOST_ZYGOTES = 4
#: Library → profile of the samples that name it; the first one counts.
_PROFILES = {"scipy": "rare", "networkx": "rare", "pandas": "tabular", "numpy": "scientific"}
_REMEMBERED = 1024  #: tests of which the judge remembers whether they are broken
#: Detail of an answer without a letter, if the extraction rule does not say what it looked for.
_NO_LETTER = "no letter of an option"
_SHOWN_CHARACTERS = 20  #: characters of an answer to a question that are shown
#: End of the detail of a syntax error that a newer Python would not report.
_NEWER_SYNTAX = f"; this is syntax of Python 3.12, and answers run in Python {guest_python()}"
_LIBRARY = re.compile(rf"\b({'|'.join(ALLOWED)})\b")

#: Runs one test or case: ``run(zygote, program)``.
_RunIn = functools.partial[CaseResult]


class CallError(Exception):
    """A program whose function is to be called cannot be loaded; the message says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class NoResult:
    """A call without a result: it raised an exception, or its process broke a limit or the protocol."""

    reason: str  #: the exception with its text, or the name of the fault


class Judge:
    """Judges samples one after the other, in sandboxes that it keeps running. Close it at the end.

    The first failing test or case of a sample ends its judging. If the task's tests have kinds, it ends only
    its own kind: the tests of the other kinds still run.

    Args:
        starting: called before a sandbox is started.
        begun: called when a sandbox is ready, before each test or case of a sample except the first, before a
            test is run once more, and after a program of a task has drawn the figure to compare with.
        time_factor: multiplies all time limits; see :mod:`benchmark.sandbox.host.probe`.
    """

    def __init__(
        self,
        *,
        starting: Callable[[], object] = lambda: None,
        begun: Callable[[], object] = lambda: None,
        time_factor: float = 1.0,
    ) -> None:
        self._tell_starting, self._tell_begun = starting, begun
        self._time_factor = time_factor
        self._zygotes: dict[tuple[str, str], Zygote] = {}
        #: Task and test → why the test is broken; empty if it is not. The answers have no part in it.
        self._broken: dict[tuple[object, ...], str] = {}
        absent = {name for name, profile in _PROFILES.items() if profile == "rare"}
        self._absent = set() if is_installed("scientific") else absent
        #: Whether a test of the last sample evaluated a text of its answer: it may have left anything in this
        #: process, which should not judge another sample.
        self.text_evaluated = False

    @functools.cached_property
    def _scenes(self) -> figure.TaskScenes:
        return figure.TaskScenes(self._begun)

    def _starting(self) -> None:
        self._tell_starting()

    def _begun(self) -> None:
        self._tell_begun()

    def judge(self, sample: Sample, patience: float = 1.0) -> Verdict | MissingSample:
        """Return the verdict on one sample, or ``MissingSample`` if its answer is not to blame for a fault.

        :mod:`.checks.blame` says who is to blame: the answer, the task's test or this judge.

        Args:
            sample: one answer to one task.
            patience: multiplies the wall-clock limit; above 1 when a sample is judged again.

        Raises:
            SandboxFailure: if the sandbox fails. The judge stays usable and starts a new sandbox.
        """
        self.text_evaluated = False
        task, answer = sample.task, sample.answer
        limits = task.limits.scaled(self._time_factor, patience)
        if answer.empty:
            nothing = _NO_LETTER if isinstance(task.check, ChoiceCheck) else "no code to run"
            return verdict_without_run(sample, Status.NO_ANSWER, answer.why_empty or nothing)
        results: list[CaseResult] = []
        last_of_kind: dict[str, CaseResult] = {}
        started, used, waited = time.monotonic(), 0.0, 0.0
        try:
            with depth.of_decoding():
                for kind, run in self._cases(dataclasses.replace(task, limits=limits), answer.program):
                    if kind in last_of_kind and last_of_kind[kind].status is not Status.PASSED:
                        continue
                    if results:
                        self._begun()
                    result = run()
                    if result.exit is not None:
                        used, waited = used + result.exit.cpu_seconds, waited + result.exit.wall_seconds
                    if used > limits.seconds_together or waited > limits.wall_seconds_together:
                        is_late = used <= limits.seconds_together  # load on the machine may be the cause
                        result = dataclasses.replace(TIMED_OUT, exit=result.exit, doubtful=is_late)
                    last_of_kind[kind] = result
                    results.append(result)
        except BrokenTest as broken:
            return broken_test(sample, broken)
        except JudgeFault as fault:
            return MissingSample(task_id=task.id, draw=sample.draw, reason=tidy(f"the judge failed: {fault}"))
        if not results:  # a file with such a task is refused; here, no test must not mean "passed"
            return MissingSample(
                task_id=task.id, draw=sample.draw, reason="the task has no test", certain=True
            )
        failed = [result for result in last_of_kind.values() if result.status is not Status.PASSED]
        decisive = failed[0] if failed else results[-1]
        exits = [result.exit for result in results if result.exit is not None]
        return Verdict(
            task_id=task.id,
            draw=sample.draw,
            status=decisive.status,
            detail=_detail(task, answer.program, decisive),
            exception=decisive.exception,
            points=lowest_points(task) if decisive.points is None else decisive.points,
            parts=decisive.parts,
            wall_seconds=round(time.monotonic() - started, 4),
            cpu_seconds=round(used, 4),
            memory_mb=round(max((end.memory_mb for end in exits), default=0.0), 1),
            near_limit=any(result.doubtful for result in results)
            or any(is_near(end, limits) for end in exits)
            or is_near_together(used, limits),
            kinds={kind: last_of_kind[kind].status for kind in task.kinds},
            error_type=_error_type(task, answer.program, decisive),
            dead_end=_dead_end(task, decisive),
            steps=answer.steps,
        )

    def _cases(self, task: Task, program: str) -> Iterator[tuple[str, Callable[[], CaseResult]]]:
        """Yield the kind of each test or case, which is empty without kinds, and a function that runs it."""
        match task.check:
            case FunctionCheck() as check:
                for test, kind in zip(check.tests, check.kinds or ("",) * len(check.tests), strict=True):
                    yield kind, functools.partial(self._settled_test, task, check, test, program)
            case StdioCheck() as check:
                for case in check.cases:
                    run = functools.partial(stdio.run_case, task, check, case)
                    yield "", functools.partial(self._settled, task, program, run, self._zygote)
            case ChoiceCheck() as check:
                yield "", functools.partial(_compare_letters, check, program)
            case FigureCheck() as check:
                run = functools.partial(figure.run_figure, task, check, self._scenes)
                sandbox = functools.partial(self._zygote, profile=figure.PROFILE)
                yield "", functools.partial(self._settled, task, program, run, sandbox)
            case RubricCheck():
                return  # nothing runs: `evaluate` refuses such tasks, and `sightbench rubric` judges them
            case _:
                assert_never(task.check)

    def _settled_test(self, task: Task, check: FunctionCheck, test: str, program: str) -> CaseResult:
        used = task_tests.libraries(test, task.starter_code, check.preamble)
        run = functools.partial(function.run_test, task, check, test, begun=self._begun)
        sandbox = functools.partial(self._zygote, preamble=check.preamble, used=used)
        return self._settled(task, program, run, sandbox)

    def _settled(self, task: Task, program: str, run: _RunIn, sandbox: Callable[[str], Zygote]) -> CaseResult:
        """Run one test or case, and return its result if the answer is to blame for it."""

        def run_answer() -> CaseResult:
            zygote, before = sandbox(program), time.process_time()
            result = run(zygote, program)
            # The kernel ends a worker at a whole second, which may come later. Where it falls depends on what
            # the worker did before, and a verdict must not.
            is_used = result.doubt is None or result.doubt.used  # before the first use, the test is to blame
            if is_used and time.process_time() - before > task.limits.seconds + HOST_SECONDS:
                return dataclasses.replace(TIMED_OUT, exit=result.exit)
            return result

        result = blame.guarded(run_answer)
        self.text_evaluated = self.text_evaluated or result.text_evaluated
        if result.doubt is None:
            return result
        if result.doubt.outside:
            self.close()  # the sandbox may be in any state

        def run_program(other: str) -> CaseResult:
            self._begun()
            return run(sandbox(other), other)

        # Without the program: a test is broken for all answers or for none.
        key = (run.func, run.args)
        if key not in self._broken:
            if len(self._broken) >= _REMEMBERED:
                self._broken.clear()
            try:
                blame.check_test(task, run_program)
                self._broken[key] = ""
            except BrokenTest as broken:
                self._broken[key] = str(broken)
        if self._broken[key]:
            raise BrokenTest(self._broken[key])
        # What failed before the first use, but not with other programs, may have had a cause outside.
        return result if result.doubt.used else dataclasses.replace(result, doubtful=True)

    def _zygote(
        self, program: str, preamble: str = "", used: Sequence[str] = (), profile: str = ""
    ) -> Zygote:
        """Return a sandbox of a profile, or with the libraries that the texts name and the test uses."""
        if not profile:
            named = {*_LIBRARY.findall(preamble + program), *used} - self._absent
            profile = next((profile for name, profile in _PROFILES.items() if name in named), "")
            profile = profile or ("symbolic" if named else "plain")
        if (profile, preamble) not in self._zygotes and (
            len(self._zygotes) >= _MOST_ZYGOTES or not only_imports(preamble)
        ):
            preamble = ""  # each child runs it instead
        if (profile, preamble) not in self._zygotes:
            self._starting()
            self._zygotes[profile, preamble] = started(lambda: Zygote(profile, preamble))
            self._begun()
        return self._zygotes[profile, preamble]

    def results(
        self, program: str, entry: str, inputs: Sequence[Sequence[object]], limits: Limits, profile: str = ""
    ) -> list[object]:
        """Return for each of ``inputs`` what a function returns, or :class:`NoResult`, called in one child.

        Plain values are rebuilt here. Any other object is useful for ``is None`` only.
        After a call that reaches a limit, the remaining calls run in a fresh child.

        Args:
            program: the source text that defines the function.
            entry: the function's name.
            inputs: the arguments of each call; they are not changed.
            limits: limits for all calls of one child together.
            profile: the sandbox's profile; empty for one with the libraries that the program names.

        Raises:
            CallError: if the program cannot be loaded.
            SandboxFailure: if the sandbox itself fails.
        """
        values: list[object] = []
        zygote, limits = self._zygote(program, profile=profile), limits.scaled(self._time_factor, 1.0)
        while len(values) < len(inputs):
            with depth.of_decoding(), zygote.start("function", limits) as child:
                session = Session(child.channel)
                try:
                    session.load(program)
                    function = session.entry(entry)
                except RaisedInGuest as raised:
                    raise CallError(f"{raised.class_name}: {raised}") from None
                except GuestFault as fault:
                    raise CallError(type(fault).__name__) from None
                try:
                    for arguments in inputs[len(values) :]:
                        try:
                            values.append(function(*copy.deepcopy(list(arguments))))
                        except RaisedInGuest as raised:
                            values.append(NoResult(f"{raised.class_name}: {raised}"))
                except GuestFault as fault:
                    values.append(NoResult(type(fault).__name__))
                child.channel.close()
        return values

    def scene(self, program: str, limits: Limits) -> Scene | CaseResult:
        """Return what the figure of a program shows; a result that says why if none can be compared."""
        zygote = self._zygote(program, profile=figure.PROFILE)
        drawn = figure.draw(zygote, program, limits.scaled(self._time_factor, 1.0))
        return drawn if isinstance(drawn, CaseResult) else drawn[0]

    def close(self) -> None:
        """End all sandboxes."""
        for zygote in self._zygotes.values():
            zygote.close()
        self._zygotes.clear()


def _compare_letters(check: ChoiceCheck, answer: str) -> CaseResult:
    """Return ``passed`` for the letter of the right option, else ``wrong_answer``; nothing is run."""
    letter = answer.strip()
    if letter == check.answer:
        return CaseResult(status=Status.PASSED)
    last = chr(ord("A") + check.options - 1)
    is_option = len(letter) == 1 and "A" <= letter <= last
    beyond = "" if is_option else f", but the options are A to {last}"
    return CaseResult(status=Status.WRONG_ANSWER, detail=f"answered {letter[:_SHOWN_CHARACTERS]}{beyond}")


def _dead_end(task: Task, result: CaseResult) -> str:
    """Return where a test fails for every answer, and why; empty if another answer may pass it."""
    if task.reference.strip() or result.doubt is None or not result.doubt.for_every_answer:
        return ""
    return tidy(result.doubt.reason)


def _error_type(task: Task, program: str, result: CaseResult) -> ErrorType:
    try:
        return error_type(task, result.status, program, result.symptoms)
    except Exception:  # noqa: BLE001 - the status counts, whatever the answer's text does to the analysis
        return error_type(task, result.status)


def _detail(task: Task, program: str, result: CaseResult) -> str:
    if result.status is Status.TIMEOUT:
        return timeout_detail(task.limits)
    try:
        newer = result.status is Status.SYNTAX_ERROR and needs_python_3_12(program, Parser())
        return tidy(result.detail + _NEWER_SYNTAX if newer else result.detail)
    except Exception as error:  # noqa: BLE001 - the status counts, whatever the answer's text does to its description
        return f"the detail cannot be shown ({type(error).__name__})"
