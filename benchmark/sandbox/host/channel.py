"""Exchanges length-prefixed messages with a child that is not trusted; those of the child are JSON."""

import json
import select
import socket
import time

from benchmark.sandbox.guest.shapes import PREFIX

#: Maximum bytes of a reply.
REPLY_LIMIT = 16 << 20
#: Maximum bytes of memory that a reply takes here: its text, its JSON values, and lists of them. Without this
#: limit 16 MiB of JSON could take a gigabyte.
REPLY_MEMORY_LIMIT = 192 << 20
#: Upper estimates of the memory that JSON takes here, by its characters outside of strings. A comma counts
#: for a value, a colon for a key, a quote for half a string. Measured with CPython 3.11 on 64 bits.
_MEMORY_OF_CHARACTER = {b",": 64, b"[": 152, b"{": 40, b":": 160, b'"': 16}
_TEXT_COPIES = 4  #: copies of the text that exist at the same time
#: As ``_TEXT_COPIES``, for a text with escapes: a string with one wide character has 4 bytes per character.
_WIDE_COPIES = 8
#: A reply of at most this many bytes never takes too much memory.
_SHORT_REPLY = REPLY_MEMORY_LIMIT // (max(_MEMORY_OF_CHARACTER.values()) + _WIDE_COPIES)
_READ_BYTES = 1 << 16  #: bytes requested per read


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


# Made once: the functions of the json module would make a new encoder or decoder per message.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode


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
    """A reply that is too long, or takes too much memory here."""


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

    def send(self, message: object) -> None:
        """Send a message of JSON; see :meth:`send_bytes`."""
        self.send_bytes(_encode(message).encode("ascii"))

    def send_bytes(self, body: bytes) -> None:
        """Send a message.

        Raises:
            GuestFault: if the child does not read it before the deadline.
        """
        rest = memoryview(PREFIX.pack(len(body)) + body)
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
        if len(self._received) < PREFIX.size:
            self._receive_until(PREFIX.size)
        (size,) = PREFIX.unpack_from(self._received)
        if size > REPLY_LIMIT:
            raise ReplyTooLong(f"a reply of {size} bytes; the limit is {REPLY_LIMIT}")
        end = PREFIX.size + size
        if len(self._received) < end:
            self._receive_until(end)
        reply = bytes(self._received[PREFIX.size : end])
        del self._received[:end]
        self.received += size
        if size > _SHORT_REPLY and _memory_of(reply) > REPLY_MEMORY_LIMIT:
            raise ReplyTooLong(f"a reply that takes more than {REPLY_MEMORY_LIMIT >> 20} MiB of memory")
        try:
            text = reply.decode("ascii").strip(" \t\n\r")
            message, end = _decode(text)
            if end != len(text):
                raise OffProtocol
            return _nested(message) if type(message) is list else message
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise OffProtocol from error

    def wait_for_end(self, seconds: float) -> None:
        """Wait for ``seconds``, or until the child closes its end; its messages can still be received."""
        self._poller.modify(self._connection, 0)
        self._poller.poll(seconds * 1000)

    def close(self) -> None:
        """Close this end; a child that is waiting for a request then ends."""
        self._connection.close()

    def _receive_until(self, size: int) -> None:
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

    def _wait(self, events: int) -> None:
        self._poller.modify(self._connection, events)
        left = self._deadline - time.monotonic()
        if left <= 0 or not self._poller.poll(left * 1000):
            raise GuestLate("no answer within the wall-clock limit")


def _nested(flat: list[object]) -> object:
    """Return a message that the guest has sent without nesting; see ``_flattened`` in the guest's frames.

    Each list or dict is named once, by an earlier one. Otherwise few bytes could make many values.
    """
    made: dict[int, object] = {}

    def named(item: object) -> object:
        if not isinstance(item, list | dict):
            return item
        (place,) = item
        return made.pop(place)

    for place in reversed(range(len(flat))):
        container = flat[place]
        if isinstance(container, dict):
            made[place] = {key: named(item) for key, item in container.items()}
        elif isinstance(container, list):
            made[place] = [named(item) for item in container]
    return made[0]


def _memory_of(reply: bytes) -> int:
    """Return an upper estimate of the memory in bytes that a reply takes here."""
    texts = len(reply) * (_WIDE_COPIES if b"\\u" in reply else _TEXT_COPIES)
    memory = texts + _estimate(reply)
    if memory <= REPLY_MEMORY_LIMIT:
        return memory
    # Count again without what is inside of strings, in pieces: a list of all strings could take a gigabyte.
    delimited = reply.replace(b"\\\\", b"").replace(b'\\"', b"")
    memory, in_string = texts, 0
    for start in range(0, len(delimited), _READ_BYTES):
        parts = delimited[start : start + _READ_BYTES].split(b'"')
        memory += _estimate(b"".join(parts[in_string::2])) + (len(parts) - 1) * _MEMORY_OF_CHARACTER[b'"']
        in_string ^= (len(parts) - 1) & 1
    return memory


def _estimate(structure: bytes) -> int:
    return sum(structure.count(character) * size for character, size in _MEMORY_OF_CHARACTER.items())
