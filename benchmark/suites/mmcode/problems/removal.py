"""The list of pictures to remove, such as logos and decorations.

Each line is ``PROBLEM_ID NUMBER``, with the number of the picture in the raw statement, or the SHA-256 of the
picture's file, which removes it from all problems. Empty lines and what follows ``#`` do not count.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import decode, read_lines

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalList:
    """Pictures to remove."""

    pictures: frozenset[tuple[str, int]] = frozenset()  #: problem and number
    digests: frozenset[str] = frozenset()

    def has(self, problem_id: str, number: int, data: bytes) -> bool:
        """Whether the list names a picture."""
        return (problem_id, number) in self.pictures or (
            bool(self.digests) and sha256_hex(data) in self.digests
        )


def read_removal_list(path: Path) -> RemovalList:
    """Read a list of pictures to remove.

    Raises:
        BadInput: if a line has another form.
    """
    pictures, digests = set(), set()
    for line in read_lines(path):
        words = decode(line.data, path, line.number, line.offset).partition("#")[0].split()
        match words:
            case []:
                continue
            case [digest] if _DIGEST.fullmatch(digest):
                digests.add(digest)
            case [name, number] if number.isascii() and number.isdigit() and int(number):
                pictures.add((name, int(number)))
            case _:
                problem = f"{quote_value(' '.join(words))} names no picture"
                raise BadInput(path, f"line {line.number}", problem, "write PROBLEM_ID NUMBER, or a SHA-256")
    return RemovalList(pictures=frozenset(pictures), digests=frozenset(digests))
