"""A stand-in for OpenAI's API: the loopback server of our tests, reached by its real name through a proxy.

Programs find it with the environment variables of :meth:`Vendor.environment`. Nothing else is changed, so
that the key, the address and the certificate are handled as they are with the real API.
"""

import hashlib
import random
import select
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from hosting import serving
from world import ROOT

from benchmark.core.task import Picture, Task

sys.path.insert(0, str(ROOT / "tests" / "generation"))
from loopback import ApiRequest, Fault, LoopbackServer, Rule, Script, Status

HOST, PORT = "api.openai.com", 443
KEY = "a-key-of-nobody"
_CERTIFICATE = Path(__file__).with_name("certificate.py")
DOWN = Status(code=503)
_WRONG = "```python\nraise NotImplementedError\n```"


@dataclass(frozen=True, slots=True)
class Models:
    """The behaviour of the stand-in."""

    served: tuple[str, ...]  #: ids of the models in its list
    solved: float = 0.9  #: share of the tasks that it answers correctly, others at each repetition
    resolves: Mapping[str, str] = field(default_factory=dict)  #: requested model → model that it names
    fingerprint: str = "fp_stand_in"
    failing: float = 0.0  #: share of the requests for answers that fail
    fault: Fault = DOWN  #: how they fail


class Vendor:
    """The stand-in. Its answers are the reference solutions of tasks, or nothing useful.

    Args:
        folder: a folder for its certificate.
        tasks: the tasks that its models can solve.
        models: its behaviour at first.
        python: an interpreter with the package cryptography.
        seed: seed of the answers.
    """

    def __init__(
        self, folder: Path, tasks: Sequence[Task], models: Models, *, python: Path, seed: int = 0
    ) -> None:
        self._certificate = folder / "vendor.pem"
        subprocess.run([str(python), str(_CERTIFICATE), str(self._certificate), HOST], check=True)
        self._tasks = [(task, _pictures(task)) for task in tasks]
        self._seed = seed
        self.models = models
        self._server: LoopbackServer | None = None
        self._proxy = ""

    def environment(self) -> dict[str, str]:
        """Return the environment variables with which programs reach the stand-in."""
        return {
            "HTTPS_PROXY": self._proxy,
            "https_proxy": self._proxy,
            "NO_PROXY": "127.0.0.1,localhost",
            "no_proxy": "127.0.0.1,localhost",
            "SSL_CERT_FILE": str(self._certificate),
            "OPENAI_API_KEY": KEY,
        }

    @property
    def asked(self) -> int:
        """Number of requests for answers so far."""
        return 0 if self._server is None else len(self._server.served)

    def answered(self, since: int = 0) -> set[str]:
        """Digests of the prompts that were answered, without the first ``since`` requests."""
        served = () if self._server is None else self._server.served[since:]
        return {request.digest for request in served if request.answered}

    def change(self, **changes: Any) -> None:
        """Change the behaviour from now on."""
        self.models = replace(self.models, **changes)
        if self._server is not None:
            self._server.script = self._script()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the server and its proxy during a ``with`` block."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._certificate)
        with LoopbackServer(self._script(), self._write, context) as server, _proxy(server.port) as address:
            self._server, self._proxy = server, address
            yield

    def _script(self) -> Script:
        models = self.models
        return Script(
            rules=(Rule(fault=models.fault, share=models.failing, by_prompt=True),),
            keys=frozenset({KEY}),
            models=frozenset(models.served),
            resolves=models.resolves,
            fingerprint=models.fingerprint,
        )

    def _write(self, request: ApiRequest, index: int, repetition: int) -> str:
        """Return the reference solution of the task that the prompt shows, or a wrong answer.

        It does not depend on the order of the requests. Of all tasks, exactly the stated share is answered
        correctly at each repetition: with a chance for each task, some nights would be bad by accident.
        """
        found = [
            number
            for number, (task, pictures) in enumerate(self._tasks)
            if task.starter_code in request.text and (not request.pictures or pictures == request.pictures)
        ]
        number = max(found, key=lambda number: len(self._tasks[number][0].starter_code))
        order = list(range(len(self._tasks)))
        random.Random(f"{self._seed}:{request.model}:{repetition}:{index}").shuffle(order)  # noqa: S311
        if order[number] >= self.models.solved * len(order):
            return _WRONG
        return f"```python\n{self._tasks[number][0].reference}\n```"


def _pictures(task: Task) -> tuple[str, ...]:
    """Return the SHA-256 of each picture of a task."""
    pictures = [part for part in task.parts if isinstance(part, Picture)]
    files = [(part.folder or Path()) / part.source for part in pictures]
    return tuple(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)


@contextmanager
def _proxy(port: int) -> Iterator[str]:
    """Run a proxy that connects the vendor's name to a port of this machine, and no other."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_CONNECT(self) -> None:
            self.close_connection = True
            if self.path != f"{HOST}:{PORT}":
                self.send_error(403)
                return
            with socket.create_connection(("127.0.0.1", port)) as there:
                self.send_response(200, "Connection established")
                self.end_headers()
                _relay(self.connection, there)

    with serving(Handler) as address:
        yield address


def _relay(here: socket.socket, there: socket.socket) -> None:
    """Copy bytes in both directions until one side ends."""
    other = {here: there, there: here}
    while True:
        for ready in select.select([here, there], [], [])[0]:
            try:
                data = ready.recv(1 << 16)
                other[ready].sendall(data)
            except OSError:
                return
            if not data:
                return
