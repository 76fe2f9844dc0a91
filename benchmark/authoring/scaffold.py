"""Ideas for families, and the first files of a new one: a module that already draws."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Record, validate_record
from benchmark.files.strict_yaml import read_yaml

Standard = Literal["yes", "no", "open"]


class Candidate(Record):
    """An idea for a family."""

    canary: str
    idea: Annotated[str, Field(min_length=1)] = Field(
        description="what is seen, what is computed, and what only the picture shows"
    )
    source: str = Field(default="our own", description="the source of the idea")
    licence: str = Field(default="CC BY 4.0", description="the licence of the source")
    picture_essential: Standard = Field(
        default="open", description="whether nobody can solve it without the picture"
    )
    self_explanatory: Standard = Field(
        default="open", description="whether the rule can be read from the picture alone"
    )
    entry_level: Standard = Field(default="open", description="whether a beginner could write the program")
    rejected: str = Field(default="", description="why the idea was rejected; empty if it was not")
    family: str = Field(default="", description="the family made from the idea; empty if there is none")

    @property
    def state(self) -> str:
        """``rejected``, ``made`` (it became a family) or ``candidate``."""
        return "rejected" if self.rejected else "made" if self.family else "candidate"


def read_candidates(collection: Collection) -> dict[str, Candidate]:
    """Return all candidates by name.

    Raises:
        BadInput: if a candidate's file is not valid.
    """
    paths = sorted((collection.folder / "candidates").glob("*.yaml"))
    return {path.stem: validate_record(Candidate, read_yaml(path).value, path) for path in paths}


def write_candidate(collection: Collection, name: str, idea: str | None, changed: dict[str, str]) -> str:
    """Write a new candidate, or change the given fields of an existing one; return its path.

    Raises:
        BadInput: if the name is not valid, or a new candidate has no idea.
    """
    if not is_slug(name):
        problem = f"{quote_value(name)} is not a valid name"
        raise BadInput("NAME", "", problem, "use a-z and 0-9 with single - between them")
    path = collection.folder / "candidates" / f"{name}.yaml"
    fields: dict[str, object] = {"canary": CANARY}
    if path.exists():
        fields = validate_record(Candidate, read_yaml(path).value, path).model_dump()
    elif not idea:
        fix = "describe what is seen and what is computed"
        raise BadInput("--idea", "", "is needed for a new candidate", fix)
    fields |= {"idea": idea} if idea else {}
    candidate = validate_record(Candidate, {**fields, **changed}, path)
    text = yaml.safe_dump(candidate.model_dump(), sort_keys=False, allow_unicode=True, width=110)
    write_atomic(path, text.encode())
    return str(path)


_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def write_scaffold(collection: Collection, name: str) -> list[Path]:
    """Write the module and the design page of a new family; return their paths.

    Raises:
        BadInput: if the name is not valid, or one of the files exists already.
    """
    if not _NAME.fullmatch(name):
        fix = "use small letters and digits with single _ between words, such as folded_strip"
        raise BadInput("NAME", "", f"{quote_value(name)} cannot name a module", fix)
    kind = "problem" if collection.form == "problems" else "family"
    targets = {collection.module(name): f"{kind}.py.txt", collection.page(name): f"{kind}.md.txt"}
    for path in targets:
        if path.exists():
            raise BadInput(path, "", "exists already", "choose another name; nothing is overwritten")
    title = name.replace("_", " ").capitalize()
    for path, template in targets.items():
        text = files(__package__).joinpath("scaffold_files", template).read_text(encoding="utf-8")
        for mark, value in (("@TITLE@", title), ("@CANARY@", CANARY)):
            text = text.replace(mark, value)
        write_atomic(path, text.encode())
    return list(targets)
