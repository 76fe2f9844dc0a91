"""Tests whose calls travel together get the verdicts that they get call by call."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.checks import function, planned_calls
from benchmark.judging.conversation import batch
from benchmark.judging.conversation.batch import BatchSession, Replay
from benchmark.judging.conversation.session import Session
from benchmark.judging.judge import Judge
from benchmark.pipeline import sources
from benchmark.sandbox.host.channel import Channel
from benchmark.suites.code_vision.importer import read_published_outputs
from tests.case_files import read_text, table
from tests.judged import verdict_of

_CLASS = "class Solution:\n    def g(self, x: int) -> int:\n        "
_FUNCTION_TEST = "assert f(1) == 2\nassert f(2) == 3\n"


class Counts:
    """How many batches were sent, and how many of their tests ran once more."""

    sent = replayed = 0


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    found = Counts()
    make_session, make_replay = BatchSession.__init__, Replay.__init__

    def session(self: BatchSession, *args: object, **others: object) -> None:
        found.sent += 1
        make_session(self, *args, **others)  # type: ignore[arg-type]

    def replay(self: Replay) -> None:
        found.replayed += 1
        make_replay(self)

    monkeypatch.setattr(BatchSession, "__init__", session)
    monkeypatch.setattr(Replay, "__init__", replay)
    return found


def task_of(test: str, **more: object) -> Task:
    is_class = "Solution" in test
    return Task(
        id="t",
        entry_point="Solution" if is_class else "f",
        starter_code=_CLASS if is_class else "",
        check=FunctionCheck(tests=(test,)),
        **more,  # type: ignore[arg-type]
    )


def facts(verdict: Verdict) -> tuple[object, ...]:
    return verdict.status, verdict.detail, verdict.exception, verdict.error_type, verdict.dead_end


@table("judging")
def test_a_batch_gives_the_verdict_of_single_calls(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, test: str, answer: str, is_replayed: bool
) -> None:
    judge, counts = request.getfixturevalue("judge"), request.getfixturevalue("counts")
    task = task_of(test, limits=Limits(seconds=0.5))
    found = verdict_of(judge, task, answer)
    sent, replayed = counts.sent, counts.replayed
    monkeypatch.setattr(planned_calls, "plan", lambda *_: None)
    assert facts(found) == facts(verdict_of(judge, task, answer))
    assert (counts.sent, counts.replayed) == (sent, replayed)
    assert (sent, replayed) == (1, is_replayed)


def test_a_failed_test_does_not_wait_for_the_calls_after_it(judge: Judge, counts: Counts) -> None:
    verdict_of(judge, task_of(_FUNCTION_TEST), "def f(x): return x + 1")  # starts the sandbox
    begun = time.monotonic()
    verdict = verdict_of(judge, task_of(_FUNCTION_TEST), "import time\ndef f(x): time.sleep((x - 1) * 1000)")
    assert verdict.status is Status.WRONG_ANSWER
    assert time.monotonic() - begun < 5
    assert (counts.sent, counts.replayed) == (2, 0)


def test_time_of_calls_that_the_test_did_not_make_is_no_timeout(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guest is ahead by up to 50 ms and more; here, by more than its limit."""
    monkeypatch.setattr(batch, "_WAIT_SECONDS", 2.0)
    task = task_of(_FUNCTION_TEST, limits=Limits(seconds=0.1, wall_factor=100))
    answer = "import time\ndef f(x):\n    while x == 2 and time.process_time() < 9: pass\n    return x"
    runs = []
    one_run = function.run_test
    monkeypatch.setattr(function, "run_test", lambda *args, **how: runs.append(how) or one_run(*args, **how))
    assert verdict_of(judge, task, answer).status is Status.WRONG_ANSWER
    assert [how.get("one_by_one", False) for how in runs] == [False, True]


def assert_all_in_one_batch(judge: Judge, counts: Counts, task: Task, answer: str) -> None:
    assert verdict_of(judge, task, answer).status is Status.PASSED
    assert (counts.sent, counts.replayed) == (1, 0)


def test_hundred_assertions_on_one_object_are_a_batch(judge: Judge, counts: Counts) -> None:
    lines = [f"test_input = {{'x': {n}}}\nassert my_solution.g(**test_input) == {n + 1}" for n in range(100)]
    test = "\n\n".join(["my_solution = Solution()", *lines])
    assert_all_in_one_batch(judge, counts, task_of(test), "class Solution:\n  def g(self, x): return x + 1")


