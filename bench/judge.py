"""CPU a judged completion: ours beside four other ways to judge, start-up apart.

All judge the same answers of one real model with two workers, in turns within one run, so that whatever
else the machine does weighs on all alike. Each side runs over the answers once and over several copies of
them; what the copies cost beyond the first is its steady state, and the rest of the first is its start-up.
CPU is that of all processes of a side. The ratios of a round are taken within it; their median is the result.
"""

import argparse
import dataclasses
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import attacks
import measure
import peers
import report
from report import ONE_WORKER, OURS, PARSING, Cost

from benchmark.core.sample import Completion, Sample
from benchmark.files.predictions import write_predictions
from benchmark.pipeline import sources
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.judge.shards import extract_all
from benchmark.suites.code_vision.importer import read_published_outputs

WORKERS = 2
SHARED = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", Path(__file__).parents[2] / "shared" / "data"))
MODEL = "gpt-4o"
PLUS = "HumanEvalPlus_2023-04-26_8939a53.jsonl.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One way to judge."""

    run: Callable[[int], tuple[measure.Done, int]]  #: copies of the answers → cost, and how many passed
    copies: int  #: of the answers in the long run


def answers() -> tuple[Completion, ...]:
    """The 164 completions of one real model, or the reference answers without the data."""
    if SHARED.is_dir():
        return (
            read_published_outputs([SHARED / "codevision" / "upstream" / "HumanEval-V" / MODEL])
            .runs[0]
            .completions
        )
    print(f"{SHARED} is absent: the reference answers are judged", file=sys.stderr)
    return baselines.completions("gold", sources.from_suite("code-vision", "rebuilt").tasks)


def ours(completions: Sequence[Completion], folder: Path, workers: int, *options: str) -> Side:
    """Sightbench, as anybody would call it."""

    def run(copies: int) -> tuple[measure.Done, int]:
        done = measure.run([*our_command(completions, folder, workers, copies), *options], None)
        return done, json.loads(done.output)["outcomes"].get("passed", 0)

    return Side(run=run, copies=4)


def our_command(completions: Sequence[Completion], folder: Path, workers: int, copies: int) -> list[str]:
    """The command that evaluates ``copies`` of the completions, each a draw."""
    file = folder / f"predictions-{copies}.jsonl"
    if not file.is_file():
        every = [dataclasses.replace(one, draw=draw) for one in completions for draw in range(copies)]
        write_predictions(file, every)
    arguments = ["evaluate", "--suite", "code-vision", "--extraction", "upstream", "--json"]
    arguments += ["--predictions", str(file), "--workers", str(workers)]
    return [sys.executable, "-m", "benchmark", *arguments]


def theirs(peer: str, samples: Sequence[Sample], folder: Path, copies: int) -> Side:
    """A peer, ready to run."""
    folder.mkdir(mode=0o755)
    peers.prepare(peer, folder)
    for many in (1, copies):
        peers.write_samples(samples, folder / "work" / f"samples-{many}.jsonl", many)
    if peer == "EvalPlus":
        human_eval = SHARED / "human_eval" / "HumanEval.jsonl.gz"
        peers.write_base_inputs(SHARED / "evalplus" / PLUS, human_eval, folder / "work" / "plus.jsonl")
        measure.run(peers.command(peer, folder, "samples-1.jsonl", WORKERS), peers.USER)  # expected outputs

    def run(many: int) -> tuple[measure.Done, int]:
        done = measure.run(peers.command(peer, folder, f"samples-{many}.jsonl", WORKERS), peers.USER)
        return done, int(done.output.split()[-1])

    return Side(run=run, copies=copies)


def cost(side: Side, completions: int) -> Cost:
    """Run a side over one copy and over its many."""
    (once, passed), (often, _) = side.run(1), side.run(side.copies)
    steady = (often.cpu_seconds - once.cpu_seconds) / (side.copies - 1)
    startup = max(0.0, once.cpu_seconds - steady)
    return Cost(steady_ms=1000 * steady / completions, startup_seconds=startup, passed=passed)


def sides(completions: Sequence[Completion], folder: Path, only: Sequence[str]) -> dict[str, Side]:
    """All sides that can run here, or those named by ``only``; says which cannot."""
    source = sources.from_suite("code-vision", "rebuilt")
    samples = extract_all(
        {task.id: task for task in source.tasks}, completions, source.rule("upstream").extract
    )
    found = {OURS: ours(completions, folder, WORKERS), ONE_WORKER: ours(completions, folder, 1)}
    if not only or "HumanEval-V" in only:
        found[PARSING] = ours(completions, folder, WORKERS, "--lint")
    for peer in peers.PEERS:
        if only and peer not in only:
            continue
        absent = peers.missing(peer)
        if peer == "EvalPlus" and not (SHARED / "evalplus" / PLUS).is_file():
            absent = absent or "its base inputs, which are in the shared data only"
        if absent:
            print(f"{peer} is left out: {absent} is not here", file=sys.stderr)
            continue
        # pylint takes ten times as long as anything else here, so it is measured on fewer copies.
        found[peer] = theirs(
            peer, samples, folder / peer.replace(" ", "-"), 2 if peer == "HumanEval-V" else 4
        )
    return found


def measure_speed(rounds: int, only: Sequence[str], folder: Path) -> str:
    """All sides in turns, ``rounds`` times over; Markdown."""
    completions = answers()
    costs: dict[str, list[Cost]] = {}
    running = sides(completions, folder, only)
    for number in range(1, rounds + 1):
        for side, how in list(running.items()):
            found = cost(how, len(completions))
            if found.passed < len(completions) // 2:  # it is cheap to judge nothing
                print(f"{side} passes {found.passed}: it does not judge here, left out", file=sys.stderr)
                del running[side]
                continue
            costs.setdefault(side, []).append(found)
            print(f"round {number}: {side}: {found.steady_ms:.2f} ms", file=sys.stderr, flush=True)
    memory_mb = measure.peak_memory_mb(our_command(completions, folder, WORKERS, 4))
    return report.speed(costs, memory_mb, len(completions))


def main() -> None:
    """Measure in turns and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--only", action="append", default=[], choices=peers.PEERS, help="a peer; may be repeated"
    )
    parser.add_argument("--attacks", action="store_true", help="let all judge our attacks as well (minutes)")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the tables into their places on this page"
    )
    arguments = parser.parse_args()
    measure.begin()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        parts = {"speed": measure_speed(arguments.rounds, arguments.only, folder)}
        if arguments.attacks:
            parts["attacks"] = attacks.table(attacks.measure(folder))
    parts = {name: f"{part}\n\n{report.machine()}" for name, part in parts.items()}
    print(*parts.values(), sep="\n\n")
    if arguments.markdown is not None:
        report.put(arguments.markdown, parts)


if __name__ == "__main__":
    main()
