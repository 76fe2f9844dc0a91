"""Bring the issues of a repository up to date with the branch of results.

There is one issue per series with an open alarm, and one per new version on the watch list. The branch
alone decides what they say, so a run that died after its push is repaired by the next one. An issue belongs
to us if it has our label, our account or a maintainer opened it, and its text begins with a hidden line that
names the alarm or version. What else an issue says is never read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from urllib.parse import quote

from benchmark.analysis.wording import plural
from benchmark.chain.github.repository import BOT, GitHub, Issue
from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.core.errors import BadInput
from benchmark.nightly.alarms import Alarm, accept_level, by_series, open_alarms
from benchmark.nightly.new_versions import DRAWN_WITHIN, UnsubmittedVersion
from benchmark.results.branch import BRANCH
from benchmark.results.nights import Decision, DecisionTest, NightlyEvent
from benchmark.scoring.night_series import BASELINE_NIGHTS
from benchmark.scoring.nights import CLEAN_NIGHTS
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.create import dump_submission
from benchmark.submissions.schema import Submission

#: Maximum issues of one kind that are opened on one day, in UTC. The kinds do not share it, so that a list
#: with many new versions delays no alarm.
ISSUES_PER_DAY = 10
TRENDS = "trends/"  #: address of the page with all series, on the site
Kind = Literal["alarm", "version"]
Action = Literal["opened", "updated", "closed", "opened again", "waiting"]


class Label(NamedTuple):
    """The label of all issues of a kind."""

    name: str
    color: str
    description: str


LABELS: Mapping[Kind, Label] = {
    "alarm": Label("nightly-alarm", "b60205", "A nightly series that is worse than its baseline"),
    "version": Label(
        "nightly-new-version", "1d76db", "A new version of a watched model, without a submission"
    ),
}
_MARK = re.compile(r"<!-- sightbench nightly (?P<mark>[0-9a-f]{64}(?:-\d{4}-\d\d-\d\d)?) -->\n")
#: Reasons for closing an issue by hand that accept the present level; a duplicate does not.
_ACCEPTING = (None, "completed", "not_planned")
_SHOWN = 20  #: maximum tests, series, events, or panels of one side of a test in an issue
_TICKS = re.compile(r"`+")
_FENCE = 3  #: minimum backticks of a fence
_MEANING = (
    "The test is exact and stratified by task: the tasks are fixed, so it is about these tasks only. The"
    " interval resamples the stems of tasks; where it includes 0, the answers changed, but the ability is"
    " not shown to be lower. p is one-sided; the adjusted p counts all active series of the day."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where an issue links to."""

    home: str  #: address of the repository, such as ``https://github.com/OWNER/NAME``
    site: str = ""  #: address of the site, which ends with ``/``; empty if there is none
    branch: str = BRANCH
    #: Path of each panel on the branch, by id.
    panels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightState:
    """What the branch of results says after tonight's push."""

    decisions: Sequence[Decision]
    events: Sequence[NightlyEvent]
    versions: Sequence[UnsubmittedVersion]
    places: Places


class IssueChange(NamedTuple):
    """A change of an issue."""

    action: Action
    title: str
    number: int | None = None  #: None for an issue that is not opened yet


