"""Bring the issues of a repository up to date with the branch of results.

There is one issue per series with an open alarm, and one per new version on the watch list. The branch
alone decides what they say, so a run that died after its push is repaired by the next one. An issue belongs
to us if it has our label, our account or a maintainer opened it, and its text begins with a hidden line that
names the alarm or version. What else an issue says is never read.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from urllib.parse import quote

from benchmark.analysis.wording import plural
from benchmark.chain.github.repository import BOT, Issue, IssueLabel, Repository
from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.core.names import with_effort
from benchmark.nightly.planning import DRAWN_WITHIN, UnsubmittedVersion
from benchmark.nightly.records import Alarm, accept_level, by_series, open_alarms
from benchmark.results.branch import BRANCH
from benchmark.results.nights import Decision, DecisionTest, NightlyEvent
from benchmark.results.status import RunName
from benchmark.scoring.nights.rule import BASELINE_NIGHTS, CLEAN_NIGHTS
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.create import dump_submission

#: Maximum issues per kind that are opened on one day in UTC: many new versions must not delay an alarm.
ISSUES_PER_DAY = 10
TRENDS = "trends/"  #: address of the page with all series, on the site
Kind = Literal["alarm", "version"]


#: The label of all issues of a kind.
LABELS: Mapping[Kind, IssueLabel] = {
    "alarm": IssueLabel("nightly-alarm", "b60205", "A nightly series that differs from its baseline"),
    "version": IssueLabel(
        "nightly-new-version", "1d76db", "A new version of a watched model, without a submission"
    ),
}
_MARK = re.compile(r"<!-- sightbench nightly (?P<mark>[0-9a-f]{64}(?:-\d{4}-\d\d-\d\d)?) -->\n")
#: Reasons for closing an issue by hand that accept the present level; a duplicate does not.
_ACCEPTING = (None, "completed", "not_planned")
_CLOSED = "**Closed:**"  #: the first word of an issue that a publish closed
_SHOWN = 20  #: maximum tests, series, events, or panels of one side of a test in an issue
_NO_EVENTS = "No event was recorded on these days: no moved alias, and no new version of the suite."
_FENCE = 3  #: minimum backticks of a fence
_MEANING = (
    "p is one-sided: the larger one of a sign-flip test over stems of tasks, and of Student's test of the"
    " nights' scores; if results repeat, that of the first test. The interval is over stems. The adjusted p"
    " counts the series of the model."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightState:
    """What the branch of results says after tonight's push, and where issues link to."""

    decisions: Sequence[Decision]
    events: Sequence[NightlyEvent]
    versions: Sequence[UnsubmittedVersion]
    home: str  #: address of the repository, such as ``https://github.com/OWNER/NAME``
    site: str = ""  #: address of the site, which ends with ``/``; empty if there is none
    branch: str = BRANCH
    panels: Mapping[str, str] = field(default_factory=dict)  #: path of each panel on the branch, by id
    #: The newest event of each series whose model vanished, listed again since or not.
    vanished: Mapping[RunName, NightlyEvent] = field(default_factory=dict)

    def gone(self, alarm: Alarm) -> NightlyEvent | None:
        """Return the event by which all models of an alarm vanished after its last night; else None."""
        events = [self.vanished.get(name) for name in alarm.last.names]
        after = [event for event in events if event is not None and event.date >= alarm.last.date]
        return max(after, key=lambda event: event.date) if len(after) == len(events) else None


class IssueChange(NamedTuple):
    """A change of an issue."""

    action: Literal["opened", "updated", "closed", "opened again", "waiting", "held back"]
    title: str
    number: int | None = None  #: None for an issue that is not opened yet


class _Wanted(NamedTuple):
    """An issue that should be open, with its present title and text."""

    kind: Kind
    mark: str
    title: str
    body: str
    waits: bool = False  #: not opened, because our own pipeline moved in the same nights


