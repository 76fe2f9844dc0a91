"""A ledger with the published answers of a model to Code-Vision, at their real lengths, judged here."""

from pathlib import Path

from benchmark.core.suite import ExtractionRule
from benchmark.files.tasks import write_tasks
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.record import RowIdentity, record_evaluation
from benchmark.results.row import RowSubmission
from benchmark.suites.code_vision import upstream
from benchmark.suites.code_vision.importer import read_published_outputs

MODEL = "MiniCPM-V-2_6"  #: the model with the longest answers; many of them fail
SLUG = "published"
TASKS = 40


def published_ledger(folder: Path, data: Path) -> Path:
    """Judge the answers to the first tasks of the subset Algorithm, and write the row.

    Args:
        folder: gets ``results`` and ``tasks.jsonl``.
        data: the folder with the published data.

    Returns:
        The task file.
    """
    imported = read_published_outputs([data / "codevision" / "upstream-all" / "Algorithm" / MODEL])
    tasks = imported.tasks["algorithm"][:TASKS]
    asked = {task.id for task in tasks}
    answers = [answer for answer in imported.runs[0].completions if answer.task_id in asked]
    judged = evaluate(
        tasks, answers, rule=ExtractionRule("upstream", upstream.extract), executor=LocalPool(2)
    )
    identity = RowIdentity(
        submission=RowSubmission(slug=SLUG, name=MODEL, organisation="OpenBMB", weights="open"),
        suite="somebodys-own",
        suite_version=1,
        dataset="custom",
        setting="flowchart",
        protocol="cool-1",
        prompt="upstream",
    )
    record_evaluation(folder / "results", judged, identity)
    write_tasks(folder / "tasks.jsonl", tasks)
    return folder / "tasks.jsonl"
