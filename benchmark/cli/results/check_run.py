"""The work of `sightbench results check`."""

from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.cli.shared.results_branch import remote_branch
from benchmark.cli.shared.row_signatures import attestation_checker
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.results.branch import fetch_history
from benchmark.results.history import check_history
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import check_files


def run(
    *,
    remote: str,
    branch: str,
    seen: Path | None,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
) -> None:
    """Check the branch, print every problem, and save the newest commit in ``seen``."""
    before = _read_seen(seen)
    checker = attestation_checker(policy, repository, trusted_root)
    with remote_branch(remote, branch) as target:
        git = fetch_history(target.address, folder=target.folder, branch=branch, token=target.token)
        tip = commit_id(git, f"refs/heads/{branch}")
        found = check_history(git, tip, before)
        checked = check_files(
            entries(git, tip), lambda some: blobs(git, [entry.id for entry in some]), checker
        )
        commits = int(git.text("rev-list", "--count", tip, "--"))
    problems = (*found, *checked.findings)
    for finding in problems:
        say(str(finding))
    if checker.obstacle:
        say(f"note: no signature was checked: {checker.obstacle}")
    if problems:
        raise Differs(
            f"branch {branch} at {tip[:12]}: {plural(len(problems), 'problem')}",
            "restore the earlier files: the lines above name the commits; other clones may have them",
        )
    if seen is not None:
        write_atomic(seen, f"{tip}\n".encode("ascii"))
    say(
        f"branch {branch} at {tip[:12]}: {plural(commits, 'commit')}, {plural(checked.rows, 'row')}"
        f" ({checked.rows - checked.attested} unattested), no problems"
    )


def _read_seen(path: Path | None) -> str:
    """Return the commit in the file that an earlier check wrote; empty if there is no file yet."""
    if path is None or not path.exists():
        return ""
    text = read_bytes(path, 1024).decode("ascii", "replace").strip()
    if len(text) not in (40, 64) or set(text) - set("0123456789abcdef"):
        raise BadInput(
            path,
            "",
            f"{quote_value(text)} is not the id of a commit",
            "restore the file, which protects against a replaced history",
        )
    return text
