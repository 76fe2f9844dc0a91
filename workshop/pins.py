"""Files of pins: the digests of what a family's code made when its tasks were built."""

from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field

from benchmark.datasets.collection import Collection, read_json_record
from benchmark.files.edge import Count, Digest, Name, Record


class PinnedTask(Record):
    """The digests that pin one task's drawing."""

    id: Name
    mutation: Name
    picture: Name = Field(description="path of the PNG; its name contains the start of the pixel digest")
    svg: Digest = Field(description="SHA-256 of the SVG text")
    pixels: Digest = Field(description='SHA-256 of "RGB WIDTH HEIGHT\\n" and the RGB bytes')


class PinnedInstance(Record):
    """What all files of pins begin with: the instance whose tasks were built."""

    canary: str
    family: Name
    version: Annotated[int, Field(ge=1)]
    seed: str
    index: Count = Field(description="number of the instance, from 0; a seed has many")
    captured: Count | None = Field(
        default=None, description="number of the instance of its last tasks, whose pictures are captures"
    )


PinsKind = TypeVar("PinsKind", bound=PinnedInstance)


class Pins(PinnedInstance):
    """A file of pins: the digests of what a family's code made when its tasks were built."""

    tasks: list[PinnedTask]


def read_pins(collection: Collection, name: str) -> Pins | None:
    """Return the pins of a family; None if it has not been built.

    Raises:
        BadInput: if the file of pins is not valid.
    """
    return read_pinned(Pins, collection, name)


def read_pinned(kind: type[PinsKind], collection: Collection, name: str) -> PinsKind | None:
    """Return the file of pins of a family, of this kind; None if it has not been built.

    Raises:
        BadInput: if the file is not valid.
    """
    return read_json_record(kind, pins_path(collection, name))


def tasks_path(collection: Collection, name: str) -> Path:
    """Return the path of a family's task file."""
    return collection.folder / "tasks" / f"{name}.jsonl{'.gz' if collection.form == 'problems' else ''}"


def pins_path(collection: Collection, name: str) -> Path:
    """Return the path of a family's pins."""
    return collection.folder / "pins" / f"{name}.json"
