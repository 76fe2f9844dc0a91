"""One issue that names the rows whose signature was lost and cannot be renewed."""

import re
from collections.abc import Sequence
from typing import Literal

from benchmark.chain.github.repository import GitHub
from benchmark.chain.plan.renewing import Renewal
from benchmark.core.digest import digest_lines
from benchmark.results.layout import BUNDLE_ENDING, ROWS
from benchmark.results.signer import Signer

LABEL = "signature-lost"
TITLE = "Rows whose signature was lost"
_COLOR = "b60205"
_DESCRIPTION = "Rows whose signature cannot be renewed"
_SHOWN = 50  #: maximum rows that the issue lists
_MARK = re.compile(r"<!-- sightbench rows ([0-9a-f]{64}) -->")

IssueChange = Literal["opened", "updated", "closed", ""]


def update_issue(
    renewals: Sequence[Renewal], github: GitHub, *, signer: Signer, dry: bool = False
) -> IssueChange:
    """Open, update or close the issue; return what was done, empty if nothing.

    An issue that somebody closed is not opened again for the same rows.

    Args:
        renewals: what is done about rows without a signature.
        github: the repository.
        signer: who signs its rows.
        dry: change nothing, only return what would be done.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    lost = [renewal for renewal in renewals if renewal.state == "lost"]
    known = list(github.issues(labels=[LABEL], state="all"))
    is_open = [issue for issue in known if issue.state == "open"]
    if not lost:
        if any(renewal.state == "waiting" for renewal in renewals):
            return ""  # it may be lost after all
        for issue in is_open if not dry else ():  # without the mark, it may be opened again for these rows
            github.edit_issue(issue.number, body=_MARK.sub("", issue.body or ""), state="closed")
        return "closed" if is_open else ""
    body = _body(lost, signer)
    if is_open:
        if (is_open[0].body or "").replace("\r\n", "\n").strip() == body.strip():
            return ""
        if not dry:
            github.edit_issue(is_open[0].number, body=body)
        return "updated"
    if any(_mark_of(issue.body or "") == _mark_of(body) for issue in known):
        return ""
    if not dry:
        github.ensure_label(LABEL, color=_COLOR, description=_DESCRIPTION)
        github.open_issue(TITLE, body, [LABEL])
    return "opened"


def _mark_of(body: str) -> str:
    found = _MARK.search(body)
    return found[1] if found else ""


def _body(lost: Sequence[Renewal], signer: Signer) -> str:
    names = sorted(renewal.unsigned.name for renewal in lost)
    reasons = {renewal.unsigned.name: renewal.reason.replace("`", "'") for renewal in lost}
    listed = [f"- `{ROWS}/{name}`: `{reasons[name]}`" for name in names[:_SHOWN]]
    if more := names[_SHOWN:]:
        listed.append(f"- and {len(more)} more, which `sightbench ci renew --dry-run` lists")
    rows = "\n".join(listed)
    return f"""\
<!-- sightbench rows {digest_lines(names)} -->
These rows on the branch `results` lost their signature, and it cannot be renewed. Pages show them as \
*unattested*.

{rows}

GitHub keeps the signatures that it made. In a clone of the branch `results`, look for that of a row, and \
check it:

```console
$ ROW={ROWS}/{names[0]}
$ gh attestation download "$ROW" --repo {signer.repository}
$ head -n 1 sha256:*.jsonl > "${{ROW%.json}}{BUNDLE_ENDING}"
$ sightbench verify "$ROW" --no-judge --repository {signer}
```

If the row is *attested* now, push the new file in a commit that adds nothing else. If GitHub has no \
signature, nothing proves what the row says about its trust, cost and times. Leave it as it is, or withdraw \
it; its run is evaluated again once its owners edit it:

```console
$ sightbench results retract "$(basename "$ROW" .json)" --remote {signer.address} \\
    --by LOGIN --reason "Its signature was lost."
```

This issue is closed automatically when each of these rows has a signature or was withdrawn.
"""
