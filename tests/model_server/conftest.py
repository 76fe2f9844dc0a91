"""A real model server on a CPU, started by the provider ``local`` in the same way as on a GPU machine."""

import asyncio
import base64
import io
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from benchmark.generation.prompts.message import Message, PicturePart, TextPart
from benchmark.generation.providers.local import LocalProvider
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request, Sampling

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tiny model."""
    folder = tmp_path_factory.mktemp("tiny") / "model"
    command = [sys.executable, str(ROOT / "lab" / "engines" / "tiny_vlm.py"), str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


class RunningServer:
    """The provider ``local`` with its server; all calls run on one event loop."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.local = LocalProvider(endpoint)
        self._runner = asyncio.Runner()

    def open(self) -> None:
        self._runner.run(self.local.open())

    def close(self) -> None:
        self._runner.run(self.local.close())
        self._runner.close()

    def ask(self, *parts: TextPart | PicturePart, **sampling: object) -> Reply:
        return self._runner.run(self.local.call(self._request(parts, **sampling)))

    def _request(self, parts: tuple[TextPart | PicturePart, ...], **sampling: Any) -> Request:
        given = Sampling(**{"temperature": 0.0, "max_tokens": 12, **sampling})
        messages = (Message(role="user", parts=parts),)
        return Request(model=self.endpoint.model, messages=messages, sampling=given)

    def together(self, prompts: Sequence[tuple[TextPart | PicturePart, ...]]) -> list[Reply]:
        """Make several calls at the same time."""

        async def call_all() -> list[Reply]:
            return await asyncio.gather(*(self.local.call(self._request(parts)) for parts in prompts))

        return self._runner.run(call_all())

    @property
    def base_url(self) -> str:
        """The address of the server."""
        engine = self.local._engine
        assert engine is not None
        return f"http://127.0.0.1:{engine.port}/v1"

    def text(self, *parts: TextPart | PicturePart, **sampling: object) -> str:
        (choice,) = self.ask(*parts, **sampling).choices
        return choice.text


@pytest.fixture(scope="session")
def served(weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    log = tmp_path_factory.mktemp("log") / "server.log"
    server = {"engine": "transformers", "start_seconds": 300}
    served = RunningServer(Endpoint(model=str(weights), server=server, log=log, timeout=120))
    served.open()
    yield served
    served.close()


def picture(shade: int, width: int = 40, height: int = 30) -> PicturePart:
    """Return a plain picture of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), (shade, 255 - shade, shade // 2)).save(file, "PNG")
    data = file.getvalue()
    return PicturePart(
        media_type="image/png",
        base64=base64.b64encode(data).decode(),
        width=width,
        height=height,
        size=len(data),
    )


def broken(part: PicturePart) -> PicturePart:
    """Return the first half of a picture's file."""
    return replace(part, base64=base64.b64encode(part.data[: part.size // 2]).decode())
