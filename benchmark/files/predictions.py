"""Prediction files. Reads our JSON Lines, those of MMCode's authors, and HumanEval-V's list; writes ours."""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import Completion, SampleKey, empty_words
from benchmark.core.task import Task
from benchmark.files.atomic import compress_pieces_for, write_atomic
from benchmark.files.bounded import first_byte
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.stored_completions import StoredCompletions, by_key, keys_of
from benchmark.files.strict_json import dump_lines, read_records
from benchmark.files.upstream_json import read_upstream

Tokens = Annotated[int, Field(ge=0, le=10**12)]
#: A number with a maximum, so that the sum over a file stays finite.
BoundedAmount = Annotated[float, Field(ge=0, le=1e9)]


class PredictionLine(Record):
    """One line of a prediction file: one completion."""

    task_id: Name
    draw: Annotated[int, Field(ge=0, lt=1_000_000, description="0-based index of the sample")] = 0
    completion: RawText = Field(description="the model's raw text; lone surrogates as escapes")
    finish_reason: Name | None = None
    finish_detail: Annotated[Name | None, Field(description="the API's own finish reason")] = None
    tokens_in: Tokens | None = None
    tokens_out: Annotated[Tokens | None, Field(description="all generated tokens, thinking included")] = None
    tokens_thinking: Tokens | None = None
    tokens_cached: Annotated[
        Tokens | None, Field(description="the part of tokens_in that came from the server's cache")
    ] = None
    cost_usd: BoundedAmount | None = None
    seconds: BoundedAmount | None = None
    call_draws: Annotated[
        int | None, Field(ge=1, description="draws made by the same call, which share its tokens and cost")
    ] = None
    looks: Annotated[
        list[Annotated[list[BoundedAmount], Field(max_length=6)]],
        Field(
            description="parts of pictures that the model asked for: number of the picture, left, top, right,"
            " bottom, factor; empty for a request in a wrong form"
        ),
    ] = Field(default_factory=list, max_length=100)
    model: Annotated[Name | None, Field(description="requested model id")] = None
    resolved_model: Annotated[Name | None, Field(description="model id that the server reports")] = None
    fingerprint: Name | None = None
    request_id: Name | None = None
    parameters: dict[str, object] = Field(default_factory=dict, description="parameters of the request")
    dropped: list[Name] = Field(
        default_factory=list, description="parameters that were left out because the model refused them"
    )
    ignored: list[Name] = Field(
        default_factory=list,
        description="parameters that were sent and had no effect, as the vendor documents or the reply shows",
    )
    local: list[Name] = Field(
        default_factory=list,
        description="parameters that Sightbench applied to the text after the reply, such as a refused stop",
    )


class _Qid(Record):
    """A task's id under the name that upstream's format uses."""

    qid: Name


#: Other kinds of records that users confuse with completions: their fields, what they are, the fix.
_OTHER_KINDS = (
    ({"qid", "predictions"}, "a record of the JSON list", "put [ and ] around all records, commas between"),
    ({"id", "check"}, "a task", "name this file with --tasks"),
)
#: What other formats call the completion.
_ANSWERS = ("code", "solution", "answer", "response", "output", "text", "generation", "prediction")
#: Fields that need a conversion to become JSON values.
_CONVERTERS: dict[str, Callable[[Any], object]] = {
    "parameters": dict,
    **dict.fromkeys(("looks", "dropped", "ignored", "local"), list),
}
#: Fields of a completion that have the same name in the file.
_SHARED_FIELDS = tuple(name for name in PredictionLine.model_fields if name != "completion")


def read_predictions(path: Path, excused: Collection[SampleKey] = ()) -> tuple[Completion, ...]:
    """Read all completions, in the order of the file; the format is detected by content.

    Args:
        path: path of the prediction file.
        excused: samples that may be absent although later draws of their task are present.

    Raises:
        BadInput: if the file is not a valid prediction file (see ``bounded``, ``strict_json`` and
            :class:`PredictionLine`), a (task, draw) is repeated, or a task's draws are not 0, 1, 2, ...
            without gaps.
    """
    return tuple(_read(path, excused, kept=True))


def store_predictions(path: Path, excused: Collection[SampleKey] = ()) -> Sequence[Completion]:
    """Read all completions like :func:`read_predictions`, but keep their texts in a file, not in memory."""
    found = StoredCompletions()
    for completion in _read(path, excused, kept=False):
        found.append(completion)
    return found


def store_files(paths: Sequence[Path], excused: Collection[SampleKey] = ()) -> Sequence[Completion]:
    """Read the completions of one or more files like :func:`store_predictions`.

    Raises:
        BadInput: without a file, and for a sample that is in two files.
    """
    if not paths:
        raise BadInput("--predictions", "", "is missing", "name a file of completions")
    if len(paths) == 1:
        return store_predictions(paths[0], excused)
    found, seen = StoredCompletions(), set[SampleKey]()
    for path in paths:
        for completion in store_predictions(path, excused):
            if completion.key in seen:
                problem = (
                    f"task {quote_value(completion.task_id)}, draw {completion.draw} is in another file, too"
                )
                raise BadInput(path, "", problem, "give each sample once")
            seen.add(completion.key)
            found.append(completion)
    return found


