"""The current workflow run, from GitHub's environment variables, and the outputs of its step."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmark.core.errors import BadInput, OurFailure, quote_value

_NUMBER = re.compile(r"\d{1,20}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_SERVER, _MAIN = "https://github.com", "refs/heads/main"


@dataclass(frozen=True, slots=True, kw_only=True)
class CiRun:
    """The workflow run in which this program runs."""

    repository: str = ""  #: ``owner/name``
    repository_id: int | None = None  #: GitHub's number of the repository; None if unknown
    id: str = ""
    commit: str = ""  #: commit that the workflow runs on
    server: str = _SERVER
    ref: str = ""  #: such as ``refs/heads/main``; empty outside a workflow
    number: int = 0  #: counted from 1 for each workflow, also of deleted runs; 0 outside a workflow
    attempt: str = "1"  #: the number of this attempt; more than 1 if somebody has repeated the run or a job

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read the variables that GitHub sets for a workflow run; numbers that are not valid become None."""

        def read(name: str, pattern: re.Pattern[str]) -> str:
            value = environment.get(name, "")
            return value if pattern.fullmatch(value) else ""

        return cls(
            repository=environment.get("GITHUB_REPOSITORY", ""),
            repository_id=int(read("GITHUB_REPOSITORY_ID", _NUMBER) or 0) or None,
            id=read("GITHUB_RUN_ID", _NUMBER),
            commit=read("GITHUB_SHA", _COMMIT),
            server=environment.get("GITHUB_SERVER_URL") or _SERVER,
            ref=environment.get("GITHUB_REF", ""),
            number=int(read("GITHUB_RUN_NUMBER", _NUMBER) or 0),
            attempt=environment.get("GITHUB_RUN_ATTEMPT") or "1",
        )

    def on_main(self) -> Self:
        """Return this workflow run, after checking that its branch is ``main``, in lower case.

        GitHub compares texts in workflow files without regard to case, so a branch ``Main`` passes there.
        """
        if self.id and self.ref not in ("", _MAIN):
            problem = f"is {quote_value(self.ref)}, not {_MAIN}"
            raise BadInput("GITHUB_REF", "", problem, "run the workflow on the branch main")
        return self

    def check_first(self) -> None:
        """Check that this is the first attempt of the workflow run, as each job that may ask a model does.

        A repeated job cannot know what an earlier attempt has spent, so it could pay for answers twice.

        Raises:
            BadInput: in any other attempt.
        """
        if self.attempt != "1":
            problem = f"is {quote_value(self.attempt)}, but what may ask a model runs only once"
            fix = "plan again: the new evaluation continues from the answers that are kept"
            raise BadInput("GITHUB_RUN_ATTEMPT", "", problem, fix)

    @property
    def links(self) -> Mapping[str, str]:
        """The page of the run on GitHub, by the label of the link; empty if it is unknown."""
        if not self.repository or not self.id:
            return {}
        return {"CI run": f"{self.server}/{self.repository}/actions/runs/{self.id}"}


VARIABLE = "GITHUB_OUTPUT"


def write_outputs(environment: Mapping[str, str], outputs: Mapping[str, str]) -> None:
    """Add outputs to a step, of any number of lines; OurFailure if the runner's file cannot be written."""
    if not environment.get(VARIABLE):
        return
    end = f"end-{secrets.token_hex(16)}"  # random, so no value contains this line
    text = "".join(f"{name}<<{end}\n{value}\n{end}\n" for name, value in outputs.items())
    try:
        with Path(environment[VARIABLE]).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        fix = f"name a file that can be written in {VARIABLE}, or remove the variable"
        raise OurFailure(f"{VARIABLE}: cannot be written: {error.strerror}", fix) from None
