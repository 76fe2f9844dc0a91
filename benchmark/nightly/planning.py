"""Plans a night: draws series in a fair order and within the budgets, and says why others are left out.

A night may also draw new versions of watched models that no submission uses.
"""

import datetime
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.plan.due_runs import (
    SubmittedRun,
    check_free,
    run_size,
    runs_of,
    submission_of_model,
    submitted_runs,
)
from benchmark.chain.plan.job import MatrixJob, PanelPlan, Plan, PlannedRun, UnplannedRun, asked_text
from benchmark.chain.plan.panels import highest_cost, newest_panel, panel_plan
from benchmark.chain.plan.plan import RUNS_LIMIT, KnownRuns, fit, plan_run
from benchmark.chain.plan.policy import Policy, WatchedModels
from benchmark.chain.plan.runners import asks_api, is_paid, place_run, price_of, why_not_batched
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.nightly.discovery import Moment, used_models
from benchmark.results.branch_record import present_moment
from benchmark.results.layout import NIGHTLY, OWNERS
from benchmark.results.money import WatchedVersion, cents_of, read_money, series_key
from benchmark.results.nights import ModelsSeen, NightlyEvent, read_records, vanished_models
from benchmark.results.owners import read_owners
from benchmark.results.status import RunName
from benchmark.submissions.schema import Submission

#: Maximum new versions of a provider that one night draws, so that a list of thousands leaves the followed
#: series their budget, their jobs and their turn.
NEW_LIMIT = 5
DRAWN_WITHIN = 30  #: for this many nights after its report, a new version is drawn until it has a panel
NO_PRICE = "its price or its longest answer is unknown: name a price in its entry of the watch list"


@dataclass(frozen=True, slots=True)
class UnsubmittedVersion:
    """A new version on the watch list that no submission uses."""

    provider: str
    model: str  #: the provider's id of the model
    event: NightlyEvent
    entry: WatchedModels  #: the entry of the watch list that names the model
    submission: Submission | BadInput  #: an error if the watch list alone does not suffice to make one
    undrawn: str  #: why no night has drawn the version, as reported; empty until then

    def is_late(self, date: str) -> bool:
        """Whether the version is no longer drawn, because its report is too many nights old."""
        nights = datetime.date.fromisoformat(date) - datetime.date.fromisoformat(self.event.date)
        return nights.days >= DRAWN_WITHIN

    def runs_to_draw(self, nightly: Path, submissions: Path) -> list[SubmittedRun]:
        """Return the version's runs without a panel; none if no submission can be made."""
        made = self.submission
        runs = () if isinstance(made, BadInput) else runs_of(submissions / made.slug, made)
        return [run for run in runs if newest_panel(nightly, run) is None]


def new_versions(
    events: Iterable[NightlyEvent], policy: Policy, submissions: Path
) -> tuple[UnsubmittedVersion, ...]:
    """Return the new versions that are on the watch list and in no submission, oldest first.

    Versions that vanished again are left out. Submissions that cannot be read do not count.
    """
    newest: dict[tuple[str, str], NightlyEvent] = {}
    undrawn: dict[tuple[str, str], str] = {}
    for event in sorted(events, key=lambda event: (event.date, event.when, event.id)):
        if event.kind in ("new-version", "vanished"):
            newest[event.provider or "", event.model or ""] = event
        elif event.kind == "not-drawn":
            # Kept apart: this event must not hide the report of the same version in `newest`.
            undrawn[event.provider or "", event.model or ""] = event.detail
    used = used_models(submitted_runs(submissions).runs)
    found = []
    for (provider, model), event in newest.items():
        entry = policy.watching(provider, model)
        if event.kind != "new-version" or entry is None or (provider, model) in used:
            continue
        made: Submission | BadInput
        try:
            made = submission_of_model(provider, model, entry.suites)
            check_free(made, submissions, policy)
        except BadInput as error:
            made = error
        why = undrawn.get((provider, model), "")
        found.append(UnsubmittedVersion(provider, model, event, entry, made, why))
    return tuple(found)


