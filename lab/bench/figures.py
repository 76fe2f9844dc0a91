"""Measure the CPU of judging answers that draw, compared with only running them.

``python lab/bench/figures.py FILE`` reads ``charts.jsonl.gz`` of ChartMimic, with real chart scripts, or a
file of tasks such as MathOPEval's ``free.jsonl.gz``. Each program is its own reference. ``plain`` runs it in
a child of the same warm sandbox, with the file that it saves, and counts that child; ``shown`` does the same
without saving. ``judged`` is the child that draws and describes the figure, plus the comparison on the host.
The target is at most 2.5 times ``plain``, the baseline of the same run; of three runs the shortest counts.
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
RUNS = 3
SAVE = "\nplt.savefig('figure.png')\n"
LIMITS = Limits(seconds=20)


def main() -> None:
    """Print medians over all scripts that run, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="measure every n-th script")
    options = parser.parse_args()
    with gzip.open(options.file, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines][:: options.every]
    programs = [record.get("reference_code") or record["check"]["reference"] + SAVE for record in records]
    judge, zygote = Judge(), Zygote("figure")
    rows = []
    for program in programs:
        shown = "\n".join(line for line in program.splitlines() if "savefig" not in line)
        ends = [stdio.run_program(zygote, program, "", LIMITS).end for _ in range(RUNS)]
        judged = judged_seconds(judge, program)
        if all(end.code == 0 for end in ends) and judged is not None:
            unsaved = stdio.run_program(zygote, shown, "", LIMITS).end
            rows.append((min(end.cpu_seconds for end in ends), unsaved.cpu_seconds, *judged))
    judge.close()
    zygote.close()
    plain, bare, child, host = (statistics.median(column) * 1000 for column in zip(*rows, strict=True))
    ratios = sorted((row[2] + row[3]) / row[0] for row in rows)
    print(f"{len(rows)} scripts; medians in ms of CPU")
    print(
        f"plain {plain:.1f}, shown {bare:.1f}, judged {child + host:.1f} (child {child:.1f}, host {host:.1f})"
    )
    print(
        f"judged / plain: median {statistics.median(ratios):.2f}, 95 % at most"
        f" {ratios[len(ratios) * 95 // 100]:.2f}, worst {ratios[-1]:.2f}; target {TARGET}"
    )


def judged_seconds(judge: Judge, program: str) -> tuple[float, float] | None:
    """Return the CPU seconds of the child and of the host; None if the program does not draw."""
    task = Task(id="t", check=FigureCheck(reference=program, operation="generate", type="bar"), limits=LIMITS)
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    judge.judge(sample)  # the reference runs once per task
    found = []
    for _ in range(RUNS):
        started = time.process_time()
        verdict = judge.judge(sample)
        host = time.process_time() - started
        if not isinstance(verdict, Verdict) or verdict.points != 10:  # noqa: PLR2004 - all
            return None
        found.append((verdict.cpu_seconds, host))
    return min(found, key=sum)


if __name__ == "__main__":
    main()
