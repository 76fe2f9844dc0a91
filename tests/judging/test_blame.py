"""Each exception of the host, raised at each step of a conversation, is blamed on the right side.

The steps are functions of ours, which are patched to raise; everything else is real. An exception is raised
either with every program, as a bug of ours would be, or only with the answer, as if it had sent something
hostile. The tests take a few of all combinations, gates a sample; the session ``weekly`` takes all of them.

Tests that fail for every answer are in tests/cases/broken-tests: a folder with ``task.jsonl``, ``answer.py``
and ``expected.txt``, which has fragments of the reason, one per line. The sample is missing, and never wrong.
If the first line is ``dead end``, only the text of the test shows the fault, after it has used the answer:
the sample is wrong, and the run ends without a row.
"""

import builtins
import itertools
import select
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import BadInput, OurFailure, SandboxFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.files.tasks import read_tasks
from benchmark.judging import judge as judge_module
from benchmark.judging.checks import blame, function, stdio
from benchmark.judging.checks.case_result import BrokenTest, JudgeFault
from benchmark.judging.codec.decoding import HostDecoder
from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.conversation.exceptions import AnswerExceptions
from benchmark.judging.conversation.session import Session
from benchmark.judging.judge import Judge
from benchmark.sandbox.host.channel import (
    Channel,
    GuestFault,
    GuestGone,
    GuestLate,
    OffProtocol,
    ReplyTooLong,
)
from tests.case_files import table
from tests.judged import sample_of, verdict_of
from tests.sampling import gate_of

#: Step of a conversation → the function of ours that does it.
STEPS: dict[str, tuple[object, str]] = {
    "sending": (Channel, "send_bytes"),
    "receiving": (Channel, "receive"),
    "decoding a result": (Session, "_made"),
    "decoding an exception": (AnswerExceptions, "make"),
    "decoding arguments of a question": (HostDecoder, "decode"),
    "answering a question": (Session, "_answer_question"),
    "applying a change": (HostDecoder, "change"),
    "closing": (Channel, "close"),
    "describing a wrong value": (function, "describe_exception"),
    "writing the detail": (judge_module, "tidy"),
}
#: Steps whose failure only costs the detail of a verdict.
DESCRIBING = {"describing a wrong value", "writing the detail"}
#: Steps after the conversation; only an ``Exception`` can be raised there.
OUTSIDE = {"closing", *DESCRIBING}

OURS: tuple[BaseException, ...] = (
    BadInput("file", "place", "problem"),
    BrokenTest("broken"),
    JudgeFault("failed"),
    NotEncodableError("cannot be sent"),
    OurFailure("failed"),
    SandboxFailure("failed"),
    GuestFault("fault"),
    GuestGone("gone"),
    GuestLate("late"),
    OffProtocol(),
    ReplyTooLong("long"),
)
_ARGUMENTS: dict[str, tuple[object, ...]] = {
    "UnicodeDecodeError": ("ascii", b"x", 0, 1, "odd"),
    "UnicodeEncodeError": ("ascii", "x", 0, 1, "odd"),
    "UnicodeTranslateError": ("x", 0, 1, "odd"),
    "BaseExceptionGroup": ("group", [ValueError()]),
    "ExceptionGroup": ("group", [ValueError()]),
}
BUILTIN: tuple[BaseException, ...] = tuple(
    kind(*_ARGUMENTS.get(name, ("raised here",)))
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException) and kind.__name__ == name
)
#: The combinations: step, exception, whether it is raised only with the answer.
PRODUCT = [
    (step, error, only)
    for step, error, only in itertools.product(STEPS, (*OURS, *BUILTIN), (False, True))
    if isinstance(error, Exception) or step not in OUTSIDE
]
#: One exception of each kind that is treated in its own way, for the tests.
_CHOSEN = {
    *("RuntimeError", "MemoryError", "RecursionError", "SystemExit", "KeyboardInterrupt"),
    *("NotEncodableError", "BrokenTest", "SandboxFailure", "OffProtocol", "ReplyTooLong"),
}


def _sample() -> Iterator[tuple[str, Any, bool]]:
    """Yield one in five of each chosen kind, and one in 83 of all; Python versions have different kinds."""
    seen = Counter[str]()
    for number, combination in enumerate(PRODUCT):
        kind = type(combination[1]).__name__
        if (kind in _CHOSEN and seen[kind] % 5 == 1) or number % 83 == 0:
            yield combination
        seen[kind] += 1


SAMPLE = [*_sample()]

TEST = """
xs = []
assert f(lambda x: x + 1, xs) == 3
assert xs == [2]
try:
    f(None, xs)
except TypeError:
    pass
"""
REFERENCE = "def f(g, xs):\n    xs.append(g(1))\n    return 3\n"
#: The answer fails the last assertion if a wrong value must be described; otherwise it is right.
ANSWER = f"{REFERENCE}# the answer\n"
WRONG = ANSWER.replace("3", "4")


