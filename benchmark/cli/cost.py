"""`sightbench cost`: print what an evaluation costs, and a year of nights."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import SETTING, json_option

_USD = click.FloatRange(min=0)


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
@json_option
def command(**options: object) -> None:
    """Print what an evaluation of a model costs: tokens, dollars, CPU hours of judging, and minutes of CI.

    Computes one line per data set and protocol from the tasks on this machine, their prompts, the samples of
    the protocol, and the rates in benchmark/analysis/costs/rates.toml; then the sum of a full evaluation, and
    a year of nights with its storage. Says of each rate when and how it was measured, or that it is assumed.
    Time that was measured on another data set has a ~ in front. "At most" means that every answer is as long
    as the protocol allows. --json also has the ranges.

    Reads the data sets of this machine; writes nothing and asks no model. Needs no network and no keys. Safe
    to repeat.
    """
    load_and_run("benchmark.cli.cost_run", **options)