class NightlyIssues:
    """The issues of nights of one repository, read once. The policy lists the maintainers.

    Raises:
        ApiError: in every method, if a request to GitHub fails; the next update repairs what is missing.
    """

    def __init__(self, github: Repository, policy: Policy) -> None:
        self._github, self._policy = github, policy
        #: Our issues, each with the name in its hidden first line, sorted by number.
        self._known: dict[Kind, list[tuple[str, Issue]]] = {
            # By number, so that of two issues about one alarm the older one stays open.
            kind: sorted(self._ours(label.name), key=lambda found: found[1].number)
            for kind, label in LABELS.items()
        }

    def accepted_level(self, alarm: Alarm, home: str) -> Decision | None:
        """Return the decision of a maintainer who closed the issue of an open alarm; None if nobody did."""
        for mark, issue in self._known["alarm"]:
            if mark == alarm.mark and (found := self._accepted(issue)) is not None:
                by, when = found
                return accept_level(alarm, f"{home}/issues/{issue.number}", by=by, when=when)
        return None

    def update(self, state: NightState, today: str) -> list[IssueChange]:
        """Open, update and close issues; return what was done. The limit counts issues of ``today`` (UTC)."""
        alarms = [(alarm, state.gone(alarm)) for alarm in open_alarms(state.decisions)]
        gone = {alarm.mark: event for alarm, event in alarms if event is not None}
        wanted = [
            *(_alarm_issue(alarm, state) for alarm, event in alarms if event is None),
            *(_version_issue(version, state) for version in state.versions),
        ]
        left = {
            kind: ISSUES_PER_DAY - sum(issue.created_at.startswith(today) for _, issue in known)
            for kind, known in self._known.items()
        }
        changes = [change for kind in LABELS for change in self._close(kind, wanted, gone, state)]
        for issue in wanted:
            change = self._show(issue, may_open=left[issue.kind] > 0)
            if change is not None:
                left[issue.kind] -= change.action == "opened"
                changes.append(change)
        return changes

    def _ours(self, label: str) -> Iterator[tuple[str, Issue]]:
        for issue in self._github.issues(label):
            author, mark = "" if issue.user is None else issue.user.login, _MARK.match(_plain(issue.body))
            if mark and (author == BOT or self._policy.is_maintainer(author)):
                yield mark["mark"], issue

    def _accepted(self, issue: Issue) -> tuple[str, str] | None:
        """Return login and time if a maintainer closed the issue for a reason that accepts the level."""
        if issue.state != "closed" or issue.state_reason not in _ACCEPTING:
            return None
        # A publish that a maintainer ran by hand closed it, not the maintainer.
        if _MARK.sub("", _plain(issue.body), count=1).startswith(_CLOSED):
            return None
        # GitHub says only for a single issue who closed it, not in a list.
        closed = self._github.issue(issue.number)
        login = "" if closed.closed_by is None else closed.closed_by.login
        if closed.state != "closed" or not closed.closed_at or not self._policy.is_maintainer(login):
            return None
        return login, closed.closed_at

    def _close(
        self, kind: Kind, wanted: Sequence[_Wanted], gone: Mapping[str, NightlyEvent], state: NightState
    ) -> Iterator[IssueChange]:
        """Close issues whose alarm ended or whose model vanished or was submitted, and repeated ones."""
        marks = {issue.mark for issue in wanted}
        seen: set[str] = set()
        for mark, issue in self._known[kind]:
            if issue.state != "open":
                continue
            if mark in marks and mark not in seen:
                seen.add(mark)
                continue
            why, reason = "another issue has the same subject", None
            if mark in gone:
                why, reason = _why_gone(gone[mark]), "not_planned"
                self._comment_once(issue.number, _marked(mark, f"{why[:1].upper()}{why[1:]}.\n"))
            elif mark not in marks:
                why = _why_closed(kind, mark, state)
            text = _MARK.sub("", _plain(issue.body), count=1)
            body = _marked(mark, f"{_CLOSED} {why}.\n\n{text}")
            self._github.edit_issue(issue.number, body=body, state="closed", reason=reason)
            yield IssueChange("closed", issue.title, issue.number)

    def _comment_once(self, number: int, body: str) -> None:
        # An earlier publish may have ended between its comment and the end of the issue.
        if all(_plain(comment.body).strip() != body.strip() for comment in self._github.comments(number)):
            self._github.add_comment(number, body)

    def _show(self, wanted: _Wanted, *, may_open: bool) -> IssueChange | None:
        """Open or update one issue; return None if there is nothing to do."""
        same = [issue for mark, issue in self._known[wanted.kind] if mark == wanted.mark]
        for issue in same:
            if issue.state == "open":
                if _plain(issue.body).strip() == wanted.body.strip():
                    return None
                self._github.edit_issue(issue.number, body=wanted.body)
                return IssueChange("updated", issue.title, issue.number)
        if wanted.waits or not (same or may_open):
            return IssueChange("held back" if wanted.waits else "waiting", wanted.title)
        if not same:
            label = LABELS[wanted.kind]
            # Only here, since the label of an issue that exists is there already.
            self._github.ensure_label(label)
            made = self._github.open_issue(wanted.title, wanted.body, label.name)
            return IssueChange("opened", wanted.title, made.number)
        if wanted.kind == "version" or any(self._accepted(issue) for issue in same):
            return None  # a person closed the issue; the next run decides whether that accepts the level
        self._github.edit_issue(same[0].number, body=wanted.body, state="open")
        return IssueChange("opened again", same[0].title, same[0].number)


