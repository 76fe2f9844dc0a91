"""Checks for `sightbench results check` and `ci check` that files were only added to the results branch."""

from collections.abc import Collection
from dataclasses import dataclass

from benchmark.analysis.wording import plural
from benchmark.cli.shared.results_branch import remote_branch
from benchmark.cli.shared.say import say
from benchmark.core.errors import Differs
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import fetch_history
from benchmark.results.history import check_history, missing_commits
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import check_files

_SHOWN_ID = 12


@dataclass(frozen=True, slots=True)
class CheckedBranch:
    """The result of a check of the results branch."""

    tip: str  #: newest commit
    rewritten: bool  #: whether the history lacks a commit that an earlier check saw
    problems: tuple[str, ...]  #: one line each
    summary: str  #: what was checked, such as ``3 commits, 7 rows (2 unattested)``
    obstacle: str  #: why no signature was checked; empty if they were


def check_branch(
    remote: str, branch: str, *, seen: Collection[str], accepted: str, checker: AttestationChecker
) -> CheckedBranch:
    """Fetch the whole results branch and check its history, files and signatures.

    Args:
        remote: the repository that the option --remote names.
        branch: name of the branch.
        seen: commits that an earlier check found on the branch; the history must contain them.
        accepted: newest commit of a new history that was accepted although it lacks them; empty for none.
        checker: checks signatures.

    Raises:
        BadInput: if the remote is not valid.
        GitFailure: if the branch cannot be fetched or read.
    """
    with remote_branch(remote, branch) as target:
        git = fetch_history(target.address, folder=target.folder, branch=branch, token=target.token)
        tip = commit_id(git, f"refs/heads/{branch}")
        missed = () if tip == accepted else missing_commits(git, tip, seen)
        found = (*missed, *check_history(git, tip))
        checked = check_files(
            entries(git, tip), lambda some: blobs(git, [entry.id for entry in some]), checker
        )
        commits = int(git.text("rev-list", "--count", tip, "--"))
    rows = f"{plural(checked.rows, 'row')} ({checked.rows - checked.attested} unattested)"
    if checked.panels:
        rows += f", {plural(checked.panels, 'panel')} ({checked.panels - checked.attested_panels} unattested)"
    return CheckedBranch(
        tip=tip,
        rewritten=bool(missed),
        problems=tuple(str(finding) for finding in (*found, *checked.findings)),
        summary=f"{plural(commits, 'commit')}, {rows}",
        obstacle=checker.obstacle,
    )


def report_branch(checked: CheckedBranch, branch: str, problems: Collection[str] = ()) -> None:
    """Print the result of a check.

    Args:
        checked: the result.
        branch: name of the branch.
        problems: further problems, one line each.

    Raises:
        Differs: if there are problems.
    """
    every = (*checked.problems, *problems)
    for problem in every:
        say(problem)
    if checked.obstacle:
        say(f"note: no signature was checked: {checked.obstacle}")
    if every:
        raise Differs(
            f"branch {branch} at {checked.tip[:_SHOWN_ID]}: {plural(len(every), 'problem')}",
            "restore the earlier files: the lines above name the commits; other clones may have them",
        )
    say(f"branch {branch} at {checked.tip[:_SHOWN_ID]}: {checked.summary}, no problems")
