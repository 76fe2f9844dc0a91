"""Read the event that started a workflow, from the file that GitHub provides."""

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from benchmark.chain.github.rest import ApiModel
from benchmark.chain.pull_request.reporting import ReportedRun
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import MIB, read_bytes

_EVENT_LIMIT = 25 * MIB
_PAGE = re.compile(r"https://[A-Za-z0-9.-]+(?::\d+)?/[A-Za-z0-9_./-]*")


class _Repository(ApiModel):
    full_name: str


class _FinishedRun(ApiModel):
    """A workflow run that has ended. Its branch and fork are named by the contributor: do not trust them."""

    event: str
    head_sha: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    head_branch: str | None = None
    head_repository: _Repository | None = None  #: None if the fork was deleted
    html_url: str = ""


class _Event(ApiModel):
    workflow_run: _FinishedRun


def read_reported_run(path: Path) -> ReportedRun | str:
    """Return the run that a ``workflow_run`` event is about, or why it gets no comment.

    Raises:
        BadInput: if the file is not such an event.
    """
    data = read_bytes(path, _EVENT_LIMIT)
    try:
        run = _Event.model_validate_json(data).workflow_run
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        problem = f"is not a workflow_run event: {quote_value(first['msg'])}"
        raise BadInput(path, place, problem, "start the command from a workflow_run event") from None
    if run.html_url and not _PAGE.fullmatch(run.html_url):  # it needs no escaping in Markdown
        problem = f"{quote_value(run.html_url)} is not the page of a workflow run"
        raise BadInput(path, "workflow_run.html_url", problem, "give an address such as https://github.com/…")
    if run.event != "pull_request":
        return f"the run was started by {quote_value(run.event)}, not by a pull request"
    if run.head_repository is None:
        return "the repository of the pull request was deleted"
    return ReportedRun(
        head_sha=run.head_sha,
        head_repository=run.head_repository.full_name,
        head_branch=run.head_branch or "",
        run_url=run.html_url,
    )
