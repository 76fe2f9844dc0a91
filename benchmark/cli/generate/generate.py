"""`sightbench generate`: ask a model for completions."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import EXPERIMENTS, FOLDER, PATH, SETTING, TASK_FIELDS, estimate_option

_EXAMPLES = """\b
Examples:
  sightbench generate submissions/acme-vl-7b --budget 5
  sightbench generate submissions/acme-vl-7b --limit 3 --estimate
  sightbench generate --model_name openai/gpt-x --tasks t.jsonl --prediction_file p.json --sample_num 6
  sightbench generate --model_name openai/gpt-x --exp_type V2C --sample_num 6 --exp_base_dir output
"""


@click.command(epilog=_EXAMPLES)
@click.argument("submission", required=False, type=PATH)
@click.option(
    "--run",
    "runs",
    type=int,
    multiple=True,
    help="Index of the run in the submission, from 0; may be repeated. By default all runs.",
)
@click.option("--out", type=PATH, help="File for the completions; by default build/generated/SLUG/….jsonl.")
@click.option(
    "--tasks", type=PATH, help=f"Your own tasks (JSONL), instead of the run's data set. {TASK_FIELDS}"
)
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks; by default all.")
@click.option(
    "--budget", type=float, help="Maximum cost in US dollars; no call is started that could exceed it."
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1024),
    help="Number of parallel calls; by default as in the model config.",
)
@estimate_option
@click.option(
    "--debug-http",
    type=PATH,
    help="Append all HTTP requests and responses to this file, without keys and pictures.",
)
@click.option(
    "--model_name",
    help="Option of HumanEval-V's scripts, instead of SUBMISSION: PROVIDER/MODEL, your own FILE.py[:CLASS],"
    " or NAME for models/NAME.py.",
)
@click.option(
    "--prediction_file",
    type=PATH,
    help="With --model_name: file for HumanEval-V's JSON list (.json) or MMCode's lines (.jsonl).",
)
@click.option(
    "--exp_type",
    type=EXPERIMENTS,
    help="Option of HumanEval-V's second script, instead of --prediction_file: setting. Uses the official"
    " data set and upstream's prompt.",
)
@click.option("--exp_base_dir", type=FOLDER, help="With --exp_type: folder of the prediction file.")
@click.option(
    "--prompt",
    type=click.Choice(["sightbench", "upstream"]),
    help="With --model_name: prompt; by default upstream with --exp_type, otherwise sightbench.",
)
@click.option(
    "--sample_num", type=click.IntRange(1, 1000), default=1, help="With --model_name: samples per task."
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    help="With --model_name: sampling temperature; by default 0 for one sample, otherwise 0.8.",
)
@click.option("--base-url", help="With --model_name: address of a server with a compatible API.")
@click.option("--api-key-env", help="With --model_name: name of the environment variable with the key.")
@click.option(
    "--lend",
    multiple=True,
    metavar="NAME=HOST",
    help="Let a config send this environment variable to this host; may be repeated. Without it, a host other"
    " than the vendor's gets only variables named SIGHTBENCH_KEY_….",
)
@click.option("--suite", help="With --model_name, without --tasks: suite, by default humaneval-v.")
@click.option("--dataset", default="", help="With --suite: data set, by default its first one.")
@click.option(
    "--setting",
    type=SETTING,
    help="With --model_name: what the model is shown; by default the suite's first setting.",
)
def command(**options: object) -> None:
    """Ask a model for completions of all tasks of a submission's runs, and write them to a file.

    Reads SUBMISSION (a folder or its submission.yaml) and the tasks. Needs the network, for the server in the
    model config, and the key in the environment variable that the config names.

    Writes each completion to --out as it arrives, and next to it NAME.generation.json with config, cost and
    missing samples. Ctrl-C waits for the calls in progress; a second Ctrl-C aborts them. Safe to repeat:
    continues where it stopped, and asks only for completions that are missing.
    """
    load_and_run("benchmark.cli.generate.run", **options)