def _why_closed(kind: Kind, mark: str, state: NightState) -> str:
    if kind == "version":
        return "the model was submitted, vanished, or is not on the watch list any more"
    found = by_series(state.decisions).get(mark.partition("-")[0])
    if found is None:
        return "the branch has no decision about this series"
    return f"the decision of {found[-1].date} is `{found[-1].outcome}`: {escape_markdown(found[-1].reason)}"


def _why_gone(event: NightlyEvent) -> str:
    model = inline_code(event.model or "")
    return (
        f"vanished: on {event.date}, the list of models of {inline_code(event.provider or '')} lacked {model}"
        " for the second night in a row; it is not asked until it is listed again, and if it is still worse"
        " then, that is a new alarm with an issue of its own"
    )


def _marked(mark: str, text: str) -> str:
    return f"<!-- sightbench nightly {mark} -->\n{text}"


def _plain(body: str | None) -> str:
    # A text that somebody edited in the browser comes back with \r\n.
    return (body or "").replace("\r\n", "\n")


def _alarm_issue(alarm: Alarm, state: NightState) -> _Wanted:
    """Return the issue about an alarm; its title stays the same while the alarm is open."""
    last, newest = alarm.last, alarm.decisions[-1]
    drops = [test for test in last.tests if test.direction == ("rise" if alarm.rise else "drop")]
    decided = [f"Decided on {last.date}; the alarm is open since {alarm.since}."]
    if last.active_series is not None:
        decided.append(f"The model has {last.active_series} active series, which share an error budget.")
    if last.visible_drop is not None:
        drop = _points(last.visible_drop)
        decided.append(f"A lasting drop of {drop} points is reported within 14 nights in 9 of 10 cases.")
    parts = [f"{_series(last)}\n\n**{escape_markdown(last.reason)}**", " ".join(decided)]
    if newest is not last:
        parts.append(f"No decision on {newest.date}: {escape_markdown(newest.reason)}")
    parts += [_tests(drops), _panels(drops, state), _events(alarm, state.events)]
    if state.site:
        parts.append(f"All nights of this series are on the [trends page]({state.site}{TRENDS}).")
    parts += [_check_offline(last, state), _ENDING if last.cause is None else _HELD]
    parts.append(_ACCEPT)
    if alarm.rise:
        parts.append("Proposed: accept the new level. Until then, a fall back to the old one is not found.")
    what = "rise" if alarm.rise else "alarm"
    title = f"Nightly {what}: {last.slug}, all its series together"
    if last.level == "series":
        (series,) = last.series
        name = with_effort(last.slug, series.effort)
        title = f"Nightly {what}: {name} on {series.suite}/{series.dataset} ({_safe(series.setting)})"
    body = _marked(alarm.mark, "\n\n".join(filter(None, parts)) + "\n")
    return _Wanted("alarm", alarm.mark, title, body, waits=last.sentinel is not None)


def _safe(name: str) -> str:
    """Return a name for a title, where nothing can be escaped."""
    return "".join(sign if sign.isalnum() or sign in "._-/" else "?" for sign in name)


def _points(fraction: float) -> str:
    return f"{100 * fraction:.1f}"


def _series(decision: Decision) -> str:
    shown = [
        f"`{one.suite}/{one.dataset}` ({inline_code(one.setting)}, {inline_code(one.protocol)}, prompt"
        f" {inline_code(one.prompt)}{f', effort {inline_code(one.effort)}' if one.effort else ''})"
        for one in decision.series[:_SHOWN]
    ]
    if more := len(decision.series) - len(shown):
        shown.append(f"{more} more")
    together = ", all series together" if decision.level == "model" else ""
    return f"Model: `{decision.slug}`{together}. Series: {', '.join(shown)}."


