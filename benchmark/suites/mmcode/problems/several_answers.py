"""The list of problems with more than one right answer, which their tests cannot judge.

It has one id per line; empty lines and what follows ``#`` do not count.
"""

from collections.abc import Collection
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import decode, read_lines


def read_several_answers(path: Path) -> frozenset[str]:
    """Return the ids of a list."""
    texts = (decode(line.data, path, line.number, line.offset) for line in read_lines(path))
    return frozenset(filter(None, (text.partition("#")[0].strip() for text in texts)))


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
