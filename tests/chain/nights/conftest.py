from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import LoopbackServer
from night_world import NightWorld

from benchmark.generation.providers import openai as provider
from tests.conftest import Sightbench


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    """A server on loopback instead of OpenAI's, with a made-up key for it."""
    with LoopbackServer() as running:
        monkeypatch.setattr(provider, "VENDOR_URL", running.openai_url)
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-of-nobody-0")
        yield running


@pytest.fixture
def world(
    tiny: object,  # noqa: ARG001 - registers the suite
    tmp_path: Path,
    server: LoopbackServer,
    in_process: Sightbench,
) -> NightWorld:
    return NightWorld(tmp_path, server, in_process)
