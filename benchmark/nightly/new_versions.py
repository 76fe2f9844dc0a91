"""New versions of watched models that discovery has found tonight, as submissions in memory."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.panel_plan import WatchedVersion
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.watched import check_free, matches_watched, watched_runs, watched_submission
from benchmark.core.errors import BadInput
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.files import read_records
from benchmark.results.owners import read_owners

#: Maximum new versions of a provider that one night draws, so that a list of thousands leaves the followed
#: series their budget, their jobs and their turn.
NEW_LIMIT = 5


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A new version that gets a panel on each suite of its entry of the watch list."""

    watched: WatchedVersion
    runs: tuple[SubmittedRun, ...]
    budget_usd: float  #: maximum for all its panels together


def find_new_versions(
    found: Sequence[Path], date: str, *, submissions: Path, policy: Policy, owners: Path
) -> tuple[tuple[NewVersion, ...], tuple[BadInput, ...]]:
    """Return the new versions of a night, sorted by provider and model, and why others get no panel.

    Args:
        found: folders that ``ci night-discover`` wrote; one that does not exist has no events.
        date: the night; events of other days are ignored, apart from those of the day before, as midnight may
            have passed.
        submissions: the folder of submissions.
        policy: the policy, with the watch list.
        owners: the folder of owners in a checkout of the branch; their slugs are not free either.

    Raises:
        BadInput: if an event cannot be read.
    """
    before = (datetime.date.fromisoformat(date) - datetime.timedelta(days=1)).isoformat()
    events = [event for folder in found for event in read_records(folder / NIGHTLY, NightlyEvent)]
    models = {
        (event.provider, event.model)
        for event in events
        if event.kind == "new-version" and event.date in (before, date) and event.provider and event.model
    }
    new: list[NewVersion] = []
    refused: list[BadInput] = []
    slugs: set[str] = set()
    counts = Counter[str]()
    for provider, model in sorted((str(provider), str(model)) for provider, model in models):
        try:
            version = _new_version(provider, model, submissions, policy, owners)
        except BadInput as error:
            refused.append(error)
            continue
        if (slug := version.runs[0].name.slug) in slugs:
            problem = f"{model} gives the slug {slug}, as another new version does"
            refused.append(BadInput("--found", "model", problem, "submit one of them by hand"))
            continue
        counts[provider] += 1
        if counts[provider] > NEW_LIMIT:
            problem = f"{model} is not drawn: {provider} has more than {NEW_LIMIT} new versions tonight"
            refused.append(BadInput("--found", "model", problem, "submit it by hand"))
            continue
        slugs.add(slug)
        new.append(version)
    return tuple(new), tuple(refused)


def _new_version(provider: str, model: str, submissions: Path, policy: Policy, owners: Path) -> NewVersion:
    """Return a new version.

    Raises:
        BadInput: if no entry of the watch list covers it, or its slug is taken.
    """
    entry = next((entry for entry in policy.watch if matches_watched(entry, provider, model)), None)
    if entry is None:
        problem = f"no entry covers {model} of {provider}"
        raise BadInput("policy.yml", "watch", problem, "add one, or ignore the model")
    submission = watched_submission(entry, provider, model)
    check_free(submission, submissions, policy)
    if read_owners(owners, submission.slug) is not None:
        problem = f"the slug {submission.slug} belongs to a submission that was removed"
        raise BadInput(owners, "", problem, "submit the model by hand")
    watched = WatchedVersion(provider=provider, model=model, suites=list(dict.fromkeys(entry.suites)))
    return NewVersion(watched, watched_runs(submission, submissions), entry.budget_usd)
