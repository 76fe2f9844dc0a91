"""HTTP/1.1 on one connection, which can also break off replies in several ways."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from loopback.wire import HttpRequest

_HEAD_LIMIT = 64 * 1024
_DRIBBLES = 10  #: number of pieces in which a body is sent slowly
_CHUNK = 16 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply, and how it ends."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Literal["whole", "cut", "drop", "drop after headers", "hang"] = "whole"
    chunked: bool = False
    dribble: float = 0.0  #: seconds over which the body is sent


#: Answers a request; cancelled when the client disconnects. The second part of its result is called when the
#: whole reply was passed to the operating system.
Handler = Callable[[HttpRequest], Awaitable[tuple[Reply, Callable[[], None]]]]


class Connection(asyncio.Protocol):
    """Reads one request after the other and sends the handler's replies."""

    def __init__(self, handler: Handler, opened: set["Connection"]) -> None:
        self._handler = handler
        self._opened = opened
        self._received = bytearray()
        self._task: asyncio.Task[None] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._opened.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._opened.discard(self)
        self._transport = None
        if self._task is not None:
            self._task.cancel()

    def data_received(self, data: bytes) -> None:
        self._received += data
        self._next()

    def close(self) -> None:
        """End the connection now."""
        if self._transport is not None:
            self._transport.abort()

    def _next(self) -> None:
        if self._task is not None:
            return
        incoming = self._whole_request()
        if incoming is not None:
            self._task = asyncio.get_running_loop().create_task(self._reply(incoming))
            self._task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            task.result()
            if self._transport is not None:
                self._next()

    def _whole_request(self) -> HttpRequest | None:
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            if len(self._received) > _HEAD_LIMIT:
                self.close()
            return None
        first, *lines = bytes(self._received[:end]).decode("latin-1").split("\r\n")
        headers = {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
        }
        start = end + 4
        after = start + int(headers.get("content-length") or 0)
        if len(self._received) < after:
            return None
        body = bytes(self._received[start:after])
        del self._received[:after]
        method, target, _ = first.split(" ", 2)
        parts = urlsplit(target)
        return HttpRequest(
            method=method,
            path=unquote(parts.path),
            query=dict(parse_qsl(parts.query)),
            headers=headers,
            body=body,
        )

    async def _reply(self, incoming: HttpRequest) -> None:
        reply, sent = await self._handler(incoming)
        if reply.ending == "hang":
            await asyncio.Event().wait()
        if self._transport is None:
            return
        if reply.ending == "drop":
            self._transport.abort()
            return
        await self._send(self._transport, reply, sent)

    async def _send(self, transport: asyncio.Transport, reply: Reply, sent: Callable[[], None]) -> None:
        head = _head(reply)
        if reply.ending == "drop after headers":
            transport.write(head)
            await asyncio.sleep(0.01)  # otherwise the reset would overtake the headers
            transport.abort()
            return
        body = reply.body
        if reply.ending == "cut":
            body = body[: len(body) // 2]
        if reply.chunked:
            body = b"".join(
                b"%x\r\n%b\r\n" % (len(piece), piece)
                for piece in (body[at : at + _CHUNK] for at in range(0, len(body), _CHUNK))
            )
        data = head + body
        if reply.dribble:
            for _ in range(_DRIBBLES - 1):
                piece, data = data[: len(data) // _DRIBBLES], data[len(data) // _DRIBBLES :]
                transport.write(piece)
                await asyncio.sleep(reply.dribble / (_DRIBBLES - 1))
        if reply.ending == "whole":
            sent()  # before writing, so that the reply is counted as soon as the client has read it
        transport.write(data)
        if reply.ending == "cut":
            transport.close()


def _head(reply: Reply) -> bytes:
    try:
        phrase = HTTPStatus(reply.status).phrase
    except ValueError:
        phrase = "Unknown"
    length = {"transfer-encoding": "chunked"} if reply.chunked else {"content-length": str(len(reply.body))}
    lines = [f"{name}: {value}" for name, value in {**reply.headers, **length}.items()]
    return "\r\n".join([f"HTTP/1.1 {reply.status} {phrase}", *lines, "", ""]).encode("latin-1")
