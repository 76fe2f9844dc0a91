"""Length-prefixed JSON to and from a child that is not trusted."""

import json
import re
import select
import socket
import struct
import time

_HEADER = struct.Struct(">I")
#: The longest reply that is read, in bytes. JSON of 16 MiB may take 400 MB as Python values.
REPLY_LIMIT = 16 << 20
#: The most values in a reply; each takes up to 100 bytes here.
VALUES_LIMIT = 2_000_000
_READ_BYTES = 1 << 16  #: bytes that are asked for at a time
#: The closing quote may be missing: to look for it behind every quote would take a square of time.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


# What the functions of the json module would make anew for each message.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


class GuestFault(BaseException):
    """The child broke the protocol or died; ``reason`` is for the detail of a verdict.

    Not an ``Exception``: a test that expects one must not take a crash for it.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class OffProtocol(GuestFault):
    """A reply that the protocol does not know."""

    def __init__(self) -> None:
        super().__init__("a reply that is not in the protocol")


class GuestGone(GuestFault):
    """The channel was closed from the other end."""


class GuestLate(GuestFault):
    """The wall-clock deadline passed."""


class ReplyTooLong(GuestFault):
    """A reply of more bytes or values than are read."""


class Channel:
    """One end of a child's socket, with a deadline on the wall clock for all that is done on it."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self._connection.setblocking(False)
        self._poller = select.poll()
        self._poller.register(self._connection, select.POLLIN)
        self._deadline = deadline
        self._received = bytearray()

    def renew(self, deadline: float) -> None:
        """Give what follows another deadline: a child that serves many requests has one for each."""
        self._deadline = deadline

    def send(self, message: object) -> None:
        """Send a message, or raise when the child does not take it in time."""
        body = _encode(message).encode("ascii")
        rest = memoryview(_HEADER.pack(len(body)) + body)
        while rest:
            try:
                rest = rest[self._connection.send(rest) :]
            except BlockingIOError:
                self._wait(select.POLLOUT)
            except OSError as error:
                raise GuestGone("it ended before it had taken the request") from error

    def receive(self) -> object:
        """Receive one message of at most :data:`REPLY_LIMIT` bytes."""
        (size,) = _HEADER.unpack(self._exactly(_HEADER.size))
        if size > REPLY_LIMIT:
            raise ReplyTooLong(f"a reply of {size} bytes; {REPLY_LIMIT} are read")
        reply = self._exactly(size)
        if _count_values(reply) > VALUES_LIMIT:
            raise ReplyTooLong(f"a reply of more than {VALUES_LIMIT} values")
        try:
            return _decode(reply.decode("ascii"))
        except (ValueError, RecursionError) as error:
            raise OffProtocol from error

    def close(self) -> None:
        """Close this end; a child that waits for a request then ends."""
        self._connection.close()

    def _exactly(self, size: int) -> bytes:
        while len(self._received) < size:
            self._wait(select.POLLIN)
            try:
                part = self._connection.recv(max(_READ_BYTES, min(size - len(self._received), 1 << 20)))
            except BlockingIOError:
                continue
            except OSError as error:
                raise GuestGone("it ended before it had answered") from error
            if not part:
                raise GuestGone("it ended before it had answered")
            self._received += part
        found = bytes(self._received[:size])
        del self._received[:size]
        return found

    def _wait(self, events: int) -> None:
        self._poller.modify(self._connection, events)
        left = self._deadline - time.monotonic()
        if left <= 0 or not self._poller.poll(left * 1000):
            raise GuestLate("no answer within the wall-clock limit")


def _count_values(reply: bytes) -> int:
    """About how many values a reply holds; never too few."""

    def count(text: bytes) -> int:
        return text.count(b",") + text.count(b"[") + text.count(b"{") + 1

    many = count(reply)
    return many if many <= VALUES_LIMIT else count(_STRING.sub(b"", reply))
