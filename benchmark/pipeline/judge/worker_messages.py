"""What a worker sends to the process that started it: plain data, since the worker has less rights.

Unpickling runs code; JSON does not.
"""

import dataclasses
import json
from multiprocessing.connection import Connection

from benchmark.core.verdict import Lint, MissingSample, Status, Verdict

Message = str | Verdict | MissingSample | Lint
_KINDS: dict[str, type[Verdict | MissingSample | Lint]] = {
    kind.__name__: kind for kind in (Verdict, MissingSample, Lint)
}
_LIMIT = 1 << 20  #: bytes; a verdict takes a few thousand


def send(connection: Connection, message: Message) -> None:
    """Send a message to whoever calls :func:`receive`."""
    plain = message if isinstance(message, str) else [type(message).__name__, dataclasses.asdict(message)]
    connection.send_bytes(json.dumps(plain).encode("ascii"))


def receive(connection: Connection) -> Message:
    """The next message.

    Raises:
        EOFError: when the other end has gone.
        OSError: likewise, or when the message is too long or no such message.
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
        raise OSError("a message of another form") from error