def vanished_series(events: Iterable[NightlyEvent], submissions: Path) -> Mapping[RunName, NightlyEvent]:
    """Return the submitted series whose model vanished, each with its newest such event."""
    gone = vanished_models(events, ())
    found: dict[RunName, NightlyEvent] = {}
    for run in submitted_runs(submissions).runs:
        # Panels name this model, too; one at an address of its own is on no vendor's list.
        model = run.run.model
        if model is not None and model.base_url is None:
            event = gone.get((model.provider, model.model.removeprefix("models/")))
            found |= {} if event is None else {run.name: event}
    return found


def undrawn_versions(
    nightly: Path, moment: Moment, *, submissions: Path, policy: Policy
) -> Iterator[NightlyEvent]:
    """Yield an event for each new version that 30 nights did not draw, with the reason."""
    for found in new_versions(read_records(nightly, NightlyEvent), policy, submissions):
        # Reported once, and not each night from then on.
        if found.undrawn or not found.is_late(moment.date):
            continue
        if isinstance(found.submission, BadInput):
            why = f"{found.submission.problem}; {found.submission.fix}"
        elif waiting := found.runs_to_draw(nightly, submissions):
            why = _why_undrawn(found, waiting, nightly, moment.date, policy)
        else:
            continue
        when = f"was reported on {found.event.date}, and {DRAWN_WITHIN} nights did not draw it"
        detail = f"{found.model} {when}: {why}"
        yield moment.event("not-drawn", found.provider, detail, model=found.model)


def _why_undrawn(
    version: UnsubmittedVersion, waiting: list[SubmittedRun], nightly: Path, date: str, policy: Policy
) -> str:
    for run in waiting:
        panel = panel_plan(run, date, nightly, policy)
        if isinstance(panel, str):
            return panel
        try:
            if highest_cost(run, panel, policy.prices_for(run.run)) is None:
                return NO_PRICE
        except BadInput as error:
            return str(error)
    money = read_money(nightly.parent)
    if night := max(money.tried.get(series_key(run.name.slug, run.request), "") for run in waiting):
        return f"its run in the night of {night} gave no panel"
    others = {
        (entry.reservation.night, entry.reservation.slug)
        for entry in money.entries
        if any(
            run.watched is not None and run.watched.provider == version.provider
            for run in entry.reservation.runs
        )
    }
    nights = Counter(night for night, _ in others if night is not None and night >= version.event.date)
    budgets = "the budgets of policy.yml left nothing for it"
    if full := sum(count >= NEW_LIMIT for count in nights.values()):
        drew = f"{plural(full, 'night')} drew {NEW_LIMIT} other new versions of {version.provider}"
        return f"{drew}, which is the limit; in the others, {budgets}"
    return budgets


#: What is reserved in addition to the highest cost, for calls that break off and may be billed.
_MARGIN = 1.1


@dataclass(frozen=True, slots=True)
class _SeriesCandidate:
    """A series that may be drawn tonight."""

    submitted: SubmittedRun
    version: UnsubmittedVersion | None  #: the new version, if nobody has submitted the model; else None
    last: str  #: date of its newest panel or attempt; empty for a new series
    panel: PanelPlan


