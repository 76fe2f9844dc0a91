"""A pool on this machine: workers that die, hang or take memory, and the number of workers that fit."""

import dataclasses
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.pipeline.judge import local_pool, worker, worker_processes
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool, fitting_workers, machine_mb
from tests.case_files import table
from tests.judged import CountedTest, sample_of
from tests.sampling import gate_of

PROGRAM = "def f(x):\n    return x * 2\n"


def sample(task: Task) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=PROGRAM, program=PROGRAM))


@gate_of("sandbox")
def test_a_sample_whose_worker_always_dies_is_missing_and_others_are_judged(make_task) -> None:
    tasks = [make_task("killer", "import os; os._exit(9)"), make_task("a"), make_task("b")]
    killer, *others = judge_samples([sample(task) for task in tasks], executor=LocalPool(2))
    assert isinstance(killer, MissingSample)
    assert killer.reason == "a worker process died 2 times while judging it (exit code 9)"
    assert {other.status for other in others if isinstance(other, Verdict)} == {Status.PASSED}


@gate_of("sandbox")
@pytest.mark.parametrize(
    ("reference", "other"),
    [("def f(x):\n    return 2 * x\n", "the reference"), ("", "a program that does nothing")],
)
def test_an_answer_whose_worker_always_dies_is_to_blame_if_its_reference_survives(
    reference: str, other: str, make_task: Callable[..., Task]
) -> None:
    test = "import os\nif f(1) == 7:\n    os._exit(9)\nassert f(1) == 2"
    task = dataclasses.replace(make_task("killer", test), reference=reference)
    program = "def f(x):\n    return 7\n"
    hostile = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    (killer,) = judge_samples([hostile], executor=LocalPool(1))
    assert isinstance(killer, Verdict)
    assert killer.status is Status.RUNTIME_ERROR
    assert killer.detail == (
        f"a worker process died 2 times while judging it (exit code 9); {other} can be judged"
    )


@gate_of("sandbox")
def test_a_sample_whose_worker_dies_only_beside_others_gets_its_verdict(make_task) -> None:
    """The fault comes twice, but not when the sample is judged alone."""
    test = CountedTest("import os\nif {sent} < 3:\n    os._exit(9)\nassert f(2) == 4")
    (outcome,) = judge_samples([sample(make_task("killer", test))], executor=LocalPool(1))
    assert isinstance(outcome, Verdict)
    assert outcome.status is Status.PASSED
    assert outcome.judged_again


