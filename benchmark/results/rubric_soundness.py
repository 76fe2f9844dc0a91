"""Checks the files with scores by a model on the branch of results: names, ids, rows and replies."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.results import layout
from benchmark.results.history import HistoryFinding
from benchmark.results.objects import ReadFiles, TreeEntry
from benchmark.results.row import Row
from benchmark.results.rubric import RubricScores, parse_rubric

_MARK = re.escape(layout.RUBRIC_MARK)
_SCORES = re.compile(rf"[0-9a-f]{{64}}{_MARK}[0-9a-f]{{64}}\.json")
_REPLIES = re.compile(rf"[0-9a-f]{{64}}{_MARK}[0-9a-f]{{64}}\.jsonl\.gz")


def is_rubric_file(name: str) -> bool:
    """Whether a file next to rows has scores by a model, or their replies, by its name."""
    return bool(_SCORES.fullmatch(name) or _REPLIES.fullmatch(name))


def check_rubrics(
    entries: Sequence[TreeEntry], read: ReadFiles, rows: Mapping[str, Row]
) -> list[HistoryFinding]:
    """Return what is wrong with scores by models and their replies.

    Args:
        entries: the files of both kinds.
        read: reads the contents of files.
        rows: all rows, by path.
    """
    files = [entry for entry in entries if _SCORES.fullmatch(Path(entry.path).name)]
    replies = {entry.path: entry for entry in entries if _REPLIES.fullmatch(Path(entry.path).name)}
    findings: list[HistoryFinding] = []
    described: dict[str, RubricScores] = {}
    for entry, data in zip(files, read(files), strict=True):
        try:
            scores = parse_rubric(data, Path(entry.path))
            check_belongs(scores, Path(entry.path), rows.get(_row_path(entry.path)))
        except ManyBadInputs as error:
            findings += [HistoryFinding(entry.path, _text(problem)) for problem in error.problems]
        except BadInput as error:
            findings.append(HistoryFinding(entry.path, _text(error)))
        else:
            described[f"{entry.path.removesuffix('.json')}.jsonl.gz"] = scores
    sound = [entry for path, entry in replies.items() if path in described]
    for entry, data in zip(sound, read(sound), strict=True):
        if sha256_hex(data) != described[entry.path].run.file.sha256:
            findings.append(HistoryFinding(entry.path, "has another SHA-256 than its scores say"))
    for path in replies.keys() - described.keys():
        findings.append(HistoryFinding(path, "does not belong to any valid file of scores"))
    for path, scores in described.items():
        if path not in replies and scores.run.file.bytes <= layout.ROW_FILE_LIMIT:
            findings.append(HistoryFinding(path, "is missing, but its scores name it"))
    return findings


def check_belongs(scores: RubricScores, path: Path, row: Row | None) -> None:
    """Check that scores belong to the row next to them.

    Args:
        scores: the scores in ``path``.
        path: path of the scores.
        row: the row next to them; None if there is none.

    Raises:
        BadInput: if they do not.
    """
    result = scores.result
    fix = "remove the file from the folder of this row"
    if row is None or result.row != row.id:
        raise BadInput(path, "result.row", "does not name the row next to it", fix)
    if path.name != layout.rubric_name(row.id, scores.id):
        raise BadInput(path, "", "the file's name does not match its content", "restore the name")
    if result.completions != row.result.completions.digest or result.tasks != row.result.tasks.digest:
        raise BadInput(path, "result", "judged other tasks or completions than the row next to it", fix)
    drawn = {task_id: len(statuses) for task_id, statuses in row.result.statuses.items()}
    if {task_id: len(given) for task_id, given in result.scores.items()} != drawn:
        raise BadInput(path, "result.scores", "does not have the samples of the row next to it", fix)


def _row_path(path: str) -> str:
    return f"{path.partition(layout.RUBRIC_MARK)[0]}.json"


def _text(error: BadInput) -> str:
    return ": ".join(filter(None, (error.place, error.problem)))