class _Wanted(NamedTuple):
    """An issue that should be open."""

    kind: Kind
    mark: str
    title: str
    text: str  #: without the hidden line that names the alarm or version

    @property
    def body(self) -> str:
        return _hidden(self.mark) + self.text


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
            kind: self._ours(label.name) for kind, label in LABELS.items()
        }

    def accepted_level(self, alarm: Alarm, home: str) -> Decision | None:
        """Return the decision of a maintainer who closed the alarm's issue; None if nobody did.

        Args:
            alarm: an open alarm.
            home: address of the repository.

        Raises:
            ApiError: if GitHub does not answer.
        """
        for issue in self._known["alarm"]:
            if _mark_of(issue) == alarm.mark and (found := self._accepted(issue)) is not None:
                by, when = found
                return accept_level(alarm, f"{home}/issues/{issue.number}", by=by, when=when)
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
            *(_alarm_issue(alarm, state) for alarm in open_alarms(state.decisions)),
            *(_version_issue(version, state.places) for version in state.versions),
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

    def _ours(self, label: str) -> list[Issue]:
        """Return our issues with a label, sorted by number."""
        found = []
        for issue in self._github.issues(labels=[label], state="all"):
            author = "" if issue.user is None else issue.user.login
            if (author == BOT or self._policy.is_maintainer(author)) and _mark_of(issue):
                found.append(issue)
        return sorted(found, key=lambda issue: issue.number)

    def _accepted(self, issue: Issue) -> tuple[str, str] | None:
        """Return login and time if a maintainer closed the issue for a reason that accepts the level."""
        if issue.state != "closed" or issue.state_reason not in _ACCEPTING:
            return None
        closed = self._github.issue(issue.number)
        login = "" if closed.closed_by is None else closed.closed_by.login
        if closed.state != "closed" or not closed.closed_at or not self._policy.is_maintainer(login):
            return None
        return login, closed.closed_at

    def _close(self, kind: Kind, wanted: Sequence[_Wanted], state: NightState) -> Iterator[IssueChange]:
        """Close issues whose alarm ended or whose model was submitted, and all but the first of several."""
        marks = {issue.mark for issue in wanted}
        seen: set[str] = set()
        for issue in self._known[kind]:
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
        same = [issue for issue in self._known[wanted.kind] if _mark_of(issue) == wanted.mark]
        for issue in same:
            if issue.state == "open":
                if _plain(issue.body).strip() == wanted.body.strip():
                    return None
                self._github.edit_issue(issue.number, body=wanted.body)
                return IssueChange("updated", issue.title, issue.number)
        if not same:
            return self._open(wanted) if may_open else IssueChange("waiting", wanted.title)
        if wanted.kind == "version" or any(self._accepted(issue) for issue in same):
            return None  # a person closed it; the next run records what that means
        self._github.edit_issue(same[0].number, body=wanted.body, state="open")
        return IssueChange("opened again", same[0].title, same[0].number)

    def _open(self, wanted: _Wanted) -> IssueChange:
        label = LABELS[wanted.kind]
        self._github.ensure_label(label.name, color=label.color, description=label.description)
        made = self._github.open_issue(wanted.title, wanted.body, [label.name])
        return IssueChange("opened", wanted.title, made.number)


def _why_closed(kind: Kind, mark: str, state: NightState) -> str:
    if kind == "version":
        return "the model was submitted, vanished, or is not on the watch list any more"
    found = by_series(state.decisions).get(mark.partition("-")[0])
    if found is None:
        return "the branch has no decision about this series"
    return f"the decision of {found[-1].date} is `{found[-1].outcome}`: {escape_markdown(found[-1].reason)}"


def _hidden(mark: str) -> str:
    return f"<!-- sightbench nightly {mark} -->\n"


def _mark_of(issue: Issue) -> str:
    """Return the name in the first line of an issue's text; empty if there is none."""
    found = _MARK.match(_plain(issue.body))
    return found["mark"] if found else ""


def _plain(body: str | None) -> str:
    return (body or "").replace("\r\n", "\n")


def _alarm_issue(alarm: Alarm, state: NightState) -> _Wanted:
    """Return the issue about an alarm; its title stays the same while the alarm is open."""
    last, newest, places = alarm.last, alarm.decisions[-1], state.places
    drops = [test for test in last.tests if test.direction == "drop"]
    parts = [
        f"{_series(last)}\n\n**{escape_markdown(last.reason)}**",
        f"Decided on {last.date}; the alarm is open since {alarm.since}. {_bounds(last)}",
        _tests(drops),
        _panels(drops, places),
        _events(alarm, state.events),
    ]
    if newest is not last:
        parts.insert(2, f"No decision on {newest.date}: {escape_markdown(newest.reason)}")
    if places.site:
        parts.append(f"All nights of this series are on the [trends page]({places.site}{TRENDS}).")
    parts += [_check_offline(last, places), _ending()]
    title = f"Nightly alarm: {last.slug}, all its series together"
    if last.level == "series":
        (series,) = last.series
        title = f"Nightly alarm: {last.slug} on {series.suite}/{series.dataset} ({_safe(series.setting)})"
    return _Wanted("alarm", alarm.mark, title, "\n\n".join(filter(None, parts)) + "\n")


def _safe(name: str) -> str:
    """Return a name for a title, where nothing can be escaped."""
    return "".join(sign if sign.isalnum() or sign in "._-/" else "?" for sign in name)


def _series(decision: Decision) -> str:
    shown = [
        f"`{one.suite}/{one.dataset}` ({inline_code(one.setting)}, {inline_code(one.protocol)}, prompt"
        f" {inline_code(one.prompt)})"
        for one in decision.series[:_SHOWN]
    ]
    if more := len(decision.series) - len(shown):
        shown.append(f"{more} more")
    together = ", all series together" if decision.level == "model" else ""
    return f"Model: `{decision.slug}`{together}. Series: {', '.join(shown)}."


def _bounds(decision: Decision) -> str:
    parts = []
    if decision.active_series is not None:
        parts.append(f"The adjustment counts {decision.active_series} active series.")
    if decision.visible_drop is not None:
        drop = _points(decision.visible_drop)
        parts.append(f"A lasting drop of {drop} points is reported within 14 nights in 95 % of cases.")
    return " ".join(parts)


