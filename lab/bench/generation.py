"""Compare the speed of generation with that of the bare SDK, and measure the memory of a large run.

A server in a process of its own answers after 200 ms. First, the SDK alone and Sightbench take turns in this
process: they request the same completions with the same concurrency. The result is the median ratio of their
times over all rounds. Then the script ``plain_sdk.py`` and ``sightbench generate`` take turns as whole
processes, from the start of Python to its end, with one picture per task. The results are the median ratios
of their times and of their CPU seconds over all rounds.

Memory is the maximum of a process that generates 1,000 draws of 253 tasks with one picture each.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "generation"))

import openai
from loopback import LoopbackProcess, Script

from benchmark.core.suite import DrawProtocol
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline.generate.generate import GenerationListener, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.suites.template_prompt import PlainPrompt

SECONDS = 0.2
COMPLETIONS = 1000
CONCURRENCY = 64
RATIO = 1.15  #: maximum of our time divided by that of the bare SDK
TASKS, DRAWS, PER_CALL = 253, 1000, 100
PICTURE_SIDES = (400, 300)  #: px
MEMORY_MB = 400  #: maximum of resident memory, MiB


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds of both sides, measured one after the other."""

    bare: float
    ours: float


def tasks(count: int, picture: Path | None = None) -> tuple[Task, ...]:
    """Return tasks that differ only in a number."""
    check = FunctionCheck(tests=("assert f()",))
    pictures = () if picture is None else (Picture(number=1, source=picture.name),)
    return tuple(
        Task(id=f"t{number}", check=check, parts=(Text(text=f"Write function {number}."), *pictures))
        for number in range(count)
    )


def bare_sdk(base_url: str) -> float:
    """Generate with the SDK alone, keeping only the texts; return the seconds."""

    async def request_all() -> None:
        client = openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0)
        slots = asyncio.Semaphore(CONCURRENCY)

        async def request(number: int) -> str | None:
            async with slots:
                reply = await client.chat.completions.create(
                    model="m",
                    messages=[{"role": "user", "content": f"Write function {number}."}],
                    temperature=0.0,
                    max_tokens=1024,
                )
                return reply.choices[0].message.content

        texts = await asyncio.gather(*map(request, range(COMPLETIONS)))
        await client.close()
        if not all(texts):
            raise SystemExit("the bare SDK got no text for some completions")

    began = time.monotonic()
    asyncio.run(request_all())
    return time.monotonic() - began


def sightbench(base_url: str, folder: Path) -> float:
    """Do what ``sightbench generate`` does once it has a plan, files included; return the seconds."""
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
    seconds = time.monotonic() - began
    if len(plan.out.read_bytes().splitlines()) != COMPLETIONS:
        raise SystemExit("sightbench did not write all completions")
    return seconds


def quiet() -> GenerationListener:
    """Return a listener that shows nothing."""
    return GenerationListener(lambda _: None, lambda _: None, lambda _: None)


def rounds(count: int, report: Callable[[str], None]) -> list[Round]:
    """Measure both sides in turns; the order alternates, and a first round to warm up is left out."""
    measured = []
    with LoopbackProcess(Script(seconds=SECONDS)) as server:
        for number in range(count + 1):
            with tempfile.TemporaryDirectory() as scratch:
                ours_first = number % 2 == 0
                ours = sightbench(server.openai_url, Path(scratch)) if ours_first else 0.0
                bare = bare_sdk(server.openai_url)
                ours = ours or sightbench(server.openai_url, Path(scratch))
            if number:
                measured.append(Round(bare, ours))
                report(f"round {number}: bare SDK {bare:.2f} s, sightbench {ours:.2f} s, {ours / bare:.3f}")
    return measured


@dataclass(frozen=True, slots=True)
class ProcessSeconds:
    """Seconds of a whole process, or ratios of them."""

    wall: float
    cpu: float  #: user and system


