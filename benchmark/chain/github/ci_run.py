"""Identify the current workflow run from GitHub's environment variables; all empty outside a workflow."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

_RUN_ID = re.compile(r"\d{1,20}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_SERVER = "https://github.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class CiRun:
    """The workflow run in which this program runs."""

    repository: str = ""  #: ``owner/name``
    repository_id: int | None = None  #: GitHub's number of the repository; None if unknown
    id: str = ""
    commit: str = ""  #: commit that the workflow runs on
    server: str = _SERVER

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read the variables that GitHub sets for a workflow run; numbers that are not valid become None."""
        identifier, commit = environment.get("GITHUB_RUN_ID", ""), environment.get("GITHUB_SHA", "")
        number = environment.get("GITHUB_REPOSITORY_ID", "")
        return cls(
            repository=environment.get("GITHUB_REPOSITORY", ""),
            repository_id=int(number) if _RUN_ID.fullmatch(number) else None,
            id=identifier if _RUN_ID.fullmatch(identifier) else "",
            commit=commit if _COMMIT.fullmatch(commit) else "",
            server=environment.get("GITHUB_SERVER_URL") or _SERVER,
        )

    @property
    def links(self) -> Mapping[str, str]:
        """The page of the run on GitHub, by the label of the link; empty if it is unknown."""
        if not self.repository or not self.id:
            return {}
        return {"CI run": f"{self.server}/{self.repository}/actions/runs/{self.id}"}
