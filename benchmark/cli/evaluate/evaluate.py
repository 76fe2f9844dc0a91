"""`sightbench evaluate`: completions in, verdicts and scores out."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, workers_option

_EXAMPLES = """\b
Examples:
  sightbench evaluate --predictions p.jsonl --suite code-vision --dataset rebuilt
  sightbench evaluate --predictions p.jsonl --tasks my-tasks.jsonl --verdicts v.jsonl
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--predictions",
    type=PATH,
    multiple=True,
    help="Completions to judge: JSONL, or the JSON list of HumanEval-V; .gz or not.",
)
@click.option(
    "--prediction_file", type=PATH, help="HumanEval-V's spelling: writes NAME_executed.json beside it."
)
@click.option(
    "--score_only", is_flag=True, help="With --prediction_file: score NAME_executed.json, judge nothing."
)
@click.option("--tasks", type=PATH, multiple=True, help="Your own tasks (JSONL), instead of a suite's.")
@click.option("--suite", help="A suite, such as code-vision  [--prediction_file: humaneval-v by default]")
@click.option("--dataset", default="", help="A data set of the suite; its first by default.")
@click.option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    default="own",
    show_default=True,
    help="The rule that keeps code of a completion: ours, or the published benchmark's.",
)
@click.option("--verdicts", type=PATH, help="Write one verdict a line here.")
@click.option("--costs", is_flag=True, help="Say in --verdicts what each sample took, too.")
@click.option("--rows", type=PATH, help="Write the row into this ledger folder.")
@click.option("--slug", help="Whose row it is; from the model's name by default.")
@click.option("--name", help="The model's name as pages show it; the model's id by default.")
@click.option("--setting", help="What the model was shown; the suite's first setting by default.")
@click.option("--protocol", help="How samples were drawn; the suite's first protocol by default.")
@click.option("--prompt", type=click.Choice(["sightbench", "upstream"]), help="Which prompt was used.")
@click.option("--partial", is_flag=True, help="Accept missing tasks and unequal draws; makes no row.")
@click.option(
    "--resume", is_flag=True, help="Go on where an interrupted run with the same --verdicts stopped."
)
@click.option("--lint", is_flag=True, help="Measure parsing success too (pylint, in a sandbox of its own).")
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/evaluation.json).")
def command(**options: object) -> None:
    """Judge completions in the sandbox and print pass@1 with its interval.

    Reads the completions and the tasks; for --rows also the descriptions that completions of two stages were
    written from, NAME.stage-1.jsonl beside NAME.jsonl, where they were kept. Writes only what --verdicts and
    --rows name, NAME_executed.json with --prediction_file, and, until a run with --verdicts FILE is complete,
    FILE.partial for --resume. An earlier verdict or executed file is replaced, a row never. Needs no network
    and no keys. Repeating it is safe: a row that is there already is not written twice. --predictions and
    --tasks may be repeated: several files, one row.
    """
    load_and_run("benchmark.cli.evaluate.run", **options)
