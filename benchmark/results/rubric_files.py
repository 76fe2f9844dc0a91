"""Reads the scores by models that are next to the rows of a ledger."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files import bounded
from benchmark.results.layout import RUBRIC_MARK
from benchmark.results.ledger import read_row
from benchmark.results.row import Row
from benchmark.results.rubric import RubricScores, parse_rubric
from benchmark.results.rubric_soundness import check_belongs, is_rubric_file


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row whose answers a model scored."""

    row: Row  #: with the status and the points of each sample
    scores: RubricScores


def read_rubrics(
    directory: Path, rows: Collection[str], note: Callable[[str], None]
) -> dict[str, tuple[ScoredRow, ...]]:
    """Read the scores by models of a folder of rows, oldest first.

    Files that cannot be used are left out and noted, because no row depends on them.

    Args:
        directory: folder of the rows.
        rows: ids of the rows to read the scores of.
        note: gets a sentence about each file that is left out.

    Returns:
        The scores by id of the row; rows without scores are left out.
    """
    found: dict[str, list[ScoredRow]] = {}
    for path in sorted(directory.glob(f"*/*/*/*{RUBRIC_MARK}*.json")):
        identifier = path.name.partition(RUBRIC_MARK)[0]
        if identifier not in rows or not is_rubric_file(path.name):
            continue
        try:
            row = read_row(path.with_name(f"{identifier}.json"))
            scores = parse_rubric(bounded.read_bytes(path), path)
            check_belongs(scores, path, row)
        except BadInput as error:
            note(f"scores by a model cannot be shown: {error}")
        else:
            found.setdefault(identifier, []).append(ScoredRow(row, scores))
    return {
        row: tuple(sorted(scored, key=lambda each: (each.scores.run.started, each.scores.id)))
        for row, scored in found.items()
    }
