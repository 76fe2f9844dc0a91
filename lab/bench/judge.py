"""Measures CPU per judged completion, without start-up: ours compared with four other ways to judge.

All sides judge the same answers of one real model with two workers. They take turns within one run, so that
other load on the machine affects all alike. Each side judges the answers once, and then several copies of
them. The cost of each further copy is the side's steady cost; the rest of the first copy's cost is its
start-up. CPU is that of all processes of a side. The result is the median of the ratios within each round.
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
from benchmark.pipeline.judge.extracting import raw_samples
from benchmark.pipeline.judge.worker import extract
from benchmark.suites.code_vision.importer import read_published_outputs

WORKERS = 2
SHARED = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
MODEL = "gpt-4o"
PLUS = "HumanEvalPlus_2023-04-26_8939a53.jsonl.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One way to judge."""

    run: Callable[[int], tuple[measure.MeasuredRun, int]]  #: number of copies → cost, and how many passed
    copies: int  #: number of copies of the answers in the long run


def read_answers() -> tuple[Completion, ...]:
    """Return the 164 completions of one real model, or the reference answers if the data is absent."""
    if SHARED.is_dir():
        return (
            read_published_outputs([SHARED / "codevision" / "upstream" / "HumanEval-V" / MODEL])
            .runs[0]
            .completions
        )
    print(f"{SHARED} is absent, so the reference answers are judged", file=sys.stderr)
    return baselines.completions("gold", sources.from_suite("code-vision", "rebuilt").tasks)


def our_side(completions: Sequence[Completion], folder: Path, workers: int, *options: str) -> Side:
    """Return the side that judges with Sightbench's command line."""

    def run(copies: int) -> tuple[measure.MeasuredRun, int]:
        done = measure.run([*our_command(completions, folder, workers, copies), *options], None)
        return done, json.loads(done.output)["outcomes"].get("passed", 0)

    return Side(run=run, copies=4)


def our_command(completions: Sequence[Completion], folder: Path, workers: int, copies: int) -> list[str]:
    """Return the command that evaluates ``copies`` of the completions, each copy as another draw."""
    file = folder / f"predictions-{copies}.jsonl"
    if not file.is_file():
        every = [
            dataclasses.replace(completion, draw=draw) for completion in completions for draw in range(copies)
        ]
        write_predictions(file, every)
    arguments = ["evaluate", "--suite", "code-vision", "--extraction", "upstream", "--json"]
    arguments += ["--predictions", str(file), "--workers", str(workers)]
    return [sys.executable, "-m", "benchmark", *arguments]


def peer_side(peer: str, samples: Sequence[Sample], folder: Path, copies: int) -> Side:
    """Prepare a peer and return the side that judges with it."""
    folder.mkdir(mode=0o755)
    peers.prepare(peer, folder)
    for number in (1, copies):
        peers.write_samples(samples, folder / "work" / f"samples-{number}.jsonl", number)
    if peer == "EvalPlus":
        human_eval = SHARED / "human_eval" / "HumanEval.jsonl.gz"
        peers.write_base_inputs(SHARED / "evalplus" / PLUS, human_eval, folder / "work" / "plus.jsonl")
        measure.run(peers.command(peer, folder, "samples-1.jsonl", WORKERS), peers.USER)  # expected outputs

    def run(number: int) -> tuple[measure.MeasuredRun, int]:
        done = measure.run(peers.command(peer, folder, f"samples-{number}.jsonl", WORKERS), peers.USER)
        return done, int(done.output.split()[-1])

    return Side(run=run, copies=copies)


def measure_side(side: Side, completions: int) -> Cost:
    """Run a side on one copy of the answers and on several, and return its cost per completion."""
    (once, passed), (often, _) = side.run(1), side.run(side.copies)
    steady = (often.cpu_seconds - once.cpu_seconds) / (side.copies - 1)
    startup = max(0.0, once.cpu_seconds - steady)
    return Cost(steady_ms=1000 * steady / completions, startup_seconds=startup, passed=passed)


def prepare_sides(completions: Sequence[Completion], folder: Path, only: Sequence[str]) -> dict[str, Side]:
    """Return all sides that can run here, or those named by ``only``, and print which cannot."""
    source = sources.from_suite("code-vision", "rebuilt")
    raw = raw_samples({task.id: task for task in source.tasks}, completions, source.rule("upstream").extract)
    # In this process: measure.run waits for all children, also for helpers of multiprocessing.
    samples = [sample if isinstance(sample, Sample) else sample.answered(extract(sample)) for sample in raw]
    sides = {OURS: our_side(completions, folder, WORKERS), ONE_WORKER: our_side(completions, folder, 1)}
    if not only or "HumanEval-V" in only:
        sides[PARSING] = our_side(completions, folder, WORKERS, "--lint")
    for peer in peers.PEERS:
        if only and peer not in only:
            continue
        absent = peers.missing(peer)
        if peer == "EvalPlus" and not (SHARED / "evalplus" / PLUS).is_file():
            absent = absent or PLUS
        if absent:
            print(f"{peer} is left out, because {absent} is missing", file=sys.stderr)
            continue
        # pylint takes ten times as long as the other sides, so it judges fewer copies.
        sides[peer] = peer_side(
            peer, samples, folder / peer.replace(" ", "-"), 2 if peer == "HumanEval-V" else 4
        )
    return sides


def measure_speed(rounds: int, only: Sequence[str], folder: Path) -> str:
    """Measure all sides in turns, ``rounds`` times, and return the result as Markdown."""
    completions = read_answers()
    costs: dict[str, list[Cost]] = {}
    sides = prepare_sides(completions, folder, only)
    for number in range(1, rounds + 1):
        for name, side in list(sides.items()):
            cost = measure_side(side, len(completions))
            if cost.passed < len(completions) // 2:  # a judge that does not work would look cheap
                print(f"{name} is left out, because only {cost.passed} answers pass", file=sys.stderr)
                del sides[name]
                continue
            costs.setdefault(name, []).append(cost)
            print(f"round {number}: {name}: {cost.steady_ms:.2f} ms", file=sys.stderr, flush=True)
    memory_mb = measure.peak_memory_mb(our_command(completions, folder, WORKERS, 4))
    return report.speed(costs, memory_mb, len(completions))


def main() -> None:
    """Run the measurements and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (default 3)")
    parser.add_argument(
        "--only", action="append", default=[], choices=peers.PEERS, help="measure this peer; may be repeated"
    )
    parser.add_argument("--attacks", action="store_true", help="run our attacks on all judges too (minutes)")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the tables between their marks on this page"
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
