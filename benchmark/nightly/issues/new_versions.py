"""New versions of watched models that no submission asks yet, and the text of their issues."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.watched import (
    check_free,
    matches_watched,
    submission_text,
    watched_submission,
)
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.files.edge import validate_record
from benchmark.files.strict_yaml import read_yaml
from benchmark.nightly.issues.alarm_text import Places
from benchmark.results.nightly.event import NightlyEvent
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.schema import Submission

_TICKS = re.compile(r"`+")
_NEXT = (
    "The night that finds a model may draw it, within the budgets of `policy.yml`. Later nights and a row"
    " need a merged submission."
)
_FENCE = 3  #: minimum backticks of a fence


@dataclass(frozen=True, slots=True)
class UnsubmittedVersion:
    """A new version on the watch list that no submission asks."""

    event: NightlyEvent
    submission: Submission | None  #: None if it cannot be made from the watch list alone
    obstacle: str = ""  #: why there is none

    @property
    def provider(self) -> str:
        """The provider, such as ``openai``."""
        return self.event.provider or ""

    @property
    def model(self) -> str:
        """The provider's id of the model."""
        return self.event.model or ""

    @property
    def mark(self) -> str:
        """A name that no other new version has."""
        return digest_canonical([self.provider, self.model])


def new_versions(
    events: Iterable[NightlyEvent], policy: Policy, submissions: Path
) -> tuple[UnsubmittedVersion, ...]:
    """Return the new versions that are on the watch list and in no submission, oldest first.

    A version that vanished again is left out.

    Args:
        events: all events.
        policy: the policy with the watch list.
        submissions: folder of merged submissions; one that cannot be read counts as one of other models.
    """
    newest: dict[tuple[str, str], NightlyEvent] = {}
    for event in sorted(events, key=lambda event: (event.date, event.when, event.id)):
        if event.kind in ("new-version", "vanished"):
            newest[event.provider or "", event.model or ""] = event
    asked = _asked_models(submissions)
    found = []
    for (provider, model), event in newest.items():
        entry = next((one for one in policy.watch if matches_watched(one, provider, model)), None)
        if event.kind != "new-version" or entry is None or (provider, model) in asked:
            continue
        try:
            submission = watched_submission(entry, provider, model)
            check_free(submission, submissions, policy)
        except BadInput as error:
            found.append(UnsubmittedVersion(event, None, f"{error.problem}; {error.fix}"))
        else:
            found.append(UnsubmittedVersion(event, submission))
    return tuple(found)


def version_title(version: UnsubmittedVersion) -> str:
    """Return the title of the issue."""
    name = "".join(sign if sign.isalnum() or sign in "._-/" else "?" for sign in version.model)
    return f"New model version: {name} ({version.provider})"


def version_text(version: UnsubmittedVersion, places: Places) -> str:
    """Return the text of the issue, without the hidden line that names the version."""
    model = inline_code(version.model)
    lines = [
        f"`{version.provider}` has a new model on the watch list, {model}: found on {version.event.date}.",
        escape_markdown(version.event.detail),
        _NEXT,
    ]
    if version.submission is None:
        lines.append(f"No submission was made from the watch list: {escape_markdown(version.obstacle)}.")
    else:
        lines += _submission(version.submission, places)
    lines.append("This issue is closed automatically when a merged submission asks this model.")
    return "\n\n".join(lines) + "\n"


def _submission(submission: Submission, places: Places) -> list[str]:
    text = submission_text(submission)
    path = f"submissions/{submission.slug}/{FILE_NAME}"
    ticks = max([_FENCE - 1, *(len(found) for found in _TICKS.findall(text))]) + 1
    fence = "`" * ticks
    address = f"{places.home}/new/main?filename={quote(path, safe='')}&value={quote(text, safe='')}"
    how = (
        f"[Open it in GitHub's editor]({address}), add your login as `owners`, and propose the file in a pull"
        " request. A person has to do that: a pull request that a workflow opens with the repository's token"
        " starts no checks."
    )
    return [f"This is `{path}`:", f"{fence}yaml\n{text.rstrip()}\n{fence}", how]


def _asked_models(submissions: Path) -> frozenset[tuple[str, str]]:
    """Return provider and model of all runs of merged submissions that ask the provider's own server."""
    asked = set()
    for file in sorted(submissions.glob(f"*/{FILE_NAME}")):
        try:
            submission = validate_record(Submission, read_yaml(file, SIZE_LIMIT).value, file)
        except BadInput:
            continue
        configs = [config for run in submission.runs for config in run.configs.values()]
        asked |= {(config.provider, config.model) for config in configs if not config.base_url}
    return frozenset(asked)
