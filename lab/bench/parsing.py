"""Record which of the 2,628 published answers of Code-Vision parse, and compare with ``pylint -E`` alone.

Our linter checks all of them. ``pylint -E`` in its own process checks each that does not parse and a sample
of the others. The record is written only if both agree.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import peers
from judge import SHARED, WORKERS

from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import Lint
from benchmark.pipeline.judge.parsing import LintProcess
from benchmark.suites.code_vision.importer import read_published_outputs
from benchmark.suites.code_vision.upstream import extract

RECORD = Path(__file__).parents[2] / "tests" / "suites" / "code_vision" / "parsing.json"
MADE = (
    "lab/bench/parsing.py: 1 where pylint -E, function-redefined left out, finds no error in preamble and "
    "program"
)
SEED = 20261120


def published_samples() -> dict[tuple[str, str], list[Sample]]:
    """Return the published answers by model and subset, in the order of the files."""
    imported = read_published_outputs([SHARED / "codevision"])
    tasks = {(subset, task.id): task for subset in imported.tasks for task in imported.tasks[subset]}
    return {
        (run.model, run.subset): [
            Sample(task=task, draw=0, answer=extract(task, completion.text))
            for completion in run.completions
            for task in [tasks[run.subset, completion.task_id]]
        ]
        for run in imported.runs
    }


def parse_flags_of_our_linter(samples: list[Sample]) -> list[bool]:
    """Return whether each sample parses, as our linter decides."""
    shares = [samples[number::WORKERS] for number in range(WORKERS)]

    def lint_share(share: list[Sample]) -> list[bool]:
        linter = LintProcess()
        try:
            results = [linter.lint(sample) for sample in share]
        finally:
            linter.close()
        return [result.parses for result in results if isinstance(result, Lint)]

    with ThreadPoolExecutor(WORKERS) as pool:
        flags = list(pool.map(lint_share, shares))
    if sum(map(len, flags)) != len(samples):
        raise SystemExit("the linter failed on some answers")
    return [flags[number % WORKERS][number // WORKERS] for number in range(len(samples))]


def parse_flags_of_pylint(samples: list[Sample]) -> list[bool]:
    """Return whether each sample parses, as ``pylint -E`` decides in a new process inside bubblewrap."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "pylint")
        folder.mkdir()
        Path(name).chmod(0o755)
        folder.chmod(0o755)
        peers.prepare("HumanEval-V", folder)
        texts = "".join(json.dumps(_text(sample)) + "\n" for sample in samples)
        (folder / "work" / "texts.jsonl").write_text(texts)
        command = peers.inside(folder / "packages", folder / "work")
        command += ["/packages/pylint_alone.py", "texts.jsonl", str(WORKERS)]
        groups = None if peers.USER is None else []
        flags = subprocess.check_output(command, user=peers.USER, group=peers.USER, extra_groups=groups)
    return [flag == "1" for flag in flags.decode().split()[-1]]


def _text(sample: Sample) -> str:
    check = sample.task.check
    preamble = check.preamble if isinstance(check, FunctionCheck) else ""
    return f"{preamble}\n{sample.answer.program}\n"


def main() -> None:
    """Check the answers with both, compare the results and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--others", type=int, default=120, help="number of answers that parse to check with pylint -E too"
    )
    arguments = parser.parse_args()
    runs = published_samples()
    every = [sample for samples in runs.values() for sample in samples]
    parses = parse_flags_of_our_linter(every)
    others = random.Random(SEED).sample(  # noqa: S311 - not a secret
        [number for number, parsed in enumerate(parses) if parsed], arguments.others
    )
    twice = [number for number, parsed in enumerate(parses) if not parsed] + others
    alone = parse_flags_of_pylint([every[number] for number in twice])
    differ = [number for number, parsed in zip(twice, alone, strict=True) if parses[number] != parsed]
    print(f"{len(every)} answers, {parses.count(False)} do not parse; pylint -E agrees on", end=" ")
    print(f"{len(twice) - len(differ)} of the {len(twice)} that it checked alone")
    if differ:
        sys.exit("\n".join(f"{every[number].task.id}: {_text(every[number])}" for number in differ))
    flags = iter(parses)
    record: dict[str, dict[str, str]] = {}
    for (model, subset), samples in runs.items():
        record.setdefault(model, {})[subset] = "".join(str(int(next(flags))) for _ in samples)
    content = {"made": MADE, "pylint": metadata.version("pylint"), "parses": record}
    RECORD.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
