"""Checks the history of the branch of results: every commit may only add files."""

from collections.abc import Collection
from dataclasses import dataclass

from benchmark.core.errors import printable_text
from benchmark.results.git import Git

_CHANGES = {"M": "changes", "D": "deletes", "T": "changes the kind of", "R": "renames", "C": "copies"}
_SHOWN_ID = 12


@dataclass(frozen=True, slots=True)
class HistoryFinding:
    """A problem on the branch of results."""

    place: str  #: a path, or a commit
    problem: str

    def __str__(self) -> str:
        """Return the finding as one printable line."""
        return f"{printable_text(self.place)}: {printable_text(self.problem)}"


def missing_commits(git: Git, tip: str, seen: Collection[str]) -> list[HistoryFinding]:
    """Return one finding for each commit of ``seen`` that the history of ``tip`` lacks.

    Such a history was rewritten.

    Raises:
        GitFailure: if the history cannot be read.
    """
    commits = set(git.text("rev-list", tip, "--").split())
    problem = "was on the branch and is missing now: the history was rewritten"
    return [HistoryFinding(commit[:_SHOWN_ID], problem) for commit in seen if commit not in commits]


def check_history(git: Git, tip: str) -> list[HistoryFinding]:
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
            found.append(HistoryFinding(f"commit {commit[:_SHOWN_ID]}", f"{change} {path}"))
        else:
            commit = field.split()[0]
    return found
