"""Reads all runs, and what a checkout of the results branch knows about them, before a plan."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.merged_changes import ChangesOfPaths
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.ownership import changed_owners, refused_submissions
from benchmark.chain.plan.panels import asks_an_api, why_not_followed
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.results.heads import read_heads
from benchmark.results.layout import OWNERS, ROWS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.money import Money, read_money
from benchmark.results.status import RunStatus, read_statuses
from benchmark.submissions.names import SuiteNames


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningPlace:
    """What every plan of this workflow run depends on, apart from the branch."""

    submissions: Path
    policy: Path
    known: Mapping[str, SuiteNames]  #: names that runs may use, by suite
    changes: ChangesOfPaths | None = None  #: the merged changes on GitHub; None outside a repository
    commit: str = ""  #: commit of the submissions
    only: tuple[str, ...] = ()  #: slugs to look at; if empty, all of them
    lint: bool = True  #: whether parsing success is measured


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRuns:
    """All runs, and everything that their plan depends on."""

    runs: tuple[SubmittedRun, ...]  #: of all submissions
    due: tuple[SubmittedRun, ...]  #: those without a row; none in a night
    statuses: tuple[RunStatus, ...]  #: oldest first
    money: Money
    options: PlanOptions


def read_known_runs(
    checkout: Path, place: PlanningPlace, *, report: Callable[[str], None], night: bool = False
) -> KnownRuns:
    """Return all runs, and the options of a plan.

    Args:
        checkout: a checkout of the branch of results.
        place: what else the plan depends on.
        report: called with a line per invalid submission, which does not stop the others.
        night: whether a night is planned, in which no run without a row is due.

    Raises:
        ApiError: if a request to GitHub fails: then nothing is planned, and nothing is paid for.
        BadInput: if rows, statuses, money or the policy cannot be read.
    """
    rows = checkout / ROWS
    check_rows_folder(
        rows,
        "check out the results branch and name its folder `results`; `sightbench results init` creates it",
    )
    rules, month = read_policy(place.policy), datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    found = submitted_runs(place.submissions, place.known, place.only)
    for problem in found.broken:
        report(f"left out: {problem.render()}")
    statuses, money = read_statuses(checkout / STATUS), read_money(checkout)
    due = () if night else runs_without_row(found.runs, read_heads(rows))
    asked: Sequence[SubmittedRun] = [run for run in found.runs if _is_followed(run, rules)] if night else due
    refused: Mapping[str, str] = {}
    changed: tuple[str, ...] = ()
    if place.changes is not None:
        refused = refused_submissions(asked, place.changes, rules, checkout / OWNERS)
        changed = () if night else changed_owners(found.runs, place.changes, rules, checkout / OWNERS)
    options = PlanOptions(
        policy=rules,
        spent_usd=money.spent_usd(month),
        rubric_usd=money.rubric_usd(month),
        under_way=money.under_way,
        lint=place.lint,
        commit=place.commit,
        insist=bool(place.only),
        refused=refused,
        owners=changed,
    )
    return KnownRuns(runs=found.runs, due=due, statuses=tuple(statuses), money=money, options=options)


def _is_followed(run: SubmittedRun, policy: Policy) -> bool:
    return asks_an_api(run) and not why_not_followed(run, policy)
