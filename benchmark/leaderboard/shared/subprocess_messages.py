"""What the process of mkdocs tells the one that started it: notes, or the error that stopped it, whole."""

import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmark.core.errors import SightbenchError

MESSAGE_FILE_VARIABLE = "SIGHTBENCH_TOLD"  #: names the file; without it nobody is told


def write_message(environment: Mapping[str, str], what: SightbenchError | tuple[str, ...]) -> None:
    """Leave notes or an error, in place of what was left before."""
    if path := environment.get(MESSAGE_FILE_VARIABLE):
        Path(path).write_bytes(pickle.dumps(what))


def read_message(path: Path) -> SightbenchError | tuple[str, ...]:
    """What was left; nothing where the other process came to no end of its own."""
    if not path.is_file():
        return ()
    found: SightbenchError | tuple[str, ...] = pickle.loads(path.read_bytes())  # noqa: S301 (our own process)
    return found


@contextmanager
def report_errors(environment: Mapping[str, str]) -> Iterator[None]:
    """Leave the error that stops what is done within."""
    try:
        yield
    except SightbenchError as error:
        write_message(environment, error)
        raise
