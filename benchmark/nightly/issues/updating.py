"""Bring the issues of a repository up to date with the branch of results.

The branch alone decides what the issues say, so a run that died after its push is repaired by the next one.
An issue belongs to us if it has our label, our account or a maintainer opened it, and its text begins with a
hidden line that names the alarm or version. What else an issue says is never read.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.chain.github.repository import BOT, GitHub, Issue
from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request.markdown import escape_markdown
from benchmark.nightly.issues.alarm_text import Places, alarm_text, alarm_title
from benchmark.nightly.issues.alarms import Acceptance, Alarm
from benchmark.nightly.issues.new_versions import version_text, version_title
from benchmark.nightly.new_versions import UnsubmittedVersion
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.event import NightlyEvent

#: Maximum issues of one kind that are opened on one day, in UTC. The kinds do not share it, so that a list
#: with many new versions delays no alarm.
ISSUES_PER_DAY = 10
Kind = Literal["alarm", "version"]
Action = Literal["opened", "updated", "closed", "opened again", "waiting"]

LABELS: Mapping[Kind, str] = {"alarm": "nightly-alarm", "version": "nightly-new-version"}
_COLORS: Mapping[Kind, str] = {"alarm": "b60205", "version": "1d76db"}
_DESCRIPTIONS: Mapping[Kind, str] = {
    "alarm": "A nightly series that is worse than its baseline",
    "version": "A new version of a watched model, without a submission",
}
_MARK = re.compile(r"<!-- sightbench nightly (?P<mark>[0-9a-f]{64}(?:-\d{4}-\d\d-\d\d)?) -->\n")
#: Reasons for closing an issue by hand that accept the present level; a duplicate does not.
_ACCEPTING = (None, "completed", "not_planned")


@dataclass(frozen=True, slots=True, kw_only=True)
class NightState:
    """What the branch of results says after tonight's push."""

    alarms: Sequence[Alarm]
    decisions: Mapping[str, Decision]  #: last decision of each series, by its key
    events: Sequence[NightlyEvent]
    versions: Sequence[UnsubmittedVersion]
    places: Places


