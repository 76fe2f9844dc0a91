"""Generation files of MMCode's authors: one answer per line, with its prompt and the code taken from it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.sample import Completion
from benchmark.files.edge import Name, RawText, Record, validate_record


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
