"""Samples that lm-evaluation-harness writes with ``--log_samples``.

Source of the format: https://github.com/EleutherAI/lm-evaluation-harness.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.strict_json import read_records
from benchmark.interchange.imported import FoundAnswer

#: Fields of a document that may have the task's id, in this order.
ID_FIELDS = ("task_id", "id", "qid", "question_id")


class _SampleLine(Record):
    """What is used of a line; the other fields are the prompt and the harness's own scores."""

    model_config = ConfigDict(extra="ignore")

    doc_id: Annotated[int, Field(ge=0)]
    doc: dict[str, object]
    resps: list[list[RawText]] = Field(description="per request, the repeated replies")
    filter: str = ""


class _LmEvalTask(Record):
    id: Name


def read_lm_eval(path: Path, field: str = "") -> Iterator[FoundAnswer]:
    """Yield the completions of ``samples_TASK_DATE.jsonl``, each with its file and place.

    The unfiltered replies count (``resps``). If several filters were used, the file has a line per document
    and filter, with the same replies; the first is read.

    Args:
        path: the file.
        field: field of a document with the task's id; empty for the first of :data:`ID_FIELDS` that it has.

    Raises:
        BadInput: if a line is not valid, has log-likelihoods instead of texts, or has no task id.
    """
    seen: dict[int, tuple[str, list[list[str]]]] = {}
    for number, record in read_records(path):
        place = f"line {number}"
        _check_text(record, path, place)
        line = validate_record(_SampleLine, record, path, place)
        # The same filter twice, or other replies, are not such a repetition: `collected` refuses the second.
        if line.doc_id in seen and seen[line.doc_id][0] != line.filter and seen[line.doc_id][1] == line.resps:
            continue
        seen[line.doc_id] = (line.filter, line.resps)
        task = _task_id(line.doc, field, path, place)
        # Of several replies to a request, a score is about all, or about the first.
        passed = _passed(record) if len(line.resps[0]) == 1 else None
        for draw, text in enumerate(line.resps[0]):
            yield FoundAnswer(path, place, Completion(task_id=task, draw=draw, text=text), passed)


def _passed(record: Mapping[str, object]) -> bool | None:
    """Return whether the first of the line's ``metrics`` is 1 or 0; None if it is neither."""
    names = record.get("metrics")
    score = record.get(str(names[0])) if isinstance(names, list) and names else None
    return bool(score) if isinstance(score, int | float) and score in (0, 1) else None


def _check_text(record: Mapping[str, object], path: Path, place: str) -> None:
    """Explain lines of multiple-choice tasks, whose replies are pairs of numbers and flags."""
    replies = record.get("resps")
    if not isinstance(replies, list) or replies in ([], [[]]):
        fix = "name a file samples_TASK_DATE.jsonl, which lm_eval writes with --log_samples"
        raise BadInput(path, f"{place}: resps", "is missing or empty", fix)
    pairs = any(
        isinstance(reply, list) for request in replies if isinstance(request, list) for reply in request
    )
    if pairs or len(replies) != 1:
        problem = "has log-likelihoods of several options, not one text"
        raise BadInput(path, f"{place}: resps", problem, "use a task with output_type generate_until")


def _task_id(doc: Mapping[str, object], field: str, path: Path, place: str) -> str:
    names = (field,) if field else ID_FIELDS
    name = next((name for name in names if name in doc), None)
    if name is None:
        fields = ", ".join(list(doc)[:10])
        problem = f"has none of the fields {', '.join(names)}; its fields are {quote_value(fields)}"
        raise BadInput(path, f"{place}: doc", problem, "name the field with the task's id with --id-field")
    value = doc[name]
    # Ids of MBPP are numbers; `true` is an int for Python, but no id.
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return validate_record(_LmEvalTask, {"id": value}, path, f"{place}: doc.{name}").id
