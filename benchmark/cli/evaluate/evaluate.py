"""`sightbench evaluate`: judge completions and print scores."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import (
    EXPERIMENTS,
    FOLDER,
    PATH,
    PROMPTS,
    SETTING,
    TASK_FIELDS,
    executor_option,
    workers_option,
)
from benchmark.core.first_picture import first_picture_name

_EXAMPLES = """\b
Examples:
  sightbench evaluate --predictions p.jsonl --suite code-vision --dataset rebuilt
  sightbench evaluate --predictions p.jsonl --tasks my-tasks.jsonl --verdicts v.jsonl
  sightbench evaluate --prediction_file output/acme_sample_20.json
  sightbench evaluate --model_name acme --exp_type V2C --sample_num 6 --exp_base_dir output
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--predictions",
    type=PATH,
    multiple=True,
    help="Completions to judge: JSONL, or the JSON list of HumanEval-V, gzipped or not; may be repeated.",
)
@click.option(
    "--prediction_file",
    type=PATH,
    help="Option of HumanEval-V's script: judge this file, and write NAME_executed.json next to it. Without"
    " --suite and --tasks, finds the data set by the ids of the tasks.",
)
@click.option(
    "--score_only",
    is_flag=True,
    help="With --prediction_file: only score an existing NAME_executed.json. Name its tasks with --suite or"
    " --tasks, unless they are official ones: intervals depend on their families.",
)
@click.option(
    "--model_name",
    help="Option of HumanEval-V's second script: with the next three, names the prediction file.",
)
@click.option("--exp_type", type=EXPERIMENTS, help="With --model_name: setting.")
@click.option("--sample_num", type=click.IntRange(1, 1000), help="With --model_name: samples per task.")
@click.option("--exp_base_dir", type=FOLDER, help="With --model_name: folder of the prediction file.")
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help=f"Your own tasks (JSONL), instead of --suite; may be repeated. {TASK_FIELDS}",
)
@click.option(
    "--suite",
    help="Suite of the tasks, such as code-vision; with HumanEval-V's options by default humaneval-v.",
)
@click.option("--dataset", default="", help="Data set of the suite; its first one by default.")
@click.option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    help="Extraction rule, which takes the code from a completion: ours, or the published benchmark's. By"
    " default `own`; with HumanEval-V's options and its official data sets that of their version.",
)
@click.option("--verdicts", type=PATH, help="File for the verdicts, one per line.")
@click.option("--costs", is_flag=True, help="Also write time and memory of each sample to --verdicts.")
@click.option("--rows", type=FOLDER, help="Folder of rows to add a row to.")
@click.option("--slug", help="Slug of the submission for the row; by default made from the model's name.")
@click.option("--name", help="Name of the model, as pages show it; by default the model's id.")
@click.option(
    "--setting", type=SETTING, help="Setting: what the model was shown; the suite's first one by default."
)
@click.option("--protocol", help="Protocol: how samples were drawn; the suite's first one by default.")
@click.option(
    "--prompt", type=click.Choice([*PROMPTS, *map(first_picture_name, PROMPTS)]), help="Prompt that was used."
)
@click.option(
    "--partial", is_flag=True, help="Accept missing tasks and unequal numbers of draws; cannot make a row."
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run that had the same --verdicts.")
@click.option("--lint", is_flag=True, help="Also measure parsing success (pylint, in a sandbox of its own).")
@executor_option
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/evaluation.json).")
def command(**options: object) -> None:
    """Judge completions in the sandbox, and print the scores with their intervals.

    Reads the completions and the tasks. For a row in a setting with two stages, also reads the descriptions
    that the model wrote first, NAME.stage-1.jsonl next to NAME.jsonl, if they are there.

    With the options of HumanEval-V's second script, an existing NAME_executed.json with verdicts on the same
    completions is only scored.

    Writes the files that --verdicts, --rows and --prediction_file name. Until a run with --verdicts FILE is
    complete, also writes FILE.partial, for --resume. Replaces an earlier verdict or executed file, but never
    a row. Several prediction files make one row.

    Needs no keys, and no network except to a cluster of --executor. Safe to repeat: an existing row is not
    written again.
    """
    load_and_run("benchmark.cli.evaluate.run", **options)
