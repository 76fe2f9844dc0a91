"""Check in about a minute that nothing became slower: ``./noxw -s speed``.

Judging is measured against a bare fork, all else against a loop that only computes, in five rounds, in which
all take turns: other load on the machine affects all alike. The best round counts. It may be 20 % worse than
the best one that was recorded on this kind of machine; if it is worse, five further rounds decide. Counters
must be equal on all machines with the same Python. Figures are in ``lab/bench/last.json``; a kind of machine
without them records its own. ``--record`` replaces them, after a change that is meant to cost or save time.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import judge
import measure
import peers
from field import Table, make_field, synthetic_tasks

from benchmark.core.verdict import Status, Verdict
from benchmark.extraction import own
from benchmark.files import strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.tasks import write_tasks
from benchmark.files.verdicts import read_verdicts, write_verdicts
from benchmark.pipeline import sources
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from lab.bench import site as site_size  # `site` is a module of Python

FILE = Path(__file__).with_name("last.json")
ROUNDS = 5
WORSE = 1.2  #: the best round, divided by the best recorded one, at most
MODELS, TASKS = 20, 60  #: of the site
LINES = 20_000  #: of the file of verdicts
COPIES, FORKED = 4, 7  #: copies of every fourth answer of HumanEval, for our judge and for the bare fork

#: Runs a command, and writes how many modules of ours it loads.
_COUNTING = """
import atexit, sys
from pathlib import Path
ours = lambda: [name for name in sys.modules if name.partition(".")[0] == "benchmark"]
atexit.register(lambda: Path({modules!r}).write_text(str(len(ours()))))
from benchmark.cli import main
main({arguments!r})
"""

Figures = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was measured in this run."""

    ratios: Figures  #: best ratio of each part: to a bare fork, or to the loop
    counters: dict[str, int]


class Parts:
    """What is measured, with the files that it needs in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.counters = folder, dict[str, int]()
        completions = judge.read_answers()[::4]
        self._answers = len(completions)
        self._source = sources.from_suite("code-vision", "rebuilt")
        self._pool = LocalPool(judge.WORKERS, keep=True)
        self._completions = [replace(each, draw=draw) for each in completions for draw in range(COPIES)]
        samples = self._judge().samples[::COPIES]
        (folder / "fork").mkdir(mode=0o755)
        peers.prepare("bare fork", folder / "fork")
        for copies in (1, FORKED):
            peers.write_samples(samples, folder / "fork" / "work" / f"{copies}.jsonl", copies)
        self._raw = [(sample.task, each.text) for sample, each in zip(samples, completions, strict=True)]
        self._verdicts = folder / "verdicts.jsonl"
        write_verdicts(self._verdicts, map(_verdict, range(LINES)), measured=True)
        tasks = synthetic_tasks(folder / "tasks", "humaneval-v", "many", TASKS)
        write_tasks(folder / "tasks" / "tasks.jsonl", tasks)
        table = Table(suite="humaneval-v", dataset="many", setting="image", protocol="greedy", tasks=tasks)
        make_field(folder / "results", [table], MODELS)
        site_size.rank(folder)

    def round(self, number: int) -> Figures:
        """Measure each part once, and return its ratio; the site, which takes long, in odd rounds only."""
        before = measure.cpu_seconds()
        outcomes = self._judge().outcomes
        ours = (measure.cpu_seconds() - before) / len(outcomes)
        self._count("answers that pass", sum(getattr(each, "status", "") == "passed" for each in outcomes))
        fork = (self._bare_fork(FORKED) - self._bare_fork(1)) / (FORKED - 1) / self._answers
        loop = _cpu(_compute)
        found = {
            "start of --help": self._command("--help"),
            "suites": self._command("suites"),
            "reading verdicts": self._read(),
            "extraction": _cpu(self._extract),
        }
        if number % 2:
            found["site"] = self._site()
        loop = min(loop, _cpu(_compute))
        return {"judging": ours / fork, **{name: cpu / loop for name, cpu in found.items()}}

    def _judge(self) -> Evaluation:
        rule = self._source.rule("upstream")
        return evaluate(self._source.tasks, self._completions, rule=rule, executor=self._pool)

    def _bare_fork(self, copies: int) -> float:
        # Not by `measure.run`, which waits for all children: the workers of our judge go on.
        before = measure.cpu_seconds()
        command = peers.command("bare fork", self._folder / "fork", f"{copies}.jsonl", judge.WORKERS)
        groups = None if peers.USER is None else []
        done = subprocess.run(
            command, user=peers.USER, group=peers.USER, extra_groups=groups, check=True, capture_output=True
        )
        self._count(f"answers that pass, forked {copies} times", int(done.stdout.split()[-1]))
        return measure.cpu_seconds() - before

    def _count(self, name: str, value: int) -> None:
        before = self.counters.setdefault(name, value)
        if before != value:
            raise SystemExit(f"error: {name}: {before} in one round, {value} in another")

    def _command(self, *arguments: str) -> float:
        modules = self._folder / "modules"
        program = _COUNTING.format(modules=str(modules), arguments=list(arguments))
        command = [sys.executable, "-c", program]
        before = os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        self._count(f"modules of {' '.join(arguments)}", int(modules.read_text()))
        return after.children_user + after.children_system - before.children_user - before.children_system

    def _read(self) -> float:
        strictly, loads = 0, strict_json.loads

        def counted(*given: Any, **more: Any) -> object:
            nonlocal strictly
            strictly += 1
            return loads(*given, **more)

        strict_json.loads = counted
        try:
            seconds = _cpu(lambda: read_verdicts(self._verdicts))
        finally:
            strict_json.loads = loads
        self._count("lines that need the strict reader", strictly)
        return seconds

    def _extract(self) -> None:
        kept = 0
        for task, text in self._raw:
            kept += [own.extract(task, text) for _ in range(5)][-1].empty is False
        self._count("answers with code", kept)

    def _site(self) -> float:
        out = self._folder / "site"
        cost = site_size.build(self._folder, out)
        self._count("files of the site", sum(path.is_file() for path in out.rglob("*")))
        shutil.rmtree(out)
        return cost.cpu_seconds


def _verdict(number: int) -> Verdict:
    """Return one of the verdicts that are read: a third is wrong and says why."""
    wrong = number % 3 == 0
    return Verdict(
        task_id=f"HumanEval-{number // 20}",
        draw=number % 20,
        status=Status.WRONG_ANSWER if wrong else Status.PASSED,
        detail=f"assert f({number}) == 2; f({number}) gave 3" if wrong else "",
        cpu_seconds=0.01,
        wall_seconds=0.02,
        memory_mb=12.5,
    )


def _cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of work in this process."""
    before = time.process_time()
    work()
    return time.process_time() - before


