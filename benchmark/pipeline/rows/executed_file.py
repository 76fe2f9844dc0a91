"""HumanEval-V's own result file, ``NAME_executed.json``, without the tests.

Keys, types and words are upstream's (HumanEval-V/HumanEval-V-Benchmark, evaluate.py, commits 00d2cf2 and
c8c4e53), so that its scripts read the file:

    v1  [{"qid", "predictions", "results": [{"task_id", "passed", "result"}], "processed_predictions"}]
    v2  the same with "prompts", one per prediction, and with "qid" in each result

``result`` is ``passed``, or one of these (each error of pylint is on a line of its own):

    v1  timed out · failed: … · pylint fail: …
    v2  Test Case Execution Time Out (> 2 seconds) · … · Pylint syntax check failed: …

``passed`` is true or false. Ours adds the name of the extraction rule to a task, ``parses`` to a result if
pylint has read the program, and ``missing`` if a failure of ours prevented a verdict. Upstream's key
``concatenated_predictions``, which repeats the test for each prediction, is read but not written.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, Sample, SampleKey, sample_name
from benchmark.core.score import Score
from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import bare_name, write_atomic
from benchmark.files.edge import RawText, validate_record
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.parsing import LINTER_PREFIX
from benchmark.scoring.metrics import PARSING, summarise
from benchmark.suites import categories_of

#: Version of upstream's script.
Dialect = Literal["v1", "v2"]
#: Upstream counts results that begin with this text as not parsing.
_PYLINT: dict[Dialect, str] = {"v1": "pylint fail:", "v2": "Pylint syntax check failed:"}
#: The place and name of a message of our linter; upstream writes the message alone.
_BEFORE_MESSAGE = re.compile(r"line \d+: [a-z0-9-]+: ")


class ExecutedResult(BaseModel):
    """The result of one sample, in upstream's format."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str = ""  #: id of the task, repeated; some versions leave it out
    task_id: Annotated[int, Field(ge=0, description="number of the sample")]
    passed: bool | Literal[0, 1]
    result: RawText
    parses: bool | None = None  #: whether pylint found no error; upstream's files do not have it
    missing: bool = False  #: whether a failure of ours prevented a verdict


class ExecutedTask(BaseModel):
    """All samples of one task; other keys in upstream's files are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)

    qid: str
    predictions: list[RawText]
    results: Annotated[list[ExecutedResult], Field(min_length=1)]
    processed_predictions: list[RawText] = []
    extraction: str = ""  #: name of our extraction rule; upstream's files do not have it
    concatenated_predictions: list[RawText] | None = None  #: in upstream's files only


def executed_path(prediction_file: Path) -> Path:
    """Return upstream's path for the results of a prediction file: ``NAME_executed.json``."""
    return prediction_file.with_name(f"{bare_name(prediction_file)}_executed.json")


def dialect_of(dataset: str, extraction: str) -> Dialect:
    """Return the version of upstream's script whose file belongs to a data set and an extraction rule."""
    return "v1" if dataset == "official-v1" or extraction == "upstream" else "v2"


def write_executed(
    path: Path, evaluation: Evaluation, prompts: Mapping[SampleKey, str], dialect: Dialect
) -> None:
    """Write an evaluation in upstream's format.

    Args:
        path: path of the file.
        evaluation: the evaluation.
        prompts: the prompts that the prediction file names.
        dialect: version of upstream's script.
    """
    texts = {completion.key: completion.text for completion in evaluation.completions}
    items: dict[str, dict[str, list[object]]] = {}
    judged = evaluation.outcomes[: len(evaluation.samples)]  # without samples that never arrived
    for sample, outcome in zip(evaluation.samples, judged, strict=True):
        messages = evaluation.lint_messages.get(sample_name(sample.key), ())
        values: dict[str, object] = {
            "prompts": prompts.get(sample.key, ""),
            "predictions": texts[sample.key],
            "results": _result(sample, outcome, messages, dialect),
            "processed_predictions": sample.answer.code,
        }
        if dialect == "v1":
            del values["prompts"]
        item = items.setdefault(sample.task.id, {name: [] for name in values})
        for name, value in values.items():
            item[name].append(value)
    entries = [
        {"qid": task_id, **item, "extraction": evaluation.extraction} for task_id, item in items.items()
    ]
    write_atomic(path, (json.dumps(entries, indent=1) + "\n").encode("ascii"))


