"""Messages from a worker to the process that started it.

They are JSON, because the worker has fewer rights than that process, and unpickling could run code.
"""

import dataclasses
import json
from multiprocessing.connection import Connection

from benchmark.core.verdict import Lint, MissingSample, Status, Verdict

Message = str | Verdict | MissingSample | Lint
_KINDS: dict[str, type[Verdict | MissingSample | Lint]] = {
    kind.__name__: kind for kind in (Verdict, MissingSample, Lint)
}
_LIMIT = 1 << 20  #: maximum bytes of a message; a verdict takes a few thousand


def send(connection: Connection, message: Message) -> None:
    """Send a message; the other end calls :func:`receive`."""
    plain = message if isinstance(message, str) else [type(message).__name__, dataclasses.asdict(message)]
    connection.send_bytes(json.dumps(plain).encode("ascii"))


def receive(connection: Connection) -> Message:
    """Return the next message.

    Raises:
        EOFError: if the other end has closed the connection.
        OSError: if the connection broke, or the message is too long or invalid.
    """
    try:
        plain = json.loads(connection.recv_bytes(_LIMIT))
        if isinstance(plain, str):
            return plain
        name, fields = plain
        if name == Verdict.__name__:
            fields["status"] = Status(fields["status"])
        if name == Lint.__name__:
            fields["messages"] = tuple(fields["messages"])
        return _KINDS[name](**fields)
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise OSError("invalid message") from error
