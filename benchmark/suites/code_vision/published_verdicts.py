"""Published verdicts, as the importer writes them and ``replicate`` reads them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.errors import BadInput, shown
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.jsonl import read_records


class PublishedVerdict(Record):
    """One line of a ``published-SUBSET-MODEL.jsonl.gz``: what upstream said about one completion."""

    task_id: Name
    draw: Annotated[int, Field(ge=0)] = 0
    passed: bool
    result: RawText = Field(default="", description="in upstream's words: passed, failed: ..., timed out")
    graded: RawText = Field(description="the text that upstream graded: what it kept of the completion")


def published_records(verdicts: Iterable[PublishedVerdict]) -> Iterable[dict[str, object]]:
    """Verdicts as they stand on their lines."""
    return (verdict.model_dump() for verdict in verdicts)


def read_published(path: Path) -> tuple[PublishedVerdict, ...]:
    """All published verdicts of a file.

    Raises:
        BadInput: for a file or line that is wrong, and for a sample that comes twice.
    """
    lines: dict[tuple[str, int], int] = {}
    found: list[PublishedVerdict] = []
    for number, record in read_records(path):
        verdict = validate_record(PublishedVerdict, record, path, f"line {number}")
        key = (verdict.task_id, verdict.draw)
        if key in lines:
            place = f"line {number}: task_id"
            raise BadInput(
                path, place, f"{shown(key[0])} is already on line {lines[key]}", "remove one of the two"
            )
        lines[key] = number
        found.append(verdict)
    return tuple(found)
