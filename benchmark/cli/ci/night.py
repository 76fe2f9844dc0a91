"""`sightbench ci night-…`: find new models, plan and draw panels, decide."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun, write_outputs
from benchmark.cli.ci.options import (
    date_option,
    night_out_option,
    nightly_option,
    policy_option,
    submissions_option,
)
from benchmark.cli.shared.console import output, plain_table
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.results_branch import branch_option, remote_branch, remote_option
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.generation.providers import LISTING
from benchmark.results.layout import NIGHTLY
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.chain.github.rest import ApiError
    from benchmark.nightly.decide import NightsReport, SeriesReport
    from benchmark.nightly.discovery import Discovery
    from benchmark.nightly.issues import NightlyIssues
    from benchmark.nightly.records import Alarm, NightWriter
    from benchmark.results.branch import PublishOutcome
    from benchmark.results.nights import Decision


_NOTHING = "–"


@click.command("night-discover")
@nightly_option
@policy_option
@submissions_option
@night_out_option
@date_option
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
    base_urls: tuple[str, ...],
    believe: tuple[str, ...],
) -> None:
    """Ask providers for their models, and compare the lists with those of earlier nights."""
    from benchmark.chain.plan.due_runs import submitted_runs
    from benchmark.chain.plan.policy import read_policy
    from benchmark.nightly.discovery import Moment, discover, list_models, used_models
    from benchmark.nightly.planning import undrawn_versions
    from benchmark.nightly.records import check_nightly_folder, day_of, write_records
    from benchmark.results.branch_record import present_moment
    from benchmark.results.nights import ModelsSeen, NightlyEvent, read_records

    moment = Moment(
        date=day_of(date).isoformat(),
        when=present_moment(),
        links=CiRun.from_environment(os.environ).links,
    )
    for name in believe:
        if name not in LISTING:
            problem = f"{quote_value(name)} does not list its models"
            raise BadInput("--believe", "", problem, f"use one of: {', '.join(LISTING)}")
    addresses = _addresses(base_urls)
    rules = read_policy(policy)
    found = submitted_runs(submissions)
    # A submission that cannot be read must not cost the others their night.
    for broken in found.broken:
        say(f"ignored: {broken}", err=True)
    check_nightly_folder(nightly)
    asked = sorted({entry.provider for entry in rules.watch})
    if not asked:
        say(f"{policy}: the watch list is empty, so no provider is asked")
    discoveries = discover(
        asked,
        lambda provider: list_models(provider, os.environ, base_url=addresses.get(provider)),
        read_records(nightly, ModelsSeen),
        read_records(nightly, NightlyEvent),
        watch=rules.watch,
        used=used_models(found.runs),
        moment=moment,
        believe=believe,
    )
    undrawn = tuple(undrawn_versions(nightly, moment, submissions=submissions, policy=rules))
    write_records(out, undrawn)
    for event in undrawn:
        say(f"{event.kind}: {event.detail}")
    for discovery in discoveries:
        # After each provider: a crash at the next one loses nothing.
        write_records(out, (*((discovery.seen,) if discovery.added else ()), *discovery.events))
        _report(discovery)


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


def _addresses(given: tuple[str, ...]) -> dict[str, str]:
    addresses = {}
    for text in given:
        provider, _, url = text.partition("=")
        if provider not in LISTING or not _is_address(url):
            problem = f"{quote_value(text)} is not PROVIDER=URL"
            names = ", ".join(LISTING)
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


@click.command("night-decide")
@nightly_option
@night_out_option
@date_option
def night_decide(*, nightly: Path, out: Path, date: str) -> None:
    """Decide for every series of panels whether the model became worse.

    Nights of a submission wait while the ledger next to --nightly says that panels of one are under way.
    """
    need_statistics()
    from benchmark.nightly.decide import decide_panels
    from benchmark.nightly.records import check_nightly_folder, day_of, records_of, write_records
    from benchmark.results.branch_record import present_moment
    from benchmark.results.money import read_money
    from benchmark.results.nights import Decision, NightlyEvent, read_panels

    day = day_of(date)
    check_nightly_folder(nightly)
    # With those in --out: a step that is repeated must not decide the same day twice.
    recorded = records_of(nightly, out, Decision)
    events = records_of(nightly, out, NightlyEvent)
    opened = (entry.reservation for entry in reversed(read_money(nightly.parent).open))
    # The first night of each slug whose panels are under way. A day is decided once, so a panel that came
    # later would be left out of the series of its model.
    waiting = {each.slug: each.night for each in opened if each.night is not None}
    panels = [each for each in read_panels(nightly) if each.night < waiting.get(each.series.slug, "~")]
    report = decide_panels(panels, recorded, events, day, present_moment())
    write_records(out, (*report.events, *report.decisions))
    for slug, night in sorted(waiting.items()):
        say(f"{slug}: waits from {night} on, because panels of that night are under way")
    _print(report)


def _print(report: NightsReport) -> None:
    from benchmark.scoring.nights.power import DECIDED_WITHIN, FIVE_POINTS, SURE

    if not report.series:
        say(f"no panels until {report.date}")
    else:
        columns = ("series", "state", "nights", "tasks", "visible drop", "tasks needed")
        table = plain_table(*columns, "p-values", right=range(2, 6))
        for series in report.series:
            table.add_row(series.series.name, *_cells(series))
        console = output()
        console.print(table)
        say(
            f"visible drop: reported within {DECIDED_WITHIN} nights in {SURE:.0%} of cases,"
            " if every task loses the same share of its chance; unknown while a baseline grows\n"
            f"tasks needed: to see a drop of {100 * FIVE_POINTS:.0f} points"
        )
        for series in report.series:
            alike = "" if series.correlation is None else f" (lag-1 correlation {series.correlation:.2f})"
            say(f"{series.series.name}, {series.last.date}: {series.last.reason}{alike}")
    for event in report.events:
        say(f"{event.date}: {event.kind}: {event.detail}")
    for note in report.notes:
        say(f"note: {note}")
    say(f"{plural(len(report.decisions), 'new decision')}, {plural(len(report.events), 'new event')}")


def _cells(report: SeriesReport) -> tuple[str, ...]:
    from benchmark.nightly.decide import p_values

    last = report.last
    seen = _NOTHING if last.visible_drop is None else f"{100 * last.visible_drop:.1f} points"
    needed = _NOTHING if report.tasks_needed is None else str(report.tasks_needed)
    return last.outcome, str(report.nights), str(report.tasks), seen, needed, p_values(last) or _NOTHING


_FORBIDDEN = 403


@click.command("night-publish")
@click.option(
    "--found",
    type=FOLDER,
    multiple=True,
    help="Folder with what a step of the night wrote, or a folder with several of these.",
)
@remote_option
@branch_option
@submissions_option
@policy_option
@click.option("--repository", default="", help="The repository whose issues are updated, OWNER/NAME.")
def night_publish(
    *,
    found: Sequence[Path],
    remote: str,
    branch: str,
    submissions: Path,
    policy: Path,
    repository: str,
) -> None:
    """Push the records that the steps of a night found to the results branch, and update its issues."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import ApiError, RestApi, none_if
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.plan.publishing import site_address
    from benchmark.nightly.issues import NightlyIssues, NightState
    from benchmark.nightly.planning import new_versions, vanished_series
    from benchmark.nightly.records import NightWriter, day_of, read_found, record_paths
    from benchmark.results.nights import Decision, NightlyEvent, read_records

    # Before the push, although only the issues need the folder.
    if not submissions.is_dir():
        raise BadInput(submissions, "", "is not a folder of submissions", "name one with --submissions")
    ci, rules = CiRun.from_environment(os.environ).on_main(), read_policy(policy)
    for folder in found:
        if not folder.exists():
            say(f"{folder} does not exist: no step found anything, or its artifact was not fetched", err=True)
    writer = NightWriter(read_found(found), report=lambda line: say(line, err=True))
    name = repository or ci.repository
    home = f"{ci.server}/{name}"
    failures: list[ApiError] = []  # the records are pushed all the same; the next publish updates issues
    issues: NightlyIssues | None = None

    def accepted(alarm: Alarm) -> Decision | None:
        try:
            return None if issues is None else issues.accepted_level(alarm, home)
        except ApiError as error:
            failures.append(error)
            return None

    with contextlib.ExitStack() as stack:
        target = stack.enter_context(remote_branch(remote, branch))
        source = Repository(name, stack.enter_context(RestApi.from_environment())) if name else None
        if source is not None:
            try:
                issues = NightlyIssues(source, rules)
                writer.accepted = accepted
            except ApiError as error:
                failures.append(error)
        # Before the issues: they only show what the branch says.
        outcome = target.publish(writer, writer.needed)
        _say_pushed(outcome, writer, branch)
        write_outputs(os.environ, {"added": "true" if outcome.added else "false"})
        # Only now: the records are pushed, and the site is built from them.
        for failure in failures:
            raise failure
        if source is None or issues is None:
            return
        nightly = outcome.checkout / NIGHTLY
        events = read_records(nightly, NightlyEvent)
        # From the branch as it is after the push, so that a run that died in between is made up for.
        state = NightState(
            decisions=read_records(nightly, Decision),
            events=events,
            versions=new_versions(events, rules, submissions),
            home=home,
            # empty if there is no site, or this token may not read its address
            site=none_if(partial(site_address, source), _FORBIDDEN) or "",
            branch=branch,
            panels=record_paths(outcome.checkout),
            vanished=vanished_series(events, submissions),
        )
        for change in issues.update(state, day_of("").isoformat()):
            if change.action == "waiting":
                say(f"issue not opened yet, as there are too many today: {change.title}")
            elif change.action == "held back":
                say(f"issue not opened, as our pipeline moved, too: {change.title}")
            else:
                number = "" if change.number is None else f" #{change.number}"
                say(f"issue{number} {change.action}: {change.title}")


def _say_pushed(outcome: PublishOutcome, writer: NightWriter, branch: str) -> None:
    from benchmark.results.nights import Decision

    decisions = [new.record for new in writer.found if isinstance(new.record, Decision)]
    for decision in (*decisions, *writer.decided):
        if decision.outcome in ("regressed", "improved", "new-baseline"):
            say(f"{decision.outcome.replace('-', ' ')}: {decision.slug}: {decision.reason}")
    tries = f" in {outcome.attempts} attempts" if outcome.attempts > 1 else ""
    count = len(outcome.added)
    say(f"{count} file(s) added to {branch}{tries}" if count else f"nothing new for {branch}")
