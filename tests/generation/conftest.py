"""A fixture that makes a whole run over one file against the loopback server, with short waits."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from loopback import LoopbackServer

from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.asking.job import GenerationJob
from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import Tally
from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.providers import load
from benchmark.generation.record.store import Store
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.request import Sampling
from benchmark.pipeline.generate.generation_file import count_completions

KEY = "a-key-of-nobody"
HASTY = Patience(wait_initial=0.01, wait_max=0.05, breaker_pause=0.05, retry_after_max=2)


@dataclass
class RunResult:
    """The result of a run."""

    tally: Tally
    run: GenerationRun
    path: Path
    error: BaseException | None = None
    lines: list[dict[str, Any]] = field(default_factory=list)

    @property
    def keys(self) -> list[tuple[str, int]]:
        return sorted((line["task_id"], line["draw"]) for line in self.lines)


Generate = Callable[..., RunResult]


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@pytest.fixture
def generate(server: LoopbackServer, tmp_path: Path) -> Generate:
    """A function that generates ``tasks`` × ``draws`` samples; it returns the run's error with the result."""

    def run_to_end(
        *,
        tasks: int = 5,
        draws: int = 1,
        per_call: int = 1,
        timeout: float = 60,  # a loaded machine answers late, and a call given up is sent twice
        path: Path | None = None,
        during: Callable[[GenerationRun], None] | None = None,
        sampling: Sampling | None = None,
        keep: Callable[[float], object] = lambda _: None,
        words: Callable[[str, int], str] | None = None,
        provider_name: str = "openai",
        model: str = "m",
        key: str = KEY,
        **job: Any,
    ) -> RunResult:
        path = path or tmp_path / "answers.jsonl"
        ids = [f"t{number}" for number in range(tasks)]
        endpoint = Endpoint(
            model=model,
            base_url=server.openai_url if provider_name == "openai" else server.origin,
            api_key=key,
            draws_per_call=per_call,
            timeout=timeout,
        )

        def messages(task_id: str, draw: int) -> tuple[Message, ...]:
            text = f"Write {task_id}." if words is None else words(task_id, draw)
            return (Message(role="user", parts=(TextPart(text=text),)),)

        async def once() -> RunResult:
            provider = load(provider_name)(endpoint)
            settings = {"patience": HASTY, "keys": (key,), "url": endpoint.base_url, **job}
            generation_job = GenerationJob(
                provider=provider,
                model=model,
                sampling=sampling or Sampling(temperature=0.0, max_tokens=100),
                messages=messages,
                **settings,
            )
            have = SamplesPresent(ids, draws)
            with Store.open(path) as store:
                tally = Tally(wanted=have.wanted)
                if not store.empty:
                    count_completions(path, have, tally)
                run = GenerationRun(generation_job, have, store, tally, keep)
                done = RunResult(tally, run, path)
                async with open_provider(provider):
                    if during is not None:
                        asyncio.get_running_loop().call_later(0, during, run)
                    try:
                        await run.run()
                    except Exception as error:  # noqa: BLE001 - the test examines it
                        done.error = error
            done.lines = [json.loads(line) for line in path.read_text().splitlines()]
            return done

        return asyncio.run(once())

    return run_to_end