def _tests(tests: Sequence[DecisionTest]) -> str:
    if not tests:
        return ""
    lines = [
        "| test | compared with | drop, in points | interval over stems | tasks | p | adjusted p |",
        "|---|---|---|---|---|---|---|",
    ]
    for test in tests[:_SHOWN]:
        known = test.low is not None and test.high is not None
        interval = f"{_points(test.low or 0.0)} to {_points(test.high or 0.0)}" if known else "unknown"
        anchor = "the first baseline" if test.anchor == "first" else "the current baseline"
        cells = [
            "weekly pool" if test.stage == "pool" else test.stage.replace("-", " "),
            anchor,
            _points(test.drop),
            interval,
            str(test.tasks),
            _p(test.p),
            _p(test.adjusted_p) if test.adjusted_p is not None else "none",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + f"\n\n{_MEANING}"


def _panels(tests: Sequence[DecisionTest], places: Places) -> str:
    """Return links to the panels of the test that decided: that of stage 2 or a pool with the smallest p."""
    deciding = [test for test in tests if test.stage != "stage-1"]
    if not deciding:
        return ""
    test = min(deciding, key=lambda test: test.p)
    sides = [("Baseline", test.baseline), ("Fresh draws", test.fresh)]
    lines = []
    for label, ids in sides:
        shown = [_panel_link(panel, places) for panel in ids[:_SHOWN]]
        more = f" and {len(ids) - len(shown)} more" if len(ids) > len(shown) else ""
        lines.append(f"- {label}: {', '.join(shown)}{more}")
    return f"Panels on the branch `{places.branch}`:\n\n" + "\n".join(lines)


def _panel_link(panel: str, places: Places) -> str:
    path = places.panels.get(panel)
    if path is None:
        return f"`{panel[:12]}`"
    return f"[{path.rpartition('/')[2].partition('.')[0]}]({places.home}/blob/{places.branch}/{path})"


def _events(alarm: Alarm, events: Iterable[NightlyEvent]) -> str:
    named = {event for found in (*alarm.before, *alarm.decisions) for event in found.events}
    found = sorted((event for event in events if event.id in named), key=lambda event: (event.when, event.id))
    if not found:
        return "No event was recorded on these days: no moved alias, and no new version of the suite."
    lines = [
        f"- {event.date}: {event.kind.replace('-', ' ')}: {escape_markdown(event.detail)}"
        for event in found[-_SHOWN:]
    ]
    return f"Events of these days ({plural(len(found), 'event')}):\n\n" + "\n".join(lines)


def _check_offline(decision: Decision, places: Places) -> str:
    return f"""\
### Check it offline

```console
$ git clone --branch {places.branch} --single-branch {places.home} nights
$ sightbench results check --remote nights --branch {places.branch}
$ sightbench ci night-decide --nightly nights/nightly --out decided --date {decision.date}
```

The first command fetches panels and decisions. The second one checks their ids, digests and signatures. The \
third one follows the rule from the first night on, and prints the p-values of this day again."""


def _ending() -> str:
    return f"""\
### What closes this issue

It is updated with each decision, and closed when the rule finds {CLEAN_NIGHTS} clean nights in a row, \
or a few more if these are not clearly better than the nights that opened the alarm.

If the change is here to stay, a maintainer whom `policy.yml` lists closes this issue, as completed or not \
planned. That accepts the present level: the next publish records the decision `new-baseline` with the \
maintainer's login, and {BASELINE_NIGHTS} new nights make the baseline. If anybody else closes it while the \
alarm is open, it is opened again."""


def _points(fraction: float) -> str:
    return f"{100 * fraction:.1f}"


def _p(value: float) -> str:
    return f"{value:.2g}"


def _version_issue(version: UnsubmittedVersion, places: Places) -> _Wanted:
    """Return the issue about a new version of a watched model that no submission asks yet."""
    later = (
        f"One of the next {DRAWN_WITHIN} nights draws it, within the budgets of `policy.yml`. Later nights"
        " and a row need a merged submission."
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
        lines += _submission(version.submission, places)
    lines.append("This issue is closed automatically when a merged submission asks this model.")
    title = f"New model version: {_safe(version.model)} ({version.provider})"
    return _Wanted("version", version.mark, title, "\n\n".join(lines) + "\n")


def _submission(submission: Submission, places: Places) -> list[str]:
    fields = submission.model_dump(mode="json", exclude_defaults=True, exclude={"schema_"})
    text = dump_submission(fields).decode()
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
