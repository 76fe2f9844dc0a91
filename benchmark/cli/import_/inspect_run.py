"""The work of `sightbench import inspect`."""

from pathlib import Path

from benchmark.cli.import_.answers import write_answers
from benchmark.interchange.from_inspect import read_inspect


def run(*, paths: tuple[Path, ...], out: Path) -> None:
    """Write the answers of all files into one prediction file, and print their number."""
    write_answers(out, (found for path in paths for found in read_inspect(path)))