def _tests(tests: Sequence[DecisionTest]) -> str:
    if not tests:
        return ""
    lines = [
        "| test | compared with | drop, in points | interval over stems | tasks | p | adjusted p |",
        "|---|---|---|---|---|---|---|",
    ]
    for test in tests[:_SHOWN]:
        known = test.low is not None and test.high is not None
        cells = [
            f"last {len(test.fresh)} panels" if test.stage == "window" else "this night",
            f"the {test.anchor} baseline",
            _points(test.drop),
            f"{_points(test.low or 0.0)} to {_points(test.high or 0.0)}" if known else "unknown",
            str(test.tasks),
            f"{test.p:.2g}",
            "none" if test.adjusted_p is None else f"{test.adjusted_p:.2g}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + f"\n\n{_MEANING}"


def _panels(tests: Sequence[DecisionTest], state: NightState) -> str:
    """Return links to the panels of the test that decided: the window with the smallest p."""
    test = min((test for test in tests if test.stage == "window"), key=lambda test: test.p, default=None)
    if test is None:
        return ""
    lines = [f"Panels on the branch `{state.branch}`:\n"]
    for label, ids in (("Baseline", test.baseline), ("Fresh draws", test.fresh)):
        shown = []
        for panel in ids[:_SHOWN]:
            path = state.panels.get(panel, "")
            night = path.rpartition("/")[2].partition(".")[0]
            link = f"[{night}]({state.home}/blob/{state.branch}/{path})"
            shown.append(link if path else f"`{panel[:12]}`")
        more = f" and {len(ids) - len(shown)} more" if len(ids) > len(shown) else ""
        lines.append(f"- {label}: {', '.join(shown)}{more}")
    return "\n".join(lines)


def _events(alarm: Alarm, events: Sequence[NightlyEvent]) -> str:
    named = {event for found in (*alarm.before, *alarm.decisions) for event in found.events}
    found = sorted((event for event in events if event.id in named), key=lambda event: (event.when, event.id))
    lines = [
        f"- {event.date}: {event.kind.replace('-', ' ')}: {escape_markdown(event.detail)}"
        for event in found[-_SHOWN:]
    ]
    head = f"Events of these days ({plural(len(found), 'event')}):\n"
    return "\n".join([head, *lines]) if lines else _NO_EVENTS


def _check_offline(decision: Decision, state: NightState) -> str:
    return f"""\
### Check it offline

```console
$ git clone --branch {state.branch} --single-branch {state.home} nights
$ sightbench results check --remote nights --branch {state.branch}
$ sightbench ci night-decide --nightly nights/nightly --out decided --date {decision.date}
```

The first command fetches panels and decisions. The second one checks their ids, digests and signatures. The \
third one follows the rule from the first night on, and prints the p-values of this day again."""


_ENDING = f"""\
### What closes this issue

This issue is updated with each decision, and closed when the rule finds {CLEAN_NIGHTS} clean nights in \
a row, or a few more if these are not clearly better than the nights that opened the alarm."""
_HELD = """\
### What closes this issue

The suite, judge, tasks, request or pooled series changed while the alarm was open, and nothing is compared \
across such a change. This issue stays open until the new version has judged all nights again from the \
baseline on: then the rule decides with these. Sightbench has no command yet that adds nights judged again."""
_ACCEPT = f"""\
If the change is here to stay, a maintainer whom `policy.yml` lists closes this issue, as completed or not \
planned. That accepts the present level: the next publish records the decision `new-baseline` with the \
maintainer's login, and {BASELINE_NIGHTS} new nights make the baseline. If anybody else closes it while the \
alarm is open, it is opened again."""


def _version_issue(version: UnsubmittedVersion, state: NightState) -> _Wanted:
    """Return the issue about a new version of a watched model that no submission uses yet."""
    later = (
        f"One of the next {DRAWN_WITHIN} nights draws this version, within the budgets of `policy.yml`. Later"
        " nights and a row need a merged submission."
    )
    model, day = inline_code(version.model), version.event.date
    lines = [
        f"`{version.provider}` has a new model on the watch list, {model}: found on {day}.",
        escape_markdown(version.event.detail),
        escape_markdown(version.undrawn) or later,
    ]
    if isinstance(version.submission, BadInput):
        why = f"{version.submission.problem}; {version.submission.fix}"
        lines.append(f"No submission was made from the watch list: {escape_markdown(why)}.")
    else:
        fields = version.submission.model_dump(mode="json", exclude_defaults=True, exclude={"schema_"})
        text = dump_submission(fields).decode()
        path = f"submissions/{version.submission.slug}/{FILE_NAME}"
        # Longer than any backticks in the text, which would end the block of code.
        fence = "`" * (max([_FENCE - 1, *(len(found) for found in re.findall("`+", text))]) + 1)
        # Escaped without exception: the id of a model may contain & or #, which would end the value.
        address = f"{state.home}/new/main?filename={quote(path, safe='')}&value={quote(text, safe='')}"
        how = (
            f"[Open it in GitHub's editor]({address}), add your login as `owners`, and propose the file in a"
            " pull request. A person has to do that: a pull request that a workflow opens with the"
            " repository's token starts no checks."
        )
        lines += [f"This is `{path}`:", f"{fence}yaml\n{text.rstrip()}\n{fence}", how]
    lines.append("This issue is closed automatically when a merged submission uses this model.")
    title = f"New model version: {_safe(version.model)} ({version.provider})"
    # A digest, because the id of a model could contain `-->` and end the hidden line.
    mark = digest_canonical([version.provider, version.model])
    return _Wanted("version", mark, title, _marked(mark, "\n\n".join(lines) + "\n"))
