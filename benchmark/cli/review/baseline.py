"""`sightbench review baseline`: the average of people, and the gap of models to it."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options

_EXAMPLES = """\b
Example:
  sightbench review baseline anna.csv bert.csv cleo.csv --suite mathopeval --dataset open-choice \\
      --by subset --by category --model acme.verdicts.jsonl.gz
"""


@click.command(epilog=_EXAMPLES)
@click.argument("people", metavar="PERSON...", nargs=-1, required=True, type=PATH)
@click.option("--model", "models", multiple=True, type=PATH, help="Verdict file of a model; may be repeated.")
@click.option(
    "--by",
    multiple=True,
    help="Property that divides the tasks into cells, as for `review tasks`; may be repeated.",
)
@click.option(
    "--metric",
    type=click.Choice(["pass@1", "points"]),
    default="pass@1",
    show_default=True,
    help="Share of right answers, or mean points.",
)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Print the average of people on tasks that they answered, and the gap of models to it.

    Each PERSON is a copy of the sheet of `sightbench review tasks` with letters in the column answer, or, for
    answers that are programs, the verdict file of `sightbench evaluate`. Tasks count that at least one person
    answered; a task's value is the mean over the people who did. Models are compared on the same tasks.
    Prints people, models and gap by cell, with 95 % intervals of the people's average, and each model's
    largest gap. The JSON document also contains the average of people in the format of a row's scores.

    Reads the sheets, the verdicts and the tasks; writes nothing. Needs no network and no keys. Safe to
    repeat.
    """
    load_and_run("benchmark.cli.review.baseline_run", **options)
