"""HumanEval-V's own result file, ``NAME_executed.json``, without the tests.

The keys are upstream's (HumanEval-V/HumanEval-V-Benchmark, evaluate.py): a list of ``{"qid", "predictions",
"results": [{"qid", "task_id", "passed", "result"}], "processed_predictions"}``.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.score import Score
from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import RawText, validate_record
from benchmark.files.naming import bare_name
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.parsing import LINTER_PREFIX
from benchmark.scoring.summary import summarise

_MISSING = "missing: "
#: Upstream counts results that begin with this text as not parsing.
_PYLINT = "Pylint syntax check failed:"


class ExecutedResult(BaseModel):
    """The result of one sample, in upstream's format."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str = ""  #: id of the task, repeated from there; some versions leave it out
    task_id: Annotated[int, Field(ge=0, description="number of the sample")]
    passed: bool | Literal[0, 1]
    result: RawText


class ExecutedTask(BaseModel):
    """All samples of one task; other keys in upstream's files are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str
    predictions: list[RawText]
    results: Annotated[list[ExecutedResult], Field(min_length=1)]
    processed_predictions: list[RawText] = []


def executed_path(prediction_file: Path) -> Path:
    """Return upstream's path for the results of a prediction file: ``NAME_executed.json``."""
    return prediction_file.with_name(f"{bare_name(prediction_file)}_executed.json")


def write_executed(path: Path, evaluation: Evaluation) -> None:
    """Write an evaluation in upstream's format."""
    texts = {completion.key: completion.text for completion in evaluation.completions}
    by_task: dict[str, dict[str, object]] = {}
    judged = evaluation.outcomes[: len(evaluation.samples)]  # without samples that never arrived
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
        result = _result_text(outcome) if isinstance(outcome, Verdict) else f"{_MISSING}{outcome.reason}"
        for key, value in (
            ("predictions", texts[sample.key]),
            ("results", {"qid": task_id, "task_id": sample.draw, "passed": int(passed), "result": result}),
            ("processed_predictions", sample.answer.code),
        ):
            item[key].append(value)  # type: ignore[attr-defined]  # a list, created above
    write_atomic(path, (json.dumps(list(by_task.values()), indent=1) + "\n").encode("ascii"))


def read_executed(path: Path) -> tuple[ExecutedTask, ...]:
    """Read a result file, ours or upstream's.

    Raises:
        BadInput: if it is not a result file.
    """
    value = strict_json.loads(bounded.read_bytes(path), path)
    if not isinstance(value, list) or not value:
        raise BadInput(path, "", "must be a list of tasks", "give the file that an evaluation wrote")
    items: dict[str, ExecutedTask] = {}
    for number, record in enumerate(value, 1):
        item = validate_record(ExecutedTask, record, path, f"entry {number}")
        if item.qid in items:
            fix = "put all samples of a task into one entry"
            raise BadInput(path, f"entry {number}: qid", f"{quote_value(item.qid)} appears twice", fix)
        items[item.qid] = item
    return tuple(items.values())


def executed_scores(items: Sequence[ExecutedTask]) -> tuple[Score, ...]:
    """Return pass@k for each k up to the samples per task, without samples that could not be judged."""
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
    """Return the problem from which a mutation was made: ``q1`` for ``q1-2`` and for ``q1``."""
    match = re.fullmatch(r"(q\d+)-\d+", qid)
    return match[1] if match else qid


def _result_text(verdict: Verdict) -> str:
    if verdict.status is Status.PASSED:
        return "passed"
    if verdict.status is Status.TIMEOUT:
        return "timed out"
    if verdict.detail.startswith(LINTER_PREFIX):
        return f"{_PYLINT}\n{verdict.detail.removeprefix(LINTER_PREFIX).strip()}"
    return f"failed: {verdict.detail}"


#: The whole file, for its published schema.
EXECUTED_FILE: TypeAdapter[list[ExecutedTask]] = TypeAdapter(list[ExecutedTask])
