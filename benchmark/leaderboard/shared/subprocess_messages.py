"""Messages from the mkdocs process to the process that started it: notes, or the error that stopped it.

They go through a pickle file, so that the error arrives as the exception that it was.
"""

import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmark.core.errors import SightbenchError

MESSAGE_FILE_VARIABLE = "SIGHTBENCH_MESSAGE_FILE"  #: path of the file; without it no message is written


def write_message(environment: Mapping[str, str], message: SightbenchError | tuple[str, ...]) -> None:
    """Write notes or an error to the message file, replacing an earlier message."""
    if path := environment.get(MESSAGE_FILE_VARIABLE):
        Path(path).write_bytes(pickle.dumps(message))


def read_message(path: Path) -> SightbenchError | tuple[str, ...]:
    """Return the notes or the error of the other process; no notes if it wrote no message."""
    if not path.is_file():
        return ()
    message: SightbenchError | tuple[str, ...] = pickle.loads(path.read_bytes())  # noqa: S301 (our own file)
    return message


@contextmanager
def report_errors(environment: Mapping[str, str]) -> Iterator[None]:
    """Write an error that leaves the block to the message file, and raise it again."""
    try:
        yield
    except SightbenchError as error:
        write_message(environment, error)
        raise
