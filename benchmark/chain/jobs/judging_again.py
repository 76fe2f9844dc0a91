"""Judge the kept completions of rows again: the row must get the same id."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.chain.jobs.scoring import JudgingPlace, check_machine
from benchmark.chain.plan.run_lookup import error_line
from benchmark.chain.plan.unsigned_rows import JudgedAgain, JudgedRow, UnsignedRow
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.pipeline.rows.recheck import DatasetCache
from benchmark.pipeline.rows.row_files import Fetch, check_verdicts, completions_of, descriptions_of
from benchmark.pipeline.rows.verify import verify
from benchmark.results.ledger import row_path
from benchmark.results.row import Row
from benchmark.results.status import reason_of

_SHOWN_ID = 12


def judge_again(
    unsigned: Sequence[UnsignedRow], rows: Path, *, fetch: Fetch | None, place: JudgingPlace
) -> JudgedAgain:
    """Judge the kept completions of rows again, and compare the ids. One row stops no other.

    Args:
        unsigned: the rows.
        rows: the folder of rows, with their completions.
        fetch: downloads completions that are assets of a release.
        place: where to judge.

    Raises:
        BadInput: if a variable may hold a secret.
        SandboxFailure: if the sandbox lets something through, such as network access.
    """
    if unsigned:
        check_machine(place.environment)
    known = DatasetCache()
    return JudgedAgain(rows=[_judge(each.row, rows, known, fetch, place) for each in unsigned])


def _judge(row: Row, rows: Path, known: DatasetCache, fetch: Fetch | None, place: JudgingPlace) -> JudgedRow:
    try:
        again = _id_again(row, row_path(rows, row), known, fetch, place)
    except BadInput as error:
        return JudgedRow(id=row.id, state="refused", reason=reason_of(error_line(error)))
    except SightbenchError as error:
        return JudgedRow(id=row.id, state="failed", reason=reason_of(error_line(error)))
    if again != row.id:
        reason = f"its completions, judged again, give another id: {again[:_SHOWN_ID]}"
        return JudgedRow(id=row.id, state="refused", reason=reason)
    return JudgedRow(id=row.id, state="same")


def _id_again(row: Row, path: Path, known: DatasetCache, fetch: Fetch | None, place: JudgingPlace) -> str:
    """Return the id that a row gets when its completions are judged again.

    Raises:
        BadInput: if its files are gone or were changed, or its tasks are not those of today.
        OurFailure: if the row cannot be judged now.
    """
    completions = completions_of(row, path, None, fetch)
    check_verdicts(row, path, fetch)
    descriptions_of(row, path, fetch)
    source = known.of(row)
    version = row.result.versions.suite
    if source is None or source.suite is None or source.suite.version != version:
        problem = f"the tasks of version {version} of {row.result.suite} {row.result.dataset} are not here"
        raise BadInput(path.name, "result.versions.suite", problem)
    rule = source.rule(row.result.extraction, path.name, setting=row.result.setting)
    found = verify(
        row, path, source.tasks, completions, rule=rule, executor=place.executor, stage=place.stage
    )
    return found.again.id
