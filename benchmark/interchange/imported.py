"""Completions that were read from files of other tools: checks that hold for all of them, and writing."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.files.atomic import compress_for, write_atomic
from benchmark.files.predictions import prediction_record
from benchmark.files.strict_json import dump_records


class FoundAnswer(NamedTuple):
    """A completion in a file of another tool."""

    path: Path
    place: str
    completion: Completion
    passed: bool | None = None  #: the verdict in that file; None if it has none


def collected(found: Iterable[FoundAnswer]) -> tuple[Completion, ...]:
    """Return completions sorted by task and draw.

    Tasks keep the order in which they first occur.

    Raises:
        BadInput: if a sample occurs twice, or a task has not as many draws as the others, from 0 on.
    """
    places: dict[SampleKey, tuple[Path, str]] = {}
    tasks: dict[str, dict[int, Completion]] = {}
    for path, place, completion, _ in found:
        if completion.key in places:
            before, where = places[completion.key]
            problem = f"{quote_value(sample_name(completion.key))} is already in {before}, {where}"
            raise BadInput(path, place, problem, "name each sample once")
        places[completion.key] = (path, place)
        tasks.setdefault(completion.task_id, {})[completion.draw] = completion
    most = max((len(draws) for draws in tasks.values()), default=0)
    for task, draws in tasks.items():
        absent = [draw for draw in range(most) if draw not in draws]
        if absent:
            path, place = places[task, next(iter(draws))]
            number = absent[0]
            problem = (
                f"task {quote_value(task)} has no draw {number}; each task needs the draws 0 to {most - 1}"
            )
            raise BadInput(path, place, problem, "generate the absent answers, and name their file too")
    return tuple(draws[draw] for draws in tasks.values() for draw in sorted(draws))


def write_imported(out: Path, completions: Iterable[Completion]) -> bool:
    """Write a prediction file; return False if it exists already with the same content.

    Raises:
        BadInput: if the file exists with other content, or cannot be written.
    """
    data = compress_for(out, dump_records(out, map(prediction_record, completions)))
    if out.is_file():
        if out.read_bytes() == data:
            return False
        raise BadInput(out, "", "exists with other content", "delete it, or choose another name")
    write_atomic(out, data)
    return True