@dataclass(frozen=True, slots=True)
class IssueChange:
    """A change of an issue."""

    action: Action
    title: str
    number: int | None = None  #: None for an issue that is not opened yet


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An issue that should be open."""

    kind: Kind
    mark: str
    title: str
    body: str


class NightlyIssues:
    """The issues of nights of one repository, read once.

    Args:
        github: the repository.
        policy: the policy, which lists the maintainers.

    Raises:
        ApiError: if GitHub does not answer.
    """

    def __init__(self, github: GitHub, policy: Policy) -> None:
        self._github, self._policy = github, policy
        self._known: dict[Kind, list[Issue]] = {
            kind: [issue for issue in github.issues(labels=[label], state="all") if self._is_ours(issue)]
            for kind, label in LABELS.items()
        }

    def acceptance_of(self, alarm: Alarm, address: Callable[[int], str]) -> Acceptance | None:
        """Return who accepted the present level by closing the alarm's issue; None if nobody did.

        Args:
            alarm: an open alarm.
            address: returns the address of an issue, by its number.

        Raises:
            ApiError: if GitHub does not answer.
        """
        for issue in self._known["alarm"]:
            if _mark_of(issue) == alarm.mark and (found := self._accepted(issue)) is not None:
                login, when = found
                return Acceptance(issue=address(issue.number), number=issue.number, by=login, when=when)
        return None

    def update(self, state: NightState, today: str) -> list[IssueChange]:
        """Open, update and close issues; return what was done.

        Args:
            state: what the branch says.
            today: UTC date, for the limit of new issues.

        Raises:
            ApiError: if a request to GitHub fails; the next update repairs what is missing.
        """
        wanted = [
            *(
                _Wanted(
                    "alarm", alarm.mark, alarm_title(alarm), alarm_text(alarm, state.events, state.places)
                )
                for alarm in state.alarms
            ),
            *(
                _Wanted("version", version.mark, version_title(version), version_text(version, state.places))
                for version in state.versions
            ),
        ]
        left = {
            kind: ISSUES_PER_DAY - sum(issue.created_at.startswith(today) for issue in known)
            for kind, known in self._known.items()
        }
        changes = [change for kind in LABELS for change in self._close(kind, wanted, state)]
        for issue in wanted:
            change = self._show(issue, may_open=left[issue.kind] > 0)
            left[issue.kind] -= change is not None and change.action == "opened"
            changes += [] if change is None else [change]
        return changes

    def _is_ours(self, issue: Issue) -> bool:
        author = "" if issue.user is None else issue.user.login
        return (author == BOT or self._policy.is_maintainer(author)) and _mark_of(issue) != ""

    def _accepted(self, issue: Issue) -> tuple[str, str] | None:
        """Return login and time if a maintainer closed the issue for a reason that accepts the level."""
        if issue.state != "closed" or issue.state_reason not in _ACCEPTING:
            return None
        closed = self._github.issue(issue.number)
        login = "" if closed.closed_by is None else closed.closed_by.login
        if closed.state != "closed" or not closed.closed_at or not self._policy.is_maintainer(login):
            return None
        return login, closed.closed_at

    def _close(self, kind: Kind, wanted: Sequence[_Wanted], state: NightState) -> Iterable[IssueChange]:
        """Close issues whose alarm ended or whose model was submitted, and all but the first of several."""
        marks = {issue.mark for issue in wanted}
        seen: set[str] = set()
        for issue in sorted(self._known[kind], key=lambda issue: issue.number):
            mark = _mark_of(issue)
            if issue.state != "open":
                continue
            if mark in marks and mark not in seen:
                seen.add(mark)
                continue
            why = "another issue is about the same" if mark in marks else _why_closed(kind, mark, state)
            text = _MARK.sub("", _plain(issue.body), count=1)
            body = f"{_hidden(mark)}**Closed:** {why}.\n\n{text}"
            self._github.edit_issue(issue.number, body=body, state="closed")
            yield IssueChange("closed", issue.title, issue.number)

    def _show(self, wanted: _Wanted, *, may_open: bool) -> IssueChange | None:
        """Open or update one issue; return None if there is nothing to do."""
        body = _hidden(wanted.mark) + wanted.body
        known = sorted(self._known[wanted.kind], key=lambda issue: issue.number)
        same = [issue for issue in known if _mark_of(issue) == wanted.mark]
        for issue in same:
            if issue.state == "open":
                if _plain(issue.body).strip() == body.strip():
                    return None
                self._github.edit_issue(issue.number, body=body)
                return IssueChange("updated", issue.title, issue.number)
        if not same:
            return self._open(wanted, body, may_open=may_open)
        if wanted.kind == "version" or any(self._accepted(issue) for issue in same):
            return None  # a person closed it; the next run records what that means
        self._github.edit_issue(same[0].number, body=body, state="open")
        return IssueChange("opened again", same[0].title, same[0].number)

    def _open(self, wanted: _Wanted, body: str, *, may_open: bool) -> IssueChange:
        if not may_open:
            return IssueChange("waiting", wanted.title)
        label = LABELS[wanted.kind]
        self._github.ensure_label(label, color=_COLORS[wanted.kind], description=_DESCRIPTIONS[wanted.kind])
        made = self._github.open_issue(wanted.title, body, [label])
        return IssueChange("opened", wanted.title, made.number)


def _why_closed(kind: Kind, mark: str, state: NightState) -> str:
    if kind == "version":
        return "the model was submitted, vanished, or is not on the watch list any more"
    last = state.decisions.get(mark.partition("-")[0])
    if last is None:
        return "the branch has no decision about this series"
    return f"the decision of {last.date} is `{last.outcome}`: {escape_markdown(last.reason)}"


def _hidden(mark: str) -> str:
    return f"<!-- sightbench nightly {mark} -->\n"


def _mark_of(issue: Issue) -> str:
    """Return the name in the first line of an issue's text; empty if there is none."""
    found = _MARK.match(_plain(issue.body))
    return found["mark"] if found else ""


def _plain(body: str | None) -> str:
    return (body or "").replace("\r\n", "\n")
