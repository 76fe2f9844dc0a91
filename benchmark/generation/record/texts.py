"""The texts of a file of completions, read one at a time: the second stage of a run needs each text once."""

import json
from pathlib import Path

from benchmark.core.sample import SampleKey


class SampleTexts:
    """The texts of a file by sample; only their positions are kept in memory.

    Args:
        path: a complete and valid file of completions.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[SampleKey, tuple[int, int]] = {}
        offset = 0
        with path.open("rb") as file:
            for line in file:
                if line.strip():
                    record = json.loads(line)
                    self._places[record["task_id"], record.get("draw", 0)] = (offset, len(line))
                offset += len(line)

    def of(self, task_id: str, draw: int) -> str:
        """Return the text of a sample."""
        offset, length = self._places[task_id, draw]
        with self._path.open("rb") as file:
            file.seek(offset)
            text: str = json.loads(file.read(length))["completion"]
        return text
