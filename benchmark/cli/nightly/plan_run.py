"""The work of `sightbench nightly plan`."""

import datetime
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.lost_runs import LostRuns, find_lost_runs
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.plan.accepting import PLAN_FILE
from benchmark.chain.plan.due_runs import SubmittedRun, submitted_runs
from benchmark.chain.plan.history import History, read_history
from benchmark.chain.plan.job import write_plan
from benchmark.chain.plan.ownership import refused_submissions
from benchmark.chain.plan.panels import asks_an_api, recent_panels, why_not_followed
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.shared_rows import copy_shared_rows
from benchmark.chain.plan.spending import panel_cost, spent_in_month
from benchmark.chain.plan.split import kept_outputs, split_plan
from benchmark.cli.nightly.files import day_of
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.digest import sha256_hex
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import read_bytes
from benchmark.nightly.new_versions import find_new_versions
from benchmark.nightly.planning import NightOptions, NightPlan, plan_night
from benchmark.results.heads import RowHead, read_heads
from benchmark.results.layout import NIGHTLY, OWNERS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.nightly.panel import Panel
from benchmark.results.status import RunStatus, read_statuses

_SHOWN_ID = 12


@dataclass(frozen=True, slots=True)
class _GitHubAnswers:
    """What GitHub knows about submissions and earlier evaluations; the defaults hold without a repository."""

    refused: Mapping[str, str] = field(default_factory=dict)  #: why submissions are refused, by slug
    history: History | None = None
    lost: LostRuns = field(default_factory=LostRuns)

    def tried(self) -> Mapping[tuple[str, str], str]:
        """Return the dates of the last plans of nights, by slug and first digits of the request."""
        found: dict[tuple[str, str], str] = {}
        history = self.history or History(plans={}, reservations={}, paid_since="")
        for plan, made in sorted(history.plans.items(), key=lambda known: known[1].created_at):
            for each in history.reservations.get(plan, ()):
                if each.is_night:
                    found[each.slug, each.request] = made.created_at[: len("2026-01-31")]
        return found

    def tonight_usd(self, date: str) -> float:
        """Return what plans of this night have reserved or spent without a panel, in US dollars."""
        plans = {} if self.history is None else self.history.plans
        tonight = {plan for plan, run in plans.items() if run.created_at.startswith(date)}
        return sum(usd for plan, usd in self.lost.nights.items() if plan in tonight)


def run(
    *,
    rows: Path,
    found: tuple[Path, ...],
    submissions: Path,
    policy: Path,
    date: str,
    out: Path,
    split: Path | None,
) -> None:
    """Write the plan, set the outputs, and print one line per series."""
    check_rows_folder(rows, "check out the results branch and name its folder `results`")
    now = datetime.datetime.now(datetime.UTC)
    night = day_of(date, now).isoformat()
    rules, nightly = read_policy(policy), rows.parent / NIGHTLY
    folder = submitted_runs(submissions, known_suites())
    for problem in folder.broken:
        say(f"left out: {problem.render()}", err=True)
    owners = rows.parent / OWNERS
    new, refused = find_new_versions(found, night, submissions=submissions, policy=rules, owners=owners)
    for problem in refused:
        say(f"left out: {problem.render()}", err=True)
    heads, statuses = read_heads(rows), read_statuses(rows.parent / STATUS)
    panels = recent_panels(nightly, now)
    answers = _ask_github(
        folder.runs,
        heads=heads,
        statuses=statuses,
        panels=panels,
        owners=owners,
        policy=rules,
        now=now,
    )
    lost, history = answers.lost, answers.history
    if lost.unpaid:
        say(lost.unpaid, err=True)
    month = spent_in_month(heads, statuses, now.strftime("%Y-%m"), lost.costs, panels) + lost.held_usd
    tonight = sum(panel_cost(panel) for panel in panels if panel.night == night)
    options = NightOptions(
        policy=rules,
        nightly=nightly,
        rows=rows,
        date=night,
        tonight_usd=tonight + answers.tonight_usd(night),
        month_usd=month,
        unpaid=lost.unpaid,
        refused=answers.refused,
        under_way=() if history is None else history.under_way,
        tried=answers.tried(),
        commit=CiRun.from_environment(os.environ).commit,
    )
    planned = plan_night(folder.runs, new, options, now=now)
    write_plan(out, planned.plan)
    copy_shared_rows(planned.plan, rows, out.parent)
    if split is not None:
        parts = split_plan(
            planned.plan,
            {},
            policy=sha256_hex(read_bytes(policy)),
            after={} if history is None else history.newest,
            under_way=options.under_way,
        )
        for part in parts:
            make_folder(split / part.artifact)
            write_plan(split / part.artifact / PLAN_FILE, part)
        write_outputs(os.environ, kept_outputs(parts))
    _show(planned, night)
    say(f"plan: {out}")


def _ask_github(
    runs: Sequence[SubmittedRun],
    *,
    heads: Sequence[RowHead],
    statuses: Sequence[RunStatus],
    panels: Sequence[Panel],
    owners: Path,
    policy: Policy,
    now: datetime.datetime,
) -> _GitHubAnswers:
    ci = CiRun.from_environment(os.environ)
    if not ci.repository:
        return _GitHubAnswers()
    with RestApi.from_environment() as rest:
        repository = Repository(ci.repository, rest)
        workflows = WorkflowRuns(repository)
        history = read_history(workflows, frozenset(), now)
        followed = [run for run in runs if asks_an_api(run) and not why_not_followed(run, policy)]
        return _GitHubAnswers(
            refused_submissions(followed, repository, ci.commit, policy, owners),
            history,
            find_lost_runs(history, workflows, due=[], heads=heads, statuses=statuses, panels=panels),
        )


def _show(planned: NightPlan, night: str) -> None:
    for panel in planned.panels:
        asked = panel.run.panel
        cost = f"at most {panel.cents / 100:.2f} US dollars"
        if asked is not None and asked.row is not None:
            cost = f"shared with row {asked.row[:_SHOWN_ID]} of this day"
        say(f"{panel.run.name}: {plural(panel.tasks, 'task')}, {cost}")
    for left in planned.left_out:
        say(f"left out: {left.name}: {left.reason}")
    whole = sum(panel.cents for panel in planned.panels) / 100
    say(f"{plural(len(planned.panels), 'panel')} in the night of {night}, at most {whole:.2f} US dollars")
