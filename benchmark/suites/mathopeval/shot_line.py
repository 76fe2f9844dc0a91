"""The file of shots: worked examples that are shown before a multiple-choice question, one per line.

Every type of figure and operation has four, in the order in which they are shown. Their right letters are
fixed by :func:`shot_letter`: each of the four letters once, and over all types and operations each letter
equally often at each place.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field, model_validator

from benchmark.core.errors import BadInput
from benchmark.core.task import FigureType, Operation
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.pictures import picture_source, split_prompt
from benchmark.files.strict_json import read_records
from benchmark.suites.mathopeval.names import Reasoning

LETTERS = "ABCD"
SHOTS = 4  #: shots per type and operation

#: Operation → its name as a subset, as in the paper.
OPERATION_NAMES: Mapping[Operation, str] = {
    "generate": "generation",
    "delete": "deletion",
    "modify": "modification",
    "annotate": "annotation",
}
_CELLS = [(type_, subset) for type_ in get_args(FigureType) for subset in OPERATION_NAMES.values()]


def shot_letter(type_: str, subset: str, place: int) -> str:
    """Return the right letter of a shot; ``place`` counts the shots of a type and operation, from 0."""
    return LETTERS[(_CELLS.index((type_, subset)) + place) % len(LETTERS)]


class ShotLine(Record):
    """One worked example."""

    id: Name
    type: FigureType
    subset: Literal["generation", "deletion", "modification", "annotation"]
    prompt: str = Field(description="the question with ![image](1.png) marks, and a line per option")
    images: list[Annotated[str, AfterValidator(picture_source)]] = Field(
        default_factory=list,
        description="paths in the file's folder; the n-th is n.png in the prompt, from 1",
    )
    answer: Literal["A", "B", "C", "D"] = Field(description="letter of the right option")
    reasoning: dict[Reasoning, str] = Field(
        default_factory=dict,
        description="worked reasoning to the right option, without its letter; empty shows the letter alone",
    )

    @model_validator(mode="after")
    def _parts_fit(self) -> "ShotLine":
        split_prompt(self.prompt, self.images)
        return self


def read_shots(path: Path) -> dict[tuple[str, str], tuple[ShotLine, ...]]:
    """Return the shots by type and operation, in the order of the file.

    Raises:
        BadInput: if the file is not valid, a type and operation has another number of shots than four, or a
            right letter is not the one that its place requires.
    """
    found: dict[tuple[str, str], list[ShotLine]] = {}
    for number, record in read_records(path):
        line = validate_record(ShotLine, record, path, f"line {number}")
        shots = found.setdefault((line.type, line.subset), [])
        # A fifth shot has a letter, too: the error about their number comes below.
        wanted = shot_letter(line.type, line.subset, len(shots) % SHOTS)
        if line.answer != wanted:
            problem = f"must be {wanted}: shot {len(shots) + 1} of {line.type}, {line.subset}"
            raise BadInput(path, f"line {number}: answer", problem, "reorder the options of the question")
        shots.append(line)
    for (type_, subset), shots in found.items():
        if len(shots) != SHOTS:
            problem = f"{type_}, {subset} has {len(shots)} shots, and needs {SHOTS}"
            raise BadInput(path, "", problem, "write the file again")
    return {cell: tuple(shots) for cell, shots in found.items()}