def plan_tonight(
    known: KnownRuns, date: str, checkout: Path, submissions: Path, refuse: Callable[[BadInput], None]
) -> tuple[Plan, list[str]]:
    """Plan the panels of a night. Return the plan, and for people a line per series and a sum.

    The series whose newest panel or attempt is oldest comes first, and one without any before all others; a
    random order, new each night, breaks ties. So a budget that is too small leaves out another series every
    night, and a provider that never answers takes nobody else's turn. ``refuse`` is called for each new
    version that gets no panel.
    """
    night = _Night(known, date, checkout / NIGHTLY)
    for submitted in known.runs:
        if asks_api(submitted) or submitted.name.slug in known.policy.sentinels:
            night.consider(submitted)
    for version in new_versions(night.events, known.policy, submissions):
        made, owners = version.submission, checkout / OWNERS
        if version.is_late(date):
            continue
        if isinstance(made, BadInput):
            refuse(made)
        elif read_owners(owners, made.slug) is not None:
            problem = f"the slug {made.slug} belongs to a submission that was removed"
            refuse(BadInput(owners, "", problem, "submit the model by hand"))
        else:
            for submitted in version.runs_to_draw(checkout / NIGHTLY, submissions):
                night.consider(submitted, version)

    def turn(
        series: _SeriesCandidate,
    ) -> tuple[str, str]:  # planning the same night again gives the same order
        return series.last, digest_canonical([date, *series.submitted.name])

    for series in sorted(night.series, key=turn):
        night.draw(series)
    # Without the linter, unless a rule includes it: nights compare only whether tasks pass.
    plan = Plan(created=present_moment(), commit=known.commit, lint=False, runs=night.runs, jobs=night.jobs)
    panels, cost = plural(len(night.runs), "panel"), f"at most {night.reserved / 100:.2f} US dollars"
    return plan, [*night.drawn, *night.left_out, f"{panels} in the night of {date}, {cost}"]


