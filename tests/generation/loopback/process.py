"""The server in a process of its own, for benchmarks: it takes no CPU time from its client."""

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from loopback.counts import ServedRequest, Totals, totals
from loopback.script import Script
from loopback.server import Addresses, LoopbackServer


class LoopbackProcess(Addresses):
    """A server that runs during a ``with`` block and uses the default writer."""

    def __init__(self, script: Script | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(script or Script(), theirs), daemon=True)
        self.port = 0

    @property
    def served(self) -> tuple[ServedRequest, ...]:
        """All requests for answers so far, in order of arrival."""
        served: tuple[ServedRequest, ...] = self._ask("served")
        return served

    @property
    def totals(self) -> Totals:
        """Totals over all requests for answers."""
        return totals(self.served)

    @property
    def others(self) -> tuple[str, ...]:
        """All requests that are not for answers."""
        others: tuple[str, ...] = self._ask("others")
        return others

    @property
    def most_at_once(self) -> int:
        """Maximum number of requests in progress at the same time."""
        most: int = self._ask("most_at_once")
        return most

    @property
    def cpu_seconds(self) -> float:
        """CPU time that the server has used so far."""
        seconds: float = self._ask("cpu_seconds")
        return seconds

    def follow(self, script: Script) -> None:
        """Use another script from the next request on."""
        self._ask("script", script)

    def __enter__(self) -> Self:
        self._process.start()
        self.port = self._ours.recv()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ours.send(("stop", None))
        self._process.join(10)
        self._ours.close()

    def _ask(self, what: str, value: object = None) -> Any:
        self._ours.send((what, value))
        return self._ours.recv()


def _serve(script: Script, theirs: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the client
    with LoopbackServer(script) as server:
        theirs.send(server.port)
        while True:
            try:
                what, value = theirs.recv()
            except EOFError:
                return
            match what:
                case "stop":
                    return
                case "script":
                    server.script = value
                    theirs.send(None)
                case "cpu_seconds":
                    theirs.send(sum(os.times()[:2]))
                case name:
                    theirs.send(getattr(server, name))
