"""Real Dask workers on loopback give the rows that one process gives, also if one of them is killed."""

import dataclasses
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import pytest

from benchmark.cli.shared.options import executor_of
from benchmark.core.errors import OurFailure, SandboxFailure
from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.verdict import Outcome, Status
from benchmark.extraction.own import reference_program
from benchmark.files.verdicts import write_verdicts
from benchmark.pipeline import sources
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge import dask_run
from benchmark.pipeline.judge.evaluate import Checkpoint, Evaluation, Progress, evaluate, inputs_digest
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import make_row
from benchmark.results.ledger import read_row
from benchmark.results.row import RowSubmission
from tests.jsonl import write_jsonl
from tests.processes import run

from .dask_world import ROOT, DaskWorld, dask_world, mixed_completions, wait_until

SOURCE = sources.from_suite("humaneval-v", "open")
TASKS = SOURCE.tasks[::2]
COMPLETIONS = mixed_completions(TASKS, draws=2)
RULE = SOURCE.rule("own", setting="image")
IDENTITY = RowIdentity(
    submission=RowSubmission(slug="acme-vl", name="ACME VL"),
    suite="humaneval-v",
    suite_version=1,
    dataset="open",
    setting="image",
    protocol="sampled-2",
)


@pytest.fixture
def folder(open_folder: Path) -> Iterator[Path]:
    """A folder for the logs of a cluster."""
    (open_folder / "logs").mkdir()
    return open_folder / "logs"


@pytest.fixture(scope="module")
def alone() -> Evaluation:
    """What one process judges, with so many kinds of verdicts that comparisons with it can fail."""
    found = evaluate(TASKS, COMPLETIONS, rule=RULE, executor=LocalPool(1))
    statuses = make_row(found, IDENTITY)[0].result.statuses
    assert len({word for words in statuses.values() for word in words}) >= 4
    return found


def on_cluster(world: DaskWorld, progress: Progress | None = None) -> Evaluation:
    with executor_of(world.executor, None) as executor:
        return evaluate(TASKS, COMPLETIONS, rule=RULE, executor=executor, progress=progress)


def check_same(found: Evaluation, expected: Evaluation, folder: Path) -> None:
    """Rows with the same id and results, and verdict files with the same bytes."""
    rows, files = [], []
    for name, evaluation in (("found", found), ("expected", expected)):
        rows.append(make_row(evaluation, IDENTITY)[0])
        files.append(folder / f"{name}.jsonl.gz")
        write_verdicts(files[-1], evaluation.outcomes)
    assert rows[0].id == rows[1].id
    assert rows[0].result == rows[1].result
    assert files[0].read_bytes() == files[1].read_bytes()


def test_four_workers_give_the_same_row_as_one_process(alone: Evaluation, folder: Path) -> None:
    with dask_world(folder, workers=4) as world:
        found = on_cluster(world)
    assert (found.executor, found.workers) == ("dask", 4)
    check_same(found, alone, folder)


def test_workers_that_are_all_replaced_in_the_middle_give_the_same_row(alone, folder, capfd) -> None:
    with dask_world(folder, workers=2) as world:

        def replace_in_the_middle(judged: int, of: int) -> None:
            if judged >= of / 3 and len(world.workers) == 2:
                for worker in world.workers:
                    worker.kill()
                    worker.wait()
                world.start_worker()

        found = on_cluster(world, replace_in_the_middle)
    check_same(found, alone, folder)
    assert "Dask workers that left or were killed: 2; batches sent again: " in capfd.readouterr().err


def test_a_sample_that_kills_its_workers_is_our_failure_and_all_others_are_judged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_run, "_LOST_BATCHES", 1)
    monkeypatch.setattr(dask_run, "_LOST_SAMPLES", 2)
    monkeypatch.setattr(dask_run, "_LOST_SECONDS", 20)
    samples = [
        Sample(task=task, draw=0, answer=Answer(code=task.reference, program=reference_program(task)))
        for task in TASKS[:12]
    ]
    samples[5] = dataclasses.replace(samples[5], answer=cast("Answer", _EndsItsReader()))
    done: dict[int, Sequence[Outcome]] = {}
    with (
        dask_world(folder, workers=5) as world,
        executor_of(world.executor, None) as executor,
        pytest.raises(OurFailure, match=r"2 Dask workers were lost with the same sample, .*#0") as raised,
    ):
        executor.run(
            [Shard(index=index, samples=tuple(samples[index * 4 : index * 4 + 4])) for index in range(3)],
            lambda shard, outcomes: done.update({shard.index: outcomes}),
        )
    assert samples[5].task.id in str(raised.value)
    assert raised.value.exit_code == 3
    # The result of a sample that was judged just before may be lost, too; then one more worker is needed.
    assert [worker.returncode for worker in world.workers].count(9) in (3, 4)
    assert sorted(done) == [0, 2]
    statuses = {outcome.status for outcomes in done.values() for outcome in outcomes}  # type: ignore[union-attr]
    assert statuses == {Status.PASSED}


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_client_that_ends_leaves_no_judging_processes(folder: Path, ending: signal.Signals) -> None:
    lines = (
        {"task_id": completion.task_id, "draw": draw, "completion": completion.text}
        for completion in COMPLETIONS[::2]
        for draw in range(30)
    )
    predictions = write_jsonl(folder / "predictions.jsonl", lines)
    command = [sys.executable, "-m", "benchmark", "evaluate", "--suite", "humaneval-v", "--dataset", "open"]
    command += ["--partial", "--predictions", str(predictions)]
    with dask_world(folder, workers=2) as world:
        client = subprocess.Popen([*command, "--executor", world.executor], cwd=ROOT)
        wait_until(lambda: len(world.judging()) == 2)
        client.send_signal(ending)
        client.wait()
        wait_until(lambda: not world.judging())
        assert world.plugins() == []
        assert [worker.poll() for worker in world.workers] == [None, None]


