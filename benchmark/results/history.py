"""What became of the branch of results over time: every commit of it may only add files."""

from dataclasses import dataclass

from benchmark.core.errors import printable
from benchmark.results.git import Git

_CHANGES = {"M": "changes", "D": "deletes", "T": "changes the kind of", "R": "renames", "C": "copies"}
_SHOWN_ID = 12


@dataclass(frozen=True, slots=True)
class HistoryFinding:
    """Something on the branch that should not be."""

    place: str  #: a path, or a commit and a path
    problem: str

    def __str__(self) -> str:
        """One line for people."""
        return f"{printable(self.place)}: {printable(self.problem)}"


def check_history(git: Git, tip: str, seen: str = "") -> list[HistoryFinding]:
    """Every change in the history of a commit that does more than add files, newest first.

    Args:
        git: a repository with the whole history.
        tip: commit of the branch.
        seen: a commit that the branch had before; a history without it has been rewritten.

    Raises:
        GitFailure: when the history cannot be read.
    """
    commits = git.text("rev-list", tip, "--").split()
    found = []
    if seen and seen not in commits:
        found.append(
            HistoryFinding(seen[:_SHOWN_ID], "was on the branch and is gone: its history was rewritten")
        )
    feed = "".join(f"{commit}\n" for commit in commits).encode("ascii")
    # Merges too, against each of their parents; the first commit against nothing.
    options = ("-r", "-m", "--root", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=a")
    listed = git.run("diff-tree", "--stdin", *options, feed=feed).decode("utf-8", "backslashreplace")
    commit, fields = "", iter(listed.split("\0")[:-1])
    for field in fields:
        if field.startswith(":"):
            path = next(fields)
            done = _CHANGES.get(field.rsplit(" ", 1)[1][:1], "does more than add")
            found.append(HistoryFinding(f"commit {commit[:_SHOWN_ID]}", f"{done} {path}"))
        else:
            commit = field.split()[0]
    return found