def _compute() -> None:
    """Compute for about an eighth of a second as our code does: dicts, sorting, texts and JSON."""
    for number in range(40):
        words = {f"task-{place * 7919 % 10_007}": place ^ number for place in range(2000)}
        text = json.dumps(sorted(words.items(), key=lambda item: (item[1] % 97, item[0])))
        found = re.findall(r'"(task-\d+)", (\d+)', text)
        compile(f"found = {found[:200]!r}", "loop", "exec")


def best_rounds(parts: Parts) -> Measured:
    """Measure all parts in five rounds."""
    rounds = []
    for number in range(1, ROUNDS + 1):
        rounds.append(parts.round(number))
        shown = ", ".join(f"{name} {ratio:.2f}" for name, ratio in rounds[-1].items())
        print(f"round {number}: {shown}", file=sys.stderr, flush=True)
    best = {name: round(min(each[name] for each in rounds if name in each), 3) for name in rounds[0]}
    return Measured(ratios=best, counters=parts.counters)


def kind_of_machine() -> str:
    """Return the processor, the number of cores and the version of Python."""
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    processor = platform.machine() if found is None else found[1].strip()
    return f"{processor}, {len(os.sched_getaffinity(0))} cores, Python {python_version()}"


def python_version() -> str:
    """Return the version of Python whose counters are the same."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def slower(measured: Figures, recorded: Figures) -> dict[str, str]:
    """Return the parts whose best round is more than 20 % worse than recorded, each with both ratios."""
    return {
        name: f"{ratio:.2f}, recorded {recorded[name]:.2f}"
        for name, ratio in measured.items()
        if name in recorded and ratio > WORSE * recorded[name]
    }


def moved_counters(measured: Mapping[str, int], entries: Mapping[str, Any], python: str) -> list[str]:
    """Return the counters that differ from those recorded on any machine with this Python."""
    recorded = {
        name: value
        for kind, entry in entries.items()
        if kind.endswith(f"Python {python}")
        for name, value in entry["counters"].items()
    }
    return [
        f"{name}: {value}, recorded {recorded[name]}"
        for name, value in measured.items()
        if recorded.get(name, value) != value
    ]


def check(measure_again: Callable[[], Measured], file: Path, kind: str, *, record: bool = False) -> list[str]:
    """Measure, compare with the recorded figures, and return what is wrong.

    Args:
        measure_again: measures five rounds; called again if the first five are worse.
        file: the recorded figures by kind of machine.
        kind: this kind of machine; it records its figures if it has none.
        record: whether its figures are replaced.
    """
    entries: dict[str, Any] = json.loads(file.read_bytes()) if file.exists() else {}
    found = measure_again()
    moved = [] if record else moved_counters(found.counters, entries, kind.rpartition(" ")[2])
    if record or kind not in entries:
        print(f"{kind}: {'recorded' if record else 'no figures yet, so these were recorded'} in {file}")
        entries[kind] = {"ratios": found.ratios, "counters": found.counters}
        write_atomic(file, (json.dumps(entries, indent=1, sort_keys=True) + "\n").encode())
        return moved
    recorded: Figures = entries[kind]["ratios"]
    if worse := slower(found.ratios, recorded):
        print(f"worse, measured again: {', '.join(worse)}", flush=True)
        again = slower(measure_again().ratios, recorded)
        moved += [f"{name}: {text}" for name, text in again.items() if name in worse]
    return moved


def main() -> int:
    """Print what became slower, and return 1 if something did."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--record", action="store_true", help="replace the figures of this kind of machine")
    record = parser.parse_args().record
    measure.begin()
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        parts = Parts(Path(name))
        wrong = check(lambda: best_rounds(parts), FILE, kind_of_machine(), record=record)
    for line in wrong:
        print(f"slower or changed: {line}", file=sys.stderr)
    if wrong:
        print("fix: undo what costs it, or run `./noxw -s speed -- --record`", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
