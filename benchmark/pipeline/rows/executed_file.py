"""HumanEval-V's own result file, ``NAME_executed.json``, without the tests.

Keys are upstream's (HumanEval-V/HumanEval-V-Benchmark, evaluate.py): a list of ``{"qid", "predictions",
"results": [{"qid", "task_id", "passed", "result"}], "processed_predictions"}``.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from benchmark.core.errors import BadInput, shown
from benchmark.core.score import Score
from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import RawText, validate_record
from benchmark.files.naming import bare_name
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.parsing import GATE_SAID
from benchmark.scoring.summary import summarise

_MISSING = "missing: "
#: Upstream counts results that begin so as not parsing.
_PYLINT = "Pylint syntax check failed:"


class ExecutedResult(BaseModel):
    """One sample's verdict in upstream's words."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str = ""  #: of the task, which says it as well; some versions leave it out
    task_id: Annotated[int, Field(ge=0, description="number of the sample")]
    passed: bool | Literal[0, 1]
    result: RawText


class ExecutedTask(BaseModel):
    """All samples of one task; further keys of upstream's files are not read."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str
    predictions: list[RawText]
    results: Annotated[list[ExecutedResult], Field(min_length=1)]
    processed_predictions: list[RawText] = []


def path_for(prediction_file: Path) -> Path:
    """Where upstream puts the result of ``prediction_file``: ``NAME.json`` gives ``NAME_executed.json``."""
    return prediction_file.with_name(f"{bare_name(prediction_file)}_executed.json")


def write(path: Path, evaluation: Evaluation) -> None:
    """Write an evaluation as upstream would."""
    texts = {one.key: one.text for one in evaluation.completions}
    by_task: dict[str, dict[str, object]] = {}
    judged = evaluation.outcomes[: len(evaluation.samples)]  # what never came stands behind
    for sample, outcome in zip(evaluation.samples, judged, strict=True):
        task_id = sample.task.id
        empty: dict[str, object] = {
            "qid": task_id,
            "predictions": [],
            "results": [],
            "processed_predictions": [],
        }
        item = by_task.setdefault(task_id, empty)
        passed = isinstance(outcome, Verdict) and outcome.status is Status.PASSED
        said = _said(outcome) if isinstance(outcome, Verdict) else f"{_MISSING}{outcome.reason}"
        for key, value in (
            ("predictions", texts[sample.key]),
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
    items: dict[str, ExecutedTask] = {}
    for number, record in enumerate(value, 1):
        item = validate_record(ExecutedTask, record, path, f"entry {number}")
        if item.qid in items:
            fix = "put all samples of a task into one entry"
            raise BadInput(path, f"entry {number}: qid", f"{shown(item.qid)} comes twice", fix)
        items[item.qid] = item
    return tuple(items.values())


def scores(items: Sequence[ExecutedTask]) -> tuple[Score, ...]:
    """pass@k for every k that all tasks have samples for; samples that we could not judge are left out."""
    check = StdioCheck(cases=())
    tasks = {item.qid: Task(id=item.qid, check=check, stem=_stem(item.qid)) for item in items}
    outcomes = [
        Verdict(
            task_id=item.qid,
            draw=result.task_id,
            status=Status.PASSED if result.passed else Status.WRONG_ANSWER,
        )
        for item in items
        for result in item.results
        if not result.result.startswith(_MISSING)
    ]
    every = summarise(tuple(tasks.values()), outcomes)
    return tuple(score for score in every if score.metric.startswith("pass@"))


def _stem(qid: str) -> str:
    """The problem that a mutation comes from: ``q1-2`` and ``q1`` belong together."""
    found = re.fullmatch(r"(q\d+)-\d+", qid)
    return found[1] if found else qid


def _said(verdict: Verdict) -> str:
    if verdict.status is Status.PASSED:
        return "passed"
    if verdict.status is Status.TIMEOUT:
        return "timed out"
    if verdict.detail.startswith(GATE_SAID):
        return f"{_PYLINT}\n{verdict.detail.removeprefix(GATE_SAID).strip()}"
    return f"failed: {verdict.detail}"


#: The whole file, for its published schema.
EXECUTED_FILE: TypeAdapter[list[ExecutedTask]] = TypeAdapter(list[ExecutedTask])
