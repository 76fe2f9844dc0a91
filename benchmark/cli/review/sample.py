"""`sightbench review sample`: draw a random sample of answers for people to label."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, tasks_options

_EXAMPLES = """\b
Examples:
  sightbench review sample a.verdicts.jsonl.gz --by outcome --each 50 --out sheet.csv
  sightbench review sample a.jsonl b.jsonl --only wrong --same --each 50 --asked errors --out sheet.csv
  sightbench review sample a.jsonl --tasks t.jsonl --by operation --by type --asked points --out s.csv
"""


@click.command(epilog=_EXAMPLES)
@click.argument("verdicts", metavar="VERDICTS...", nargs=-1, required=True, type=PATH)
@click.option(
    "--out",
    required=True,
    type=PATH,
    help="CSV file to write; its key is written next to it as NAME.key.json.",
)
@click.option("--each", type=click.IntRange(1), default=20, show_default=True, help="Samples per stratum.")
@click.option(
    "--by",
    multiple=True,
    help="Property that divides the answers into strata: model, outcome, status, error_type, subset, level,"
    " stem, category, or a kind of category, such as type for type:bar; may be repeated.",
)
@click.option(
    "--only",
    type=click.Choice(["right", "wrong"]),
    help="Only answers that passed, or only answers that did not.",
)
@click.option("--same", is_flag=True, help="Draw the same tasks and draws for every model.")
@click.option(
    "--asked",
    type=click.Choice(["verdicts", "points", "errors", "reasoning", "scores"]),
    default="verdicts",
    show_default=True,
    help="Question for people: right or wrong; points from 1 to 10; the kind of error; whether the reasoning"
    " of right answers is valid and what is wrong with that of others; or whether the judge's points are"
    " reasonable, by four criteria.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    help="Kind of error to choose from; may be repeated. By default the error types of the verdicts; if they"
    " have none, people may write any.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random sample.")
@click.option(
    "--predictions",
    multiple=True,
    type=PATH,
    help="Completions of each verdict file; repeat it in the same order.",
)
@click.option(
    "--scores",
    multiple=True,
    type=PATH,
    help="With --asked scores or points: another judge's points for each verdict file, such as rubric scores;"
    " repeat it in the same order.",
)
@click.option(
    "--replies",
    multiple=True,
    type=PATH,
    help="With --scores: the judge's replies, which the sheet shows as its reasons; in the same order."
    " Samples without a reply are left out.",
)
@tasks_options
def command(**options: object) -> None:
    """Draw samples of VERDICTS... (one verdict file per model) for people to label.

    Writes a CSV file with one line per sample, in random order, and empty columns label and comment. It hides
    the model and the verdict; only if you ask for kinds of errors or for reasoning, status and detail are
    shown, and if you ask for scores, points and detail. Also writes the key, which records what each line is;
    `sightbench review score` needs it.

    --asked reasoning divides answers by outcome unless --by is given, and labels samples without an answer as
    errors of format. --asked scores has a column per criterion: does the score agree with its reason
    (consistency), does the reason name what is in the answer (justification), does the score fit the scale
    (alignment), has the judge understood the task (context).

    Reads the verdicts, and completions and tasks if named. They add the columns answer, prompt and pictures;
    strata by properties of tasks need the tasks. Never overwrites a file, because a sheet may contain labels.
    Needs no network and no keys. The same seed and files give the same bytes.
    """
    load_and_run("benchmark.cli.review.sample_run", **options)
