"""The server in a thread of this process, for tests, and in a process of its own, for benchmarks."""

import asyncio
import contextlib
import multiprocessing
import signal
import ssl
import threading
from multiprocessing.connection import Connection as Pipe
from types import TracebackType
from typing import Self

from loopback.answering import RequestHandler
from loopback.batches import BatchServer
from loopback.connection import Connection
from loopback.script import Script
from loopback.wire import HttpRequest, ServedRequest, Totals, totals
from loopback.writing import Writer

HOST = "127.0.0.1"


class Addresses:
    """The addresses of the server for each SDK."""

    port: int
    scheme = "http"

    @property
    def origin(self) -> str:
        """The address for google-genai and anthropic."""
        return f"{self.scheme}://{HOST}:{self.port}"

    @property
    def openai_url(self) -> str:
        """The address for openai."""
        return f"{self.origin}/v1"


class LoopbackServer(Addresses):
    """A server that runs during a ``with`` block.

    Args:
        script: its behaviour; may be replaced at any time.
        writer: writes the answers; None for :func:`loopback.writing.default_writer`.
        tls: the certificate with which the server speaks HTTPS; None for plain HTTP.
    """

    def __init__(
        self, script: Script | None = None, writer: Writer | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        self._tls = tls
        self.scheme = "http" if tls is None else "https"
        self._answering = RequestHandler(script or Script(), writer)
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="loopback", daemon=True)
        self.port = 0

    @property
    def script(self) -> Script:
        """The script for the next requests."""
        return self._answering.script

    @script.setter
    def script(self, script: Script) -> None:
        self._answering.script = script

    @property
    def served(self) -> tuple[ServedRequest, ...]:
        """All requests for answers so far, in order of arrival."""
        return tuple(self._answering.served)

    @property
    def totals(self) -> Totals:
        """Totals over all requests for answers."""
        return totals(self.served)

    @property
    def others(self) -> tuple[str, ...]:
        """All requests that are not for answers, including malformed ones."""
        return tuple(self._answering.others)

    @property
    def batches(self) -> BatchServer:
        """The batches of this server."""
        return self._answering.batches

    @property
    def list_requests(self) -> tuple[HttpRequest, ...]:
        """All requests for a page of the scripted list of models."""
        return tuple(self._answering.list_requests)

    @property
    def most_at_once(self) -> int:
        """Maximum number of requests in progress at the same time."""
        return self._answering.most_at_once

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        opened: set[Connection] = set()
        listening = await self._loop.create_server(
            lambda: Connection(self._answering.handle, opened), HOST, 0, backlog=1024, ssl=self._tls
        )
        self.port = listening.sockets[0].getsockname()[1]
        self._started.set()
        await self._stop.wait()
        # A connection that was just accepted needs two more steps, and would be left open by a closed server.
        self._loop.remove_reader(listening.sockets[0].fileno())
        for _ in range(2):
            await asyncio.sleep(0)
        listening.close()
        for connection in list(opened):
            connection.close()
        await listening.wait_closed()
        waiting = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        while opened:  # a step later their sockets are closed
            await asyncio.sleep(0)


class LoopbackProcess(Addresses):
    """A server in a process of its own, so that it takes no CPU time from its client."""

    def __init__(self, script: Script | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(script or Script(), theirs), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        self.port = self._ours.recv()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ours.close()
        self._process.join(10)


def _serve(script: Script, theirs: Pipe) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the client
    with LoopbackServer(script) as server, contextlib.suppress(EOFError):
        theirs.send(server.port)
        theirs.recv()
