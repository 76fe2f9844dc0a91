"""`sightbench suites`: list suites, data sets, settings, protocols and prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import json_option
from benchmark.core.errors import BadInput, OurFailure, quote_value

if TYPE_CHECKING:
    from benchmark.analysis.suite_list import DatasetEntry, ProtocolEntry, SuiteEntry, SuiteList


@click.command()
@click.argument("names", nargs=-1, metavar="[SUITE]...")
@json_option
def command(*, names: tuple[str, ...], as_json: bool) -> None:
    """List the suites, with all that a run may name: data sets, settings, protocols and prompts.

    A data set is `here` (on this machine), `fetchable` (from its authors' public files), `elsewhere` (needs
    files or a package that no command fetches) or `fresh` (exists only where somebody built it). In settings
    with a * the name of another model follows.

    Reads which data sets are on this machine, but no task; writes nothing. Needs no network and no keys. Safe
    to repeat. Exit code 3 if the folder of a suite is broken; its line names the file.
    """
    from benchmark.analysis.suite_list import suite_list
    from benchmark.suites import SUITES, load_each
    from benchmark.suites.run_names import known_suites

    if unknown := [name for name in names if name not in SUITES]:
        fix = f"use one of {', '.join(sorted(SUITES))}"
        raise BadInput("SUITE", "", f"there is no suite {quote_value(unknown[0])}", fix)
    known = known_suites()
    found, failures = load_each(names or SUITES)
    report = suite_list({name: known[name] for name in found})
    if as_json:
        print_json(report)
    else:
        _print(report)
    # At the end, since a broken suite must not hide the others.
    if failures:
        raise OurFailure("\n".join(map(str, failures)), failures[0].fix)


def _print(report: SuiteList) -> None:
    for number, suite in enumerate(report.suites):
        if number:
            click.echo()
        click.echo(f"{suite.suite}: {suite.title}, version {suite.version}")
        table = plain_table("", "name", "what it is")
        for index, dataset in enumerate(suite.datasets):
            table.add_row("" if index else "data sets", dataset.name, _dataset_words(suite, dataset))
        for index, setting in enumerate(suite.settings):
            shown = "shows pictures" if setting.picture else "shows no picture"
            prompts = f"prompt{'s' if len(setting.prompts) > 1 else ''} {' and '.join(setting.prompts)}"
            table.add_row("" if index else "settings", setting.name, f"{shown}; {prompts}")
        for index, protocol in enumerate(suite.protocols):
            table.add_row("" if index else "protocols", protocol.name, _protocol_words(protocol))
        output().print(table)


def _dataset_words(suite: SuiteEntry, dataset: DatasetEntry) -> str:
    tasks = "" if dataset.tasks is None else f", {plural(dataset.tasks, 'task')}"
    how = f": {dataset.how}" if dataset.how else ""
    parts = [f"{dataset.place}{tasks}{how}"]
    if len(dataset.settings) < len(suite.settings):
        parts.append(f"settings {_short(dataset.settings)}")
    if dataset.unshown:
        parts.append(f"no model can be asked in {', '.join(dataset.unshown)}")
    if dataset.unfetched:
        parts.append(f"{', '.join(dataset.unfetched)}: fetch the pictures first")
    if not dataset.submitted:
        parts.append("not for submissions")
    return "; ".join(parts)


def _short(names: list[str]) -> str:
    """Return the names, or what they begin with if that is the same for all."""
    beginnings = {name.partition("-")[0] for name in names}
    return f"{beginnings.pop()}-*" if len(names) > 1 and len(beginnings) == 1 else ", ".join(names)


def _protocol_words(protocol: ProtocolEntry) -> str:
    temperature = "the vendor's own" if protocol.temperature is None else f"{protocol.temperature:g}"
    words = [plural(protocol.draws, "sample") + " per task", f"temperature {temperature}"]
    words += [f"top_p {protocol.top_p:g}"] if protocol.top_p != 1 else []
    words += [] if protocol.top_k is None else [f"top_k {protocol.top_k}"]
    words.append(f"at most {plural(protocol.max_tokens, 'token')}")
    only = f"in {', '.join(protocol.settings)}: " if protocol.settings else ""
    return only + ", ".join(words)
