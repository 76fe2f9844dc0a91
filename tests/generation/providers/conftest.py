"""One loopback server per test module, and a function that calls our providers there."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loopback import Fault, LoopbackServer, Rule, Script

from benchmark.generation.asking.drive import open_provider
from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.providers import load
from benchmark.generation.wire.debug import Dump
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request, Sampling
from tests.sampling import gate_of

KEY = "a-key-of-nobody"
WORDS = (Message(role="user", parts=(TextPart(text="Write a function."),)),)
API_PROVIDERS = ("openai", "google", "google-legacy", "anthropic")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the session ``tests`` call the first provider alone; packages take a second to import."""
    for item in items:
        given = (
            item.callspec.params.values()
            if isinstance(item, pytest.Function) and hasattr(item, "callspec")
            else ()
        )
        if item.path.parent == Path(__file__).parent and set(API_PROVIDERS[1:]) & {*map(str, given)}:
            item.add_marker(gate_of("engines"))


@pytest.fixture(scope="module")
def module_server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@pytest.fixture
def server(module_server: LoopbackServer) -> LoopbackServer:
    module_server.script = Script()
    return module_server


@pytest.fixture
def ask(server: LoopbackServer) -> Callable[..., Reply]:
    """A function that makes one call of a provider to the server."""

    def call(
        name: str,
        fault: Fault | None = None,
        *,
        messages: tuple[Message, ...] = WORDS,
        draws: int = 1,
        extra: dict[str, object] | None = None,
        timeout: float = 10,
        script: Script | None = None,
        dump: Dump | None = None,
        **sampling: Any,
    ) -> Reply:
        server.script = replace(script or Script(), rules=() if fault is None else (Rule(fault=fault),))
        url = server.openai_url if name == "openai" else server.origin
        endpoint = Endpoint(
            model="m",
            base_url=url,
            api_key=KEY,
            timeout=timeout,
            draws_per_call=draws,
            extra=extra or {},
            dump=dump,
        )
        if name == "anthropic":
            sampling.setdefault("max_tokens", 200)
        request = Request(model="m", messages=messages, sampling=Sampling(**sampling), draws=draws)

        async def once() -> Reply:
            provider = load(name)(endpoint)
            async with open_provider(provider):
                return await provider.call(request)

        return asyncio.run(once())

    return call
