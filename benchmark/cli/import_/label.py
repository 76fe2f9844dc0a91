"""`sightbench import label`: let a model propose the categories of imported pictures."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, estimate_option, json_option, lend_option


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("submission", type=PATH, required=False)
@click.option("--run", "index", type=int, default=0, show_default=True, help="Index of the run, from 0.")
@click.option("--labels", type=PATH, help="Another sheet with categories of people, which count first.")
@click.option(
    "--limit", type=click.IntRange(min=1), help="Number of pictures, the first ones; by default all."
)
@click.option("--budget", type=float, help="Maximum cost in US dollars.")
@estimate_option
@lend_option
@json_option
def command(**options: object) -> None:
    """Let a model propose a category for each picture, and compare with people's.

    FOLDER is that of `sightbench import problems`. The model is that of a run of SUBMISSION, whose suite is
    mmcode. It sees one picture, the twelve categories and the statement. Its answers go to
    FOLDER/labels/answers.jsonl, as those of `generate`. Without SUBMISSION, no model is asked.

    Writes FOLDER/labels.csv with a line per picture: the column proposed has the model's category, and people
    fill in category. What people filled in is kept. Prints how many proposals agree with people: the share,
    Cohen's kappa, and the confusions of each category. `import problems --labels FOLDER/labels.csv` puts the
    categories into the tasks.

    With SUBMISSION, needs the network and the key that the config names. Safe to repeat: asks only for
    missing answers.
    """
    load_and_run("benchmark.cli.import_.label_run", **options)
