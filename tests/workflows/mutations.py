"""The dangerous edits of `tests/cases/workflows/edits.yml`, each of which the rules must refuse.

When a workflow changes and an edit no longer applies, its test fails and names it: write the edit again.
"""

import re
from dataclasses import dataclass

import yaml

from .files import ROOT
from .lists import EVERYWHERE


@dataclass(frozen=True)
class Mutation:
    """One edit of one file."""

    file: str  #: `run` for workflows/run.yml, `/python` for actions/python/action.yml
    job: str  #: name of a job; empty for the whole file
    old: str
    new: str
    why: str  #: what would go wrong
    by_list_only: bool = False  #: whether a change of the list would allow it, as no other rule forbids it

    @property
    def path(self) -> str:
        """Path of the file in `.github`."""
        return f"actions{self.file}/action.yml" if self.file.startswith("/") else f"workflows/{self.file}.yml"

    def apply(self, text: str) -> str:
        """Return the changed text.

        Raises:
            ValueError: the file has no such job or text, or would not change.
        """
        start, end = 0, len(text)
        if self.job:
            start = text.find(f"\n  {self.job}:\n")
            following = re.search(r"\n  [a-z-]+:\n", text[start + 1 :])
            end = start + 1 + following.start() if following else end
        place = text.find(self.old, start, end)
        new = self.new.replace("%s", self.old)
        if start < 0 or place < 0 or new == self.old:
            where = f".github/{self.path}{' in the job ' * bool(self.job)}{self.job}"
            raise ValueError(f"write this edit again: {where} lacks {self.old!r}, or it changes nothing")
        return text[:place] + new + text[place + len(self.old) :]


def _pinned(text: str) -> str:
    return re.sub(
        r"(actions/[a-z-]+)@PINNED", lambda found: f"{found[1]}@{EVERYWHERE['actions'][found[1]]}", text
    )


def _read() -> tuple[Mutation, ...]:
    edits = yaml.safe_load((ROOT / "tests" / "cases" / "workflows" / "edits.yml").read_text(encoding="utf-8"))
    return tuple(
        Mutation(**{"job": "", **edit, "old": _pinned(edit["old"]), "new": _pinned(edit["new"])})
        for group in edits.values()
        for edit in group
    )


MUTATIONS = _read()
