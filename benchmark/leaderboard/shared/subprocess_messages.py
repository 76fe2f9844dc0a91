"""What the process of mkdocs tells the one that started it: notes, or the error that stopped it, whole."""

import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchmark.core.errors import SightbenchError

VARIABLE = "SIGHTBENCH_TOLD"  #: names the file; without it nobody is told


def tell(environment: Mapping[str, str], what: SightbenchError | tuple[str, ...]) -> None:
    """Leave notes or an error, in place of what was left before."""
    if path := environment.get(VARIABLE):
        Path(path).write_bytes(pickle.dumps(what))


def told(path: Path) -> SightbenchError | tuple[str, ...]:
    """What was left; nothing where the other process came to no end of its own."""
    if not path.is_file():
        return ()
    found: SightbenchError | tuple[str, ...] = pickle.loads(path.read_bytes())  # noqa: S301 (our own process)
    return found


@contextmanager
def telling(environment: Mapping[str, str]) -> Iterator[None]:
    """Leave the error that stops what is done within."""
    try:
        yield
    except SightbenchError as error:
        tell(environment, error)
        raise
