"""`sightbench import problems`: make tasks of a raw set of contest problems."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, json_option


@click.command()
@click.argument("source", type=PATH)
@click.option(
    "--out", required=True, type=FOLDER, help="Folder for the problems; empty, or of an earlier import."
)
@click.option("--tests", type=PATH, help="JSON Lines with tests that are matched by URL, such as TACO's.")
@click.option("--remove-pictures", "removals", type=PATH, help="List of pictures to remove, one per line.")
@click.option(
    "--test",
    type=click.IntRange(min=1),
    help="Number of problems in the test split; by default, the splits of the source.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the test split.")
@click.option("--labels", type=PATH, help="CSV with the columns problem_id, picture and category.")
@click.option(
    "--several-answers",
    type=PATH,
    help="List of problems to leave out, because more than one answer is right: ids, one per line.",
)
@click.option(
    "--dataset", default="imported", show_default=True, help="Name of the data set in the task files."
)
@click.option("--keep-pictureless", is_flag=True, help="Keep problems whose pictures are all missing.")
@json_option
def command(**options: object) -> None:
    """Make tasks of a raw set of contest problems, by the pipeline of the MMCode paper.

    Reads SOURCE: JSON Lines (.jsonl, .jsonl.gz), a problem as .json, or a folder or archive (.zip, .tar,
    .tar.gz) of such files or of folders with data.json and images/n.png. The fields of a problem are those of
    the JSON schema raw-problem.

    Turns HTML into text and pictures into PNG, matches tests by URL, drops problems without pictures or
    tests, near duplicates (5-gram similarity above 0.80) and those of --several-answers, and chooses a test
    split.

    Writes to --out: problems/ID/ in MMCode's layout with the raw HTML, tasks.jsonl.gz and tasks-test.jsonl.gz
    for `sightbench evaluate --tasks`, and report.json with every problem that was dropped or repaired. Prints
    the counts.

    A site's limits are for C++: a task gets 5 times the CPU seconds, between 10 and 60 per test (20 without a
    limit), and twice the memory, at least 1 GiB.

    Needs the extra `problems`, but no network and no keys: pictures that are only an address are reported as
    missing. Safe to repeat: the same input gives the same files, and only changed pictures are converted
    again.
    """
    load_and_run("benchmark.cli.import_.problems_run", **options)
