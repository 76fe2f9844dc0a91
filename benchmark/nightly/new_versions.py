"""New versions of watched models that no submission uses yet, and which of them a night draws."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.plan.due_runs import SubmittedRun, runs_of, submitted_runs
from benchmark.chain.plan.panels import highest_cost, newest_panel, panel_plan
from benchmark.chain.plan.policy import Policy, WatchedModels
from benchmark.chain.plan.run_lookup import check_free, submission_of_model
from benchmark.core.errors import BadInput
from benchmark.nightly.discovery import Moment, used_models
from benchmark.results.money import read_money
from benchmark.results.nights import NightlyEvent, read_records
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


def undrawn_versions(
    nightly: Path, moment: Moment, *, submissions: Path, policy: Policy
) -> Iterator[NightlyEvent]:
    """Yield an event for each new version that 30 nights did not draw, with the reason.

    Raises:
        BadInput: if an event, a panel or the ledger of money cannot be read.
    """
    for found in new_versions(read_records(nightly, NightlyEvent), policy, submissions):
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
            if highest_cost(run, panel) is None:
                return NO_PRICE
        except BadInput as error:
            return str(error)
    money = read_money(nightly.parent)
    tried = money.tried()
    if night := max(tried.get((run.name.slug, run.request), "") for run in waiting):
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
