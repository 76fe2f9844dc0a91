"""`sightbench verify` for all rows of a folder or a branch."""

import contextlib
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.cli.shared.assets import fetching
from benchmark.cli.shared.console import output, progress
from benchmark.cli.verify.one import show
from benchmark.core.errors import Differs, printable
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.recheck import DatasetCache, RecheckResult, recheck
from benchmark.pipeline.rows.row_files import Fetch, completions_of
from benchmark.pipeline.rows.verify import Verification, verify
from benchmark.results.ledger import row_files
from benchmark.results.retraction import read_retractions
from benchmark.results.row import Row


def run(
    directory: Path, *, judge: bool, assets: str, workers: int | None, stack: contextlib.ExitStack
) -> None:
    """Check all rows; print what is wrong with each, and how many are right.

    Raises:
        BadInput: when a retraction cannot be read.
        Differs: when anything is wrong.
    """
    paths = list(row_files(directory))
    read_retractions(directory)
    console, known, fetch = output(), DatasetCache(), fetching(assets, stack)
    wrong = judged = 0
    for path in paths:
        found = recheck(directory, path, known, fetch)
        name = path.relative_to(directory)
        for note in found.notes:
            console.print(f"{printable(str(name))}: note: {printable(note)}")
        problems = [*found.problems]
        if judge and found.row is not None and not problems:
            again = _again(found, found.row, known, fetch, workers)
            if again is not None:
                judged += 1
                show(console, again)
                problems += [] if again.agrees else ["does not agree with what was judged now"]
        for problem in problems:
            console.print(f"{printable(str(name))}: {printable(problem)}")
        wrong += bool(problems)
    console.print(f"{plural(len(paths), 'row')} checked, {judged} judged again, {wrong} wrong")
    if wrong:
        raise Differs(f"{plural(wrong, 'row')} of {len(paths)} not as published")


def _again(
    found: RecheckResult, row: Row, known: DatasetCache, fetch: Fetch | None, workers: int | None
) -> Verification | None:
    """The row judged again; None where that cannot be done here, which its notes say."""
    source = known.of(row)
    if found.notes or source is None or row.run.trust == "reported":
        return None
    completions = completions_of(row, found.path, None, fetch)
    return verify(
        row,
        found.path,
        source.tasks,
        completions,
        rule=source.rule(row.result.extraction, found.path),
        executor=LocalPool(workers),
        stage=progress,
    )
