"""A check of writers that add rows to one branch at the same time: nothing is lost or repeated."""

import itertools
import threading
from pathlib import Path

from benchmark.results.branch import PublishOutcome, publish
from benchmark.results.layout import ROWS
from benchmark.results.ledger import read_rows, write_row
from tests.conftest import GitIn, MakeRow


def check_many_writers(remote: Path, folder: Path, git_in: GitIn, make_row: MakeRow, *, count: int) -> None:
    """Every fourth writer adds the same row as another writer, judged at another time."""
    done: list[PublishOutcome] = []
    same_state = threading.Barrier(count)  # all first attempts begin with the same state of the branch
    slugs = [f"acme-{number - 1 if number % 4 == 3 else number}" for number in range(count)]

    def add_row(number: int) -> None:
        row = make_row(slugs[number])
        run = row.run.model_copy(update={"seconds": float(number)})
        attempts = itertools.count()

        def write(checkout: Path) -> str | None:
            if next(attempts) == 0:
                same_state.wait(60)
            before = row.path(checkout / ROWS).exists()
            write_row(checkout / ROWS, row.model_copy(update={"run": run}))
            return None if before else f"Add a row of {slugs[number]}"

        done.append(publish(str(remote), write, folder=folder / str(number)))

    writers = [threading.Thread(target=add_row, args=(number,)) for number in range(count)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sum(outcome.commit is None for outcome in done) == count // 4
    assert sum(outcome.attempts for outcome in done) >= 2 * count - 1  # all but one had to start again
    assert git_in(remote, "rev-list", "--count", "results") == f"{1 + count - count // 4}\n"
    newest = publish(str(remote), lambda _: None, folder=folder / "newest").checkout
    rows = read_rows(newest / ROWS)
    assert sorted(row.result.submission.slug for row in rows) == sorted(set(slugs))
    assert is_whole(git_in, remote)


def is_whole(git_in: GitIn, remote: Path) -> bool:
    """Return whether the branch has all its objects, and each commit only adds files."""
    git_in(remote, "fsck", "--strict", "--connectivity-only", "results")
    return git_in(remote, "log", "--diff-filter=a", "--raw", "results", "--").strip() == ""
