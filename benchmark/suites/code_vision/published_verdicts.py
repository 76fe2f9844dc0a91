"""Upstream's published verdicts, as the importer writes them and `sightbench reproduce` reads them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.strict_json import read_records


class PublishedVerdict(Record):
    """One line of a ``published-SUBSET-MODEL.jsonl.gz``: upstream's verdict on one completion."""

    task_id: Name
    draw: Annotated[int, Field(ge=0)] = 0
    passed: bool
    result: RawText = Field(default="", description="upstream's words: passed, failed: ..., timed out")
    graded: RawText = Field(description="the part of the completion that upstream kept and graded")


def published_records(verdicts: Iterable[PublishedVerdict]) -> Iterable[dict[str, object]]:
    """Convert verdicts to the records of their lines."""
    return (verdict.model_dump() for verdict in verdicts)


def read_published(path: Path) -> tuple[PublishedVerdict, ...]:
    """Read all published verdicts of a file.

    Raises:
        BadInput: if the file or a line is not valid, or a sample occurs twice.
    """
    lines: dict[tuple[str, int], int] = {}
    verdicts: list[PublishedVerdict] = []
    for number, record in read_records(path):
        verdict = validate_record(PublishedVerdict, record, path, f"line {number}")
        key = (verdict.task_id, verdict.draw)
        if key in lines:
            place = f"line {number}: task_id"
            raise BadInput(
                path, place, f"{quote_value(key[0])} is already on line {lines[key]}", "remove one of the two"
            )
        lines[key] = number
        verdicts.append(verdict)
    return tuple(verdicts)
