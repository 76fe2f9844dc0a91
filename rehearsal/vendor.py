"""A stand-in for OpenAI's API: the loopback server of our tests, reached by its real name through a proxy.

Programs find it with the environment variables of :meth:`Vendor.environment`. Nothing else is changed, so
that the key, the address and the certificate are handled as they are with the real API.
"""

import asyncio
import datetime
import hashlib
import random
import ssl
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from world import ROOT

from benchmark.core.task import Picture, Task

sys.path.insert(0, str(ROOT / "tests" / "generation"))
from loopback import ApiRequest, LoopbackServer, Rule, Script, Status

HOST, PORT = "api.openai.com", 443
KEY = "a-key-of-nobody"
_LINE_LIMIT = 4096  #: maximum bytes of a line of a CONNECT request
_WRONG = "```python\nraise NotImplementedError\n```"


@dataclass(slots=True)
class Models:
    """The behaviour of the stand-in; it may be changed at any time."""

    served: tuple[str, ...]  #: ids of the models in its list
    chance: float = 0.9  #: chance of a right answer, for each task
    resolves: Mapping[str, str] = field(default_factory=dict)  #: requested model → model that it names
    fingerprint: str = "fp_stand_in"
    is_down: bool = False  #: whether every request fails


class Vendor:
    """The stand-in. Its answers are the reference solutions of tasks, or nothing useful.

    Args:
        folder: a folder for its certificate.
        tasks: the tasks that its models can solve.
        seed: seed of the answers.
    """

    def __init__(self, folder: Path, tasks: Sequence[Task], models: Models, seed: int = 0) -> None:
        self._certificate = folder / "vendor.pem"
        _write_certificate(self._certificate)
        self._tasks = [(task, _pictures(task)) for task in tasks]
        self._seed = seed
        self._models = models
        self._server: LoopbackServer | None = None
        self._proxy_port = 0

    def environment(self) -> dict[str, str]:
        """Return the environment variables with which programs reach the stand-in."""
        proxy = f"http://127.0.0.1:{self._proxy_port}"
        proxies = {name: proxy for name in ("HTTPS_PROXY", "https_proxy")}
        direct = {name: "127.0.0.1,localhost" for name in ("NO_PROXY", "no_proxy")}
        return {**proxies, **direct, "SSL_CERT_FILE": str(self._certificate), "OPENAI_API_KEY": KEY}

    @property
    def asked(self) -> int:
        """Number of answers that were asked for."""
        return 0 if self._server is None else len(self._server.served)

    def change(self, **fields: object) -> None:
        """Change the behaviour; the names are those of :class:`Models`."""
        self._models = replace(self._models, **fields)
        if self._server is not None:
            self._server.script = self._script()

    @contextmanager
    def running(self) -> Iterator["Vendor"]:
        """Run the server and its proxy during a ``with`` block."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._certificate)
        with (
            LoopbackServer(self._script(), self._write, context) as self._server,
            _proxy(self._server.port) as port,
        ):
            self._proxy_port = port
            yield self

    def _script(self) -> Script:
        models = self._models
        down = (Rule(fault=Status(code=503)),) if models.is_down else ()
        return Script(
            rules=down,
            keys=frozenset({KEY}),
            models=frozenset(models.served),
            resolves=models.resolves,
            fingerprint=models.fingerprint,
        )

    def _write(self, request: ApiRequest, index: int, repetition: int) -> str:
        """Return the reference solution of the task that the prompt shows, or a wrong answer.

        It does not depend on the order of the requests.
        """
        draw = f"{self._seed}:{request.digest}:{repetition}:{index}"
        if random.Random(draw).random() >= self._models.chance:  # noqa: S311 - not for secrets
            return _WRONG
        found = [
            task
            for task, pictures in self._tasks
            if task.starter_code in request.text and (not request.pictures or pictures == request.pictures)
        ]
        task = max(found, key=lambda task: len(task.starter_code))
        return f"```python\n{task.reference}\n```"


def _pictures(task: Task) -> tuple[str, ...]:
    pictures = [part for part in task.parts if isinstance(part, Picture)]
    return tuple(
        hashlib.sha256((part.folder or Path()).joinpath(part.source).read_bytes()).hexdigest()
        for part in pictures
    )


def _write_certificate(path: Path) -> None:
    """Write a certificate of the host, signed by itself, with its private key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    since, until = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2020, 2099))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), since, until)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(made.public_bytes(pem) + private)


@contextmanager
def _proxy(port: int) -> Iterator[int]:
    """Run a proxy that connects the vendor's name to a port of this machine, and no other; yield its port."""
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    stop = asyncio.Event()
    found: list[int] = []

    async def serve() -> None:
        server = await asyncio.start_server(lambda *streams: _connect(*streams, port), "127.0.0.1", 0)
        found.append(server.sockets[0].getsockname()[1])
        ready.set()
        await stop.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Answer one CONNECT request."""
    try:
        line = (await reader.readline())[:_LINE_LIMIT].decode("latin-1")
        while (await reader.readline()).strip():
            pass
        if line.split()[:2] != ["CONNECT", f"{HOST}:{PORT}"]:
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            return
        there, back = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await writer.drain()
        await asyncio.gather(_copy(reader, back), _copy(there, writer))
    except OSError:
        pass  # one of the two sides is gone
    finally:
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()