def test_a_scheduler_that_is_killed_ends_the_run(folder: Path) -> None:
    with dask_world(folder, workers=1) as world:

        def kill_in_the_middle(judged: int, of: int) -> None:
            if judged >= of / 3:
                world.scheduler.kill()

        with pytest.raises(OurFailure, match="the connection to the Dask scheduler was lost") as raised:
            on_cluster(world, kill_in_the_middle)
    assert raised.value.exit_code == 3


def test_a_row_of_a_cluster_is_verified_on_a_cluster(folder: Path) -> None:
    answers = mixed_completions(SOURCE.tasks, draws=1)
    lines = ({"task_id": answer.task_id, "completion": answer.text} for answer in answers)
    predictions = write_jsonl(folder / "predictions.jsonl", lines)
    sightbench = [sys.executable, "-m", "benchmark"]
    with dask_world(folder, workers=2) as world:
        where = ["--executor", world.executor]
        command = ["evaluate", "--suite", "humaneval-v", "--dataset", "open", "--rows", str(folder / "rows")]
        command += ["--predictions", str(predictions)]
        subprocess.run([*sightbench, *command, *where], cwd=ROOT, check=True, capture_output=True)
        (row,) = (folder / "rows").rglob("*.json")
        assert read_row(row).run.executor == "dask"
        verified = run([*sightbench, "verify", str(row), *where], cwd=ROOT, check=True)
        log = (folder / "scheduler-0.log").read_text()
    assert log.count("Registering Worker plugin sightbench") == 2
    assert f"{len(SOURCE.tasks)} of {len(SOURCE.tasks)} statuses agree" in verified.stdout


def test_a_run_whose_cluster_ends_is_resumed_on_another(alone: Evaluation, folder: Path) -> None:
    path, key = folder / "verdicts.partial", inputs_digest(TASKS, COMPLETIONS, RULE)

    class EndedError(Exception):
        pass

    def end_in_the_middle(judged: int, of: int) -> None:
        if judged >= of / 2:
            raise EndedError

    with (
        dask_world(folder, workers=1) as world,
        Checkpoint.begin(path, key) as checkpoint,
        executor_of(world.executor, None) as executor,
        pytest.raises(EndedError),
    ):
        evaluate(
            TASKS,
            COMPLETIONS,
            rule=RULE,
            executor=executor,
            checkpoint=checkpoint,
            progress=end_in_the_middle,
        )
    with (
        dask_world(folder, workers=1) as world,
        Checkpoint.begin(path, key) as checkpoint,
        executor_of(world.executor, None) as executor,
    ):
        assert len(checkpoint.outcomes) >= len(COMPLETIONS) / 2
        found = evaluate(TASKS, COMPLETIONS, rule=RULE, executor=executor, checkpoint=checkpoint)
    check_same(found, alone, folder)


def test_a_worker_without_a_sandbox_gets_no_work_and_is_named(alone, folder, capfd) -> None:
    broken = folder / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    with dask_world(folder, workers=0) as world:
        world.start_worker({"PATH": f"{folder}:{os.environ['PATH']}"})
        with pytest.raises(SandboxFailure, match="works on none of the 1 Dask workers"):
            on_cluster(world)
        world.start_worker()
        capfd.readouterr()
        found = on_cluster(world)
    assert found.workers == 1
    check_same(found, alone, folder)
    assert capfd.readouterr().err.count("gets no work: ") == 1


def test_a_worker_with_another_sightbench_ends_the_run(folder: Path) -> None:
    package = folder / "other" / "benchmark"
    package.mkdir(parents=True)
    for part in (ROOT / "benchmark").iterdir():
        (package / part.name).symlink_to(part)
    (package / "__init__.py").unlink()
    (package / "__init__.py").write_text('__version__ = "0.0.0"\n')
    with dask_world(folder, workers=1) as world:
        world.start_worker({"PYTHONPATH": str(package.parent)})
        with pytest.raises(
            OurFailure, match=r"Dask worker tcp://127\.0\.0\.1:\d+: sightbench 0\.0\.0 instead of"
        ):
            on_cluster(world)


class _EndsItsReader:
    """Ends the process that unpickles it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (9,)


def test_no_scheduler_is_one_error() -> None:
    with (
        pytest.raises(OurFailure, match="no Dask scheduler replies at tcp://127") as raised,
        executor_of("dask://127.0.0.1:9", None),
    ):
        pass
    assert raised.value.exit_code == 3
    assert os.environ.get("DASK_SCHEDULER_ADDRESS") is None
