"""How long a model takes for an answer: rows do not say it, the completions beside them do."""

import json
import re
import statistics
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files import regenerated
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_lines
from benchmark.results.row import RowFile


def median_seconds(path: Path, file: RowFile, cache: Path | None) -> float | None:
    """The median over calls of a row's completions; None where they record none, or lie elsewhere.

    Args:
        path: where the file would stand beside its row.
        file: as the row names it.
        cache: folder of what was found before, by digest of the file.

    Raises:
        BadInput: for a file that is there and cannot be read.
    """
    if not path.is_file():
        return None
    entry = None if cache is None else regenerated.entry_path(cache, file.sha256)
    if entry is not None:
        try:
            known = json.loads(regenerated.read(entry))["seconds"]
            return None if known is None else float(known)
        except (OSError, ValueError, KeyError, TypeError):
            pass  # nothing is kept there yet, or it is not what we write: the file itself is asked
    found = _median(path)
    if entry is not None:
        write_atomic(entry, json.dumps({"seconds": found}).encode())
    return found


_KEY = b', "seconds": '
#: The rest of a line as our files write it, so that most are not decoded. No bracket: the key is not nested.
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
            problem = f"is no record of a completion: {error}"
            raise BadInput(path, f"line {line.number}", problem, "restore the file") from None
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds.append(float(value))
    return round(statistics.median(seconds), 3) if seconds else None
