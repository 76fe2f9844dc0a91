"""`sightbench results check`: is the branch what it should be?"""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.results_branch import branch_option, remote_option


@click.command()
@remote_option
@branch_option
@click.option(
    "--seen",
    type=PATH,
    help="File with the commit that an earlier check found right; written anew when all is right. Without it "
    "a history that was replaced as a whole, ids and all, looks like one that always was so.",
)
def check(remote: str, branch: str, seen: Path | None) -> None:
    """Check the branch of results: nothing of it was ever changed, and all of it is right.

    That no commit changes, renames or deletes a file; that the commit in --seen is still part of the history;
    that every row has the id of what it holds and stands in its place; that the files beside it have the
    digests it says; that retractions have their rows; that there is nothing else.

    Reads the whole branch, over the network where it is not on disk; writes only --seen. Needs no keys for a
    public repository, else a token in GITHUB_TOKEN. Repeating it is safe. Exit code 1 when anything is wrong.
    """
    from benchmark.analysis.wording import plural
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.results_branch import opened
    from benchmark.core.errors import Differs
    from benchmark.files.atomic import write_atomic
    from benchmark.results.branch import fetch_history
    from benchmark.results.history import check_history
    from benchmark.results.objects import blobs, commit_id, entries
    from benchmark.results.soundness import check_files

    before = _seen(seen)
    with opened(remote, branch) as there:
        git = fetch_history(there.address, folder=there.folder, branch=branch, token=there.token)
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
    from benchmark.core.errors import BadInput, shown
    from benchmark.files.bounded import read_bytes

    if path is None or not path.exists():
        return ""
    text = read_bytes(path, 1024).decode("ascii", "replace").strip()
    if len(text) not in (40, 64) or set(text) - set("0123456789abcdef"):
        raise BadInput(
            path, "", f"{shown(text)} is no id of a commit", "restore it; without it, the past is lost"
        )
    return text
