"""Measure the CPU of judging answers that draw, compared with only running them.

``python bench/figures.py FILE`` reads ``charts.jsonl.gz`` of ChartMimic, with real chart scripts. Each is its
own reference. ``plain`` runs it in a child of the same warm sandbox, with the file that it saves, and counts
that child; ``shown`` does the same without saving. ``judged`` is the child that draws and describes the
figure, plus the comparison on the host. The target is at most 2.5 times ``plain``.
"""

import argparse
import gzip
import json
import statistics
import time
from pathlib import Path

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, Limits, Task
from benchmark.core.verdict import Verdict
from benchmark.judging.checks import stdio
from benchmark.judging.judge import Judge
from benchmark.sandbox.host.zygote import Zygote

TARGET = 2.5
LIMITS = Limits(seconds=20)


def main() -> None:
    """Print medians over all scripts that run, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="measure every n-th script")
    options = parser.parse_args()
    with gzip.open(options.file, "rt", encoding="utf-8") as lines:
        programs = [json.loads(line)["reference_code"] for line in lines][:: options.every]
    judge, zygote = Judge(), Zygote("figure")
    rows = []
    for program in programs:
        shown = "\n".join(line for line in program.splitlines() if "savefig" not in line)
        run = stdio.run_program(zygote, program, "", LIMITS)
        judged = judged_seconds(judge, program)
        if run.end.code == 0 and judged is not None:
            unsaved = stdio.run_program(zygote, shown, "", LIMITS).end
            rows.append((run.end.cpu_seconds, unsaved.cpu_seconds, *judged))
    judge.close()
    zygote.close()
    plain, bare, child, host = (statistics.median(column) * 1000 for column in zip(*rows, strict=True))
    ratios = sorted((row[2] + row[3]) / row[0] for row in rows)
    worst = ratios[len(ratios) * 95 // 100]
    print(f"{len(rows)} scripts; medians in ms of CPU")
    print(
        f"plain {plain:.1f}, shown {bare:.1f}, judged {child + host:.1f} (child {child:.1f}, host {host:.1f})"
    )
    print(
        f"judged / plain: median {statistics.median(ratios):.2f}, 95 % at most {worst:.2f}; target {TARGET}"
    )


def judged_seconds(judge: Judge, program: str) -> tuple[float, float] | None:
    """Return the CPU seconds of the child and of the host; None if the program does not draw."""
    task = Task(id="t", check=FigureCheck(reference=program, operation="generate", type="bar"), limits=LIMITS)
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    judge.judge(sample)  # the reference runs once per task
    started = time.process_time()
    verdict = judge.judge(sample)
    host = time.process_time() - started
    return (verdict.cpu_seconds, host) if isinstance(verdict, Verdict) and verdict.points == 10 else None  # noqa: PLR2004


if __name__ == "__main__":
    main()
