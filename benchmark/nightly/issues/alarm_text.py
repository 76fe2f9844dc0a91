"""The text of the issue about an open alarm."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from benchmark.analysis.wording import plural
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.nightly.issues.alarms import Alarm
from benchmark.results.branch import BRANCH
from benchmark.results.nightly.decision import Decision, DecisionTest
from benchmark.results.nightly.event import NightlyEvent
from benchmark.scoring.night_series import BASELINE_NIGHTS
from benchmark.scoring.nights import CLEAN_NIGHTS

TRENDS = "trends/"  #: address of the page with all series, on the site
_PANELS_SHOWN = 16  #: maximum panels of one side of a test that are linked
_EVENTS_SHOWN = 20
_SERIES_SHOWN = 20
_TESTS_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where an issue links to."""

    server: str  #: such as ``https://github.com``
    repository: str  #: ``OWNER/NAME``
    site: str = ""  #: address of the site, which ends with ``/``; empty if there is none
    branch: str = BRANCH
    #: Path of each panel on the branch, by id.
    panels: Mapping[str, str] = field(default_factory=dict)

    @property
    def home(self) -> str:
        """The address of the repository."""
        return f"{self.server}/{self.repository}"


def alarm_title(alarm: Alarm) -> str:
    """Return the title, which stays the same while the alarm is open."""
    last = alarm.last
    if last.level == "model":
        return f"Nightly alarm: {last.slug}, all its series together"
    (series,) = last.series
    setting = "".join(sign if sign.isalnum() or sign in "._-" else "?" for sign in series.setting)
    return f"Nightly alarm: {last.slug} on {series.suite}/{series.dataset} ({setting})"


def alarm_text(alarm: Alarm, events: Iterable[NightlyEvent], places: Places) -> str:
    """Return the text of the issue, without the hidden line that names the alarm.

    Args:
        alarm: the alarm.
        events: all events; those that decisions of the alarm name are listed.
        places: where the text links to.
    """
    last, newest = alarm.last, alarm.decisions[-1]
    drops = [test for test in last.tests if test.direction == "drop"]
    parts = [
        f"{_series(last)}\n\n**{escape_markdown(last.reason)}**",
        f"Decided on {last.date}; the alarm is open since {alarm.since}. {_bounds(last)}",
        _tests(drops),
        _panels(drops, places),
        _events(alarm, events),
    ]
    if newest is not last:
        parts.insert(2, f"No decision on {newest.date}: {escape_markdown(newest.reason)}")
    if places.site:
        parts.append(f"All nights of this series are on the [trends page]({places.site}{TRENDS}).")
    parts += [_check_offline(last, places), _ending()]
    return "\n\n".join(filter(None, parts)) + "\n"


def _series(decision: Decision) -> str:
    shown = [
        f"`{one.suite}/{one.dataset}` ({inline_code(one.setting)}, {inline_code(one.protocol)}, prompt"
        f" {inline_code(one.prompt)})"
        for one in decision.series[:_SERIES_SHOWN]
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
    for test in tests[:_TESTS_SHOWN]:
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
    meaning = (
        "The test is exact and stratified by task: the tasks are fixed, so it is about these tasks only. The"
        " interval resamples the stems of tasks; where it includes 0, the answers changed, but the ability is"
        " not shown to be lower. p is one-sided; the adjusted p counts all active series of the day."
    )
    return "\n".join(lines) + f"\n\n{meaning}"


def _panels(tests: Sequence[DecisionTest], places: Places) -> str:
    """Return links to the panels of the test that decided: that of stage 2 or a pool with the smallest p."""
    deciding = [test for test in tests if test.stage != "stage-1"]
    if not deciding:
        return ""
    test = min(deciding, key=lambda test: test.p)
    sides = [("Baseline", test.baseline), ("Fresh draws", test.fresh)]
    lines = []
    for label, ids in sides:
        shown = [_panel_link(panel, places) for panel in ids[:_PANELS_SHOWN]]
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
        for event in found[-_EVENTS_SHOWN:]
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
