"""Candidates: ideas for families, with what speaks for and against each."""

from typing import Annotated, Literal

import yaml
from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput, shown
from benchmark.core.slug import is_slug
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Record, validate_record
from benchmark.files.strict_yaml import read_yaml

Standard = Literal["yes", "no", "open"]


class Candidate(Record):
    """An idea for a family."""

    canary: str
    idea: Annotated[str, Field(min_length=1)] = Field(description="what is seen, computed, and only seen")
    source: str = Field(default="our own", description="where it comes from")
    licence: str = Field(default="CC BY 4.0", description="of the source")
    picture_essential: Standard = Field(default="open", description="without the picture it cannot be solved")
    self_explanatory: Standard = Field(default="open", description="the picture alone says the rule")
    entry_level: Standard = Field(default="open", description="a beginner could write the program")
    rejected: str = Field(default="", description="why it was given up; empty while it was not")
    family: str = Field(default="", description="the family that was made of it")

    @property
    def state(self) -> str:
        """In a word."""
        return "rejected" if self.rejected else "made" if self.family else "candidate"


def read_candidates(collection: Collection) -> dict[str, Candidate]:
    """All candidates by name.

    Raises:
        BadInput: for a file that is wrong.
    """
    found = {}
    for path in sorted((collection.folder / "candidates").glob("*.yaml")):
        found[path.stem] = validate_record(Candidate, read_yaml(path).value, path)
    return found


def keep(collection: Collection, name: str, idea: str | None, changed: dict[str, str]) -> str:
    """Write a candidate, or change the given fields of one that is there; returns its path.

    Raises:
        BadInput: for a name that is none, and a new candidate without an idea.
    """
    if not is_slug(name):
        raise BadInput("NAME", "", f"{shown(name)} is no name", "a-z and 0-9 with single - between them")
    path = collection.folder / "candidates" / f"{name}.yaml"
    fields: dict[str, object] = {"canary": CANARY}
    if path.exists():
        fields = validate_record(Candidate, read_yaml(path).value, path).model_dump()
    elif not idea:
        raise BadInput("--idea", "", "is needed for a new candidate", "say what is seen and what is computed")
    fields |= {"idea": idea} if idea else {}
    candidate = validate_record(Candidate, {**fields, **changed}, path)
    text = yaml.safe_dump(candidate.model_dump(), sort_keys=False, allow_unicode=True, width=110)
    write_atomic(path, text.encode())
    return str(path)
