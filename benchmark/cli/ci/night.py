"""`sightbench ci night-…`: find new models, plan and draw panels, decide, accept a level."""

from __future__ import annotations

import datetime
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.cli.ci.night_files import check_nightly_folder
from benchmark.cli.ci.options import (
    date_option,
    night_out_option,
    nightly_option,
    policy_option,
    rows_option,
    submissions_option,
)
from benchmark.cli.shared.console import output, plain_table
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.say import say
from benchmark.cli.shared.statistics import need_statistics
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.provider import listing_providers
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.results.layout import NIGHTLY, OWNERS, STATUS

if TYPE_CHECKING:
    from benchmark.analysis.nights.decided import NightsReport, SeriesReport
    from benchmark.nightly.discovery.discover import Discovery
    from benchmark.nightly.planning import NightPlan
    from benchmark.results.nightly.decision import Decision

_SHOWN_ID = 12
_INTERRUPTED = 130
_NOTHING = "–"


@click.command("night-discover")
@nightly_option
@policy_option
@submissions_option
@night_out_option
@date_option
@click.option(
    "--provider",
    "providers",
    multiple=True,
    help="Provider to ask, instead of those on the policy's watch list.",
)
@click.option(
    "--base-url", "base_urls", metavar="PROVIDER=URL", multiple=True, help="Another address for a provider."
)
@click.option(
    "--believe",
    multiple=True,
    help="Believe the list of this provider even if it lost most of its models.",
)
def night_discover(
    *,
    nightly: Path,
    policy: Path,
    submissions: Path,
    out: Path,
    date: str,
    providers: tuple[str, ...],
    base_urls: tuple[str, ...],
    believe: tuple[str, ...],
) -> None:
    """Ask providers for their models, and compare the lists with those of earlier nights."""
    from benchmark.chain.plan.due_runs import submitted_runs
    from benchmark.chain.plan.policy import read_policy
    from benchmark.cli.ci.night_files import day_of, moment_of
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.nightly.discovery.discover import discover
    from benchmark.nightly.discovery.events import Moment
    from benchmark.nightly.discovery.listing import list_models
    from benchmark.nightly.discovery.watching import models_of_interest
    from benchmark.results.nightly.event import NightlyEvent
    from benchmark.results.nightly.files import read_records
    from benchmark.results.nightly.models_seen import ModelsSeen

    now = datetime.datetime.now(datetime.UTC)
    moment = Moment(
        date=day_of(date, now).isoformat(),
        when=moment_of(now),
        links=CiRun.from_environment(os.environ).links,
    )
    _check_names("--provider", providers)
    _check_names("--believe", believe)
    addresses = _addresses(base_urls)
    watch = read_policy(policy).watch
    found = submitted_runs(submissions, known_suites())
    for broken in found.broken:
        say(f"ignored: {broken}", err=True)
    check_nightly_folder(nightly)
    asked = sorted(set(providers) or {entry.provider for entry in watch})
    if not asked:
        say(f"{policy}: the watch list is empty, so no provider is asked")
    discoveries = discover(
        asked,
        lambda provider: list_models(provider, os.environ, base_url=addresses.get(provider)),
        read_records(nightly, ModelsSeen),
        read_records(nightly, NightlyEvent),
        models=models_of_interest(watch, ((each.submission.slug, each.run) for each in found.runs)),
        moment=moment,
        believe=believe,
    )
    for discovery in discoveries:
        _write(out / NIGHTLY, discovery)
        _report(discovery)


def _write(folder: Path, discovery: Discovery) -> None:
    from benchmark.results.nightly.named import record_bytes, record_path

    for record in (*((discovery.seen,) if discovery.added else ()), *discovery.events):
        write_atomic(record_path(folder, record), record_bytes(record))


