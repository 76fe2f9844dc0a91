"""The page about growth, from the figures in ``growth.json``: ``./noxw -s bench -- growth`` writes both."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import report

from benchmark.files.atomic import write_atomic

FILE = Path(__file__).with_name("growth.json")
PAGE = Path(__file__).parents[2] / "site" / "pages" / "evaluation" / "growth.md"
SCALES = (1, 10, 100)  #: columns of the page, in times today's size
JOB_HOURS = 4.5  #: time limit of a job that judges, in the workflow `run`
MEMORY_MB = 4096  #: of the largest process: a quarter of the memory of a hosted runner of GitHub
Figures = Mapping[str, Any]


def store(**parts: object) -> None:
    """Replace these parts of the figures, with the machine that measured them, and write the page."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known |= {name: {"machine": report.machine(), "measured": part} for name, part in parts.items()}
    write_atomic(FILE, (json.dumps(known, indent=1) + "\n").encode())
    if known.keys() == {"growth", "dask"}:
        report.put(PAGE, page_parts(known))


def page_parts(figures: Figures) -> dict[str, str]:
    """Return the tables of the page, by the names of their marks."""
    growth, dask = figures["growth"], figures["dask"]
    ways = {(way["executor"], way["workers"]): way for way in dask["measured"]["ways"]}
    return {
        "growth": f"{_growth(growth['measured'].values())}\n\n{growth['machine']}",
        "end": _end(growth["measured"]["judge"], ways["local", 2], ways["dask", 4]),
        "dask": f"{_workers(**dask['measured'])}\n\n{dask['machine']}",
        "kills": _kills(dask["measured"]["kills"]),
    }


def slope(scales: Sequence[float], values: Sequence[float]) -> float:
    """Return the power of the size with which the last two values grew: 0 is constant, 1 linear."""
    return math.log(values[-1] / values[-2]) / math.log(scales[-1] / scales[-2])


def at_scale(scales: Sequence[float], values: Sequence[float], wanted: float) -> str:
    """Return the value at a scale; if it was not measured, it follows from the last two by their slope."""
    if wanted in scales:
        return _short(values[scales.index(wanted)])
    extrapolated = values[-1] * (wanted / scales[-1]) ** slope(scales, values)
    return f"{_short(extrapolated)} (extrapolated from {scales[-1]}×)"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"  # noqa: PLR2004 - two digits


def _table(head: str, *rows: Sequence[str]) -> str:
    lines = [
        f"| {head} |",
        "|" + "---|" * len(head.split(" | ")),
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    return "\n".join(lines)


def _growth(parts: Sequence[Figures]) -> str:
    rows = []
    for part in parts:
        scales, values, memory = part["scales"], part["values"], part["memory_mb"]
        sizes = [at_scale(scales, values, scale) for scale in SCALES]
        peaks = [at_scale(scales, memory, scale) for scale in (SCALES[0], SCALES[-1])]
        today = f"{part['today']} {part['of']}"
        says = f"{part['says']}, {part['unit']}"
        rows.append((says, today, *sizes, f"{slope(scales, values):.2f}", *peaks))
    head = "what | today | 1× | 10× | 100× | slope | memory at 1×, MiB | memory at 100×, MiB"
    return _table(head, *rows)


def _end(judging: Figures, local: Figures, dask: Figures) -> str:
    """Return the numbers of completions from which on Dask is faster, and from which on it is needed."""
    scales, memory = judging["scales"], judging["memory_mb"]
    each = (memory[-1] - memory[-2]) / (scales[-1] - scales[-2])
    in_memory = scales[-1] + (MEMORY_MB - memory[-1]) / each if each > 0 else math.inf
    saved = (local["cpu_ms"] / local["workers"] - dask["cpu_ms"] / dask["workers"]) / 1000
    more = max(0.0, dask["start_cpu_seconds"] - local["start_cpu_seconds"])
    return _table(
        "one machine ends | completions of a run",
        (
            "4 Dask workers finish before 2 local workers, if each has a core and none waits for another",
            _count(more / saved if saved > 0 else math.inf),
        ),
        (
            f"2 local workers need more than {JOB_HOURS} hours, as long as a job that judges may take",
            _count(JOB_HOURS * 3_600_000 * local["workers"] / local["cpu_ms"]),
        ),
        (
            f"the largest process needs more than {MEMORY_MB:,} MiB (extrapolated as a line)",
            _count(judging["today"] * in_memory),
        ),
    )


def _count(number: float) -> str:
    """Return a number with two digits; the others would be noise."""
    if number in (0, math.inf):
        return "never" if number else "any"
    return f"from about {round(number, 1 - math.floor(math.log10(number))):,.0f} on"


def _workers(ways: Sequence[Figures], completions: int, **_: object) -> str:
    rows = [
        (
            f"{way['workers']} {way['executor']}",
            f"{way['start_cpu_seconds']:.1f}",
            f"{way['cpu_ms']:.1f}",
            f"{way['cpu_ms'] / ways[0]['cpu_ms']:.2f}",
        )
        for way in ways
    ]
    table = _table("workers | start, CPU s | CPU ms per sample | divided by 1 local worker", *rows)
    return f"{completions:,} completions each:\n\n{table}"


def _kills(kills: Figures) -> str:
    signals = ", ".join(f"{number} by {name}" for name, number in sorted(kills["kills"].items()))
    cpu, local = kills["cpu_seconds"], kills["local_cpu_seconds"]
    return _table(
        "what | measured",
        ("completions", f"{kills['completions']:,}"),
        ("Dask workers", f"{kills['workers']}, one killed about every {kills['every']:g} s"),
        ("workers killed", f"{sum(kills['kills'].values())}: {signals}"),
        ("batches sent again", f"{kills['sent_again']}"),
        ("verdicts lost or different", f"{kills['completions'] - kills['equal_verdicts']}"),
        ("CPU seconds", f"{cpu:.0f}; one local worker, without kills: {local:.0f} ({cpu / local - 1:+.0%})"),
    )
