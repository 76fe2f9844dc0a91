"""Messages from a worker to the process that started it.

They are JSON, because the worker has fewer rights than that process, and unpickling could run code.
"""

import dataclasses
import json
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any, get_args

from benchmark.core.sample import Answer
from benchmark.core.verdict import ErrorType, Lint, MissingSample, Status, Verdict

Message = str | Verdict | MissingSample | Lint | Answer
_KINDS: dict[str, type[Verdict | MissingSample | Lint | Answer]] = {
    kind.__name__: kind for kind in (Verdict, MissingSample, Lint, Answer)
}
_LIMIT = 1 << 20  #: maximum bytes of a message; a verdict takes a few thousand
#: Maximum bytes of an answer, without those for the characters of its text. Upstream's rules add indentation.
_ANSWER_LIMIT = 64 << 20
_BYTES_PER_CHARACTER = 24  #: code and program of an answer, each with up to 12 bytes per character


def send(connection: Connection, message: Message) -> None:
    """Send a message; the other end calls :func:`receive`."""
    plain = message if isinstance(message, str) else [type(message).__name__, dataclasses.asdict(message)]
    connection.send_bytes(json.dumps(plain).encode("ascii"))


def receive(connection: Connection, *, text: str | None = None) -> Message:
    """Return the next message.

    Args:
        connection: our end of the connection.
        text: the text from which an answer is being extracted; None if no answer can come.

    Raises:
        EOFError: if the other end has closed the connection.
        OSError: if the connection broke, or the message is too long or invalid.
    """
    limit = _LIMIT if text is None else _ANSWER_LIMIT + len(text) * _BYTES_PER_CHARACTER
    try:
        plain = json.loads(connection.recv_bytes(limit))
        if isinstance(plain, str):
            return plain
        name, fields = plain
        if name == Verdict.__name__:
            return verdict_of(fields)
        if name == Lint.__name__:
            fields["messages"] = tuple(fields["messages"])
        if name == Answer.__name__:
            fields["notes"], fields["steps"] = tuple(fields["notes"]), tuple(fields["steps"])
            if fields["program"] == fields["code"]:
                fields["program"] = fields["code"]  # one text in memory, of many samples
        return _KINDS[name](**fields)
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise OSError("invalid message") from error


def verdict_of(fields: Mapping[str, Any]) -> Verdict:
    """Return the verdict whose fields have been converted to JSON and back.

    Raises:
        LookupError, TypeError, ValueError: if they are not those of a verdict.
    """
    if fields["error_type"] not in get_args(ErrorType):
        raise ValueError
    parts = {str(part): float(share) for part, share in dict(fields["parts"]).items()}
    kinds = {kind: Status(status) for kind, status in dict(fields["kinds"]).items()}
    steps = tuple(map(str, fields["steps"]))
    return Verdict(
        **{**fields, "status": Status(fields["status"]), "kinds": kinds, "parts": parts, "steps": steps}
    )