def due(step: str, error: BaseException, *, only: bool) -> str:
    """Who is to blame: ``answer``, ``us``, or ``nobody`` if the exception ends the run.

    =============================================  ==================  =====================
    exception                                      with every program  only with the answer
    =============================================  ==================  =====================
    KeyboardInterrupt                              nobody              nobody
    OurFailure, SandboxFailure                     nobody (tried again by the worker)
    BrokenTest, JudgeFault                         us                  us
    GuestGone, GuestLate, OffProtocol, …           answer              answer
    every other                                    us                  answer
    every one, while a verdict is described        answer              answer
    =============================================  ==================  =====================
    """
    if step in DESCRIBING:
        return "answer"
    match error:
        case KeyboardInterrupt() | OurFailure():
            return "nobody"
        case BrokenTest() | JudgeFault():
            return "us"
        case GuestFault():
            return "answer"
        case _:
            return "answer" if only else "us"


def raise_at(patch: pytest.MonkeyPatch, step: str, error: BaseException, *, only: bool) -> list[None]:
    """Let a step raise; return a list that grows each time."""
    owner, name = STEPS[step]
    original, load = getattr(owner, name), Session.load
    running, raised = [""], []

    def noting_load(session: Session, program: str) -> None:
        running[0] = program
        load(session, program)

    def raising(*args: object, **kwargs: object) -> object:
        if not only or running[0] != REFERENCE:
            raised.append(None)
            if step in ("closing", "sending", "receiving"):
                original(*args)
            if step == "sending":  # a child that is ended before it is isolated is another failure
                channel = args[0]
                assert isinstance(channel, Channel)
                select.select([channel._connection], [], [], 5)
            raise error.with_traceback(None)
        return original(*args, **kwargs)

    patch.setattr(Session, "load", noting_load)
    patch.setattr(owner, name, raising)
    return raised


def assert_blamed(judge: Judge, step: str, error: BaseException, *, only: bool) -> None:
    """Judge an answer while a step raises, and check who is blamed."""
    task = Task(
        id="t",
        entry_point="f",
        reference=REFERENCE,
        check=FunctionCheck(tests=(TEST,)),
        # The judge waits for the end of a child that seems to have gone, and here it has not.
        limits=Limits(seconds=0.6 if isinstance(error, GuestGone) else 5),
    )
    program = WRONG if step in DESCRIBING else ANSWER
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    side = due(step, error, only=only)
    judge._broken.clear()
    with pytest.MonkeyPatch.context() as patch:
        raised = raise_at(patch, step, error, only=only)
        if side == "nobody":
            with pytest.raises(type(error)):
                judge.judge(sample)
        else:
            outcome = judge.judge(sample)
            if side == "us":
                assert isinstance(outcome, MissingSample), outcome
            else:
                assert isinstance(outcome, Verdict), outcome
                assert outcome.status is not Status.PASSED
    assert raised
    if side == "nobody" or step == "closing":
        judge.close()


@pytest.mark.parametrize(
    ("step", "error", "only"),
    [
        pytest.param(
            *(step, error, only),
            id=f"{type(error).__name__} {step}{' only with the answer' if only else ''}",
            marks=gate_of("judging") if number % 6 else (),
        )
        for number, (step, error, only) in enumerate(SAMPLE)
    ],
)
def test_an_exception_at_a_step_is_blamed_on_the_right_side(step, error, only, judge) -> None:
    assert_blamed(judge, step, error, only=only)


@pytest.mark.weekly
@pytest.mark.parametrize("step", STEPS)
def test_every_exception_at_a_step_is_blamed_on_the_right_side(step: str, judge: Judge) -> None:
    for at, error, only in PRODUCT:
        if at == step:
            assert_blamed(judge, step, error, only=only)


def test_the_sample_has_every_step_and_every_kind_of_exception() -> None:
    assert {step for step, _, _ in SAMPLE} == set(STEPS)
    assert {type(error).__name__ for _, error, _ in SAMPLE} >= _CHOSEN
    for side in ("answer", "us", "nobody"):
        assert any(due(step, error, only=only) == side for step, error, only in SAMPLE)


