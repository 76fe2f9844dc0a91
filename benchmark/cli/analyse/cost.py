"""`sightbench analyse cost`: print what an evaluation costs, and a year of nights."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import SETTING
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.costs.costs import Cost, CostBasis, CostReport, PriceRate
    from benchmark.core.suite import Suite

_USD = click.FloatRange(min=0)
_THOUSAND, _MILLION = 1_000, 1_000_000
_MINUTES = 60  #: minutes of an hour


@click.command()
@click.option("--suite", default="", help="Only this suite, such as code-vision; all by default.")
@click.option("--dataset", default="", help="With --suite: only this data set.")
@click.option(
    "--setting",
    type=SETTING,
    default="",
    help="With --dataset: this setting, instead of the first in which a model can be asked.",
)
@click.option(
    "--model",
    default="",
    help="Model of submissions/_ready whose price in the price table counts; by default the first one.",
)
@click.option("--input", "input_usd", type=_USD, help="Price of a million tokens of prompts, in US dollars.")
@click.option(
    "--output", "output_usd", type=_USD, help="Price of a million tokens of answers, in US dollars."
)
@click.option(
    "--tokens",
    type=click.FloatRange(min=1),
    help="Tokens per answer that you expect, instead of the measured length; thinking counts.",
)
def command(
    *,
    suite: str,
    dataset: str,
    setting: str,
    model: str,
    input_usd: float | None,
    output_usd: float | None,
    tokens: float | None,
) -> None:
    """Print what an evaluation of a model costs: tokens, dollars, CPU hours of judging, and minutes of CI.

    Computes one line per data set and protocol from the tasks on this machine, their prompts, the samples of
    the protocol, and the rates in benchmark/analysis/costs/rates.toml; then the sum of a full evaluation, and
    a year of nights with its storage. Says of each rate when and how it was measured, or that it is assumed.
    Time that was measured on another data set has a ~ in front. "At most" means that every answer is as long
    as the protocol allows.

    Reads the data sets of this machine; writes nothing and asks no model. Needs no network and no keys. Safe
    to repeat.
    """
    from benchmark.analysis.costs.costs import CostBasis, cost_report, read_rates
    from benchmark.chain.plan.panels import TASKS_LIMIT
    from benchmark.chain.plan.plan import SAMPLES_PER_JOB
    from benchmark.suites.run_names import known_suites

    known = dict(sorted(known_suites().items()))
    for option, value, needed in (("--dataset", dataset, suite), ("--setting", setting, dataset)):
        if value and not needed:
            raise BadInput(option, "", "cannot be used alone", "name the suite and the data set")
    _check("--suite", suite, known)
    if suite:
        names = known[suite]
        # `fresh-*` stands for sets that only exist where somebody built them.
        _check("--dataset", dataset, [name for name in names.submittable if not name.endswith("*")])
        _check("--setting", setting, names.settings_for(dataset))
    rates = read_rates()
    basis = CostBasis(
        rates=rates,
        price=_price(known, model, input_usd, output_usd),
        # The limits of CI are passed on, because analysis may not import the chain above it.
        samples_per_job=SAMPLES_PER_JOB,
        tokens=tokens,
    )
    report = cost_report(
        {suite: known[suite]} if suite else known,
        basis,
        panel_tasks=TASKS_LIMIT,
        dataset=dataset,
        setting=setting,
    )
    print_tables(*_tables(report, basis))


def _check(option: str, value: str, choices: Collection[str]) -> None:
    from benchmark.core.suite import offers

    if value and not offers(choices, value):
        fix = f"use one of {', '.join(choices)}"
        raise BadInput(option, "", f"{quote_value(value)} is not known", fix)


def _price(
    known: Mapping[str, Suite], model: str, input_usd: float | None, output_usd: float | None
) -> PriceRate:
    from benchmark.analysis.costs.costs import PriceRate, table_price
    from benchmark.submissions.create import ready_submissions

    if (input_usd is None) != (output_usd is None):
        option = "--input" if input_usd is None else "--output"
        raise BadInput(option, "", "is missing", "use --input and --output together")
    if input_usd is not None and output_usd is not None:
        return PriceRate(
            model=model or "a model",
            input_usd=input_usd,
            output_usd=output_usd,
            date=datetime.datetime.now(datetime.UTC).date().isoformat(),
            source="--input and --output",
            how="given by the user",
            measured=False,
        )
    ready = {submission.slug: submission for submission in ready_submissions(known)}
    found = next((ready[slug] for slug in ready if model in ("", slug)), None)
    price = found and found.runs[0].model and table_price(found.runs[0].model)
    if not price:
        problem = f"the price of {quote_value(model or next(iter(ready)))} is not known"
        fix = f"use one of {', '.join(ready)}; or give the price with --input and --output"
        raise BadInput("--model", "", problem, fix)
    return price


def _tables(report: CostReport, basis: CostBasis) -> Iterator[TitledTable]:
    price, total = basis.price, report.full
    first = f"{price.words}, in US dollars per million tokens ({price.source}, {price.date})"
    # A table of notes only: the sentence above the others.
    yield TitledTable("", (), (), (first, ""))
    amounts = ("samples", "tokens in", "tokens out", "$", "at most $", "CPU hours", "CI minutes")
    rows = []
    for cost in report.evaluations:
        named = (f"{cost.suite}/{cost.dataset}", cost.setting, cost.protocol)
        rows.append((*named, *_amounts(cost, known=cost.cpu_measured)))
    notes = [""]
    if total:
        samples, tokens_in, tokens_out, usd, limit, hours, minutes = _amounts(total)
        words = f"{samples:,} samples, {tokens_in} tokens in, {tokens_out} out, ${usd} (at most ${limit})"
        full = "a full evaluation, each data set here in its first setting and protocol"
        notes += [f"{full}: {words}, {hours} CPU hours, {minutes:,} minutes of CI", ""]
    yield TitledTable("", ("data set", "setting", "protocol", *amounts), rows, notes)
    years = []
    for year in report.year:
        series = (f"{year.suite}/{year.dataset}", year.setting, year.panel_tasks)
        years.append((*series, *_amounts(year), f"{year.storage_mib:.1f}"))
    names = ", ".join(report.uncounted)
    uncounted = f"not counted, because this machine lacks their tasks: {names}; see `sightbench suites`"
    notes = ["", *((uncounted, "") if names else ()), "computed with these rates:"]
    for rate in basis.rates.used():
        origin = f"{'measured' if rate.measured else 'assumed'} {rate.date}; {rate.source}; {rate.how}"
        notes += [f"- {rate.words}", f"  {origin}"]
    heads = ("data set", "setting", "tasks", *amounts, "storage MiB")
    yield TitledTable("a year of nights, per series:", heads, years, notes)


def _amounts(cost: Cost, *, known: bool = True) -> tuple[int, str, str, str, str, str, int]:
    """Return the samples, tokens, dollars, hours and minutes of a cost; unknown hours have a ~ in front."""
    hours = f"{cost.cpu_hours:,.1f}" if cost.cpu_hours >= 10 else f"{cost.cpu_hours:.2g}"  # noqa: PLR2004
    dollars = (f"{cost.usd:,.2f}", f"{cost.usd_limit:,.2f}")
    tokens = (_tokens(cost.tokens_in), _tokens(cost.tokens_out))
    return (cost.samples, *tokens, *dollars, hours if known else f"~{hours}", cost.ci_minutes)


def _tokens(count: int) -> str:
    """Return a number of tokens in thousands or millions."""
    return f"{count / _MILLION:,.1f} M" if count >= _MILLION else f"{count / _THOUSAND:,.0f} k"
