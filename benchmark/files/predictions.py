"""Prediction files: upstream's JSON list, or one completion a line. Both go in, the second comes out."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, shown
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.atomic import packed, write_atomic
from benchmark.files.bounded import first_byte
from benchmark.files.edge import Name, RawText, Record, validated
from benchmark.files.jsonl import dump_records, read_records
from benchmark.files.upstream_json import read_upstream

Tokens = Annotated[int, Field(ge=0, le=10**12)]
#: So that the sum over a file is a number, too.
Bounded = Annotated[float, Field(ge=0, le=1e9)]


class PredictionLine(Record):
    """One line of a prediction file: one completion."""

    task_id: Name
    draw: Annotated[int, Field(ge=0, lt=1_000_000, description="0-based index of the sample")] = 0
    completion: RawText = Field(description="the model's raw text; lone surrogates as escapes")
    finish_reason: Name | None = None
    finish_detail: Annotated[Name | None, Field(description="the API's own word")] = None
    tokens_in: Tokens | None = None
    tokens_out: Annotated[Tokens | None, Field(description="everything generated, thinking included")] = None
    tokens_thinking: Tokens | None = None
    tokens_cached: Annotated[Tokens | None, Field(description="the part of tokens_in the server had")] = None
    cost_usd: Bounded | None = None
    seconds: Bounded | None = None
    call_draws: Annotated[
        int | None, Field(ge=1, description="draws of the same call, which share its tokens and cost")
    ] = None
    model: Annotated[Name | None, Field(description="id that was asked for")] = None
    resolved_model: Annotated[Name | None, Field(description="id that the server says answered")] = None
    fingerprint: Name | None = None
    request_id: Name | None = None
    parameters: dict[str, object] = Field(default_factory=dict, description="of the request")
    dropped: list[Name] = Field(
        default_factory=list, description="parameters that the model refused, and that were then left out"
    )


class _Qid(Record):
    """What upstream calls a task's id."""

    qid: Name


#: Records that are easily taken for a completion: their fields, what they are, how to go on.
_OTHER_KINDS = (
    ({"qid", "predictions"}, "a record of the JSON list", "put [ and ] around all records, commas between"),
    ({"id", "check"}, "a task", "name this file with --tasks"),
)
#: Fields that are no JSON values as they are.
_PLAIN: dict[str, Callable[[Any], object]] = {"parameters": dict, "dropped": list}
#: Fields of a completion that have the same name in the file.
_SHARED = tuple(name for name in PredictionLine.model_fields if name != "completion")


def read_predictions(path: Path, excused: Collection[SampleKey] = ()) -> tuple[Completion, ...]:
    """All completions of a file in the order of the file; its format is seen by its content.

    Args:
        path: of the file.
        excused: samples that may be absent although later draws of their task are there.

    Raises:
        BadInput: whatever the bytes are, when they are no sound prediction file: see ``bounded``,
            ``strict_json`` and :class:`PredictionLine`; also a (task, draw) that comes twice, and draws of a
            task that are not 0, 1, 2, ... without gaps.
    """
    first = first_byte(path)
    if first not in (b"[", b"{"):
        raise BadInput(
            path,
            "",
            f"is neither a JSON list nor JSON lines: starts with {shown(first.decode('ascii', 'replace'))}",
            'write one {"task_id": ..., "completion": ...} a line',
        )
    if first == b"[":
        records, fix = _from_json(path), "put all predictions of a task in one record"
    else:
        records, fix = _from_jsonl(path), "number the draws of a task 0, 1, 2, ..., each once"
    places: dict[tuple[str, int], str] = {}
    found: list[Completion] = []
    for place, completion in records:
        key = (completion.task_id, completion.draw)
        if key in places:
            raise BadInput(
                path,
                place,
                f"task {shown(key[0])}, draw {key[1]} is already at {places[key]}",
                fix,
            )
        places[key] = place
        found.append(completion)
    _check_gaps(path, places, excused)
    return tuple(found)


def write_predictions(path: Path, completions: Iterable[Completion]) -> None:
    """Write completions as JSON lines, gzipped when the name ends in ``.gz``; the same bytes each time."""
    write_atomic(path, packed(path, dump_records(path, map(prediction_record, completions))))


def prediction_record(completion: Completion) -> dict[str, object]:
    """The completion as it stands on its line; fields that are not known are left out."""
    record: dict[str, object] = {
        "task_id": completion.task_id,
        "draw": completion.draw,
        "completion": completion.text,
    }
    for name in _SHARED[2:]:
        value = getattr(completion, name)
        if value not in (None, {}, ()):
            record[name] = _PLAIN[name](value) if name in _PLAIN else value
    return record


def completion_of(line: PredictionLine) -> Completion:
    """What a line says."""
    shared = {name: getattr(line, name) for name in _SHARED}
    return Completion(text=line.completion, **{**shared, "dropped": tuple(line.dropped)})


def completions_digest(completions: Iterable[Completion]) -> str:
    """SHA-256 over task, draw and text, whatever the order and the other fields."""
    ordered = sorted(completions, key=lambda one: (one.task_id, one.draw))
    return digest_lines({"task_id": one.task_id, "draw": one.draw, "completion": one.text} for one in ordered)


def _from_jsonl(path: Path) -> Iterator[tuple[str, Completion]]:
    for number, record in read_records(path):
        _check_kind(path, number, record)
        line = validated(PredictionLine, record, path, f"line {number}")
        yield f"line {number}", completion_of(line)


def _check_kind(path: Path, number: int, record: dict[str, object]) -> None:
    """Say in one message that a line is of another format, instead of one for each of its fields."""
    if "task_id" in record or "completion" in record:
        return
    for fields, what, fix in _OTHER_KINDS:
        if fields <= record.keys():
            raise BadInput(path, f"line {number}", f"is {what}, not a completion", fix)


def _from_json(path: Path) -> Iterator[tuple[str, Completion]]:
    for one in read_upstream(path):
        qid = validated(_Qid, {"qid": one.qid}, path, one.place).qid
        yield one.place, Completion(task_id=qid, draw=one.draw, text=one.text)


def _check_gaps(path: Path, places: dict[SampleKey, str], excused: Collection[SampleKey]) -> None:
    highest: dict[str, int] = {}
    count: dict[str, int] = {}
    for task_id, draw in {*places, *excused}:
        highest[task_id] = max(draw, highest.get(task_id, 0))
        count[task_id] = count.get(task_id, 0) + 1
    for task_id, number in count.items():
        if highest[task_id] != number - 1:
            raise BadInput(
                path,
                places.get((task_id, highest[task_id]), ""),
                f"task {shown(task_id)} has {number} completion(s), but draw {highest[task_id]}",
                "number the draws of a task 0, 1, 2, ... without gaps",
            )
