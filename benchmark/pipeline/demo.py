"""The bundled submissions, judged on the open tasks that come with the package."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.executor import Executor
from benchmark.files.predictions import write_predictions
from benchmark.pipeline import sources
from benchmark.pipeline.baselines import BASELINES, completions
from benchmark.pipeline.evaluate import Evaluation, Progress, evaluate
from benchmark.pipeline.record import Identity, record
from benchmark.results.row import RowSubmission


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One bundled submission with what came of it."""

    name: str
    evaluation: Evaluation
    row: Path


def judge_bundled(
    build: Path, *, executor: Executor, progress_of: Callable[[str], Progress]
) -> Iterator[Judged]:
    """Judge `gold`, `blank` and `stub` on the 164 HumanEval tasks and record their rows.

    Args:
        build: folder for the prediction files and the ledger ``rows``.
        executor: where shards run.
        progress_of: the progress of the submission of that name.
    """
    source = sources.from_suite("code-vision", "rebuilt")
    for name in BASELINES:
        answers = completions(name, source.tasks)
        write_predictions(build / f"predictions-{name}.jsonl.gz", answers)
        evaluation = evaluate(
            source.tasks,
            answers,
            extraction=("own", source.extraction("own")),
            executor=executor,
            progress=progress_of(name),
        )
        identity = Identity(
            submission=RowSubmission(slug=name, name=name, organisation="Sightbench"),
            suite=source.suite_id,
            suite_version=1 if source.suite is None else source.suite.version,
            dataset=source.dataset,
            setting="baseline",
            protocol="baseline",
        )
        yield Judged(name=name, evaluation=evaluation, row=record(build / "rows", evaluation, identity))
