"""One loopback server per test module; each test sets its own script."""

import struct
import zlib
from collections.abc import Iterator

import pytest
from loopback import Fault, LoopbackServer, Rule, Script


def png(width: int) -> bytes:
    """Return a small grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x80" * width for _ in range(4))
    head = struct.pack(">IIBBBBB", width, 4, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


FIRST, SECOND = png(3), png(5)


@pytest.fixture(scope="module")
def module_server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@pytest.fixture
def server(module_server: LoopbackServer) -> LoopbackServer:
    module_server.script = Script()
    return module_server


def script_with(fault: Fault | None) -> Script:
    return Script() if fault is None else Script(rules=(Rule(fault=fault),))
