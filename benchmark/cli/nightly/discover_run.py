"""The work of `sightbench nightly discover`."""

import datetime
import os
from pathlib import Path
from urllib.parse import urlsplit

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.plan.due_runs import submitted_runs
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.nightly.files import day_of, moment_of
from benchmark.cli.nightly.folder import check_nightly_folder
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.provider import listing_providers
from benchmark.files.atomic import write_atomic
from benchmark.nightly.discovery.discover import Discovery, discover
from benchmark.nightly.discovery.events import Moment
from benchmark.nightly.discovery.listing import list_models
from benchmark.nightly.discovery.watching import models_of_interest
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.files import read_records
from benchmark.results.nightly.models_seen import ModelsSeen
from benchmark.results.nightly.named import record_bytes, record_path


def run(
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
    """Ask the providers, write lists and events, and print what is new."""
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
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
