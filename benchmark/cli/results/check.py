"""`sightbench results check`: check that nobody changed the results branch."""

import os
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import write_outputs
from benchmark.cli.shared.options import PATH, attestation_options
from benchmark.cli.shared.results_branch import branch_option, remote_branch, remote_option
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes

_SHOWN_ID = 12


@click.command()
@remote_option
@branch_option
@attestation_options
@click.option(
    "--workflow",
    help="File name of this workflow, whose earlier runs recorded the newest commit, and whose output"
    " `commit` names the present one; then --seen is only written.",
)
@click.option(
    "--seen",
    type=PATH,
    help="File with the newest commit of the last successful check; updated if this check succeeds. Without"
    " it, a completely replaced history cannot be distinguished from the real one.",
)
def command(
    *,
    remote: str,
    branch: str,
    workflow: str | None,
    seen: Path | None,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
) -> None:
    """Check that files were only added to the results branch, and that every file on it is valid.

    Checks that no commit changes, renames or deletes a file; that the history still contains the commit in
    --seen; that the id of every row matches its content and its path; that the files next to a row have the
    digests in the row; that every signature next to a row was made for it by the workflow `run` of the
    repository in --policy or --repository; that every retraction has its row; and that there are no other
    files. A row without a signature is counted as unattested, which is not an error.

    Reads the policy and the whole branch, over the network if it is not on disk; writes only --seen.
    Needs no keys for a public repository, otherwise a token in GITHUB_TOKEN. Checks signatures
    offline, with the extra `attestations`. Safe to repeat. Exit code 1 if anything is wrong.
    """
    from benchmark.chain.github.workflow_runs import seen_before
    from benchmark.chain.plan.policy import read_policy
    from benchmark.cli.shared.row_signatures import attestation_checker
    from benchmark.results.branch import fetch_history
    from benchmark.results.soundness import check_branch

    before, lost = (_read_seen(seen), "") if workflow is None else seen_before(workflow)
    accepted = "" if workflow is None else read_policy(policy).accepted_results
    checker = attestation_checker(policy, repository, trusted_root)
    with remote_branch(remote, branch) as target:
        git = fetch_history(target.address, folder=target.folder, branch=branch, token=target.token)
        found = check_branch(git, branch, before, accepted, checker)
    tip, problems = found.tip, list(map(str, found.findings))
    if seen is not None and not problems:
        write_atomic(seen, f"{tip}\n".encode("ascii"))
    if workflow is not None and (lost or found.rewritten) and tip != accepted:
        problems.append(
            f"{lost or 'the history was replaced'}; fix: restore the branch; if it was replaced on purpose,"
            f" set accepted_results in {policy} to {tip}"
        )
    elif accepted and not lost and (tip != accepted or accepted in before):
        problems.append(
            f"{policy}: accepted_results: {accepted[:_SHOWN_ID]} is no longer needed, and hides"
            " if somebody sets the branch back to this commit; fix: remove the field"
        )
    for problem in problems:
        say(problem)
    if checker.obstacle:
        # Not a problem: ids, digests and the history were checked all the same.
        say(f"note: no signature was checked: {checker.obstacle}")
    where = f"branch {branch} at {tip[:_SHOWN_ID]}"
    if problems:
        fix = "restore the earlier files: the lines above name the commits; other clones may have them"
        raise Differs(f"{where}: {plural(len(problems), 'problem')}", fix)
    rows = f"{plural(found.rows, 'row')} ({found.rows - found.attested} unattested)"
    if found.panels:
        rows += f", {plural(found.panels, 'panel')} ({found.panels - found.attested_panels} unattested)"
    say(f"{where}: {plural(found.commits, 'commit')}, {rows}, no problems")
    if workflow is not None:
        # Only of a branch without problems: the next check trusts this commit.
        write_outputs(os.environ, {"commit": tip})


def _read_seen(path: Path | None) -> tuple[str, ...]:
    """Return the commit in the file that an earlier check wrote; empty if there is no file yet."""
    if path is None or not path.exists():
        return ()
    text = read_bytes(path, 1024).decode("ascii", "replace").strip()
    # Git's ids are SHA-1 or SHA-256.
    if len(text) not in (40, 64) or set(text) - set("0123456789abcdef"):
        raise BadInput(
            path,
            "",
            f"{quote_value(text)} is not the id of a commit",
            "restore the file, which protects against a replaced history",
        )
    return (text,)
