"""The work of `sightbench results check`."""

from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output
from benchmark.cli.shared.results_branch import opened
from benchmark.core.errors import BadInput, Differs, shown
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.results.branch import fetched
from benchmark.results.history import check_history
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import check_files


def run(*, remote: str, branch: str, seen: Path | None) -> None:
    """Check the branch, print every problem, and keep the commit in ``seen``."""
    before = _seen(seen)
    with opened(remote, branch) as there:
        git = fetched(there.address, folder=there.folder, branch=branch, token=there.token)
        tip = commit_id(git, f"refs/heads/{branch}")
        found = check_history(git, tip, before)
        wrong, rows = check_files(entries(git, tip), lambda some: blobs(git, [one.id for one in some]))
        commits = int(git.text("rev-list", "--count", tip, "--"))
    console = output()
    for finding in (*found, *wrong):
        console.print(str(finding))
    if found or wrong:
        raise Differs(
            f"branch {branch} at {tip[:12]}: {plural(len(found) + len(wrong), 'problem')}",
            "restore what was there: the commits that did it are named above, or in the clones of others",
        )
    if seen is not None:
        write_atomic(seen, f"{tip}\n".encode("ascii"))
    console.print(
        f"branch {branch} at {tip[:12]}: {plural(commits, 'commit')}, {plural(rows, 'row')}, all right"
    )


def _seen(path: Path | None) -> str:
    """The commit in a file that an earlier check wrote; nothing where there is none yet."""
    if path is None or not path.exists():
        return ""
    text = read_bytes(path, 1024).decode("ascii", "replace").strip()
    if len(text) not in (40, 64) or set(text) - set("0123456789abcdef"):
        raise BadInput(
            path, "", f"{shown(text)} is no id of a commit", "restore it; without it, the past is lost"
        )
    return text