class _Night:
    """A night while it is planned: the panels chosen so far, and what they may cost."""

    def __init__(self, known: KnownRuns, date: str, nightly: Path) -> None:
        self._known, self._date, self._nightly = known, date, nightly
        self.series: list[_SeriesCandidate] = []
        self.runs: list[PlannedRun] = []
        self.jobs: list[MatrixJob] = []
        self.drawn: list[str] = []
        self.left_out: list[str] = []
        self.reserved = 0  #: US cents
        self._new: dict[str, UnsubmittedVersion] = {}  #: new versions that are drawn, by slug
        money = known.money
        # A night can be planned more than once; what an earlier plan set aside counts.
        tonight = sum(entry.cents for entry in money.entries if entry.reservation.night == date)
        self._spent_usd = {"night": tonight / 100, "month": money.spent_usd(known.month)}
        # A later date is that of a wrong clock, or of nights after the one that is planned again.
        self.events = [event for event in read_records(nightly, NightlyEvent) if event.date <= date]
        outages = (event for event in self.events if event.kind == "outage")
        #: Dates of the last nights without an answer, by submission, suite and data set.
        self._outages = {(event.slug, event.suite, event.dataset): event.date for event in outages}
        self._vanished = vanished_models(self.events, read_records(nightly, ModelsSeen))

    def leave_out(self, submitted: SubmittedRun, reason: str) -> None:
        self.left_out.append(f"left out: {submitted.name}: {reason}")

    def consider(self, submitted: SubmittedRun, version: UnsubmittedVersion | None = None) -> None:
        name, watched = submitted.name, None
        if version is not None:
            suites = list(dict.fromkeys(version.entry.suites))
            watched = WatchedVersion(provider=version.provider, model=version.model, suites=suites)
        panel = panel_plan(submitted, self._date, self._nightly, self._known.policy, watched)
        if isinstance(panel, str):
            return self.leave_out(submitted, panel)
        if why := self._why_not_tonight(submitted):
            return self.leave_out(submitted, why)
        newest = newest_panel(self._nightly, submitted)
        last = max(
            "" if newest is None else newest.night,
            self._outages.get((name.slug, name.suite, name.dataset), ""),
            self._known.money.tried.get(series_key(name.slug, submitted.request), ""),
        )
        self.series.append(_SeriesCandidate(submitted, version, last, panel))
        return None

    def _why_not_tonight(self, submitted: SubmittedRun) -> str:
        for config in submitted.models:
            if gone := self._vanished.get((config.provider, config.model.removeprefix("models/"))):
                return f"{config.provider} has not listed {config.model} since {gone.date}"
        if f"night-{submitted.name.slug}" in self._known.money.under_way:
            return "an earlier night of its submission is still being evaluated"
        if (f"night-{submitted.name.slug}", submitted.request, self._date) in self._known.money.held:
            return "the batches of this night have not ended"
        return self._known.refused.get(submitted.name.slug, "")

    def draw(self, series: _SeriesCandidate) -> None:
        submitted, version = series.submitted, series.version
        if version is not None and (why := self._why_queued(submitted.name.slug, version)):
            return self.leave_out(submitted, why)
        place = place_run(submitted, self._known.policy)
        if isinstance(place, UnplannedRun):
            return self.leave_out(submitted, place.reason)
        try:
            size, cents = run_size(submitted, series.panel), self._cents(series)
        except BadInput as error:
            return self.leave_out(submitted, str(error))
        if isinstance(cents, str):
            return self.leave_out(submitted, cents)
        policy = self._known.policy
        run, jobs = plan_run(submitted, size, place, policy, cents=cents, panel=series.panel)
        if len(self.runs) == RUNS_LIMIT or not fit(self.jobs, jobs):
            return self.leave_out(submitted, "the matrices of this night are full")
        self.jobs += jobs
        self.reserved += cents
        self.runs.append(run)
        if version is not None:
            self._new[run.slug] = version
        tasks = plural(size.samples, "task")
        most = f"at most {cents / 100:.2f} US dollars"
        self.drawn.append(f"{run.name}: {tasks}, {most}{asked_text(run, jobs)}")
        return None

    def _why_queued(self, slug: str, version: UnsubmittedVersion) -> str:
        """Return why a new version is not drawn: its slug is taken, or the night has too many; or empty."""
        if slug in self._new:
            other = self._new[slug]
            return "" if other is version else f"{other.model} has the same slug: submit one of them by hand"
        drawn = sum(other.provider == version.provider for other in self._new.values())
        limit = f"{version.provider} has more than {NEW_LIMIT} new versions tonight"
        return f"{limit}: it waits for a later night" if drawn >= NEW_LIMIT else ""

    def _cents(self, series: _SeriesCandidate) -> int | str:
        """Return the US cents to reserve for a panel, or why there is no money for it."""
        policy = self._known.policy
        if not is_paid(series.submitted):
            return 0
        limit, prices = price_of(series.submitted, policy), policy.prices_for(series.submitted.run)
        batch = not why_not_batched(series.submitted, None, policy)
        highest = highest_cost(series.submitted, series.panel, prices, batch=batch)
        if not limit:
            return "budgets.run_usd in policy.yml is 0"
        if highest is None:
            return NO_PRICE
        # At least one: a job that may spend 0 is refused, since 0 must never mean "no limit".
        cents = max(1, cents_of(min(_MARGIN * highest, limit)))
        if series.version is not None:  # a new version also stops when its own budget is spent
            budget, slug = series.version.entry.budget_usd, series.submitted.name.slug
            spent = sum(run.reserved_cents for run in self.runs if run.slug == slug)
            cents = min(cents, _whole_cents(budget) - spent)
            if cents < 1:
                return f"the budget of {budget:g} US dollars for this new version is set aside already"
        for what, usd in (("night", policy.budgets.nightly_usd), ("month", policy.budgets.month_usd)):
            if self.reserved + cents > _whole_cents(usd - self._spent_usd[what]):
                needed = f"it may cost {cents / 100:.2f} US dollars"
                return f"{needed}, and this {what}'s budget of {usd:g} is spent or set aside"
        return cents


def _whole_cents(usd: float) -> int:
    """Return an amount in US cents, rounded down, so that no budget is exceeded."""
    # Without the rounding, 0.29 dollars would be 28 cents: 100 * 0.29 is 28.999999999999996.
    return math.floor(round(100 * usd, 6))
