"""Sends and receives length-prefixed messages on the child's channel: JSON, or the host's pickles."""

import json
import socket
from typing import Any

from .shapes import PREFIX

_READ = 1 << 16
# Made once: the functions of the json module would make a new encoder or decoder per message.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder().decode


def send(channel: socket.socket, message: object, *, flat: bool = False) -> None:
    """Send one message, in ASCII so that lone surrogates are escaped; ``flat`` sends it without nesting."""
    send_bytes(channel, _encode(_flattened(message) if flat else message).encode("ascii"))


def _flattened(message: object) -> list[object]:
    """Return a message without nesting: its lists and dicts, in each of which ``[n]`` stands for the n-th."""
    containers: list[Any] = [message]  #: grows while it is read
    flat: list[object] = []

    def name(item: object) -> object:
        if not isinstance(item, list | tuple | dict):
            return item
        containers.append(item)
        return [len(containers) - 1]

    for container in containers:
        if isinstance(container, dict):
            flat.append({key: name(item) for key, item in container.items()})
        else:
            flat.append([name(item) for item in container])
    return flat


def send_bytes(channel: socket.socket, body: bytes) -> None:
    """Send the bytes of one message."""
    channel.sendall(PREFIX.pack(len(body)) + body)


def receive(channel: socket.socket) -> object:
    """Receive one message of JSON, or None if the host has closed the channel; see :func:`receive_bytes`."""
    body = receive_bytes(channel)
    return None if body is None else _decode(body.decode("ascii"))


def receive_bytes(channel: socket.socket) -> bytes | None:
    """Receive the bytes of one message, or None if the host has closed the channel.

    The host sends a message only after the previous one is answered, so all data belongs to one message.

    Raises:
        ConnectionError: if more data arrives, as when two threads ask the host at the same time.
    """
    text = channel.recv(_READ)
    while 0 < len(text) < PREFIX.size:
        more = channel.recv(_READ)
        text = text + more if more else b""
    if not text:
        return None
    size = PREFIX.size + PREFIX.unpack_from(text)[0]
    if len(text) < size:
        parts = bytearray(text)
        while len(parts) < size:
            part = channel.recv(min(size - len(parts), 1 << 20))
            if not part:
                return None
            parts += part
        text = bytes(parts)
    if len(text) > size:
        raise ConnectionError("two messages at once")
    return text[PREFIX.size :]
