"""The work of `sightbench author report`."""

import sys
from pathlib import Path

from benchmark.authoring.dataset_files import load_tasks
from benchmark.authoring.twin_report import prove_twins
from benchmark.authoring.twins import without_kind
from benchmark.cli.author.option_values import collection_of
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.judge_process import JudgeProcess


def run(*, suite: str, tasks: Path | None, without_large: bool, as_json: bool) -> None:
    """Check the twins of a data set and print the report."""
    read = load_tasks(collection_of(suite)) if tasks is None else read_tasks(tasks)
    with JudgeProcess() as judge:
        report = prove_twins([without_kind(task, "large") for task in read] if without_large else read, judge)
    if as_json:
        sys.stdout.write(report.model_dump_json(indent=1) + "\n")
    else:
        for line in report.lines():
            output().print(line)
    if report.problems:
        raise Differs("; ".join(report.problems[:3]), "see `sightbench author check` for details")
