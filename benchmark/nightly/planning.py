"""Plans a night: which series are drawn, in a fair order and within the budgets, and why others are not."""

import datetime
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.jobs.known_runs import KnownRuns
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import JOBS_LIMIT, MatrixJob, Plan, PlannedRun
from benchmark.chain.plan.panel_asking import highest_cost
from benchmark.chain.plan.panel_plan import PanelPlan
from benchmark.chain.plan.panels import (
    asks_an_api,
    entry_of,
    has_panel,
    newest_panel,
    panel_plan,
    why_not_followed,
)
from benchmark.chain.plan.plan import RUNS_LIMIT, make_jobs, planned_run
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.run_size import run_size
from benchmark.chain.plan.runners import UnplacedRun, models_of, place_run, price_of
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.nightly.new_versions import NO_PRICE, NewVersion, versions_to_draw
from benchmark.results.heads import RunName
from benchmark.results.layout import NIGHTLY, OWNERS
from benchmark.results.money import WatchedVersion
from benchmark.results.nightly.event import NightlyEvent, vanished_models
from benchmark.results.nightly.files import read_records
from benchmark.results.nightly.models_seen import ModelsSeen
from benchmark.results.nightly.panel import Panel

#: What is reserved in addition to the highest cost, for calls that break off and may be billed.
_MARGIN = 1.1


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOptions:
    """The settings of a night, apart from its series."""

    policy: Policy
    nightly: Path  #: the folder ``nightly`` of a checkout of the branch of results
    date: str
    tonight_usd: float = 0.0  #: cost and reservations of this night so far
    month_usd: float = 0.0  #: cost and reservations of this month so far, those of this night included
    refused: Mapping[str, str] = field(default_factory=dict)  #: why submissions are refused, by slug
    under_way: Collection[str] = ()  #: artifacts of the plans that are being evaluated now
    #: Dates of the last plans that reserved money for a run, by slug and request.
    tried: Mapping[tuple[str, str], str] = field(default_factory=dict)
    commit: str = ""  #: commit of the submissions


