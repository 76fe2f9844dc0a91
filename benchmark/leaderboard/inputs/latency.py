"""The time that a model takes per completion, read from the file of completions: rows do not record it."""

import json
import re
import statistics
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files import regenerated
from benchmark.files.bounded import read_lines
from benchmark.results.row import RowFile


def median_seconds(path: Path, file: RowFile, cache: Path | None) -> float | None:
    """Return the median time per completion, in seconds.

    Returns None if the file is not on this machine or records no times.

    Args:
        path: the file of completions next to its row; it may be missing.
        file: the row's entry of this file, with its digest.
        cache: folder with the medians of earlier runs, by digest of the file.

    Raises:
        BadInput: if the file exists and cannot be read.
    """
    if not path.is_file():
        return None
    entry = None if cache is None else regenerated.entry_path(cache, file.sha256)
    if entry is not None:
        try:
            known = json.loads(regenerated.read(entry))["seconds"]
            return None if known is None else float(known)
        except (OSError, ValueError, KeyError, TypeError):
            pass  # no entry, or not in the format that we write: read the file itself
    found = _median(path)
    if entry is not None:
        regenerated.write(entry, json.dumps({"seconds": found}).encode())
    return found


_KEY = b', "seconds": '
#: Matches the rest of a line from the key ``seconds`` on, in the format that we write: most lines then need
#: no JSON decoding. It allows no brackets, so ``seconds`` cannot be a key of a nested object.
_END = re.compile(
    rb', "seconds": (\d{1,9}(?:\.\d{1,20})?)'
    rb'(?:, "[a-z_]{1,40}": (?:[\d.e+-]{1,30}|null|true|false|"[^"\\]{0,200}"))*\}'
)


def _median(path: Path) -> float | None:
    seconds = []
    for line in read_lines(path):
        place = line.data.rfind(_KEY)
        if place > 0 and line.data.startswith(b"{") and (end := _END.fullmatch(line.data, place)):
            seconds.append(float(end[1]))
            continue
        if not line.data.strip():
            continue
        try:
            value = json.loads(line.data).get("seconds")
        except (ValueError, AttributeError, RecursionError) as error:
            problem = f"is not a completion: {error}"
            raise BadInput(path, f"line {line.number}", problem, "restore the file") from None
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds.append(float(value))
    return round(statistics.median(seconds), 3) if seconds else None
