"""`sightbench analyse figures`: statistics of drawing tasks next to the MathOPEval paper's."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, tasks_options


@click.command()
@tasks_options
@json_option
def command(**options: object) -> None:
    """Print statistics of drawing tasks next to Table 1 of the MathOPEval paper.

    Reads the tasks that --tasks or --suite and --dataset name: questions with options, programs that draw, or
    both. With --suite mathopeval the data set of the other format is read as well. Prints the numbers of
    samples by type, of questions and of pictures, the mean lengths in characters of questions, options and
    answers (without the marks of pictures), and the shares of domains, operations and kinds of questions.

    Reads tasks only, no pictures; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.figures_run", **options)
