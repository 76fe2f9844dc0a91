"""The list of problems with more than one right answer, which their tests cannot judge.

It is the JSON of ``sightbench analyse right-answers --json``, whose ``differing`` counts, or a list of ids:
as JSON, or one per line, where empty lines and what follows ``#`` do not count.
"""

from collections.abc import Collection
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import decode, first_byte, read_bytes, read_lines
from benchmark.files.strict_json import loads

_FIX = "write ids, one per line, or name the JSON of `sightbench analyse right-answers`"


def read_several_answers(path: Path) -> frozenset[str]:
    """Return the ids of a list.

    Raises:
        BadInput: if it has neither of the forms.
    """
    if first_byte(path) not in b"[{":
        texts = (decode(line.data, path, line.number, line.offset) for line in read_lines(path))
        return frozenset(filter(None, (text.partition("#")[0].strip() for text in texts)))
    value = loads(read_bytes(path), path)
    place = ""
    if isinstance(value, dict):
        place = "differing"
        if place not in value:
            raise BadInput(path, place, "this field is required", _FIX)
        value = value[place]
    if not isinstance(value, list):
        raise BadInput(path, place, f"must be a list of ids, got {quote_value(value)}", _FIX)
    for number, name in enumerate(value):
        if not isinstance(name, str):
            raise BadInput(path, f"{place}[{number}]", f"must be an id, got {quote_value(name)}", _FIX)
    return frozenset(value)


def check_known(path: Path, listed: Collection[str], known: Collection[str]) -> None:
    """Check that the source has every listed problem.

    Args:
        path: file of the list, for messages.
        listed: ids of the list.
        known: ids of the source.

    Raises:
        BadInput: if the source lacks one; it names the first.
    """
    for name in sorted(set(listed) - set(known)):
        raise BadInput(path, "", f"there is no problem {quote_value(name)}", "write the ids of the source")
