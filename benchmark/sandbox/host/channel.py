"""Exchanges length-prefixed JSON messages with a child that is not trusted."""

import json
import re
import select
import socket
import struct
import time

_HEADER = struct.Struct(">I")
#: Maximum bytes of a reply. 16 MiB of JSON can take 400 MB as Python values.
REPLY_LIMIT = 16 << 20
#: Maximum number of values in a reply; each takes up to 100 bytes here.
VALUES_LIMIT = 2_000_000
_READ_BYTES = 1 << 16  #: bytes requested per read
#: The closing quote may be missing. If it were required, matching could take quadratic time.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


# Made once: the functions of the json module would make a new encoder or decoder per message.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


class GuestFault(BaseException):
    """The child broke the protocol or ended; ``reason`` becomes the detail of a verdict.

    Not an ``Exception``, so that a test which expects an exception cannot catch a crash.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class OffProtocol(GuestFault):
    """A reply that does not follow the protocol."""

    def __init__(self) -> None:
        super().__init__("a reply that does not follow the protocol")


class GuestGone(GuestFault):
    """The child closed the channel."""


class GuestLate(GuestFault):
    """The wall-clock deadline passed."""


class ReplyTooLong(GuestFault):
    """A reply with too many bytes or values."""


class Channel:
    """The host's end of a child's socket, with a wall-clock deadline for all exchanges."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection = connection
        self._connection.setblocking(False)
        self._poller = select.poll()
        self._poller.register(self._connection, select.POLLIN)
        self._deadline = deadline
        self._received = bytearray()
        self.received = 0  #: bytes of all messages so far

    def renew(self, deadline: float) -> None:
        """Set another deadline, for a child that serves many requests with a deadline each."""
        self._deadline = deadline

    def send(self, message: object) -> None:
        """Send a message.

        Raises:
            GuestFault: if the child does not read it before the deadline.
        """
        body = _encode(message).encode("ascii")
        rest = memoryview(_HEADER.pack(len(body)) + body)
        while rest:
            try:
                rest = rest[self._connection.send(rest) :]
            except BlockingIOError:
                self._wait(select.POLLOUT)
            except OSError as error:
                raise GuestGone("the program ended before it took the request") from error

    def receive(self) -> object:
        """Receive one message of at most :data:`REPLY_LIMIT` bytes.

        Raises:
            GuestFault: if no valid message arrives before the deadline.
        """
        (size,) = _HEADER.unpack(self._exactly(_HEADER.size))
        if size > REPLY_LIMIT:
            raise ReplyTooLong(f"a reply of {size} bytes; the limit is {REPLY_LIMIT}")
        reply = self._exactly(size)
        self.received += size
        if _count_values(reply) > VALUES_LIMIT:
            raise ReplyTooLong(f"a reply of more than {VALUES_LIMIT} values")
        try:
            return _decode(reply.decode("ascii"))
        except (ValueError, RecursionError) as error:
            raise OffProtocol from error

    def close(self) -> None:
        """Close this end; a child that is waiting for a request then ends."""
        self._connection.close()

    def _exactly(self, size: int) -> bytes:
        while len(self._received) < size:
            self._wait(select.POLLIN)
            try:
                part = self._connection.recv(max(_READ_BYTES, min(size - len(self._received), 1 << 20)))
            except BlockingIOError:
                continue
            except OSError as error:
                raise GuestGone("the program ended before it answered") from error
            if not part:
                raise GuestGone("the program ended before it answered")
            self._received += part
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    def _wait(self, events: int) -> None:
        self._poller.modify(self._connection, events)
        left = self._deadline - time.monotonic()
        if left <= 0 or not self._poller.poll(left * 1000):
            raise GuestLate("no answer within the wall-clock limit")


def _count_values(reply: bytes) -> int:
    """Return an upper estimate of the number of values in a reply."""

    def count(text: bytes) -> int:
        return text.count(b",") + text.count(b"[") + text.count(b"{") + 1

    number = count(reply)
    return number if number <= VALUES_LIMIT else count(_STRING.sub(b"", reply))
