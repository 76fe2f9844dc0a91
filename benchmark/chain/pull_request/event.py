"""Read the event that started a workflow, from the file that GitHub provides."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from benchmark.chain.github.rest import ApiModel
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import MIB, read_bytes

_EVENT_LIMIT = 25 * MIB


class _Repository(ApiModel):
    full_name: str


class FinishedRun(ApiModel):
    """A workflow run that has ended. Its branch and fork are named by the contributor: do not trust them."""

    id: int
    event: str
    conclusion: str | None = None
    head_sha: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    head_branch: str | None = None
    head_repository: _Repository | None = None  #: None if the fork was deleted
    html_url: str = ""


class _Event(ApiModel):
    workflow_run: FinishedRun


def read_finished_run(path: Path) -> FinishedRun:
    """Return the run that a ``workflow_run`` event is about.

    Raises:
        BadInput: if the file is not such an event.
    """
    data = read_bytes(path, _EVENT_LIMIT)
    try:
        return _Event.model_validate_json(data).workflow_run
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        fix = "start the command from a workflow_run event, or name the run with options"
        raise BadInput(
            path, place, f"is not a workflow_run event: {quote_value(first['msg'])}", fix
        ) from None
