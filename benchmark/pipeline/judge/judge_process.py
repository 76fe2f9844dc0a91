"""A process that judges for a command, without the rights of root."""

import importlib
import json
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Self, TypeVar

from benchmark.core.errors import BadInput, OurFailure, SandboxFailure
from benchmark.core.sample import Sample
from benchmark.core.verdict import MissingSample, Verdict
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge import helper_process
from benchmark.pipeline.judge.helper_process import HelperProcess
from benchmark.pipeline.judge.needed_libraries import check_libraries
from benchmark.pipeline.judge.worker import (
    LimitedJudge,
    extra_of_tests,
    needed_by_judge,
    outcome_of_end,
    prepare,
)
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.wall import close_off

Argument = TypeVar("Argument")

_LIMIT = 256 << 20  #: maximum bytes of one reply


class JudgeProcess:
    """A process with a judge, started when first needed. Close it at the end.

    The process replies in JSON, because it has fewer rights than its caller and unpickling runs code.

    Args:
        modules: modules of the functions passed to :meth:`ask`. They are imported at the start, because the
            process may be unable to import them after giving up root.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._helper = HelperProcess(_work, lambda: (calibration().time_factor, tuple(modules)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def judge(self, sample: Sample) -> Verdict | MissingSample:
        """Judge one sample in the process.

        Raises:
            BadInput: if the task needs a library that is not installed.
            SandboxFailure: if the sandbox fails or the process dies.
        """
        check_libraries([sample.task])
        try:
            fields = self.ask(_judge_fields, sample)
        except SandboxFailure:
            if outcome := outcome_of_end(sample, self._helper.exit_code):
                return outcome
            raise
        if "reason" in fields:
            return MissingSample(**fields)
        return helper_process.verdict_of(fields)

    def ask(self, function: Callable[[Judge, Argument], Any], argument: Argument) -> Any:
        """Call ``function(judge, argument)`` in the process; return its result, converted to JSON and back.

        Args:
            function: a function of a module, with a result that JSON can hold.
            argument: pickled and sent to the process.

        Raises:
            BadInput: if the function raises it.
            SandboxFailure: if the function raises it, or the process dies.
        """
        try:
            connection = self._helper.connection()
            connection.send((function, argument))
            kind, result, ends = json.loads(connection.recv_bytes(_LIMIT))
        except (EOFError, OSError, ValueError) as error:
            self.close()
            raise SandboxFailure(f"the judging process died: {type(error).__name__}") from None
        if ends:
            self.close()
        if kind == "bad input":
            raise BadInput(*result)
        if kind == "failure":
            raise SandboxFailure(*result)
        return result

    def close(self) -> None:
        """End the process and its sandboxes."""
        self._helper.close()


def _judge_fields(judge: Judge, sample: Sample) -> Any:
    outcome = judge.judge(sample)
    return {name: getattr(outcome, name) for name in outcome.__dataclass_fields__}


def _work(connection: Connection, time_factor: float, modules: Sequence[str]) -> None:
    """Reply to requests until the other end closes. Runs in the new process."""
    for module in modules:
        importlib.import_module(module)
    prepare(needed_by_judge())
    close_off(connection.fileno(), extra_of_tests())
    judge = LimitedJudge(time_factor=time_factor)
    try:
        while True:
            function, argument = connection.recv()
            kind, result = _reply(judge, function, argument)
            ends = judge.text_evaluated  # by the test, which might have changed this process
            connection.send_bytes(json.dumps((kind, result, ends)).encode("ascii"))
            if ends:
                break
    except (EOFError, OSError):  # the caller has ended
        pass
    finally:
        judge.close()


def _reply(judge: Judge, function: Callable[[Judge, Any], Any], argument: object) -> tuple[str, Any]:
    try:
        return "result", function(judge, argument)
    except BadInput as error:
        return "bad input", (str(error.file), error.place, error.problem, error.fix)
    except OurFailure as error:
        judge.close()
        return "failure", (str(error), error.fix)
