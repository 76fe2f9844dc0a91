"""Verifies the scores that a model gave to a row's answers: reads them again from the kept replies."""

from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError
from benchmark.pipeline.rows.row_files import Fetch, is_elsewhere
from benchmark.pipeline.rubric.record import RubricCheckResult, check_scores, read_scores, replies_file
from benchmark.results.layout import RUBRIC_MARK
from benchmark.results.row import Row
from benchmark.results.rubric import check_replies


def rubric_files(path: Path) -> tuple[Path, ...]:
    """Return the files of scores next to a row, sorted."""
    return tuple(sorted(path.parent.glob(f"{path.stem}{RUBRIC_MARK}*.json")))


def verify_rubric(row: Row, file: Path, fetch: Fetch | None = None) -> RubricCheckResult:
    """Read the scores of a file again from its replies, and compare them.

    Args:
        row: the row next to the file.
        file: a file of scores.
        fetch: downloads the replies if they are not next to the row; None for no download.

    Raises:
        BadInput: if the file is not valid or does not belong to the row, or its replies are missing or
            others.
    """
    scores = read_scores(file, row)
    described = replies_file(row.id, scores)
    local = file.parent / described.name
    if fetch is None and is_elsewhere(file, described):
        note = f"{described.name} is an asset of a release; check it with --assets OWNER/NAME"
        return RubricCheckResult(scores=scores, differing=(), notes=(note,))
    if fetch is None or local.exists():
        if not local.is_file():
            raise BadInput(local, "", "does not exist", "restore it, or name the repository with --assets")
        data = local.read_bytes()
    else:
        data = fetch(row.id, described)
    return check_scores(scores, check_replies(scores, data, local))


def rubric_problems(row: Row, path: Path, fetch: Fetch | None = None) -> tuple[list[str], list[str]]:
    """Verify all scores by models next to a row; return problems, and notes about what was not checked."""
    problems: list[str] = []
    notes: list[str] = []
    for file in rubric_files(path):
        try:
            found = verify_rubric(row, file, fetch)
        except ManyBadInputs as error:
            problems += [f"{file.name}: {problem.located}" for problem in error.problems]
        except SightbenchError as error:
            problems.append(f"{file.name}: {error}")
        else:
            problems += [f"{file.name}: {line}" for line in found.differing]
            notes += [f"{file.name}: {note}" for note in found.notes]
    return problems, notes
