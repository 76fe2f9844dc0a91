"""What happens to the samples of Dask workers that are lost, with a cluster that is made up.

tests/cluster judges with real workers.
"""

import pickle
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes
from benchmark.pipeline.judge.dask_cluster import DaskCluster
from benchmark.pipeline.judge.dask_run import DaskRun
from benchmark.pipeline.judge.dask_worker import JudgedSample


@dataclass(eq=False)
class MadeUpFuture:
    worker: str
    samples: Sequence[Sample]
    alone: bool
    results: list[JudgedSample] | None = None
    error: Exception | None = None
    released: bool = False
    status: str = "finished"

    def result(self, timeout: float) -> list[JudgedSample] | None:
        assert timeout > 0
        if self.error is not None:
            raise self.error
        return self.results

    def done(self) -> bool:
        return self.results is not None

    def release(self) -> None:
        self.released = True


class MadeUpCluster:
    """Two workers on one machine; ``steps`` decide what happens while the executor waits."""

    def __init__(self, *steps: Callable[["MadeUpCluster"], list[MadeUpFuture]]) -> None:
        self.steps = deque(steps)
        self.workers: dict[str, dict[str, Any]] = {}
        self.sent: list[MadeUpFuture] = []
        for name in ("a", "b"):
            self.join(name)

    def join(self, name: str) -> None:
        self.workers[name] = {"threads": 1, "machine": "m"}

    @property
    def threads(self) -> int:
        return len(self.workers)

    def machines(self) -> dict[str, list[str]]:
        return {"m": list(self.workers)} if self.workers else {}

    def forget(self, address: str) -> None:
        self.workers.pop(address, None)

    def submit(self, address: str, pickled: bytes, *, alone: bool) -> MadeUpFuture:
        self.sent.append(MadeUpFuture(address, pickle.loads(pickled), alone))  # noqa: S301 - made above
        return self.sent[-1]

    def notify(self, future: MadeUpFuture) -> None:
        """The result never comes: its worker was lost."""

    def wait(self, _: float) -> list[MadeUpFuture]:
        if self.steps:
            return self.steps.popleft()(self)
        return [
            judged(future) for future in self.sent if future.worker in self.workers and not future.released
        ]


def judged(future: MadeUpFuture, *, near_limit: bool = False) -> MadeUpFuture:
    future.results = [
        JudgedSample(
            answer=None,
            outcome=Verdict(
                task_id=sample.task.id, draw=sample.draw, status=Status.PASSED, near_limit=near_limit
            ),
            paused=False,
        )
        for sample in future.samples
    ]
    return future


def lose(*names: str) -> Callable[[MadeUpCluster], list[MadeUpFuture]]:
    """Return a step in which these workers are replaced by new ones."""

    def step(cluster: MadeUpCluster) -> list[MadeUpFuture]:
        for name in names:
            cluster.forget(name)
            cluster.join(f"{name}'")
        return []

    return step


def nearly_late(cluster: MadeUpCluster) -> list[MadeUpFuture]:
    return [judged(future, near_limit=True) for future in cluster.sent]


@pytest.fixture
def run_all(make_task: Callable[..., Task]) -> Callable[[MadeUpCluster, int], dict[int, Sequence[Outcome]]]:
    def run(cluster: MadeUpCluster, shards: int) -> dict[int, Sequence[Outcome]]:
        answer = Answer(code="", program="")
        samples = [
            Sample(task=make_task(f"t{n}", "assert f(1)"), draw=0, answer=answer) for n in range(shards * 2)
        ]
        given = deque(Shard(index=n, samples=tuple(samples[n * 2 : n * 2 + 2])) for n in range(shards))
        done: dict[int, Sequence[Outcome]] = {}

        def take(shard: Shard, outcomes: Sequence[Outcome]) -> None:
            assert shard.index not in done
            done[shard.index] = outcomes

        DaskRun(cast("DaskCluster", cluster), given, CollectedOutcomes(take, lambda: 0.0)).judge()
        return done

    return run


RunAll = Callable[[MadeUpCluster, int], dict[int, Sequence[Outcome]]]


def test_a_late_result_of_a_lost_worker_is_not_used_twice(run_all: RunAll) -> None:
    cluster = MadeUpCluster(lose("a"), lambda cluster: [judged(future) for future in cluster.sent])
    assert sorted(run_all(cluster, 4)) == [0, 1, 2, 3]


def test_a_sample_that_is_judged_alone_is_sent_again_if_only_its_worker_is_lost(run_all: RunAll) -> None:
    cluster = MadeUpCluster(nearly_late, lose("a"))
    done = run_all(cluster, 1)
    alone = [(future.worker, len(future.samples)) for future in cluster.sent if future.alone]
    assert alone == [("a", 1), ("b", 1), ("b", 1)]
    assert all(cast("Verdict", outcome).judged_again for outcome in done[0])


def test_a_worker_that_leaves_gets_no_more_work(run_all: RunAll) -> None:
    def leave(cluster: MadeUpCluster) -> list[MadeUpFuture]:
        return [cluster.sent[0]]  # its result is None

    cluster = MadeUpCluster(leave)
    assert sorted(run_all(cluster, 2)) == [0, 1]
    assert list(cluster.workers) == ["b"]


def test_errors_of_workers_are_ours_and_name_the_batch(run_all: RunAll) -> None:
    def fail(cluster: MadeUpCluster) -> list[MadeUpFuture]:
        cluster.steps.append(fail)
        for future in cluster.sent:
            future.error = ValueError("no")
        return [future for future in cluster.sent if not future.released]

    with pytest.raises(OurFailure, match=r"Dask worker . cannot judge 't0#0' … 't1#0': ValueError: no"):
        run_all(MadeUpCluster(fail), 1)
