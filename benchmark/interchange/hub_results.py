"""Scores of rows as Hugging Face model repositories take them, in YAML files under ``.eval_results/``.

Source of the format: ``eval_results.yaml`` and ``docs/hub/eval-results.md`` of
https://github.com/huggingface/hub-docs.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

import yaml

from benchmark.analysis.groups import metric_name
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug
from benchmark.interchange.models import check_repository
from benchmark.interchange.rows import ExportedRow
from benchmark.results.row import Row, RowScore, row_age

_REVISION = re.compile(r"[0-9a-f]{40}")
_PERCENT_DECIMALS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class HubTarget:
    """The data set on the Hub on which the scores count, and where readers find more."""

    dataset: str  #: ``OWNER/NAME`` of the data set's repository
    task: str = ""  #: id of a task in its eval.yaml; empty for the one that `export dataset` writes
    revision: str = ""  #: commit of that repository
    source: str = ""  #: https address of a page about the results

    def __post_init__(self) -> None:
        """Check all fields, each named by its option.

        Raises:
            BadInput: if a field is not valid.
        """
        check_repository("--hub-dataset", self.dataset)
        for option, value, valid, fix in (
            ("--task-id", self.task, not self.task or is_slug(self.task), "copy the id from eval.yaml"),
            (
                "--revision",
                self.revision,
                not self.revision or _REVISION.fullmatch(self.revision),
                "give the 40 digits of a commit",
            ),
            (
                "--source",
                self.source,
                not self.source or re.fullmatch(r"https://[!-~]+", self.source),
                "give an https address",
            ),
        ):
            if not valid:
                raise BadInput(option, "", f"{quote_value(value)} is not valid", fix)


def hub_task_id(setting: str, protocol: str, prompt: str) -> str:
    """Return the id of a leaderboard of a data set on the Hub: one per setting, protocol and prompt."""
    parts = (setting, protocol, "" if prompt in ("", "sightbench") else prompt)
    return "-".join(re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-") for part in parts if part)


def result_files(rows: Iterable[ExportedRow], target: HubTarget) -> dict[PurePosixPath, bytes]:
    """Return a file per model and leaderboard, ``DEVELOPER/MODEL/.eval_results/NAME.yaml``.

    Of several rows for the same file, the newest counts.

    Raises:
        BadInput: if a row's tasks are kept back, the row lacks the metric that ranks its data set, or rows
            are on several data sets: a repository on the Hub is one, so a model would get several scores.
    """
    newest: dict[PurePosixPath, Row] = {}
    datasets: set[str] = set()
    for exported in rows:
        row = exported.row
        if exported.licence.kept_back:
            problem = f"row {row.id[:12]} is on {row.result.dataset}, whose tasks are kept back"
            raise BadInput("ROW", "", problem, "name rows on a data set that is on the Hub")
        datasets.add(f"{row.result.suite} {row.result.dataset}")
        if len(datasets) > 1:
            problem = f"rows are on {' and '.join(sorted(datasets))}, but {target.dataset} is one data set"
            raise BadInput("ROW", "", problem, "export the rows on each data set by themselves")
        path = _path(exported, target)
        if path not in newest or row_age(newest[path]) < row_age(row):
            newest[path] = row
    return {path: _yaml(row, target) for path, row in newest.items()}


def _path(exported: ExportedRow, target: HubTarget) -> PurePosixPath:
    row = exported.row
    task = target.task or _task_id(row)
    name = f"sightbench-{row.result.suite}-{row.result.dataset}-{task}.yaml"
    return PurePosixPath(*exported.model.folder, ".eval_results", name)


def _task_id(row: Row) -> str:
    return hub_task_id(row.result.setting, row.result.protocol, row.result.prompt.name)


def _yaml(row: Row, target: HubTarget) -> bytes:
    score = _score(row)
    dataset = {"id": target.dataset, "task_id": target.task or _task_id(row)}
    entry: dict[str, object] = {"dataset": dataset, "value": _shown(score, score.value)}
    if target.revision:
        dataset["revision"] = target.revision
    entry["date"] = row.run.started
    if target.source:
        entry["source"] = {"url": target.source, "name": "Sightbench"}
    entry["notes"] = _notes(row, score)
    return yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=1000).encode()


def _score(row: Row) -> RowScore:
    wanted = metric_name(row)
    found = [score for score in row.result.scores if score.metric == wanted and not score.category]
    if not found:
        problem = f"row {row.id[:12]} has no {wanted}, which ranks {row.result.suite} {row.result.dataset}"
        raise BadInput("ROW", "", problem, "name another row")
    return found[0]


def _shown(score: RowScore, value: float) -> float:
    return value if score.scale == "points" else round(100 * value, _PERCENT_DECIMALS)


def _notes(row: Row, score: RowScore) -> str:
    unit = "points" if score.scale == "points" else "%"
    result = row.result
    parts = (
        f"{score.metric} in {unit}",
        f"95 % range {_shown(score, score.low):.1f} to {_shown(score, score.high):.1f}",
        f"{score.tasks} tasks",
        f"setting {result.setting}",
        f"protocol {result.protocol}",
        f"prompt {result.prompt.name or 'unknown'}",
        f"{score.missing} samples missing" if score.missing else "",
        f"Sightbench row {row.id[:12]}, {row.run.trust}",
    )
    return "; ".join(filter(None, parts))
