"""Checks a fetched branch of results: every commit may only add files, and all files are valid."""

from collections.abc import Collection
from dataclasses import dataclass

from benchmark.results.attestation import AttestationChecker
from benchmark.results.git import Git
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import BranchFinding, CheckedFiles, check_files

_CHANGES = {"M": "changes", "D": "deletes", "T": "changes the kind of", "R": "renames", "C": "copies"}
_SHOWN_ID = 12


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


def missing_commits(git: Git, tip: str, seen: Collection[str]) -> list[BranchFinding]:
    """Return one finding for each commit of ``seen`` that the history of ``tip`` lacks.

    Such a history was rewritten.

    Raises:
        GitFailure: if the history cannot be read.
    """
    commits = set(git.text("rev-list", tip, "--").split())
    problem = "was on the branch and is missing now: the history was rewritten"
    return [BranchFinding(commit[:_SHOWN_ID], problem) for commit in seen if commit not in commits]


def check_history(git: Git, tip: str) -> list[BranchFinding]:
    """Return every change in the history that does more than add a file, newest first.

    Args:
        git: a repository with the whole history.
        tip: newest commit of the branch.

    Raises:
        GitFailure: if the history cannot be read.
    """
    commits = git.text("rev-list", tip, "--").split()
    found = []
    feed = "".join(f"{commit}\n" for commit in commits).encode("ascii")
    # Merges are compared with each parent, and the first commit with an empty tree.
    options = ("-r", "-m", "--root", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=a")
    listed = git.run("diff-tree", "--stdin", *options, feed=feed).decode("utf-8", "backslashreplace")
    commit, fields = "", iter(listed.split("\0")[:-1])
    for field in fields:
        if field.startswith(":"):
            path = next(fields)
            change = _CHANGES.get(field.rsplit(" ", 1)[1][:1], "makes an unknown change to")
            found.append(BranchFinding(f"commit {commit[:_SHOWN_ID]}", f"{change} {path}"))
        else:
            commit = field.split()[0]
    return found