def test_a_planned_call_is_one_request_and_a_plain_result_is_not_decoded(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, int] = {}

    def count(owner: type, name: str) -> None:
        function = getattr(owner, name)

        def counted(*args: object, **others: object) -> object:
            asked[name] = asked.get(name, 0) + 1
            return function(*args, **others)

        monkeypatch.setattr(owner, name, counted)

    test = "s = Solution()\n" + "".join(f"assert s.g({n}) == {n + 1}\n" for n in range(100))
    answer = "class Solution:\n  def g(self, x): return x + 1"
    assert plan_of(task_of(test))
    for owner, name in ((Session, "_request"), (Session, "_decoder"), (Channel, "receive")):
        count(owner, name)
    assert verdict_of(judge, task_of(test), answer).status is Status.PASSED
    # The program, the object and 100 calls: a call reads its method, too. Only the object is decoded.
    assert asked == {"_request": 102, "_decoder": 1, "receive": 102}


def test_a_method_that_is_read_when_the_test_redirects_output_is_called_by_the_usual_way(
    judge: Judge, counts: Counts
) -> None:
    test = (
        "import io, sys\ns = Solution()\nassert s.g(1) == 2\nsys.stdout = io.StringIO()\n"
        "assert s.g(2) == 3\nassert sys.stdout.getvalue() == 'x\\n'"
    )
    answer = "class Solution:\n  def g(self, x):\n    print('x')\n    return x + 1"
    assert verdict_of(judge, task_of(test), answer).status is Status.PASSED
    assert (counts.sent, counts.replayed) == (1, 1)


def test_assertions_on_a_function_are_a_batch(judge: Judge, counts: Counts) -> None:
    test = "assert f(2**31 - 1, [-1]) == 5  # a comment\n\n# Boundaries\nassert f(1, [9]) == 5\n"
    assert_all_in_one_batch(judge, counts, task_of(test), "def f(x, y): return 5")


@pytest.mark.gate
def test_most_tests_of_humaneval_are_a_batch(judge: Judge, counts: Counts) -> None:
    tasks = sources.from_suite("code-vision", "rebuilt").tasks
    planned = [task for task in tasks if plan_of(task)]
    assert len(planned) >= 140
    for number, task in enumerate(planned[::30], 1):
        assert verdict_of(judge, task, task.reference).status is Status.PASSED
        assert (counts.sent, counts.replayed) == (number, 0)


@pytest.mark.gate
@pytest.mark.parametrize(("subset", "tasks", "minimum"), [("Algorithm", 149, 140), ("MATH", 125, 88)])
def test_most_published_tests_are_a_batch(shared_data: Path, subset: str, tasks: int, minimum: int) -> None:
    read = read_published_outputs([shared_data / "codevision" / "upstream" / subset / "gpt-4o"])
    found = [plan_of(task) is not None for group in read.tasks.values() for task in group]
    assert len(found) == tasks
    assert sum(found) >= minimum


def plan_of(task: Task) -> object:
    assert isinstance(task.check, FunctionCheck)
    return planned_calls.plan(task, function.task_tests.parse(task.check.tests[0]), ())


def test_a_worker_is_told_that_a_test_runs_once_more(counts: Counts) -> None:
    """Otherwise its time would count from the first run on."""
    begun: list[int] = []
    with closing(Judge(begun=lambda: begun.append(counts.replayed))) as judge:
        answer = "class Solution:\n  @staticmethod\n  def g(x): return x + 1"
        assert (
            verdict_of(judge, task_of("s = Solution()\nassert s.g(1) == 2"), answer).status is Status.PASSED
        )
    assert begun[-1] == 1


def test_an_evaluated_text_counts_although_the_test_runs_once_more(judge: Judge, counts: Counts) -> None:
    """The worker ends then, since the text may have done anything to it."""
    test = "import ast\ns = Solution()\nassert ast.literal_eval(s.g(1)) == 2\nassert s.g(2) == 3"
    verdict = verdict_of(judge, task_of(test), read_text("programs/text_in_a_batch.py"))
    assert verdict.status is Status.WRONG_ANSWER
    assert counts.replayed == 1
    assert judge.text_evaluated
