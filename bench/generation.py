"""Generation beside the bare SDK, and the memory that a large run takes.

A server in a process of its own answers after 200 ms. The SDK alone and Sightbench ask it in turns for the
same completions at the same concurrency, both in this process; the ratio of their times is taken within each
round, and the median of the rounds is the result. Memory is the most that a process holds that generates
1,000 draws of 253 tasks with a picture each.
"""

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "generation"))

import openai
from loopback import LoopbackProcess, Script

from benchmark.core.suite import DrawProtocol
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.generation.prompts.template import PlainPrompt
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline.generate.generate import GenerationListener, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare

SECONDS = 0.2
COMPLETIONS = 1000
CONCURRENCY = 64
RATIO = 1.15  #: at most, our time in terms of the bare SDK's
TASKS, DRAWS, PER_CALL = 253, 1000, 100
MEMORY_MB = 400  #: at most, resident


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds of both sides, taken one after the other."""

    bare: float
    ours: float


def tasks(count: int, picture: Path | None = None) -> tuple[Task, ...]:
    """Tasks that only differ in a number."""
    check = FunctionCheck(tests=("assert f()",))
    shown = () if picture is None else (Picture(number=1, source=picture.name),)
    return tuple(
        Task(id=f"t{number}", check=check, parts=(Text(text=f"Write function {number}."), *shown))
        for number in range(count)
    )


def bare_sdk(base_url: str) -> float:
    """The SDK and nothing else: ask, keep the text."""

    async def all_of_them() -> None:
        client = openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0)
        slots = asyncio.Semaphore(CONCURRENCY)

        async def one(number: int) -> str | None:
            async with slots:
                reply = await client.chat.completions.create(
                    model="m",
                    messages=[{"role": "user", "content": f"Write function {number}."}],
                    temperature=0.0,
                    max_tokens=1024,
                )
                return reply.choices[0].message.content

        texts = await asyncio.gather(*map(one, range(COMPLETIONS)))
        await client.close()
        if not all(texts):
            raise SystemExit("the bare SDK got no text for some")

    began = time.monotonic()
    asyncio.run(all_of_them())
    return time.monotonic() - began


def sightbench(base_url: str, folder: Path) -> float:
    """All that `sightbench generate` does from its plan on, files included."""
    plan = GenerationPlan(
        tasks=tasks(COMPLETIONS),
        suite="custom",
        dataset="custom",
        setting="",
        prompt=PlainPrompt(),
        prompt_name="sightbench",
        protocol=DrawProtocol(id="greedy", draws=1, temperature=0.0),
        access=ModelAccess(
            provider="openai", model="m", base_url=base_url, limits=RateLimits(concurrency=CONCURRENCY)
        ),
        out=folder / "answers.jsonl",
    )
    began = time.monotonic()
    generate(plan, prepare(plan), quiet())
    took = time.monotonic() - began
    if len(plan.out.read_bytes().splitlines()) != COMPLETIONS:
        raise SystemExit("sightbench has not all completions")
    return took


def quiet() -> GenerationListener:
    """Nobody looks."""
    return GenerationListener(lambda _: None, lambda _: None, lambda _: None)


def rounds(count: int, told: Callable[[str], None]) -> list[Round]:
    """Both sides in turns; which one goes first alternates, after one of each to warm up."""
    found = []
    with LoopbackProcess(Script(seconds=SECONDS)) as server:
        for number in range(count + 1):
            with tempfile.TemporaryDirectory() as scratch:
                ours_first = number % 2 == 0
                ours = sightbench(server.openai_url, Path(scratch)) if ours_first else 0.0
                bare = bare_sdk(server.openai_url)
                ours = ours or sightbench(server.openai_url, Path(scratch))
            if number:
                found.append(Round(bare, ours))
                told(f"round {number}: bare SDK {bare:.2f} s, sightbench {ours:.2f} s, {ours / bare:.3f}")
    return found


def memory_mb() -> float:
    """The most that this process held, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def large_run(base_url: str, folder: Path) -> None:
    """1,000 draws of 253 tasks, each with a picture; prints what it took."""
    from PIL import Image

    noise = Image.effect_noise((1024, 768), 60)
    noise.save(folder / "1.png")
    plan = GenerationPlan(
        tasks=tasks(TASKS, folder / "1.png"),
        suite="custom",
        dataset="custom",
        setting="",
        prompt=PlainPrompt(),
        prompt_name="sightbench",
        protocol=DrawProtocol(id="sampled-1000", draws=DRAWS, temperature=0.8, top_p=0.95),
        access=ModelAccess(
            provider="openai",
            model="m",
            base_url=base_url,
            draws_per_call=PER_CALL,
            limits=RateLimits(concurrency=CONCURRENCY),
        ),
        out=folder / "answers.jsonl",
        folders=dict.fromkeys((f"t{number}" for number in range(TASKS)), folder),
    )
    before = memory_mb()
    manifest = generate(plan, prepare(plan), quiet())
    print(
        json.dumps(
            {
                "completions": manifest.totals.completions,
                "before_mb": before,
                "memory_mb": memory_mb(),
                "file_mb": plan.out.stat().st_size / 2**20,
                "picture_mb": (folder / "1.png").stat().st_size / 2**20,
            }
        )
    )


def measured_memory() -> dict[str, float]:
    """What :func:`large_run` says, from a process of its own."""
    with LoopbackProcess() as server, tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, __file__, "--large", server.openai_url, scratch]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    said: dict[str, float] = json.loads(done.stdout)
    return said


def main() -> int:
    """Measure, print, and say whether it is what it should be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-memory", action="store_true")
    parser.add_argument("--large", nargs=2, metavar=("URL", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.large:
        large_run(options.large[0], Path(options.large[1]))
        return 0
    found = rounds(options.rounds, print)
    ratio = statistics.median(one.ours / one.bare for one in found)
    print(
        f"{COMPLETIONS} completions at concurrency {CONCURRENCY}, {SECONDS * 1000:.0f} ms each:"
        f" {ratio:.3f} × the bare SDK (at most {RATIO})"
    )
    good = ratio <= RATIO
    if not options.no_memory:
        said = measured_memory()
        print(
            f"{said['completions']:,.0f} completions ({TASKS} tasks × {DRAWS} draws, a picture of"
            f" {said['picture_mb']:.1f} MiB each, {said['file_mb']:.0f} MiB written):"
            f" {said['memory_mb']:.0f} MiB, {said['before_mb']:.0f} of them before it (at most {MEMORY_MB})"
        )
        good = good and said["memory_mb"] <= MEMORY_MB
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