@dataclass(frozen=True, slots=True)
class PlannedPanel:
    """A panel that is drawn tonight."""

    run: PlannedRun
    tasks: int
    cents: int  #: US cents that it may cost at most


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A series that is not drawn tonight, and why."""

    name: RunName
    reason: str


@dataclass(frozen=True, slots=True)
class NightPlan:
    """The plan of a night, and what people read about it."""

    plan: Plan
    panels: tuple[PlannedPanel, ...]
    left_out: tuple[LeftOut, ...]
    refused: tuple[BadInput, ...] = ()  #: why new versions get no panel


@dataclass(frozen=True, slots=True)
class _Series:
    """A series that may be drawn tonight."""

    submitted: SubmittedRun
    last: str  #: date of its newest panel or attempt; empty for a new series
    panel: PanelPlan
    budget: float = math.inf  #: US dollars that its submission may cost tonight


def plan_tonight(known: KnownRuns, date: str, checkout: Path, submissions: Path) -> NightPlan:
    """Plan the panels of a night from what the branch and GitHub know.

    Args:
        known: all runs.
        date: the night.
        checkout: a checkout of the branch of results.
        submissions: the folder of submissions.

    Raises:
        BadInput: if an event or a panel cannot be read.
    """
    given = known.options
    owners, nightly = checkout / OWNERS, checkout / NIGHTLY
    new, refused = versions_to_draw(
        nightly, date, submissions=submissions, policy=given.policy, owners=owners
    )
    options = NightOptions(
        policy=given.policy,
        nightly=nightly,
        date=date,
        tonight_usd=known.money.night_usd(date),
        month_usd=given.spent_usd,
        refused=given.refused,
        under_way=given.under_way,
        tried=known.money.tried(),
        commit=given.commit,
    )
    return replace(plan_night(known.runs, new, options), refused=refused)


def night_lines(planned: NightPlan, date: str) -> list[str]:
    """Return what people read about the plan of a night, one line per series."""
    lines = []
    for panel in planned.panels:
        cost = f"at most {panel.cents / 100:.2f} US dollars"
        lines.append(f"{panel.run.name}: {plural(panel.tasks, 'task')}, {cost}")
    lines += [f"left out: {left.name}: {left.reason}" for left in planned.left_out]
    whole = sum(panel.cents for panel in planned.panels) / 100
    panels = plural(len(planned.panels), "panel")
    return [*lines, f"{panels} in the night of {date}, at most {whole:.2f} US dollars"]


def plan_night(
    runs: Sequence[SubmittedRun],
    new: Sequence[NewVersion],
    options: NightOptions,
    *,
    now: datetime.datetime | None = None,
    cost_of: Callable[[SubmittedRun, PanelPlan], float | None] = highest_cost,
) -> NightPlan:
    """Plan the panels of a night.

    The series whose newest panel or attempt is oldest comes first, and one without any before all others;
    among equals, the lot of the night decides. So a budget that is too small leaves out another series every
    night, and a provider that never answers takes nobody else's turn.

    Args:
        runs: the runs of all submissions.
        new: new versions on the watch list.
        options: the settings.
        now: current time in UTC.
        cost_of: returns what a panel may cost at most, in US dollars; None if that is unknown.

    Raises:
        BadInput: if a panel on the branch cannot be read.
    """
    night = _Night(options, cost_of)
    series = [*night.series_of(runs), *night.series_of_new(new)]
    for found in sorted(series, key=lambda found: (found.last, _lot(options.date, found.submitted.name))):
        night.add(found)
    created = now or datetime.datetime.now(datetime.UTC)
    plan = Plan(
        created=created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        commit=options.commit,
        lint=False,
        runs=[panel.run for panel in night.panels],
        jobs=night.jobs,
    )
    return NightPlan(plan, tuple(night.panels), tuple(night.left_out))


class _Night:
    """The panels that were chosen so far, and what they may cost."""

    def __init__(
        self, options: NightOptions, cost_of: Callable[[SubmittedRun, PanelPlan], float | None]
    ) -> None:
        self.options, self.cost_of = options, cost_of
        self.panels: list[PlannedPanel] = []
        self.jobs: list[MatrixJob] = []
        self.left_out: list[LeftOut] = []
        events = read_records(options.nightly, NightlyEvent)
        self._outages = _newest_outages(events, options.date)
        self._vanished = vanished_models(events, read_records(options.nightly, ModelsSeen))
        self._reserved = 0  #: US cents
        self._by_slug: dict[str, int] = {}  #: US cents by submission

    def series_of(self, runs: Sequence[SubmittedRun]) -> Iterator[_Series]:
        """Yield the series of submissions; runs that ask no API have none."""
        for submitted in filter(asks_an_api, runs):
            if why := why_not_followed(submitted, self.options.policy):
                self.left_out.append(LeftOut(submitted.name, why))
            elif found := self._series(submitted, None):
                yield found

    def series_of_new(self, new: Sequence[NewVersion]) -> Iterator[_Series]:
        """Yield the series of new versions."""
        for version in new:
            for submitted in version.runs:
                if found := self._series(submitted, version.watched, version.budget_usd):
                    yield found

    def _series(
        self, submitted: SubmittedRun, watched: WatchedVersion | None, budget: float = math.inf
    ) -> _Series | None:
        options, name = self.options, submitted.name
        if why := self._why_not_tonight(submitted):
            self.left_out.append(LeftOut(name, why))
            return None
        newest = newest_panel(options.nightly, submitted)
        try:
            entry = entry_of(submitted, options.policy)
            panel = panel_plan(submitted, options.date, newest, entry, watched)
        except BadInput as error:  # the data set was not fetched
            self.left_out.append(LeftOut(name, str(error)))
            return None
        return _Series(submitted, self._last(submitted, newest), panel, budget)

    def _last(self, submitted: SubmittedRun, newest: Panel | None) -> str:
        """Return the date of the newest panel, or of the newest attempt that made none."""
        name = submitted.name
        return max(
            "" if newest is None else newest.night,
            self._outages.get((name.slug, name.suite, name.dataset), ""),
            self.options.tried.get((name.slug, submitted.request), ""),
        )

    def _why_not_tonight(self, submitted: SubmittedRun) -> str:
        options, slug = self.options, submitted.name.slug
        if options.policy.budgets.nightly_usd <= 0:
            return "budgets.nightly_usd in policy.yml is 0"
        if why := options.refused.get(slug):
            return why
        for config in models_of(submitted):
            if gone := self._vanished.get((config.provider, config.model.removeprefix("models/"))):
                return f"{config.provider} has not listed {config.model} since {gone.date}"
        if has_panel(options.nightly, submitted, options.date):
            return "it has a panel of this night already"
        if f"night-{slug}" in options.under_way:
            return "a night of its submission is being evaluated"
        return ""

    def add(self, series: _Series) -> None:
        """Add the panel of a series, or note why it is left out."""
        submitted, options = series.submitted, self.options
        place = place_run(submitted, options.policy)
        if isinstance(place, UnplacedRun):
            return self._leave_out(series, place.reason)
        try:
            size = run_size(submitted, series.panel)
            cents = self._cents(series)
        except BadInput as error:
            return self._leave_out(series, str(error))
        if isinstance(cents, str):
            return self._leave_out(series, cents)
        jobs = make_jobs(submitted, size, place, "", options.date)
        slug = submitted.name.slug
        if len(self.panels) == RUNS_LIMIT or not self._fit(jobs):
            return self._leave_out(series, "the matrices of this night are full")
        self.jobs += jobs
        self._reserved += cents
        self._by_slug[slug] = self._by_slug.get(slug, 0) + cents
        run = planned_run(submitted, size, jobs, cents, series.panel)
        self.panels.append(PlannedPanel(run, size.samples, cents))
        return None

    def _cents(self, series: _Series) -> int | str:
        """Return the US cents to reserve for a panel, or why there is no money for it."""
        options, slug = self.options, series.submitted.name.slug
        limit = price_of(series.submitted, options.policy)
        if not limit:
            return "budgets.run_usd in policy.yml is 0"
        highest = self.cost_of(series.submitted, series.panel)
        if highest is None:
            return NO_PRICE
        cents = max(1, math.ceil(round(100 * min(_MARGIN * highest, limit), 6)))
        if series.budget < math.inf:  # a new version stops when its own budget is spent
            cents = min(cents, _whole_cents(series.budget) - self._by_slug.get(slug, 0))
        return self._why_no_money(series, cents) or cents

    def _why_no_money(self, series: _Series, cents: int) -> str:
        options, budgets = self.options, self.options.policy.budgets
        if cents < 1:
            return f"the budget of {series.budget:g} US dollars for this new version is set aside already"
        needed = f"it may cost {cents / 100:.2f} US dollars"
        if self._reserved + cents > _whole_cents(budgets.nightly_usd - options.tonight_usd):
            return f"{needed}, and this night's budget of {budgets.nightly_usd:g} is spent or set aside"
        if self._reserved + cents > _whole_cents(budgets.month_usd - options.month_usd):
            return f"{needed}, and this month's budget of {budgets.month_usd:g} is spent or set aside"
        return ""

    def _fit(self, more: Sequence[MatrixJob]) -> bool:
        kinds = [job.kind for job in (*self.jobs, *more) if job.slug == more[0].slug]
        return all(kinds.count(kind) <= JOBS_LIMIT for kind in ("generate", "score"))

    def _leave_out(self, series: _Series, reason: str) -> None:
        self.left_out.append(LeftOut(series.submitted.name, reason))


def _newest_outages(events: Sequence[NightlyEvent], date: str) -> dict[tuple[str | None, ...], str]:
    """Return the dates of the last nights without an answer, by submission, suite and data set."""
    outages = [event for event in events if event.kind == "outage" and event.date <= date]
    return {(event.slug, event.suite, event.dataset): event.date for event in outages}  # the last one counts


def _lot(date: str, series: RunName) -> str:
    """Return a text that sorts series in another order every night, and in the same if planned again."""
    return digest_canonical([date, *series])


def _whole_cents(usd: float) -> int:
    """Return an amount in US cents, rounded down."""
    return math.floor(round(100 * usd, 6))
