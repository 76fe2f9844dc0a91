"""`sightbench results check`: check that nobody changed the results branch."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH, attestation_options
from benchmark.cli.shared.results_branch import branch_option, remote_option
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes


@click.command()
@remote_option
@branch_option
@attestation_options
@click.option(
    "--seen",
    type=PATH,
    help="File with the newest commit of the last successful check; updated if this check succeeds. Without"
    " it, a completely replaced history cannot be told from the real one.",
)
def command(
    *,
    remote: str,
    branch: str,
    seen: Path | None,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
) -> None:
    """Check that files were only added to the results branch, and that every file on it is valid.

    Checks that no commit changes, renames or deletes a file; that the history still contains the commit in
    --seen; that the id of every row matches its content and its path; that the files next to a row have the
    digests in the row; that every signature next to a row was made for it by the workflow `evaluate` of the
    repository in --policy or --repository; that every retraction has its row; and that there are no other
    files. A row without a signature is counted as unattested, which is not an error.

    Reads the policy and the whole branch, over the network if it is not on disk; writes only --seen. Needs no
    keys for a public repository, otherwise a token in GITHUB_TOKEN. Checks signatures offline, with the extra
    `attestations`. Safe to repeat. Exit code 1 if anything is wrong.
    """
    from benchmark.cli.shared.branch_check import check_branch, report_branch
    from benchmark.cli.shared.row_signatures import attestation_checker

    before = _read_seen(seen)
    checker = attestation_checker(policy, repository, trusted_root)
    checked = check_branch(remote, branch, seen=before, accepted="", checker=checker)
    if seen is not None and not checked.problems:
        write_atomic(seen, f"{checked.tip}\n".encode("ascii"))
    report_branch(checked, branch)


def _read_seen(path: Path | None) -> tuple[str, ...]:
    """Return the commit in the file that an earlier check wrote; empty if there is no file yet."""
    if path is None or not path.exists():
        return ()
    text = read_bytes(path, 1024).decode("ascii", "replace").strip()
    if len(text) not in (40, 64) or set(text) - set("0123456789abcdef"):
        raise BadInput(
            path,
            "",
            f"{quote_value(text)} is not the id of a commit",
            "restore the file, which protects against a replaced history",
        )
    return (text,)
