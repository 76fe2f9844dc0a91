"""New versions of watched models that no submission asks yet, and those of them that a night draws."""

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun, runs_of
from benchmark.chain.plan.panels import highest_cost, newest_panel, panel_plan
from benchmark.chain.plan.policy import Policy, WatchedModels
from benchmark.chain.plan.watched import check_free, submission_of_model
from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.files.edge import validate_record
from benchmark.files.strict_yaml import read_yaml
from benchmark.nightly.discovery import Moment
from benchmark.results.money import WatchedVersion
from benchmark.results.nights import NightlyEvent, read_records
from benchmark.results.owners import read_owners
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.schema import Submission

#: Maximum new versions of a provider that one night draws, so that a list of thousands leaves the followed
#: series their budget, their jobs and their turn.
NEW_LIMIT = 5
DRAWN_WITHIN = 30  #: nights after its report in which a new version is drawn, until it has a panel
NO_PRICE = "its price, or the longest answer, is unknown: name a price in its entry of the watch list"


@dataclass(frozen=True, slots=True)
class UnsubmittedVersion:
    """A new version on the watch list that no submission asks."""

    event: NightlyEvent
    entry: WatchedModels  #: the entry that watches it
    submission: Submission | BadInput  #: an error if it cannot be made from the watch list alone
    undrawn: str = ""  #: why no night has drawn it, once that was reported

    @property
    def provider(self) -> str:
        """The provider, such as ``openai``."""
        return self.event.provider or ""

    @property
    def model(self) -> str:
        """The provider's id of the model."""
        return self.event.model or ""

    @property
    def watched(self) -> WatchedVersion:
        """What plans say about it."""
        suites = list(dict.fromkeys(self.entry.suites))
        return WatchedVersion(provider=self.provider, model=self.model, suites=suites)

    @property
    def mark(self) -> str:
        """A name that no other new version has."""
        return digest_canonical([self.provider, self.model])

    def runs_to_draw(self, nightly: Path, submissions: Path) -> list[SubmittedRun]:
        """Return its runs without a panel; none if no submission can be made."""
        made = self.submission
        runs = () if isinstance(made, BadInput) else runs_of(submissions / made.slug, made)
        return [run for run in runs if newest_panel(nightly, run) is None]


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
    undrawn: dict[tuple[str, str], str] = {}
    for event in sorted(events, key=lambda event: (event.date, event.when, event.id)):
        if event.kind in ("new-version", "vanished"):
            newest[event.provider or "", event.model or ""] = event
        elif event.kind == "not-drawn":
            undrawn[event.provider or "", event.model or ""] = event.detail
    asked = _asked_models(submissions)
    found = []
    for (provider, model), event in newest.items():
        entry = policy.watching(provider, model)
        if event.kind != "new-version" or entry is None or (provider, model) in asked:
            continue
        made: Submission | BadInput
        try:
            made = submission_of_model(provider, model, entry.suites)
            check_free(made, submissions, policy)
        except BadInput as error:
            made = error
        found.append(UnsubmittedVersion(event, entry, made, undrawn.get((provider, model), "")))
    return tuple(found)


def versions_to_draw(
    nightly: Path, date: str, *, submissions: Path, policy: Policy, owners: Path
) -> tuple[list[tuple[UnsubmittedVersion, list[SubmittedRun]]], tuple[BadInput, ...]]:
    """Return the new versions that a night draws, with their runs, and why others get no panel.

    Those reported in the last 30 nights that have no panel on one of their suites are drawn. So a version
    whose price was unknown, or whose run was cancelled, is drawn in a later night.

    Args:
        nightly: the folder of nights in a checkout of the branch.
        date: the night.
        submissions: the folder of submissions.
        policy: the policy, with the watch list.
        owners: the folder of owners in a checkout of the branch; their slugs are not free either.

    Raises:
        BadInput: if an event or a panel cannot be read.
    """
    events = [event for event in read_records(nightly, NightlyEvent) if event.date <= date]
    new: list[tuple[UnsubmittedVersion, list[SubmittedRun]]] = []
    refused: list[BadInput] = []
    slugs: set[str] = set()
    counts = Counter[str]()
    found = [each for each in new_versions(events, policy, submissions) if each.event.date > _first_day(date)]
    for version in sorted(found, key=lambda each: (each.provider, each.model)):
        made, provider = version.submission, version.provider
        if isinstance(made, BadInput):
            refused.append(made)
            continue
        if read_owners(owners, made.slug) is not None:
            problem = f"the slug {made.slug} belongs to a submission that was removed"
            refused.append(BadInput(owners, "", problem, "submit the model by hand"))
            continue
        if not (runs := version.runs_to_draw(nightly, submissions)):
            continue
        if made.slug in slugs:
            problem = f"{version.model} gives the slug {made.slug}, as another new version does"
            refused.append(BadInput("policy.yml", "watch", problem, "submit one of them by hand"))
            continue
        counts[provider] += 1
        if counts[provider] > NEW_LIMIT:
            problem = f"{version.model} waits: {provider} has more than {NEW_LIMIT} new versions tonight"
            refused.append(BadInput("policy.yml", "watch", problem, "submit it by hand, or wait a night"))
            continue
        slugs.add(made.slug)
        new.append((version, runs))
    return new, tuple(refused)


def undrawn_versions(
    nightly: Path, moment: Moment, *, submissions: Path, policy: Policy
) -> tuple[NightlyEvent, ...]:
    """Return an event for each new version that 30 nights did not draw, with what is missing.

    Args:
        nightly: the folder of nights in a checkout of the branch.
        moment: the night.
        submissions: the folder of submissions.
        policy: the policy, with the watch list.

    Raises:
        BadInput: if an event or a panel cannot be read.
    """
    made = []
    for found in new_versions(read_records(nightly, NightlyEvent), policy, submissions):
        if found.undrawn or found.event.date > _first_day(moment.date):
            continue
        waiting = found.runs_to_draw(nightly, submissions)
        if waiting or isinstance(found.submission, BadInput):
            when = f"was reported on {found.event.date}, and {DRAWN_WITHIN} nights did not draw it"
            detail = f"{found.model} {when}: {_what_is_missing(found, waiting, moment.date, policy)}"
            made.append(moment.event("not-drawn", found.provider, detail, model=found.model))
    return tuple(made)


def _what_is_missing(
    found: UnsubmittedVersion, waiting: Sequence[SubmittedRun], date: str, policy: Policy
) -> str:
    if isinstance(found.submission, BadInput):
        return f"{found.submission.problem}; {found.submission.fix}"
    if policy.budgets.nightly_usd <= 0:
        return "budgets.nightly_usd in policy.yml is 0"
    try:
        panels = [(run, panel_plan(run, date, None, policy)) for run in waiting]
        if any(highest_cost(run, panel) is None for run, panel in panels):
            return NO_PRICE
    except BadInput as error:
        return str(error)
    return "the budgets of policy.yml left nothing for it, or its runs failed"


def _first_day(date: str) -> str:
    """Return the last day whose new versions a night draws no more."""
    return (datetime.date.fromisoformat(date) - datetime.timedelta(days=DRAWN_WITHIN)).isoformat()


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
