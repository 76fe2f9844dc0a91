"""The text of an issue about a new version of a watched model that no submission asks yet."""

import re
from urllib.parse import quote

from benchmark.chain.plan.watched import submission_text
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.nightly.issues.alarm_text import Places
from benchmark.nightly.new_versions import DRAWN_WITHIN, UnsubmittedVersion
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.schema import Submission

_TICKS = re.compile(r"`+")
_NEXT = (
    f"One of the next {DRAWN_WITHIN} nights draws it, within the budgets of `policy.yml`. Later nights and a"
    " row need a merged submission."
)
_FENCE = 3  #: minimum backticks of a fence


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
        escape_markdown(version.undrawn) or _NEXT,
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
