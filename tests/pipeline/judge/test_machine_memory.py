"""The number of workers fits the memory of the machine or the container."""

import dataclasses
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.task import Limits, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.pipeline.judge import machine_memory, worker
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.machine_memory import fitting_workers, machine_mb
from tests.judged import sample_of

_MIB = 1 << 20
_MEMINFO = "MemTotal:       16777216 kB\nMemFree:          100000 kB\n"
_V2_MOUNT = "35 24 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n"
_V1_MOUNT = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"


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


@pytest.mark.parametrize(
    ("mounts", "groups", "limits", "expected"),
    [
        ("", "", {}, 16384),
        (_V2_MOUNT, "0::/\n", {"sys/fs/cgroup/memory.max": "2147483648\n"}, 2048),
        (_V2_MOUNT, "0::/a/b\n", {"sys/fs/cgroup/a/memory.max": f"{900 * _MIB}"}, 900),
        (_V2_MOUNT, "0::/a\n", {"sys/fs/cgroup/a/memory.max": "max\n"}, 16384),
        (_V1_MOUNT, "4:memory:/\n", {"sys/fs/cgroup/memory/memory.limit_in_bytes": f"{700 * _MIB}"}, 700),
        (
            _V1_MOUNT,
            "4:cpu,memory:/a\n0::/\n",
            {
                "sys/fs/cgroup/memory/a/memory.limit_in_bytes": f"{600 * _MIB}",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
            },
            600,
        ),
        (
            _V1_MOUNT.replace(" / /sys", " /docker/1 /sys"),
            "4:memory:/docker/1\n",
            {"sys/fs/cgroup/memory/memory.limit_in_bytes": f"{500 * _MIB}"},
            500,
        ),
        (
            _V2_MOUNT + _V1_MOUNT,
            "4:memory:/a\n0::/b\n",
            {
                "sys/fs/cgroup/memory/a/memory.limit_in_bytes": f"{400 * _MIB}",
                "sys/fs/cgroup/b/memory.max": f"{450 * _MIB}",
            },
            400,
        ),
    ],
    ids=[
        "no cgroup",
        "a container with version 2",
        "a limit above the group",
        "no limit in version 2",
        "a container with version 1",
        "a group of version 1",
        "a container without a namespace of its own",
        "both versions",
    ],
)
def test_the_lowest_limit_of_machine_and_cgroups_counts(
    root: Callable[..., Path], mounts: str, groups: str, limits: dict[str, str], expected: int
) -> None:
    assert machine_mb(root(mounts, groups, **limits)) == expected


@pytest.mark.parametrize(
    ("total", "wanted", "expected"), [(8192, 4, 4), (8192, 5, 4), (2368, 1, 1), (64_000, 8, 8)]
)
def test_no_more_workers_are_started_than_fit(
    total: int,
    wanted: int,
    expected: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(machine_memory, "machine_mb", lambda: total)
    assert fitting_workers(wanted, 1024) == expected
    note = capsys.readouterr().err
    assert bool(note) is (expected < wanted)
    if note:
        assert "4 of 5 workers" in note
        assert "1024" in note
        assert str(total) in note


def test_a_machine_without_memory_for_one_worker_judges_nothing(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_memory, "machine_mb", lambda: 2000)
    sample = sample_of(make_task("t"), "f = abs")
    with pytest.raises(OurFailure, match=r"1856 MiB .* 2000 MiB") as caught:
        judge_samples([sample], executor=LocalPool(2))
    assert "limits.memory_mb" in caught.value.fix
    assert caught.value.exit_code == 3


def test_the_pool_starts_the_workers_that_fit(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine_memory, "machine_mb", lambda: 3000)
    program = "def f(x): return 2 * x"
    samples = [sample_of(make_task(name), program) for name in "abc"]
    pool = LocalPool(3)
    outcomes = judge_samples(samples, executor=pool)
    assert {getattr(outcome, "status", None) for outcome in outcomes} == {Status.PASSED}
    assert pool.workers == 1
    assert "1 of 3 workers" in capsys.readouterr().err


def test_a_worker_may_not_allocate_more_than_its_share(make_task: Callable[..., Task]) -> None:
    """The test of this task runs in a worker. Its sandbox does not inherit the limit."""
    test = (
        "import resource\n"
        f"limit = {worker._ALLOCATED_MB} << 20\n"
        "assert resource.getrlimit(resource.RLIMIT_DATA)[0] == limit\n"
        "assert f(resource.RLIMIT_DATA) == resource.getrlimit(resource.RLIMIT_DATA)[1]\n"
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


@pytest.mark.gate
def test_a_worker_that_keeps_much_memory_is_replaced(
    make_task: Callable[..., Task], open_folder: Path
) -> None:
    log = open_folder / "log"
    note = f"import builtins, os\nopen({str(log)!r}, 'a').write(f'{{os.getpid()}} ')\nassert f(2) == 4\n"
    keep = f"builtins.kept = bytearray({worker._KEPT_MB} << 20)"
    program = "def f(x): return 2 * x"
    samples = [
        sample_of(dataclasses.replace(make_task(name, note + more), limits=Limits(seconds=2)), program)
        for name, more in (("a", ""), ("b", keep), ("c", ""), ("d", ""))
    ]
    outcomes = judge_samples(samples, executor=LocalPool(1))
    assert {getattr(outcome, "status", None) for outcome in outcomes} == {Status.PASSED}
    first, second, third, fourth = log.read_text().split()
    assert first == second != third == fourth
