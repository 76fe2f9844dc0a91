"""Parsing success of a file of predictions by our persistent pylint, in several processes."""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmark.core.sample import Sample
from benchmark.core.verdict import Lint
from benchmark.files.predictions import read_predictions
from benchmark.judging.lint import Linter
from benchmark.pipeline import sources
from benchmark.pipeline.plan import extract_all


def count(samples: list[Sample]) -> int:
    """How many parse."""
    with Linter() as linter:
        found = [linter.lint(one) for one in samples]
    return sum(isinstance(one, Lint) and one.parses for one in found)


if __name__ == "__main__":
    workers = int(sys.argv[2])
    source = sources.from_suite("code-vision", "rebuilt")
    completions = read_predictions(Path(sys.argv[1]))
    every = extract_all(
        {task.id: task for task in source.tasks}, completions, source.rule("upstream").extract
    )
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        print(sum(pool.map(count, [every[number::workers] for number in range(workers)])))