def read_prompts(path: Path) -> dict[SampleKey, str]:
    """Return the prompts that upstream's list names, by task id and draw; empty for JSON Lines.

    Raises:
        BadInput: if the file is not a valid prediction file.
    """
    if first_byte(path) != b"[":
        return {}
    return {
        (prediction.qid, prediction.draw): prediction.prompt
        for prediction in read_upstream(path)
        if prediction.prompt
    }


def write_predictions(path: Path, completions: Iterable[Completion]) -> None:
    """Write completions as JSON Lines, gzipped if the name ends in ``.gz``; same input, same bytes."""
    write_atomic(path, compress_pieces_for(path, dump_lines(path, map(prediction_record, completions))))


def prediction_record(completion: Completion) -> dict[str, object]:
    """Return the completion as a record of a prediction file; unknown fields are left out."""
    record: dict[str, object] = {
        "task_id": completion.task_id,
        "draw": completion.draw,
        "completion": completion.text,
    }
    for name in _SHARED_FIELDS[2:]:
        value = getattr(completion, name)
        if value not in (None, {}, ()):
            record[name] = _CONVERTERS[name](value) if name in _CONVERTERS else value
    return record


def completion_of(line: PredictionLine) -> Completion:
    """Return the completion of a line."""
    shared = {name: getattr(line, name) for name in _SHARED_FIELDS}
    # Values of completions never change, so lists become tuples.
    fixed: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in shared.items()
    }
    fixed["looks"] = tuple(map(tuple, fixed["looks"]))
    return Completion(text=line.completion, **fixed)


def completions_digest(completions: Iterable[Completion]) -> str:
    """Return the SHA-256 over task, draw and text; order and other fields do not matter."""
    return digest_lines(
        {"task_id": completion.task_id, "draw": completion.draw, "completion": completion.text}
        for completion in by_key(completions)
    )


def _read(path: Path, excused: Collection[SampleKey], *, kept: bool) -> Iterator[Completion]:
    first = first_byte(path)
    if first not in (b"[", b"{"):
        start = quote_value(first.decode("ascii", "replace"))
        problem = f"is neither a JSON list nor JSON lines: starts with {start}"
        raise BadInput(path, "", problem, 'write one {"task_id": ..., "completion": ...} per line')
    if first == b"[":
        records, fix = _from_json(path), "put all predictions of a task in one record"
    else:
        records, fix = _from_jsonl(path, kept=kept), "number the draws of a task 0, 1, 2, ... without repeats"
    places: dict[tuple[str, int], str] = {}
    for place, completion in records:
        key = (sys.intern(completion.task_id), completion.draw)
        if key in places:
            raise BadInput(
                path,
                place,
                f"task {quote_value(key[0])}, draw {key[1]} is already at {places[key]}",
                fix,
            )
        places[key] = place
        yield completion
    _check_gaps(path, places, excused)


def _from_jsonl(path: Path, *, kept: bool) -> Iterator[tuple[str, Completion]]:
    for number, record in read_records(path, kept=kept):
        if is_generation(record):
            yield f"line {number}", completion_of_generation(record, path, f"line {number}")
            continue
        _check_kind(path, number, record)
        line = validate_record(PredictionLine, record, path, f"line {number}")
        yield f"line {number}", completion_of(line)


def _check_kind(path: Path, number: int, record: dict[str, object]) -> None:
    """Report a line of another format with one message, instead of one per field."""
    if wrong := "" if "completion" in record else next((name for name in _ANSWERS if name in record), ""):
        raise BadInput(
            path, f"line {number}: {wrong}", "is not the field of the answer", "name it completion"
        )
    if "task_id" in record or "completion" in record:
        return
    for fields, what, fix in _OTHER_KINDS:
        if fields <= record.keys():
            raise BadInput(path, f"line {number}", f"is {what}, not a completion", fix)
    texts = all(isinstance(value, str) for value in record.values())
    if record and texts and record.keys().isdisjoint(PredictionLine.model_fields):
        fix = 'write a line per task: {"task_id": "ID", "completion": "ANSWER"}'
        raise BadInput(path, f"line {number}", "looks like one object of all ids and answers", fix)


def _from_json(path: Path) -> Iterator[tuple[str, Completion]]:
    for prediction in read_upstream(path):
        qid = validate_record(_Qid, {"qid": prediction.qid}, path, prediction.place).qid
        yield prediction.place, Completion(task_id=qid, draw=prediction.draw, text=prediction.text)


