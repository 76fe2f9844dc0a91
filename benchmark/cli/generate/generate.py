"""`sightbench generate`: from a model config to a complete file of completions."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH

_EXAMPLES = """\b
Examples:
  sightbench generate submissions/acme-vl-7b --budget 5
  sightbench generate submissions/acme-vl-7b --limit 3 --estimate
  sightbench generate --model_name openai/gpt-x --tasks t.jsonl --prediction_file p.json --sample_num 6
"""


@click.command(epilog=_EXAMPLES)
@click.argument("submission", required=False, type=PATH)
@click.option("--run", "runs", type=int, multiple=True, help="Only this run of the submission, from 0.")
@click.option("--out", type=PATH, help="Where completions go  [build/generated/SLUG/…jsonl]")
@click.option("--tasks", type=PATH, help="Your own tasks (JSONL), instead of the run's data set.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many tasks.")
@click.option("--budget", type=float, help="US dollars; no call is begun that could pass it.")
@click.option(
    "--concurrency", type=click.IntRange(1, 1024), help="Calls at the same time; the config's by default."
)
@click.option("--estimate", is_flag=True, help="Print calls, tokens, cost and time; ask for nothing.")
@click.option("--debug-http", type=PATH, help="Add all HTTP to this file, without keys and pictures.")
@click.option("--model_name", help="HumanEval-V's spelling: PROVIDER/MODEL, or FILE.py[:CLASS] of your own.")
@click.option("--prediction_file", type=PATH, help="With --model_name: becomes the JSON list of HumanEval-V.")
@click.option(
    "--sample_num", type=click.IntRange(1, 1000), default=1, help="With --model_name: draws a task."
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    help="With --model_name  [0 for one sample, else 0.8]",
)
@click.option("--base-url", help="With --model_name: address of a compatible server.")
@click.option("--api-key-env", help="With --model_name: name of the variable that holds the key.")
@click.option("--suite", help="With --model_name, without --tasks  [humaneval-v]")
@click.option("--dataset", default="", help="With --suite: its first by default.")
@click.option("--setting", help="With --model_name: what is shown; the suite's first by default.")
def command(**options: object) -> None:
    """Ask a model for completions of all tasks of a submission's runs, and keep them in a file.

    Reads SUBMISSION (a folder or its submission.yaml) and the tasks, and asks the server that the model
    config names: needs the network, and the key in the environment variable that the config names. Writes one
    completion a line to --out as it arrives, and NAME.generation.json beside it: config, cost, what is
    missing. Ctrl-C waits for the calls under way, a second one breaks them off. Repeating it is safe: it goes
    on where it stopped, and asks for nothing twice.
    """
    load_and_run("benchmark.cli.generate.run", **options)
