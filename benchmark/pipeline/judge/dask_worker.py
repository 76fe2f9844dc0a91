"""What a Dask worker does: it checks its software and its sandbox, and judges the samples that it is sent."""

import pickle
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import benchmark
from benchmark.core.errors import SandboxFailure
from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.verdict import Outcome
from benchmark.files.shipped import code_digest
from benchmark.pipeline.judge.collected_outcomes import SampleJob
from benchmark.pipeline.judge.local_pool import WorkerProcesses, fitting_workers
from benchmark.sandbox.host.probe import calibration, extra_versions, guest_versions, probe

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

_runs: dict[str, "_Run"] = {}  #: the runs for which this worker was checked, until they end
_lock = threading.Lock()


@dataclass(slots=True)
class _Run:
    """The processes that judge for one run. A thread of Dask takes an idle one and puts it back."""

    idle: list[WorkerProcesses] = field(default_factory=list)
    ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSample:
    """The result of judging one sample of a shard once."""

    answer: Answer | None  #: the answer of a raw sample; None if it was not extracted
    outcome: Outcome
    paused: bool  #: whether processes were stopped, frozen or asleep meanwhile


def package() -> dict[str, str]:
    """Return the version of this Sightbench, and a digest of its source files."""
    return {"sightbench": benchmark.__version__, "source": code_digest()[:12]}


def software() -> dict[str, str]:
    """Return all versions that verdicts depend on.

    Raises:
        SandboxFailure: if the sandbox does not work here.
    """
    return package() | guest_versions() | extra_versions("figure")


def check(token: str, wanted: Mapping[str, str]) -> dict[str, Any]:
    """Compare this worker's software with the client's, and run the probe of the sandbox.

    Args:
        token: the run, for which :func:`judge` may be called from now on if nothing is wrong.
        wanted: the software of the client.

    Returns:
        ``problem`` is empty if the worker can judge. Otherwise ``kind`` is ``software`` or ``sandbox``.
        A worker that can judge also reports its factor for time limits, and which machine it is.
    """
    if different := _differences(package(), wanted):
        return {"kind": "software", "problem": different}
    try:
        _check_sandbox()
        found = software()
        factor = calibration().time_factor
    except SandboxFailure as error:
        return {"kind": "sandbox", "problem": str(error)}
    if different := _differences(found, wanted, everything=True):
        return {"kind": "software", "problem": different}
    with _lock:
        _runs[token] = _Run()
    machine = _BOOT_ID.read_text(encoding="ascii").strip()
    return {"kind": "", "problem": "", "time_factor": factor, "machine": machine}


def judge(token: str, pickled: bytes, *, alone: bool) -> list[JudgedSample] | None:
    """Judge samples once, one after the other, in a process that is kept for further calls.

    Args:
        token: the run, to which the process belongs until :func:`close`.
        pickled: a list of samples. The scheduler would otherwise unpickle and pickle each of them.
        alone: whether nothing else of the run is on this machine; then limits on the wall clock are longer.

    Returns:
        One result per sample; None if this worker was not checked for the run, or if the run ended here
        meanwhile, because the worker leaves or the client is gone.

    Raises:
        OurFailure: if no process can start, or the machine has too little memory.
    """
    with _lock:
        run = _runs.get(token)
        if run is None:
            return None
        processes = run.idle.pop() if run.idle else None
    samples: Sequence[Sample | RawSample] = pickle.loads(pickled)  # noqa: S301 - as all that Dask sends
    shard = Shard(index=0, samples=tuple(samples))
    jobs = deque(SampleJob(shard, place, alone=alone) for place in range(len(samples)))
    found: dict[int, JudgedSample] = {}

    def put(job: SampleJob, outcome: Outcome) -> None:
        answer = None if job.answered is None else job.answered.answer
        found[job.place] = JudgedSample(answer=answer, outcome=outcome, paused=job.paused)
        if run.ended:
            jobs.clear()

    if processes is None:
        fitting_workers(1, max(sample.task.limits.memory_mb for sample in samples))
        processes = WorkerProcesses(1, time_factor=lambda: calibration().time_factor)
    processes.judge(jobs, put)
    with _lock:
        if not run.ended:
            run.idle.append(processes)
            return [found[place] for place in range(len(samples))]
    processes.close()
    return None


def close(token: str) -> None:
    """End the processes of a run: those that judge end after their sample."""
    with _lock:
        run = _runs.pop(token, None)
        if run is None:
            return
        run.ended = True
    for processes in run.idle:
        processes.close()


def _check_sandbox() -> None:
    findings, _ = probe()
    if leaks := [finding.what for finding in findings if not finding.kept_out]:
        raise SandboxFailure(f"an answer could {', '.join(leaks)}")


def _differences(found: Mapping[str, str], wanted: Mapping[str, str], *, everything: bool = False) -> str:
    """Return how the software here differs from the client's; empty if it does not."""
    names = {**wanted, **found} if everything else found
    return ", ".join(
        f"{name} {found.get(name, 'missing')} instead of {wanted.get(name, 'none')}"
        for name in names
        if found.get(name) != wanted.get(name)
    )