def _check_gaps(path: Path, places: dict[SampleKey, str], excused: Collection[SampleKey]) -> None:
    keys = {*places, *excused}
    highest: dict[str, int] = {}
    count: dict[str, int] = {}
    for task_id, draw in keys:
        highest[task_id] = max(draw, highest.get(task_id, 0))
        count[task_id] = count.get(task_id, 0) + 1
    if count and all(
        highest[task_id] == number and (task_id, 0) not in keys for task_id, number in count.items()
    ):
        place = next(iter(places.values()), "")
        raise BadInput(path, place, "the draws of all tasks begin with 1", "number them from 0")
    for task_id, number in count.items():
        if highest[task_id] != number - 1:
            place = places.get((task_id, highest[task_id]), "")
            problem = f"task {quote_value(task_id)} has {number} completion(s), but a draw {highest[task_id]}"
            raise BadInput(path, place, problem, "number the draws of a task 0, 1, 2, ... without gaps")


class GenerationLine(Record):
    """One line of a generation file: one answer."""

    task_id: Name
    run_id: Annotated[int, Field(ge=1, le=1_000_000, description="number of the sample, from 1")]
    full_response: RawText = Field(description="the model's raw text; lone surrogates as escapes")
    output: RawText = Field("", description="the code that was taken from it; not used here")
    prompt: RawText = Field("", description="the text of the prompt; not used here")


def is_generation(record: Mapping[str, object]) -> bool:
    """Whether a line of a prediction file is one of a generation file."""
    return "run_id" in record and "completion" not in record


def completion_of_generation(record: Mapping[str, object], path: Path, place: str) -> Completion:
    """Return the completion of a line; ``run_id`` 1 is draw 0.

    Raises:
        BadInput: if the line is not valid.
    """
    line = validate_record(GenerationLine, dict(record), path, place)
    return Completion(task_id=line.task_id, draw=line.run_id - 1, text=line.full_response)


def generation_record(completion: Completion, prompt: str, code: str) -> dict[str, object]:
    """Return a completion as a line of a generation file, with the fields in the authors' order."""
    return {
        "task_id": completion.task_id,
        "run_id": completion.draw + 1,
        "prompt": prompt,
        "output": code,
        "full_response": completion.text,
    }


_IDS_SHOWN = 5


def match_to_tasks(
    path: object,
    completions: Iterable[Completion],
    tasks: Sequence[Task],
    *,
    partial: bool,
    excused: Iterable[SampleKey] = (),
    option: bool = False,
) -> None:
    """Check that all tasks have the same number of completions and that no unknown task has any.

    Args:
        path: path or address of the prediction file, for messages.
        completions: all completions of the file, without duplicates.
        tasks: all tasks of the data set.
        partial: whether to accept missing tasks and unequal numbers of draws (never unknown tasks).
        option: whether the user's command has the option ``--partial``, which fixes then name.
        excused: samples that were requested but never arrived; they count as if they were in the file.

    Raises:
        BadInput: if a check fails; it lists the first few task ids of each kind of problem.
    """
    draws = Counter(task_id for task_id, _ in {*keys_of(completions), *excused})
    known = {task.id for task in tasks}
    problems = []
    way_out = ", or pass --partial and get no row" if option else ""
    if unknown := sorted((task_id for task_id in draws if task_id not in known), key=natural_key):
        problems.append(
            BadInput(
                path,
                "",
                f"has {len(unknown)} unknown task id(s): {_list_ids(unknown)}",
                f"use the ids of the data set, such as {_list_ids(sorted(known)[:2])}",
            )
        )
    if not partial:
        missing = [task.id for task in tasks if task.id not in draws]
        if missing and not (unknown and len(missing) == len(tasks)):
            fix = f"answer all tasks (an empty completion is allowed){way_out}"
            problem = f"has no completion for {len(missing)} of {len(tasks)} tasks: {_list_ids(missing)}"
            problems.append(BadInput(path, "", problem, fix))
        most = max(draws.values(), default=0)
        if fewer := [task.id for task in tasks if 0 < draws[task.id] < most]:
            problems.append(
                BadInput(
                    path,
                    "",
                    f"has {len(fewer)} task(s) with fewer than {most} completions: {_list_ids(fewer)}",
                    f"draw the same number for every task{way_out}",
                )
            )
    if problems:
        raise ManyBadInputs(problems)


_MANY_EMPTY = 0.2  #: share of empty completions above which a reader is told


def check_filled(path: object, completions: Collection[Completion]) -> str:
    """Check that not all completions are empty, as in a template that nobody has filled in.

    A completion that was cut off, refused or filtered is not empty, whatever its text is.

    Returns:
        A note if more than a fifth are empty; else an empty text.

    Raises:
        BadInput: if all are empty.
    """
    empty = [each for each in completions if each.blank]
    if len(empty) <= _MANY_EMPTY * len(completions):
        return ""
    if len(empty) == len(completions) and {each.finish_reason for each in empty} <= {None, "stop"}:
        problem = f"all {len(empty):,} completions are empty"
        was_asked = any(each.tokens_out for each in empty)
        fix = "look at the model's server" if was_asked else "put what the model answered into each line"
        raise BadInput(path, "completion", problem, fix)
    words = empty_words(len(empty), sum(each.only_reasoned for each in empty))
    return f"{path}: {words}, of {len(completions):,}"


def _list_ids(ids: Sequence[str]) -> str:
    return ", ".join(map(quote_value, ids[:_IDS_SHOWN])) + (", …" if len(ids) > _IDS_SHOWN else "")
