"""`sightbench analyse cost`: print what an evaluation costs, and a year of nights."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, plain_table
from benchmark.cli.shared.options import SETTING
from benchmark.core.errors import BadInput, quote_value
from benchmark.submissions.names import SuiteNames

if TYPE_CHECKING:
    from benchmark.analysis.costs.rates import PriceRate, Rates
    from benchmark.analysis.costs.report import CostReport, EvaluationCost, YearCost

_USD = click.FloatRange(min=0)
_THOUSAND, _MILLION = 1_000, 1_000_000


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
    "--model", default="", help="Model whose price counts; without it, the first of the price list."
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
    from benchmark.analysis.costs.costs import cost_report
    from benchmark.analysis.costs.evaluation_cost import CostBasis
    from benchmark.analysis.costs.rates import read_rates
    from benchmark.chain.plan.panels import TASKS_LIMIT
    from benchmark.chain.plan.plan import SAMPLES_PER_JOB
    from benchmark.cli.shared.suite_names import known_suites

    known = dict(sorted(known_suites().items()))
    _check_names(known, suite, dataset, setting)
    rates = read_rates()
    basis = CostBasis(
        rates=rates,
        price=_price(rates, model, input_usd, output_usd),
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
    _print(report)


def _check_names(known: dict[str, SuiteNames], suite: str, dataset: str, setting: str) -> None:
    """Check that the options name what exists and fits.

    Raises:
        BadInput: if they do not.
    """
    from benchmark.core.suite import offers

    for option, value, needed in (("--dataset", dataset, suite), ("--setting", setting, dataset)):
        if value and not needed:
            fix = "name the suite" if option == "--dataset" else "name the suite and the data set"
            raise BadInput(option, "", "cannot be used alone", fix)
    offered = [("--suite", suite, tuple(known))]
    if suite in known:
        names = known[suite]
        sets = [name for name in names.datasets if not name.endswith("*")]
        offered += [("--dataset", dataset, tuple(sets)), ("--setting", setting, names.settings_for(dataset))]
    for option, value, choices in offered:
        if value and not offers(choices, value):
            raise BadInput(
                option, "", f"{quote_value(value)} is not known", f"use one of {', '.join(choices)}"
            )


def _price(rates: Rates, model: str, input_usd: float | None, output_usd: float | None) -> PriceRate:
    from benchmark.analysis.costs.rates import PriceRate

    if (input_usd is None) != (output_usd is None):
        option = "--input" if input_usd is None else "--output"
        raise BadInput(option, "", "is missing", "use --input and --output together")
    if input_usd is not None and output_usd is not None:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        name = model or "a model"
        return PriceRate(
            model=name,
            input_usd=input_usd,
            output_usd=output_usd,
            date=today,
            source="--input and --output",
            how="given by the user",
            measured=False,
        )
    for price in rates.prices:
        if model in ("", price.model):
            return price
    listed = ", ".join(price.model for price in rates.prices)
    problem = f"the price of {quote_value(model)} is not in the list"
    raise BadInput(
        "--model", "", problem, f"use one of {listed}; or give the price with --input and --output"
    )


def _print(report: CostReport) -> None:
    console = output()
    price = report.price
    click.echo(f"{price.rate}, in US dollars per million tokens ({price.source}, {price.date})\n")
    columns = ("data set", "setting", "protocol", "samples", "tokens in", "tokens out", "$", "at most $")
    table = plain_table(*columns, "CPU hours", "CI minutes", right=range(3, 10))
    for cost in report.evaluations:
        table.add_row(*_evaluation_cells(cost))
    console.print(table)
    if total := report.full:
        click.echo(
            f"\na full evaluation, each data set here in its first setting and protocol:"
            f" {plural(total.samples, 'sample')}, {_tokens(total.tokens_in)} tokens in,"
            f" {_tokens(total.tokens_out)} out, ${total.usd:,.2f} (at most ${total.usd_limit:,.2f}),"
            f" {_hours(total.cpu_hours)} CPU hours, {total.ci_minutes:,} minutes of CI"
        )
    click.echo("\na year of nights, per series:")
    table = plain_table(
        *(
            "data set",
            "setting",
            "tasks",
            "samples",
            "tokens in",
            "tokens out",
            "$",
            "at most $",
            "CPU hours",
        ),
        *("CI minutes", "storage MiB"),
        right=range(2, 11),
    )
    for year in report.year:
        table.add_row(*_year_cells(year))
    console.print(table)
    if report.uncounted:
        names = ", ".join(f"{found.suite}/{found.dataset}" for found in report.uncounted)
        click.echo(f"\nnot counted, because their tasks are not here: {names}; see `sightbench suites`")
    click.echo("\ncomputed with these rates:")
    for rate in report.rates:
        known = "measured" if rate.measured else "assumed"
        click.echo(f"- {rate.rate}\n  {known} {rate.date}; {rate.source}; {rate.how}")


def _evaluation_cells(cost: EvaluationCost) -> list[str]:
    about = "" if cost.cpu_measured else "~"
    return [
        f"{cost.suite}/{cost.dataset}",
        cost.setting,
        cost.protocol,
        f"{cost.samples:,}",
        _tokens(cost.tokens_in),
        _tokens(cost.tokens_out),
        f"{cost.usd:,.2f}",
        f"{cost.usd_limit:,.2f}",
        f"{about}{_hours(cost.cpu_hours)}",
        f"{cost.ci_minutes:,}",
    ]


def _year_cells(year: YearCost) -> list[str]:
    return [
        f"{year.suite}/{year.dataset}",
        year.setting,
        f"{year.panel_tasks:,}",
        f"{year.samples:,}",
        _tokens(year.tokens_in),
        _tokens(year.tokens_out),
        f"{year.usd:,.2f}",
        f"{year.usd_limit:,.2f}",
        _hours(year.cpu_hours),
        f"{year.ci_minutes:,}",
        f"{year.storage_mib:.1f}",
    ]


def _hours(hours: float) -> str:
    """Return hours with two digits that count."""
    return f"{hours:,.1f}" if hours >= 10 else f"{hours:.2g}"  # noqa: PLR2004 - two digits and more


def _tokens(count: int) -> str:
    """Return a number of tokens in thousands or millions."""
    return f"{count / _MILLION:,.1f} M" if count >= _MILLION else f"{count / _THOUSAND:,.0f} k"
