"""Completions that earlier runs left in the file."""

from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import read_lines
from benchmark.files.edge import validate_record
from benchmark.files.predictions import PredictionLine, completion_of
from benchmark.files.strict_json import loads
from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.asking.tally import Tally
from benchmark.generation.record.store import whole_lines_end

_REMOVE = "restore this line, or remove it; then its sample is requested again"
_LIMIT = 1 << 40  #: maximum bytes of the file; a run of 1000 draws is larger than what is judged in one piece


def count_completions(path: Path, have: SamplesPresent, tally: Tally) -> None:
    """Count the completions of a file line by line and mark their samples; texts are not kept in memory.

    Raises:
        BadInput: if a line is not a completion, has a task or draw that this run lacks, or repeats a sample.
    """
    end = whole_lines_end(path)
    for line in read_lines(path, limit=_LIMIT):
        if line.offset >= end:  # a line that a crash cut off; Store.open removes it
            break
        if not line.data.strip():
            continue
        place = f"line {line.number}"
        try:
            value = loads(line.data, path, line=line.number, offset=line.offset)
            record = validate_record(PredictionLine, value, path, place)
        except BadInput as error:
            raise BadInput(path, error.place, error.problem, _REMOVE) from None
        completion = completion_of(record)
        if not have.knows(completion.task_id):
            problem = f"{quote_value(completion.task_id)} is not one of the tasks"
            raise BadInput(path, f"{place}: task_id", problem, "name another file with --out")
        if completion.draw >= have.draws:
            problem = f"has draw {completion.draw}, but the last draw of this protocol is {have.draws - 1}"
            raise BadInput(path, place, problem, "name another file with --out")
        if not have.mark(completion.task_id, completion.draw):
            problem = f"repeats task {quote_value(completion.task_id)}, draw {completion.draw}"
            raise BadInput(path, place, problem, "remove one of the two lines")
        tally.file.add(completion)
    tally.completions_before = tally.file.completions
    tally.wanted_before = have.wanted - have.missing
