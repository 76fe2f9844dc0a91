"""Checks the history, the files and the signatures of a fetched results branch."""

from collections.abc import Collection
from dataclasses import dataclass

from benchmark.results.attestation import AttestationChecker
from benchmark.results.git import Git
from benchmark.results.history import check_history, missing_commits
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import CheckedFiles, check_files


@dataclass(frozen=True, slots=True)
class CheckedBranch:
    """The result of a check of the results branch."""

    tip: str  #: newest commit
    commits: int
    rewritten: bool  #: whether the history lacks a commit that an earlier check saw
    files: CheckedFiles
    problems: tuple[str, ...]  #: one line each


def check_branch(
    git: Git, branch: str, seen: Collection[str], accepted: str, checker: AttestationChecker
) -> CheckedBranch:
    """Check that files were only added, and that every file is valid.

    Args:
        git: a repository with the whole branch.
        branch: its name.
        seen: commits that an earlier check found; the history must contain them.
        accepted: newest commit of a new history that was accepted although it lacks them; empty for none.
        checker: checks signatures.

    Raises:
        GitFailure: if the branch cannot be read.
    """
    tip = commit_id(git, f"refs/heads/{branch}")
    missed = () if tip == accepted else missing_commits(git, tip, seen)
    files = check_files(entries(git, tip), lambda some: blobs(git, [entry.id for entry in some]), checker)
    return CheckedBranch(
        tip=tip,
        commits=int(git.text("rev-list", "--count", tip, "--")),
        rewritten=bool(missed),
        files=files,
        problems=tuple(map(str, (*missed, *check_history(git, tip), *files.findings))),
    )
