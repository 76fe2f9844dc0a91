"""Rows as evaluation results of the Hugging Face hub, which shows them on the model's page.

Source of the format: https://huggingface.co/docs/hub/eval-results (``.eval_results/*.yaml`` of a model's
repository); `huggingface_hub.parse_eval_result_entries` reads it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

import yaml

from benchmark import __version__
from benchmark.analysis.groups import superseded_ids
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import OWN_PROMPT
from benchmark.interchange.models import REPOSITORY
from benchmark.interchange.plain_values import Fields, without_empty
from benchmark.interchange.rows import ExportedRow

_SOURCE = "https://huggingface.co/datasets/"
_OTHER = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class HubResult:
    """A score for a model's repository on the hub."""

    exported: ExportedRow
    task: str  #: id of the task, which the data set's own ``eval.yaml`` has to define
    content: bytes  #: of the file


def result_files(
    rows: Iterable[ExportedRow], dataset_id: str, source_url: str
) -> dict[PurePosixPath, HubResult]:
    """Return the files of rows by path, ``OWNER/MODEL/.eval_results/NAME.yaml``: one for each model and task.

    Of several rows the newest counts; rows that a newer version of their suite supersedes are left out. The
    value is the score that ranks the data set: a percentage, or points.

    Args:
        rows: the rows.
        dataset_id: data set on the hub, ``OWNER/NAME``; empty for the one from which the tasks come.
        source_url: page that has the results; empty for none.

    Raises:
        BadInput: if the data set on the hub is not known, or a row has no score.
    """
    exported = list(rows)
    superseded = superseded_ids(each.row for each in exported)
    found: dict[PurePosixPath, HubResult] = {}
    for each in sorted(exported, key=lambda each: (each.row.run.started, each.row.id)):
        if each.row.id not in superseded:
            path, result = _result_file(each, dataset_id, source_url)
            found[path] = result
    return found


def _result_file(exported: ExportedRow, dataset_id: str, source_url: str) -> tuple[PurePosixPath, HubResult]:
    row, result = exported.row, exported.row.result
    dataset_id = dataset_id or exported.licence.source_link.removeprefix(_SOURCE)
    if not REPOSITORY.fullmatch(dataset_id):
        problem = f"{result.suite} {result.dataset} has no data set on the hub that is known here"
        raise BadInput("--hub-dataset", "", problem, "name it, OWNER/NAME; the hub knows it as a benchmark")
    score = next(
        (each for each in result.scores if (each.metric, each.category) == (exported.ranked, "")), None
    )
    if score is None:
        raise BadInput(row.id[:12], "scores", f"has no {exported.ranked}", "leave this row out")
    factor, unit = (100.0, " %") if score.scale == "fraction" else (1.0, "")
    low, high = (f"{factor * each:.2f}" for each in (score.low, score.high))
    notes = [
        f"{score.metric}{unit}, 95 % range {low} to {high}, {score.tasks} tasks",
        f"setting {result.setting}, protocol {result.protocol}, prompt {result.prompt.name or 'unknown'}",
        f"{row.run.trust} by Sightbench {__version__}, row {row.id}",
    ]
    asked = (result.dataset, result.setting, result.protocol, result.prompt.name or "unknown")
    task = _OTHER.sub("_", "_".join(asked).removesuffix(f"_{OWN_PROMPT}"))
    entry: Fields = {
        "dataset": {"id": dataset_id, "task_id": task},
        "value": round(factor * score.value, 2),
        "date": row.run.started,
        "source": {"url": source_url, "name": "Sightbench"} if source_url else {},
        "notes": "; ".join(notes),
    }
    name = _OTHER.sub("_", f"sightbench-{result.suite}-{task}")
    content = yaml.safe_dump([without_empty(entry)], sort_keys=False, allow_unicode=True, width=1000)
    path = PurePosixPath(*exported.model.folder, ".eval_results", f"{name}.yaml")
    return path, HubResult(exported, task, content.encode())


def check_address(option: str, url: str) -> None:
    """Check that an option is empty or an https address.

    Raises:
        BadInput: if it is neither.
    """
    if url and not re.fullmatch(r"https://[!-~]{1,500}", url):
        raise BadInput(option, "", f"{quote_value(url)} is not an https address", "name a page")