def whole_process(command: list[str], cache: Path) -> ProcessSeconds:
    """Run a Python program to its end, with compiled modules as an installed package has them."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"exit code {process.returncode}: {' '.join(command)}")
    return ProcessSeconds(time.monotonic() - began, used.ru_utime + used.ru_stime)


def write_picture_tasks(folder: Path) -> Path:
    """Write tasks with a picture each; return their file."""
    from PIL import Image

    file = folder / "tasks.jsonl"
    with file.open("w") as lines:
        for number in range(COMPLETIONS):
            name = f"{number}.png"
            Image.effect_noise(PICTURE_SIDES, 1).convert("1").save(folder / name)
            task = {
                "id": f"t{number}",
                "prompt": f"Write function {number}. ![image](1.png)",
                "images": [name],
                "entry_point": "f",
                "check": {"kind": "function", "tests": ["assert f()"]},
            }
            lines.write(json.dumps(task) + "\n")
    return file


def whole_rounds(count: int, report: Callable[[str], None]) -> ProcessSeconds:
    """Measure whole processes in turns, after a round to warm up; return the medians of ours ÷ bare SDK."""
    bare: list[ProcessSeconds] = []
    ours: list[ProcessSeconds] = []
    with LoopbackProcess(Script(seconds=SECONDS)) as server, tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        file, url = str(write_picture_tasks(folder)), server.openai_url
        plain = [str(Path(__file__).with_name("plain_sdk.py")), url, file, str(folder / "plain.jsonl")]
        options = ["--model_name", "openai/m", "--base-url", url, "--tasks", file]
        for number in range(count + 1):
            bare.append(whole_process([*plain, str(CONCURRENCY)], folder / "cache"))
            out = ["--prediction_file", str(folder / f"{number}.json"), "--concurrency", str(CONCURRENCY)]
            ours.append(whole_process(["-m", "benchmark", "generate", *options, *out], folder / "cache"))
            if number:
                report(
                    f"process {number}: bare SDK {bare[-1].wall:.2f} s, {bare[-1].cpu:.2f} s of CPU;"
                    f" sightbench {ours[-1].wall:.2f} s, {ours[-1].cpu:.2f} s of CPU"
                )
    pairs = list(zip(ours[1:], bare[1:], strict=True))
    return ProcessSeconds(
        statistics.median(our.wall / plain.wall for our, plain in pairs),
        statistics.median(our.cpu / plain.cpu for our, plain in pairs),
    )


def memory_mb() -> float:
    """Return the maximum memory of this process so far, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def large_run(base_url: str, folder: Path) -> None:
    """Generate 1,000 draws of 253 tasks with one picture each; print the memory as JSON."""
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


def measure_memory() -> dict[str, float]:
    """Run :func:`large_run` in a process of its own and return what it prints."""
    with LoopbackProcess() as server, tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, __file__, "--large", server.openai_url, scratch]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def main() -> int:
    """Measure and print; return 1 if a limit is exceeded."""
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
    measured = rounds(options.rounds, print)
    ratio = statistics.median(times.ours / times.bare for times in measured)
    print(
        f"{COMPLETIONS} completions at concurrency {CONCURRENCY}, {SECONDS * 1000:.0f} ms each:"
        f" {ratio:.3f} × the time of the bare SDK (limit {RATIO})"
    )
    whole = whole_rounds(options.rounds, print)
    print(
        f"{COMPLETIONS} completions with a picture each, start-up included:"
        f" {whole.wall:.3f} × the time and {whole.cpu:.3f} × the CPU time of the bare SDK (limit {RATIO})"
    )
    good = max(ratio, whole.wall, whole.cpu) <= RATIO
    if not options.no_memory:
        memory = measure_memory()
        print(
            f"{memory['completions']:,.0f} completions ({TASKS} tasks × {DRAWS} draws, a picture of"
            f" {memory['picture_mb']:.1f} MiB each, {memory['file_mb']:.0f} MiB written):"
            f" {memory['memory_mb']:.0f} MiB, of which {memory['before_mb']:.0f} MiB before the run"
            f" (limit {MEMORY_MB})"
        )
        good = good and memory["memory_mb"] <= MEMORY_MB
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