def _result(sample: Sample, outcome: Outcome, messages: Sequence[str], dialect: Dialect) -> dict[str, object]:
    found: dict[str, object] = {"qid": sample.task.id} if dialect == "v2" else {}
    found["task_id"] = sample.draw
    if isinstance(outcome, MissingSample):
        return found | {"passed": False, "result": f"missing: {outcome.reason}", "missing": True}
    found["passed"] = outcome.status is Status.PASSED
    found["result"] = _result_text(outcome, messages, sample.task.limits.seconds, dialect)
    return found if outcome.parses is None else found | {"parses": outcome.parses}


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


def executed_scores(
    items: Sequence[ExecutedTask], stems: Mapping[str, str] | None = None
) -> tuple[Score, ...]:
    """Return pass@k for each k up to the samples per task, and parsing success if pylint has run.

    Samples that could not be judged do not count.

    Args:
        items: the content of the file.
        stems: stems of the tasks, by id. Without them, an official mutation has the stem of its problem, and
            every other task is its own stem.
    """
    tasks = executed_tasks(items, stems)
    every = summarise(tasks, executed_verdicts(items), categories_of(tasks))
    return tuple(score for score in every if score.metric.startswith(("pass@", PARSING.name)))


def executed_tasks(items: Sequence[ExecutedTask], stems: Mapping[str, str] | None = None) -> tuple[Task, ...]:
    """Return the tasks of a file with their stems, which is all that counting needs; see above."""
    return tuple(
        Task(id=item.qid, check=StdioCheck(cases=()), stem=stems[item.qid] if stems else _stem(item.qid))
        for item in items
    )


def executed_verdicts(items: Sequence[ExecutedTask]) -> list[Verdict]:
    """Return the verdicts of a file; what did not pass is a wrong answer, whatever it was."""
    return [
        Verdict(
            task_id=item.qid,
            draw=result.task_id,
            status=Status.PASSED if result.passed else Status.WRONG_ANSWER,
            parses=_parses(item, result),
        )
        for item in items
        for result in item.results
        if not result.missing
    ]


def is_finished(
    items: Sequence[ExecutedTask], completions: Sequence[Completion] | None, extraction: str
) -> bool:
    """Whether the file has a verdict by an extraction rule on each of these completions, and on nothing else.

    Args:
        items: the content of the file.
        completions: the completions; None if only the file with the verdicts is left.
        extraction: name of the rule. A file that upstream has written follows the rule of its version.
    """
    if any(item.extraction != extraction and item.concatenated_predictions is None for item in items):
        return False
    if completions is None:
        return True
    judged = {
        (item.qid, result.task_id): text
        for item in items
        for text, result in zip(item.predictions, item.results, strict=False)
        if not result.missing
    }
    return judged == {completion.key: completion.text for completion in completions}


def _parses(item: ExecutedTask, result: ExecutedResult) -> bool | None:
    """Return whether pylint found no error; None if it has not run. In upstream's files it always has."""
    if result.parses is not None or item.concatenated_predictions is None:
        return result.parses
    return not result.result.startswith(tuple(_PYLINT.values()))


def _stem(qid: str) -> str:
    """Return the problem from which a mutation was made: ``q1`` for ``q1-2`` and for ``q1``."""
    match = re.fullmatch(r"(q\d+)-\d+", qid)
    return match[1] if match else qid


def _result_text(verdict: Verdict, messages: Sequence[str], seconds: float, dialect: Dialect) -> str:
    if verdict.status is Status.PASSED:
        return "passed"
    if verdict.status is Status.TIMEOUT:
        return "timed out" if dialect == "v1" else f"Test Case Execution Time Out (> {seconds:g} seconds)"
    if verdict.detail.startswith(LINTER_PREFIX):
        return "\n".join([_PYLINT[dialect], *(_BEFORE_MESSAGE.sub("", text, count=1) for text in messages)])
    return f"failed: {verdict.detail}" if dialect == "v1" else verdict.detail


#: The whole file, for its published schema.
EXECUTED_FILE: TypeAdapter[list[ExecutedTask]] = TypeAdapter(list[ExecutedTask])
