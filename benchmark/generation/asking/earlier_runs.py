"""What earlier runs left in a file of completions."""

from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.files.bounded import read_lines
from benchmark.files.edge import validate_record
from benchmark.files.predictions import PredictionLine, completion_of
from benchmark.files.strict_json import loads
from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.asking.tally import Tally
from benchmark.generation.record.store import whole_until

_LIMIT = 1 << 40  #: bytes; a run of 1000 draws is larger than what is judged in one piece


def take_up(path: Path, have: SamplesPresent, tally: Tally) -> None:
    """Count the completions of a file line by line, and mark what is there; no text is kept.

    Raises:
        BadInput: for a line that is no completion, one of a task that is not asked, and one that comes twice.
    """
    end = whole_until(path)
    for line in read_lines(path, limit=_LIMIT):
        if line.offset >= end:  # what a crash cut off; whoever opens the file removes it
            break
        if not line.data.strip():
            continue
        place = f"line {line.number}"
        record = validate_record(
            PredictionLine, loads(line.data, path, line=line.number, offset=line.offset), path, place
        )
        one = completion_of(record)
        if not have.knows(one.task_id):
            problem = f"{shown(one.task_id)} is not one of the tasks"
            raise BadInput(path, f"{place}: task_id", problem, "name another file with --out")
        if one.draw >= have.draws:
            problem = f"has draw {one.draw}, and {have.draws} are drawn of each task"
            raise BadInput(path, place, problem, "name another file with --out")
        if not have.mark(one.task_id, one.draw):
            problem = f"task {shown(one.task_id)}, draw {one.draw} stands in the file already"
            raise BadInput(path, place, problem, "remove one of the two lines")
        tally.file.add(one)
    tally.had = tally.file.completions
    tally.there = have.wanted - have.missing
