"""Which samples count as near a time limit, and so are judged again."""

import pytest

from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.checks.case_result import CLEAR_SHARE, is_near, is_near_together
from benchmark.judging.judge import Judge
from benchmark.sandbox.host.zygote import ChildExit
from tests.case_files import read_cases
from tests.judged import verdict_of

LIMITS = Limits(seconds=3.0)
#: Uses CPU until the thread's clock says so; the clock of a process with a limit advances in coarse steps.
BURN = """import time
def f(seconds):
    while time.thread_time() < (0.6 if seconds == 'late' else seconds): pass
    if seconds == 'late':
        raise ValueError
    return seconds
"""


RUNS = read_cases("texts/near_limits.yaml")


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_near_a_limit_from_80_percent_up_to_what_load_can_explain(name: str) -> None:
    run = RUNS[name]
    end = ChildExit(
        code=None if run["killed"] else 0,
        signal=9 if run["killed"] else None,
        cpu_seconds=run["cpu"],
        memory_mb=20.0,
        wall_seconds=run["wall"],
        waited_seconds=run["waited"],
    )
    assert is_near(end, LIMITS) is run["near"]


FIRST = "assert f(0) == 0"


def judge_program(
    judge: Judge, program: str, *tests: str, seconds: float, wall_factor: float = 60
) -> Verdict:
    """Judge a program with a wall-clock limit so long that load on this machine does not matter."""
    check = FunctionCheck(tests=tests)
    task = Task(id="t", entry_point="f", check=check, limits=Limits(seconds=seconds, wall_factor=wall_factor))
    return verdict_of(judge, task, program)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("test", "status", "near"),
    [
        ("assert f(0.1)", Status.PASSED, False),
        ("assert f(0.45)", Status.PASSED, True),
        ("assert f(0.45) == 0", Status.WRONG_ANSWER, True),
        ("assert f(0.6)", Status.TIMEOUT, True),
        ("assert f(0.6) // 0", Status.TIMEOUT, True),
        ("f('late')", Status.TIMEOUT, True),
    ],
)
def test_the_slowest_test_decides_whether_a_sample_is_near_its_limit(test, status, near, judge) -> None:
    verdict = judge_program(judge, BURN, FIRST, test, seconds=0.5)
    assert (verdict.status, verdict.near_limit) == (status, near), verdict


@pytest.mark.gate
def test_an_endless_loop_is_near_its_limit_only_if_load_could_explain_the_time(judge: Judge) -> None:
    """The kernel counts in ticks: on a busy machine it kills some processes after two thirds of the time."""
    # Only one test: the verdict has the time of all, but is near the limit by that of one.
    verdict = judge_program(judge, BURN, "assert f(60)", seconds=0.5)
    assert verdict.status is Status.TIMEOUT
    assert verdict.near_limit is (verdict.cpu_seconds < CLEAR_SHARE * 0.5), verdict


@pytest.mark.gate
@pytest.mark.parametrize(("length", "status"), [(1.0, Status.PASSED), (60, Status.TIMEOUT)])
def test_a_program_that_sleeps_nearly_until_the_wall_limit_is_near_it(length, status, judge) -> None:
    program = "import time\ndef f(seconds):\n    time.sleep(seconds)\n    return seconds\n"
    verdict = judge_program(judge, program, FIRST, f"assert f({length})", seconds=0.15, wall_factor=8)
    assert verdict.status is status
    assert verdict.near_limit or status is Status.TIMEOUT


@pytest.mark.gate
def test_a_slow_machine_has_longer_limits_but_the_same_details() -> None:
    statuses = []
    details = set()
    for time_factor in (1.0, 3.0):
        judge = Judge(time_factor=time_factor)
        for test in ("assert f(0.3)", "assert f(60)"):
            verdict = judge_program(judge, BURN, FIRST, test, seconds=0.2)
            statuses.append(verdict.status)
            details.add(verdict.detail)
        judge.close()
    assert statuses == [Status.TIMEOUT, Status.TIMEOUT, Status.PASSED, Status.TIMEOUT]
    assert details == {"more than 0.2 s of CPU time, or 12 s of wall-clock time", ""}


@pytest.mark.parametrize(
    ("seconds", "together", "near"),
    [(7.9, 10.0, False), (8.1, 10.0, True), (14.9, 10.0, True), (15.1, 10.0, False), (9.0, None, False)],
)
def test_all_runs_of_a_sample_may_come_near_the_limit_that_they_share(seconds, together, near) -> None:
    limits = Limits(seconds=3.0, together=together)
    assert is_near_together(seconds, limits) is near
    assert is_near_together(2 * seconds, limits.scaled(2.0, 9.0)) is near


def test_tests_that_sleep_share_a_limit_too(judge: Judge) -> None:
    program = "import time\ndef f():\n    time.sleep(0.2)\n    return 1"
    limits = Limits(seconds=1.0, wall_factor=1.0, together=0.5)
    task = Task(
        id="t",
        suite="custom",
        check=FunctionCheck(tests=("assert f() == 1",) * 9),
        entry_point="f",
        limits=limits,
    )
    verdict = verdict_of(judge, task, program)
    assert (verdict.status, verdict.near_limit) == (Status.TIMEOUT, True)
