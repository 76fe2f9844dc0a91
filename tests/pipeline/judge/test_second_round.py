"""Samples near a limit are judged a second time, alone, and the second verdict counts."""

import dataclasses
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Limits, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.pipeline.judge import local_pool
from benchmark.pipeline.judge.collected_outcomes import SecondRound
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.sandbox.host.probe import REFERENCE_SECONDS, Calibration, calibration

BURN = "import time\ndef f(seconds):\n    while time.thread_time() < seconds: pass\n    return seconds\n"
VERDICT = Verdict(task_id="t", draw=0, status=Status.TIMEOUT, near_limit=True)


def burning(task: Task, factor: float | None = None) -> Sample:
    """Return an answer that uses as many CPU seconds as its test requests, with a limit of 0.5 CPU seconds.

    The CPU seconds do not depend on the machine, so the limit is divided by the time factor with which it
    will be multiplied: that of this machine, unless ``factor`` is given.
    """
    seconds = 0.5 / (factor or calibration().time_factor)
    limited = dataclasses.replace(task, limits=Limits(seconds=seconds, wall_factor=60))
    return Sample(task=limited, draw=0, answer=Answer(code=BURN, program=BURN))


def judged(samples: list[Sample], workers: int = 2) -> dict[str, Verdict]:
    outcomes: tuple[Outcome, ...] = judge_samples(samples, executor=LocalPool(workers))
    return {outcome.task_id: outcome for outcome in outcomes if isinstance(outcome, Verdict)}


@pytest.mark.gate
def test_the_second_verdict_counts(make_task: Callable[..., Task], open_folder: Path) -> None:
    """Tests run on the host; this one requests more CPU time in the first judging."""
    test = (
        "import pathlib\n"
        f"marker = pathlib.Path({str(open_folder / 'marker')!r})\n"
        "first = not marker.exists()\n"
        "marker.touch()\n"
        "assert f(0.6 if first else 0.1)"
    )
    found = judged([burning(make_task("near", test)), burning(make_task("far", "assert f(0.1)"))])
    assert (found["near"].status, found["near"].judged_again) == (Status.PASSED, True)
    assert (found["far"].status, found["far"].judged_again) == (Status.PASSED, False)


@pytest.mark.gate
def test_a_second_judging_runs_alone_and_there_is_no_third(
    make_task: Callable[..., Task], open_folder: Path
) -> None:
    log = open_folder / "log"

    def noted(name: str, seconds: float) -> Sample:
        test = (
            "def note(what):\n"
            f"    with open({str(log)!r}, 'a') as file: file.write(what + '\\n')\n"
            f"note('+{name}')\n"
            "try:\n"
            f"    assert f({seconds})\n"
            "finally:\n"
            f"    note('-{name}')\n"
        )
        return burning(make_task(name, test))

    found = judged([noted("a", 0.45), noted("b", 0.45), noted("c", 0.02), noted("d", 0.02)], workers=3)
    assert {name for name, verdict in found.items() if verdict.judged_again} == {"a", "b"}
    lines = log.read_text().split()
    assert sorted(lines[:8]) == sorted(f"{sign}{name}" for sign in "+-" for name in "abcd")
    assert lines[8:] in (["+a", "-a", "+b", "-b"], ["+b", "-b", "+a", "-a"])


@pytest.mark.gate
def test_a_second_judging_is_tried_once_more_if_its_worker_dies(
    make_task: Callable[..., Task], open_folder: Path
) -> None:
    test = (
        "import os, pathlib\n"
        f"log = pathlib.Path({str(open_folder / 'log')!r})\n"
        "log.write_text((log.read_text() if log.exists() else '') + 'x')\n"
        "if log.read_text() == 'xx': os.kill(os.getpid(), 9)\n"
        "assert f(0.45)"
    )
    found = judged([burning(make_task("near", test))])
    assert (found["near"].status, found["near"].judged_again) == (Status.PASSED, True)
    assert (open_folder / "log").read_text() == "xxx"


@pytest.mark.gate
def test_an_endless_loop_is_judged_once(make_task: Callable[..., Task], open_folder: Path) -> None:
    log = open_folder / "log"
    test = f"open({str(log)!r}, 'a').write('x')\nassert f(60)"
    found = judged([burning(make_task("endless", test))])
    assert (found["endless"].status, found["endless"].judged_again) == (Status.TIMEOUT, False)
    assert log.read_text() == "x"


@pytest.mark.parametrize(("first_round", "judged_again"), [(5.0, 30), (600.0, 60)])
def test_the_second_round_takes_no_longer_than_the_first_or_five_minutes(
    first_round: float, judged_again: int
) -> None:
    times = itertools.chain([0.0, first_round, first_round], itertools.count(first_round, 10.0))
    again: SecondRound[int] = SecondRound(lambda: next(times))
    for number in range(100):
        again.put(number, VERDICT)
    assert list(iter(again.next, None)) == list(range(judged_again))
    assert [job for job, _ in again.remaining()] == list(range(judged_again, 100))


@pytest.mark.gate
def test_all_workers_of_a_slow_machine_give_more_time(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_pool, "calibration", lambda: Calibration(2.0 * REFERENCE_SECONDS))
    found = judged([burning(make_task(name, "assert f(0.6)"), 1.0) for name in ("a", "b")])
    outcomes = {(verdict.status, verdict.judged_again) for verdict in found.values()}
    assert outcomes == {(Status.PASSED, False)}