def _report(discovery: Discovery) -> None:
    seen = discovery.seen
    if discovery.ignored:
        say(f"{seen.provider}: {plural(discovery.ignored, 'list')} of later nights ignored")
    state = "" if seen.reason is None else f", unknown: {seen.reason}"
    say(f"{seen.provider}: {plural(len(seen.models), 'model')}{state}")
    for event in discovery.events:
        say(f"  {event.kind}: {event.detail}")
    if not discovery.events:
        say("  nothing new")


def _check_names(option: str, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in listing_providers():
            problem = f"{quote_value(name)} does not list its models"
            raise BadInput(option, "", problem, f"use one of: {', '.join(listing_providers())}")


def _addresses(given: tuple[str, ...]) -> dict[str, str]:
    addresses = {}
    for text in given:
        provider, _, url = text.partition("=")
        if provider not in listing_providers() or not _is_address(url):
            problem = f"{quote_value(text)} is not PROVIDER=URL"
            names = ", ".join(listing_providers())
            fix = f"write it like openai=https://api.example.org/v1, with one of {names}"
            raise BadInput("--base-url", "", problem, fix)
        addresses[provider] = url
    return addresses


def _is_address(url: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


@click.command("night-plan")
@rows_option
@click.option("--found", type=FOLDER, multiple=True, help="Folder that `sightbench ci night-discover` wrote.")
@submissions_option
@policy_option
@date_option
@click.option(
    "--out", type=PATH, default=Path("build/nightly/plan.json"), show_default=True, help="Plan file to write."
)
@click.option(
    "--split",
    type=FOLDER,
    help="Also write a plan per submission to this folder, as NAME/plan.json, where NAME is its artifact.",
)
def night_plan(
    *,
    rows: Path,
    found: tuple[Path, ...],
    submissions: Path,
    policy: Path,
    date: str,
    out: Path,
    split: Path | None,
) -> None:
    """Plan the panels of a night: one for each series that the watch list follows, and for new versions."""
    from benchmark.chain.plan.accepting import PLAN_FILE
    from benchmark.chain.plan.due_runs import submitted_runs
    from benchmark.chain.plan.job import write_plan
    from benchmark.chain.plan.panels import recent_panels
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.plan.shared_rows import copy_shared_rows
    from benchmark.chain.plan.spending import panel_cost, spent_in_month
    from benchmark.chain.plan.split import kept_outputs, split_plan
    from benchmark.cli.ci.due import night_history
    from benchmark.cli.ci.night_files import day_of
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.nightly.new_versions import find_new_versions
    from benchmark.nightly.planning import NightOptions, plan_night
    from benchmark.results.heads import read_heads
    from benchmark.results.ledger import check_rows_folder
    from benchmark.results.status import read_statuses

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
    answers = night_history(
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


@click.command("night-decide")
@nightly_option
@night_out_option
@date_option
def night_decide(*, nightly: Path, out: Path, date: str) -> None:
    """Decide about every series of panels, and find moved aliases, changed suites and lost nights."""
    need_statistics()
    from benchmark.analysis.nights.decided import decide_panels
    from benchmark.cli.ci.night_files import day_of, moment_of, records_of, write_records
    from benchmark.results.nightly.decision import Decision
    from benchmark.results.nightly.event import NightlyEvent
    from benchmark.results.nightly.series import read_panels

    now = datetime.datetime.now(datetime.UTC)
    day = day_of(date, now)
    check_nightly_folder(nightly)
    recorded = records_of(nightly, out, Decision)
    events = records_of(nightly, out, NightlyEvent)
    report = decide_panels(read_panels(nightly), recorded, events, day, moment_of(now))
    write_records(out, (*report.events, *report.decisions))
    _print(report)


def _print(report: NightsReport) -> None:
    from benchmark.scoring.night_power import DECIDED_WITHIN, FIVE_POINTS, SURE

    if not report.series:
        say(f"no panels until {report.date}")
    else:
        columns = ("series", "state", "nights", "tasks", "drop it sees", "tasks needed")
        table = plain_table(*columns, "p-values", right=range(2, 6))
        for series in report.series:
            table.add_row(series.series.name, *_cells(series))
        console = output()
        console.print(table)
        say(
            f"drop it sees: decided within {DECIDED_WITHIN} nights from the first worse one in {SURE:.0%} of"
            " cases, if every task loses the same share of its chance; unknown while a baseline grows\n"
            f"tasks needed: to see a drop of {100 * FIVE_POINTS:.0f} points"
        )
        for series in report.series:
            say(f"{series.series.name}, {series.last.date}: {series.last.reason}")
    for event in report.events:
        say(f"{event.date}: {event.kind}: {event.detail}")
    for note in report.notes:
        say(f"note: {note}")
    say(f"{plural(len(report.decisions), 'new decision')}, {plural(len(report.events), 'new event')}")


def _cells(report: SeriesReport) -> tuple[str, ...]:
    last = report.last
    seen = _NOTHING if last.visible_drop is None else f"{100 * last.visible_drop:.1f} points"
    needed = _NOTHING if report.tasks_needed is None else str(report.tasks_needed)
    return last.outcome, str(report.nights), str(report.tasks), seen, needed, _p_values(last)


def _p_values(last: Decision) -> str:
    """Return the p-values of the last night: ``stage-1 p = 0.03, stage-2 p = 0.002 (adjusted p = 0.02)``."""
    from benchmark.analysis.nights.sentences import p_text

    parts = []
    for test in last.tests:
        adjusted = "" if test.adjusted_p is None else f" (adjusted {p_text(test.adjusted_p)})"
        anchor = "" if test.anchor == "first" else f", {test.anchor} baseline"
        rise = " for a rise" if test.direction == "rise" else ""
        parts.append(f"{test.stage}{rise} {p_text(test.p)}{adjusted}{anchor}")
    return "; ".join(parts) or _NOTHING


@click.command("night-accept")
@click.argument("series")
@nightly_option
@night_out_option
@date_option
@click.option("--by", metavar="LOGIN", required=True, help="Who decided, such as the login on GitHub.")
@click.option("--reason", default="", help="Why, in one line.")
@click.option("--link", metavar="URL", default="", help="Address of the issue or discussion.")
def night_accept(
    *, series: str, nightly: Path, out: Path, date: str, by: str, reason: str, link: str
) -> None:
    """Record that a person accepts the present level of SERIES, so that it gets a new baseline."""
    from benchmark.analysis.nights.decided import accepted_days
    from benchmark.analysis.nights.night_series import find_series
    from benchmark.analysis.nights.records import series_fields
    from benchmark.cli.ci.night_files import day_of, moment_of, records_of, write_records
    from benchmark.files.edge import validate_record
    from benchmark.results.nightly.decision import Decision
    from benchmark.results.nightly.named import NO_ID
    from benchmark.results.nightly.series import read_panels

    now = datetime.datetime.now(datetime.UTC)
    day = day_of(date, now)
    check_nightly_folder(nightly)
    known = {each.name: each for each in find_series(read_panels(nightly), day).series}
    chosen = known.get(series)
    if chosen is None:
        fix = "use one of " + "; ".join(known) if known else "there are no panels yet"
        raise BadInput("SERIES", "", f"{quote_value(series)} has no panels until {day}", fix)
    if day > max(now.date(), chosen.last):
        fix = "name the day from which on the present level is accepted"
        raise BadInput("--date", "", f"{day} is after today and after the last night, {chosen.last}", fix)
    if day in accepted_days(records_of(nightly, out, Decision), chosen):
        say(f"{series}: the level was already accepted on {day}")
        return
    record = {
        "id": NO_ID,
        "date": str(day),
        "when": moment_of(now),
        "slug": chosen.slug,
        "level": chosen.level,
        "series": series_fields(chosen.names),
        "outcome": "new-baseline",
        "reason": reason or f"{by} accepted the present level; the next eight nights are the new baseline",
        "cause": "person",
        "by": by,
        "links": {"issue": link} if link else {},
    }
    decision = validate_record(Decision, record, "the options").with_its_id()
    write_records(out, [decision])
    say(f"{series}: {decision.reason}")
