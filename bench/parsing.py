"""Record which of the 2,628 published answers of Code-Vision parse, and compare with ``pylint -E`` alone.

Our linter looks at all of them. ``pylint -E`` in a process of its own looks at each that does not parse and
at a sample of the others; the record is written only where both agree.
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
from benchmark.pipeline.judge.linting import LintProcess
from benchmark.suites.code_vision.importer import read_published_outputs
from benchmark.suites.code_vision.upstream import extract

RECORD = Path(__file__).parents[1] / "tests" / "suites" / "code_vision" / "parsing.json"
MADE = (
    "bench/parsing.py: 1 where pylint -E, function-redefined left out, finds no error in preamble and program"
)
SEED = 20261120


def published() -> dict[tuple[str, str], list[Sample]]:
    """The answers by model and subset, in the order of the published files."""
    imported = read_published_outputs([SHARED / "codevision"])
    tasks = {(subset, task.id): task for subset in imported.tasks for task in imported.tasks[subset]}
    return {
        (run.model, run.subset): [
            Sample(task=task, draw=0, answer=extract(task, one.text))
            for one in run.completions
            for task in [tasks[run.subset, one.task_id]]
        ]
        for run in imported.runs
    }


def by_our_linter(samples: list[Sample]) -> list[bool]:
    """Whether each parses."""
    shares = [samples[number::WORKERS] for number in range(WORKERS)]

    def look(share: list[Sample]) -> list[bool]:
        linter = LintProcess()
        try:
            found = [linter.lint(one) for one in share]
        finally:
            linter.close()
        return [one.parses for one in found if isinstance(one, Lint)]

    with ThreadPoolExecutor(WORKERS) as pool:
        found = list(pool.map(look, shares))
    if sum(map(len, found)) != len(samples):
        raise SystemExit("the linter failed on some")
    return [found[place % WORKERS][place // WORKERS] for place in range(len(samples))]


def by_pylint_alone(samples: list[Sample]) -> list[bool]:
    """The same by new processes, inside bubblewrap."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "pylint")
        folder.mkdir()
        Path(name).chmod(0o755)
        folder.chmod(0o755)
        peers.prepare("HumanEval-V", folder)
        texts = "".join(json.dumps(_text(one)) + "\n" for one in samples)
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
    """Look, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--others", type=int, default=120, help="how many that parse are looked at twice")
    arguments = parser.parse_args()
    runs = published()
    every = [sample for samples in runs.values() for sample in samples]
    parses = by_our_linter(every)
    others = random.Random(SEED).sample(  # noqa: S311 - no secret
        [place for place, parsed in enumerate(parses) if parsed], arguments.others
    )
    twice = [place for place, parsed in enumerate(parses) if not parsed] + others
    alone = by_pylint_alone([every[place] for place in twice])
    differ = [place for place, parsed in zip(twice, alone, strict=True) if parses[place] != parsed]
    print(f"{len(every)} answers, {parses.count(False)} do not parse; pylint -E agrees on", end=" ")
    print(f"{len(twice) - len(differ)} of {len(twice)} that it looked at alone")
    if differ:
        sys.exit("\n".join(f"{every[place].task.id}: {_text(every[place])}" for place in differ))
    flags = iter(parses)
    record: dict[str, dict[str, str]] = {}
    for (model, subset), samples in runs.items():
        record.setdefault(model, {})[subset] = "".join(str(int(next(flags))) for _ in samples)
    content = {"made": MADE, "pylint": metadata.version("pylint"), "parses": record}
    RECORD.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