@pytest.mark.parametrize("only", [False, True])
def test_an_exception_while_a_program_runs_is_blamed_on_the_right_side(only, judge, monkeypatch) -> None:
    run_case: Callable[..., object] = stdio.run_case

    def raising(task: object, check: object, case: object, zygote: object, program: str) -> object:
        if not only or "answer" in program:
            raise OSError(24, "too many open files")
        return run_case(task, check, case, zygote, program)

    monkeypatch.setattr(stdio, "run_case", raising)
    check = StdioCheck(cases=(StdioCase(input="", output="1\n"),))
    task = Task(id="t", check=check, reference="print(1)\n")
    answer = "print(1)  # the answer\n"
    outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code=answer, program=answer)))
    if only:
        assert isinstance(outcome, Verdict)
        assert outcome.status is Status.RUNTIME_ERROR
        assert outcome.near_limit, "it is judged again, alone"
    else:
        assert isinstance(outcome, MissingSample)
        assert outcome.reason == "the judge failed: OSError: 24, too many open files"


CASES = sorted((Path(__file__).parents[1] / "cases" / "broken-tests").iterdir())
_STARTER = "class C:\n    def __init__(self):\n        pass\n    def add(self, x):\n        pass\n"
_RIGHT = """
class C:
    def __init__(self): self.items = []
    def add(self, x): return 5
def f(x): return 5
"""
OBJECT_AFTER_AN_ASSERTION = "assert f(1) == 1\nassert f(object()) is not None"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # SystemExit is none
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_sample_of_a_broken_test_is_missing_or_a_dead_end(case: Path, judge: Judge) -> None:
    (task,) = read_tasks(case / "task.jsonl")
    outcome = judge.judge(sample_of(task, (case / "answer.py").read_text()))
    fragments = (case / "expected.txt").read_text().splitlines()
    if fragments[0] == "dead end":
        assert isinstance(outcome, Verdict), outcome
        assert outcome.status is Status.WRONG_ANSWER
        reason = outcome.dead_end
        assert reason.startswith("line ")
        del fragments[0]
    else:
        assert isinstance(outcome, MissingSample), outcome
        assert outcome.certain
        reason = outcome.reason
        assert reason.startswith("the test of this task is broken: ")
    for fragment in fragments:
        assert fragment in reason


@table("judging", ids=["no reference", "a reference that is wrong"])
def test_without_a_right_reference_only_what_fails_before_the_first_use_is_broken(
    program, reference, judge
) -> None:
    check = FunctionCheck(tests=(OBJECT_AFTER_AN_ASSERTION,))
    task = Task(id="t", entry_point="f", check=check, reference=reference)
    verdict = verdict_of(judge, task, program)
    assert verdict.status is Status.WRONG_ANSWER


@table("judging")
def test_a_statement_at_which_every_answer_fails_is_a_dead_end(test: str, dead_end: str, judge) -> None:
    verdict = verdict_of(judge, _class_or_function(test), _RIGHT)
    assert verdict.status is Status.WRONG_ANSWER
    assert verdict.dead_end.startswith(dead_end), verdict


@table("judging")
def test_an_answer_cannot_make_a_dead_end_of_a_sound_test(test: str, answer: str, judge: Judge) -> None:
    task = _class_or_function(test)
    assert verdict_of(judge, task, _RIGHT).status is Status.PASSED
    verdict = verdict_of(judge, task, f"{_RIGHT}{answer}\n")
    assert (verdict.status, verdict.dead_end) == (Status.WRONG_ANSWER, ""), verdict


def _class_or_function(test: str) -> Task:
    entry, starter = ("C", _STARTER) if "C(" in test else ("f", "def f(x):\n")
    return Task(id="t", entry_point=entry, starter_code=starter, check=FunctionCheck(tests=(test,)))


@pytest.mark.parametrize("lies", [False, True])
@table("judging")
def test_a_program_without_knowledge_accepts_every_use(
    entry_point: str, starter_code: str, use: str, lies: bool
) -> None:
    check = FunctionCheck(tests=("",))
    task = Task(id="t", entry_point=entry_point, starter_code=starter_code, check=check)
    namespace: dict[str, object] = {}
    exec(blame.program_without_knowledge(task, lies=lies), namespace)  # noqa: S102 - our own program
    given = [repr(eval(use, namespace)) for _ in range(20)]  # noqa: S307 - our own expression
    assert (len({*given}) > 5) if lies else {*given} == {"None"}


@pytest.mark.gate
@pytest.mark.parametrize(
    ("test", "program"), [("while True: pass", "def f(x): return 5"), ("f(1)", "while True: pass")]
)
def test_only_a_test_that_is_late_before_it_uses_the_answer_is_broken(test, program, judge: Judge) -> None:
    judge._broken.clear()
    limits = Limits(seconds=0.1, wall_factor=4.0)
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=(f"{test}\nf(1)",)), limits=limits)
    outcome = judge.judge(sample_of(task, program))
    if "while" in test:
        assert isinstance(outcome, MissingSample), outcome
        assert "it takes more than 0.4 s before it uses the answer" in outcome.reason
    else:
        assert isinstance(outcome, Verdict)
        assert outcome.status is Status.TIMEOUT
        assert not judge._broken, "nothing else has run"
