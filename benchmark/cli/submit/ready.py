"""`sightbench submit ready`: print what a first board of today's models costs, and copy their submissions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import PATH, preset_option, preset_path
from benchmark.cli.submit.new import no_folder
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.costs.costs import SubmissionCost
    from benchmark.chain.plan.policy import Policy

_TOKENS = 3000  #: an assumption: thinking was not measured here; vendors' own efforts differ by ten times


@click.command()
@click.option(
    "--key", "keys", multiple=True, help="Only models that the key in this variable can ask; may be repeated."
)
@click.option(
    "--budget",
    type=click.FloatRange(min=0),
    help="US dollars: copy as many submissions as fit, the cheapest first.",
)
@preset_option(
    "--tokens",
    type=click.FloatRange(min=1),
    default=_TOKENS,
    help="Tokens per answer that you expect of models that think.",
)
@click.option(
    "--owner",
    "owners",
    multiple=True,
    help="GitHub login of a person who may change the copies; may be repeated.",
)
@preset_path("--into", default="submissions", help="Folder of all submissions.")
@preset_path("--policy", default="policy.yml", type=PATH, help="Rules of CI; may be missing.")
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Also copy submissions that --policy does not let CI run to the end, to ask them on your machine.",
)
def command(
    *,
    keys: tuple[str, ...],
    budget: float | None,
    tokens: float,
    owners: tuple[str, ...],
    into: Path,
    policy: Path,
    every: bool,
) -> None:
    """Print what a first board of today's models costs; with --budget, copy their submissions.

    The submissions are those in submissions/_ready: for each vendor its newest model that reads pictures, on
    our own set of each of the four suites, all by the protocol `thinking`, so that they share a board. Prices
    are those of the price table; a model without one is never copied. "At most" means that every answer is
    as long as the protocol allows. A submission whose key is not in policy.yml, or with a run that is
    expected to cost more than its run_usd, is copied only with --all.

    Reads the data sets of this machine, and policy.yml. Writes INTO/SLUG/submission.yaml only with --budget,
    and never overwrites: what is there already is left out. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.costs.costs import submission_costs
    from benchmark.chain.plan.plan import SAMPLES_PER_JOB
    from benchmark.chain.plan.policy import read_policy, wanted_keys
    from benchmark.submissions.create import create_submission, ready_submissions
    from benchmark.suites.run_names import known_suites

    known = known_suites()
    ready = ready_submissions(known)
    names = {
        each.slug: {name for run in each.runs if run.model for name in wanted_keys(run.model)}
        for each in ready
    }
    chosen = [each for each in ready if not keys or names[each.slug] & {*keys}]
    if not chosen:
        fix = f"use one of {', '.join(sorted(set().union(*names.values())))}"
        raise BadInput("--key", "", f"no model is asked with {quote_value(', '.join(keys))}", fix)
    if budget is not None and not into.is_dir():
        raise no_folder(into)
    costs = submission_costs(chosen, known, samples_per_job=SAMPLES_PER_JOB, tokens=tokens)
    board = sorted(costs, key=lambda cost: (cost.price is None, cost.total.usd))
    rules = read_policy(policy) if policy.exists() else None
    stopped = {} if rules is None else {cost.submission.slug: _stopped(rules, cost) for cost in board}
    results = dict(_results(board, budget, into, {} if every else stopped))
    print_tables(_table(board, results, {slug: " or ".join(sorted(each)) for slug, each in names.items()}))
    if rules is not None and not every and (left := {*filter(None, stopped.values())} & {*results.values()}):
        fixes = [fix for reason, fix in _FIXES.items() if reason in left]
        click.echo(f"to copy the others: {' and '.join(fixes)} in {policy}, or use --all")
    copied = [cost.submission for cost in board if results[cost.submission.slug] == _COPIED]
    for submission in copied:
        fields = submission.model_dump(mode="json", exclude_unset=True, exclude={"schema_"})
        create_submission(into, {**fields, **({"owners": [*owners]} if owners else {})}, {}, known)
    if copied:
        click.echo(f"\nnext: sightbench submit check {' '.join(str(into / each.slug) for each in copied)}")


_COPIED = "copied"
_NO_KEY, _ABOVE_RUN = "no key in CI", "above run_usd"
_FIXES = {_NO_KEY: "add their keys", _ABOVE_RUN: "raise budgets.run_usd"}


def _stopped(policy: Policy, cost: SubmissionCost) -> str:
    """Return why CI would not run a submission to its end; empty if it would."""
    from benchmark.chain.plan.policy import policy_violations

    if any(any(policy_violations(policy, run)) for run in cost.submission.runs):
        return _NO_KEY
    return _ABOVE_RUN if any(run.usd > policy.budgets.run_usd for run in cost.runs) else ""


def _results(
    board: Sequence[SubmissionCost], budget: float | None, into: Path, stopped: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the slug of each submission, and what is done with it."""
    left = budget or 0.0
    for cost in board:
        slug = cost.submission.slug
        if (into / slug).exists():
            yield slug, "already there"
        elif cost.price is None:
            yield slug, "no price"
        elif stopped.get(slug):
            yield slug, stopped[slug]
        elif budget is None:
            yield slug, ""
        elif cost.total.usd <= left:
            left -= cost.total.usd
            yield slug, _COPIED
        else:
            yield slug, "above the budget"


def _table(board: Sequence[SubmissionCost], results: dict[str, str], keys: dict[str, str]) -> TitledTable:
    rows = []
    for cost in board:
        slug, priced = cost.submission.slug, cost.price is not None
        amounts = (cost.total.usd, max((run.usd for run in cost.runs), default=0), cost.total.usd_limit)
        shown = [f"{usd:,.2f}" if priced else "no price" for usd in amounts]
        rows.append((slug, str(cost.submission.organisation), keys[slug], *shown, results[slug]))
    notes = []
    for first in [cost for cost in board if cost.price][:1]:
        sets = ", ".join(f"{run.suite}/{run.dataset} ({run.setting})" for run in first.runs)
        together = f"together ${sum(cost.total.usd for cost in board):,.2f}"
        notes = ["", f"{together}; {first.total.samples:,} samples per model: {sets}"]
    notes += sorted({f"prices: {cost.price.source}, {cost.price.date}" for cost in board if cost.price})
    return TitledTable("", ("model", "vendor", "key", "$", "largest run", "at most $", "result"), rows, notes)
