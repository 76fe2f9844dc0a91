"""A process that judges for a command: it holds the judge, and has no rights of root there."""

import importlib
import json
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Self, TypeVar

from benchmark.core.errors import BadInput, OurFailure, SandboxFailure
from benchmark.core.sample import Sample
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.helper_process import HelperProcess
from benchmark.pipeline.judge.worker import prepare
from benchmark.sandbox.host.probe import calibration

Asked = TypeVar("Asked")

_LIMIT = 256 << 20  #: bytes of one answer


class JudgeProcess:
    """One process with a judge; begun when first needed. Close it at the end.

    It answers in JSON, since it has fewer rights than who asks: unpickling runs code.

    Args:
        modules: of the questions that will be asked; afterwards they may be out of its reach.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._helper = HelperProcess(_work, lambda: (calibration().time_factor, tuple(modules)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def judge(self, sample: Sample) -> Verdict | MissingSample:
        """See :meth:`benchmark.judging.judge.Judge.judge`.

        Raises:
            SandboxFailure: when the sandbox fails, or the process dies.
        """
        fields = self.ask(_judged, sample)
        if "reason" in fields:
            return MissingSample(**fields)
        return Verdict(**{**fields, "status": Status(fields["status"])})

    def ask(self, question: Callable[[Judge, Asked], Any], asked: Asked) -> Any:
        """What ``question(judge, asked)`` gives in the process, as JSON has it.

        Args:
            question: a function of a module; its result is plain.
            asked: is pickled on the way there.

        Raises:
            BadInput: when the question raises it.
            SandboxFailure: likewise, or when the process dies.
        """
        try:
            connection = self._helper.connection()
            connection.send((question, asked))
            kind, found = json.loads(connection.recv_bytes(_LIMIT))
        except (EOFError, OSError, ValueError) as error:
            self.close()
            raise SandboxFailure(f"the process that judges died: {type(error).__name__}") from None
        if kind == "bad input":
            raise BadInput(*found)
        if kind == "failure":
            raise SandboxFailure(*found)
        return found

    def close(self) -> None:
        """End the process and its sandboxes."""
        self._helper.close()


def _judged(judge: Judge, sample: Sample) -> Any:
    found = judge.judge(sample)
    return {name: getattr(found, name) for name in found.__dataclass_fields__}


def _work(connection: Connection, time_factor: float, modules: Sequence[str]) -> None:
    """In the process: answer until the other end closes."""
    for module in modules:
        importlib.import_module(module)
    prepare()
    judge = Judge(time_factor=time_factor)
    try:
        while True:
            question, asked = connection.recv()
            connection.send_bytes(json.dumps(_answer(judge, question, asked)).encode("ascii"))
    except (EOFError, OSError):  # who asked has gone
        pass
    finally:
        judge.close()


def _answer(judge: Judge, question: Callable[[Judge, Any], Any], asked: object) -> tuple[str, Any]:
    try:
        return "found", question(judge, asked)
    except BadInput as error:
        return "bad input", (str(error.file), error.place, error.problem, error.fix)
    except OurFailure as error:
        judge.close()
        return "failure", (str(error), error.fix)
