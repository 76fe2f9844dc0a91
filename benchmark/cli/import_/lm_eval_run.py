"""The work of `sightbench import lm-eval`."""

from pathlib import Path

from benchmark.cli.import_.answers import write_answers
from benchmark.interchange.from_lm_eval import read_lm_eval


def run(*, paths: tuple[Path, ...], id_field: str, out: Path) -> None:
    """Write the answers of all files into one prediction file, and print their number."""
    write_answers(out, (found for path in paths for found in read_lm_eval(path, id_field)))
