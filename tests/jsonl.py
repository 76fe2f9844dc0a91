"""Writes the files of JSON lines that tests need: tasks, answers and verdicts."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_STATUSES = {"P": "passed", "W": "wrong_answer", "T": "timeout"}


def write_jsonl(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    """Write a line per record, and return the path."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """Read a record per line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_verdicts(path: Path, draws: Mapping[str, str]) -> Path:
    """Write the verdicts of tasks from a letter per draw: Passed, Wrong, Timeout or Missing."""
    return write_jsonl(
        path,
        (
            {"task_id": task, "draw": draw}
            | ({"missing": "it broke"} if letter == "M" else {"status": _STATUSES[letter]})
            for task, letters in draws.items()
            for draw, letter in enumerate(letters)
        ),
    )
