"""Length-prefixed JSON on the child's own channel."""

import json
import socket
import struct

_HEADER = struct.Struct(">I")


def send(channel: socket.socket, message: object) -> None:
    """Send one message; ASCII escapes carry lone surrogates."""
    body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
    channel.sendall(_HEADER.pack(len(body)) + body)


def receive(channel: socket.socket) -> object:
    """Receive one message, or None when the host has closed the channel."""
    header = _exactly(channel, _HEADER.size)
    if header is None:
        return None
    body = _exactly(channel, _HEADER.unpack(header)[0])
    return None if body is None else json.loads(body)


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = channel.recv(min(size - len(parts), 1 << 20))
        if not part:
            return None
        parts += part
    return bytes(parts)