@gate_of("sandbox")
def test_a_worker_that_does_not_begin_is_never_the_answers_fault(make_task, monkeypatch) -> None:
    monkeypatch.setattr(worker_processes, "_START_SECONDS", 0.0)
    (outcome,) = judge_samples([sample(make_task("a"))], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert outcome.reason == "a worker process did not begin within 0 s"


@gate_of("sandbox")
def test_a_sandbox_that_does_not_start_in_time_is_never_the_answers_fault(make_task, monkeypatch) -> None:
    """Once the worker says that it starts a sandbox, no answer is involved, and nothing is compared."""
    starting = worker_processes.Worker.starting

    def late(worker: worker_processes.Worker) -> None:
        starting(worker)
        if worker.is_starting:
            worker.deadline = 0.0

    monkeypatch.setattr(worker_processes.Worker, "starting", late)
    (outcome,) = judge_samples([sample(make_task("a"))], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert outcome.reason == "a worker process started no sandbox within 180 s"
    assert outcome.certain


@gate_of("sandbox")
@table("pipeline", ids=["hashes that collide", "a long sum"])
def test_a_value_that_keeps_the_host_busy_times_out(program, test, make_task) -> None:
    """The comparison is one call into C that no alarm can interrupt."""
    check = FunctionCheck(tests=(test, "assert f(1)"), kinds=("large", "typical"))
    busy = Sample(
        task=dataclasses.replace(make_task("busy", test), limits=Limits(seconds=0.1), check=check),
        draw=0,
        answer=Answer(code=program, program=program),
    )
    pool = LocalPool(1, grace_seconds=0.3)
    outcomes = judge_samples([busy, sample(make_task("a"))], executor=pool)
    statuses = [outcome.status for outcome in outcomes if isinstance(outcome, Verdict)]
    assert statuses == [Status.TIMEOUT, Status.PASSED]
    assert [outcome.kinds for outcome in outcomes if isinstance(outcome, Verdict)] == [
        {"large": Status.TIMEOUT, "typical": Status.TIMEOUT},
        {},
    ]


_MEMINFO = "MemTotal:       16777216 kB\nMemFree:          100000 kB\n"


@pytest.fixture
def root(tmp_path: Path) -> Callable[..., Path]:
    """A function that makes a folder with ``proc`` and ``sys`` of a machine with 16 GiB."""

    def make(mounts: str, groups: str, **limits: str) -> Path:
        files = {"proc/meminfo": _MEMINFO, "proc/self/mountinfo": mounts, "proc/self/cgroup": groups}
        for name, text in {**files, **limits}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return make


@table("pipeline")
def test_the_lowest_limit_of_machine_and_cgroups_counts(root, mounts, groups, limits, expected) -> None:
    assert machine_mb(root(mounts, groups, **limits)) == expected


@pytest.mark.parametrize(
    ("total", "wanted", "expected"), [(8192, 4, 4), (8192, 5, 4), (2368, 1, 1), (64_000, 8, 8)]
)
def test_no_more_workers_are_started_than_fit(total, wanted, expected, monkeypatch, capsys) -> None:
    monkeypatch.setattr(local_pool, "machine_mb", lambda: total)
    assert fitting_workers(wanted, 1024) == expected
    note = capsys.readouterr().err
    assert bool(note) is (expected < wanted)
    if note:
        assert "4 of 5 workers" in note
        assert "1024" in note
        assert str(total) in note


def test_a_machine_without_memory_for_one_worker_judges_nothing(make_task, monkeypatch) -> None:
    monkeypatch.setattr(local_pool, "machine_mb", lambda: 2000)
    sample = sample_of(make_task("t"), "f = abs")
    with pytest.raises(OurFailure, match=r"1856 MiB .* 2000 MiB") as caught:
        judge_samples([sample], executor=LocalPool(2))
    assert "limits.memory_mb" in caught.value.fix
    assert caught.value.exit_code == 3


@gate_of("sandbox")
def test_the_pool_starts_the_workers_that_fit(make_task, monkeypatch, capsys) -> None:
    monkeypatch.setattr(local_pool, "machine_mb", lambda: 3000)
    program = "def f(x): return 2 * x"
    samples = [sample_of(make_task(name), program) for name in "abc"]
    pool = LocalPool(3)
    outcomes = judge_samples(samples, executor=pool)
    assert {getattr(outcome, "status", None) for outcome in outcomes} == {Status.PASSED}
    assert pool.workers == 1
    assert "1 of 3 workers" in capsys.readouterr().err


@gate_of("sandbox")
def test_a_worker_may_not_allocate_more_than_its_share(make_task: Callable[..., Task]) -> None:
    """The test of this task runs in a worker. Its sandbox has the limit of the task instead."""
    test = (
        "import resource\n"
        f"limit = {worker._ALLOCATED_MB} << 20\n"
        "assert resource.getrlimit(resource.RLIMIT_DATA)[0] == limit\n"
        "assert f(resource.RLIMIT_DATA) >= 1024 << 20\n"
        "try:\n"
        "    bytearray(limit)\n"
        "except MemoryError:\n"
        "    pass\n"
        "else:\n"
        "    assert False"
    )
    program = "import resource\ndef f(x): return resource.getrlimit(x)[0]"
    sample = sample_of(make_task("t", test), program)
    (outcome,) = judge_samples([sample], executor=LocalPool(1))
    assert isinstance(outcome, Verdict)
    assert outcome.status is Status.PASSED, outcome
    assert worker._ALLOCATED_MB < worker.WORKER_MB
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] != worker._ALLOCATED_MB << 20


@gate_of("sandbox")
def test_a_worker_that_keeps_much_memory_is_replaced(make_task, capfd) -> None:
    note = "import builtins, os\nos.write(2, b'%d ' % os.getpid())\nassert f(2) == 4\n"
    keep = f"builtins.kept = bytearray({worker._KEPT_MB} << 20)"
    program = "def f(x): return 2 * x"
    samples = [
        sample_of(dataclasses.replace(make_task(name, note + more), limits=Limits(seconds=2)), program)
        for name, more in (("a", ""), ("b", keep), ("c", ""), ("d", ""))
    ]
    outcomes = judge_samples(samples, executor=LocalPool(1))
    assert {getattr(outcome, "status", None) for outcome in outcomes} == {Status.PASSED}
    first, second, third, fourth = capfd.readouterr().err.split()
    assert first == second != third == fourth


@pytest.mark.gate
@pytest.mark.parametrize(
    ("test", "program"),
    [
        ("import scipy.special\nassert f(3) == scipy.special.factorial(3)", "def f(x):\n    return 6.0\n"),
        ("import networkx as nx\nassert f(3) == [*nx.path_graph(3)]", "def f(x):\n    return [0, 1, 2]\n"),
    ],
)
def test_tests_import_scipy_and_networkx_behind_the_second_wall(make_task, test: str, program: str) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("networkx")
    rare = Sample(task=make_task("rare", test), draw=0, answer=Answer(code=program, program=program))
    (outcome,) = judge_samples([rare], executor=LocalPool(1))
    assert isinstance(outcome, Verdict)
    assert (outcome.status, outcome.detail) == (Status.PASSED, "")
