"""HumanEval-V's own result file, ``NAME_executed.json``, without the tests.

Keys are upstream's (HumanEval-V/HumanEval-V-Benchmark, evaluate.py): a list of ``{"qid", "predictions",
"results": [{"qid", "task_id", "passed", "result"}], "processed_predictions"}``.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter
from rich.console import Console

from benchmark.core.errors import BadInput
from benchmark.core.verdict import Status, Verdict
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import RawText, validated
from benchmark.pipeline.evaluate import Evaluation
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.passk import pass_at_k

_PASS_AT = (1, 3, 10, 100)


class ExecutedResult(BaseModel):
    """One sample's verdict in upstream's words."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str
    task_id: int  #: number of the sample, from 0
    passed: int | bool
    result: RawText


class ExecutedTask(BaseModel):
    """All samples of one task; further keys of upstream's files are not read."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str
    predictions: list[RawText]
    results: list[ExecutedResult]
    processed_predictions: list[RawText] = []


def path_for(prediction_file: Path) -> Path:
    """Where upstream puts the result of ``prediction_file``: ``NAME.json`` gives ``NAME_executed.json``."""
    return prediction_file.with_name(prediction_file.name.split(".")[0] + "_executed.json")


def write(path: Path, evaluation: Evaluation) -> None:
    """Write an evaluation as upstream would."""
    texts = {(one.task_id, one.draw): one.text for one in evaluation.completions}
    by_task: dict[str, dict[str, object]] = {}
    for sample, outcome in zip(evaluation.samples, evaluation.outcomes, strict=True):
        task_id = sample.task.id
        empty: dict[str, object] = {
            "qid": task_id,
            "predictions": [],
            "results": [],
            "processed_predictions": [],
        }
        item = by_task.setdefault(task_id, empty)
        passed = isinstance(outcome, Verdict) and outcome.status is Status.PASSED
        said = _said(outcome) if isinstance(outcome, Verdict) else f"missing: {outcome.reason}"
        for key, value in (
            ("predictions", texts[task_id, sample.draw]),
            ("results", {"qid": task_id, "task_id": sample.draw, "passed": int(passed), "result": said}),
            ("processed_predictions", sample.answer.code),
        ):
            item[key].append(value)  # type: ignore[attr-defined]  # lists, as made above
    write_atomic(path, (json.dumps(list(by_task.values()), indent=1) + "\n").encode("ascii"))


def read(path: Path) -> tuple[ExecutedTask, ...]:
    """Read such a file, ours or upstream's.

    Raises:
        BadInput: for anything that is not one.
    """
    value = strict_json.loads(bounded.read_bytes(path), path)
    if not isinstance(value, list) or not value:
        raise BadInput(path, "", "must be a list of tasks", "give the file that an evaluation has written")
    return tuple(
        validated(ExecutedTask, item, path, f"entry {number}") for number, item in enumerate(value, 1)
    )


def print_scores(items: Sequence[ExecutedTask], console: Console) -> None:
    """Print pass@k for every k that all tasks have samples for."""
    passed: dict[str, list[bool]] = defaultdict(list)
    for item in items:
        passed[item.qid] += [bool(result.passed) for result in item.results]
    draws = min(map(len, passed.values()))
    for k in _PASS_AT:
        if k <= draws:
            values = [pass_at_k(len(one), sum(one), k) for one in passed.values()]
            low, high = clustered_wilson(values, [qid.split("-")[0] for qid in passed])
            mean = 100 * sum(values) / len(values)
            console.print(f"pass@{k}: {mean:.1f} % ({100 * low:.1f}–{100 * high:.1f}) of {len(values)} tasks")


def _said(verdict: Verdict) -> str:
    if verdict.status is Status.PASSED:
        return "passed"
    if verdict.status is Status.TIMEOUT:
        return "timed out"
    return f"failed: {verdict.detail}"


#: The whole file, for its published schema.
EXECUTED_FILE: TypeAdapter[list[ExecutedTask]] = TypeAdapter(list[ExecutedTask])
