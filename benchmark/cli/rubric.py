"""`sightbench rubric`: let a model score answers that draw."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.generate.lending import lend_option
from benchmark.cli.shared.console import output
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    SETTING,
    assets_option,
    estimate_option,
    preset_option,
    tasks_options,
)
from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, OurFailure
from benchmark.files.atomic import make_folder, write_atomic

if TYPE_CHECKING:
    from benchmark.core.task import RubricName
    from benchmark.generation.wire.access import ModelAccess
    from benchmark.pipeline.rubric.requests import RubricInput
    from benchmark.results.rubric import RubricScores

_EXAMPLES = """\b
Examples:
  sightbench rubric results/mathopeval/open-free/acme-vl-7b/ID.json --judge judge.yaml --out scores --estimate
  sightbench rubric p.jsonl --suite mathopeval --dataset open-free --judge judge.yaml --out scores --budget 5
"""
_ROW = re.compile(r"[0-9a-f]{64}\.json")


@click.command(epilog=_EXAMPLES)
@click.argument("answers", metavar="ROW|PREDICTIONS", type=PATH)
@click.option(
    "--judge", type=PATH, required=True, help="YAML file with the model that judges: fields as in `model`."
)
@click.option("--out", type=FOLDER, required=True, help="Folder for the scores and the model's replies.")
@tasks_options
@click.option("--setting", type=SETTING, default="", help="With PREDICTIONS: setting of the answers.")
@click.option(
    "--extraction", help="With PREDICTIONS: rule that takes the code from an answer; by default own."
)
@preset_option(
    "--rubrics",
    type=click.Choice(["sightbench", "paper"]),
    default="sightbench",
    help="Our rubrics, or the paper's scoring prompts that `sightbench dataset prompts` has stored.",
)
@preset_option(
    "--repeats",
    type=click.IntRange(0, 9),
    default=2,
    help="Maximum repetitions of a request whose reply has no score.",
)
@click.option(
    "--budget", type=float, help="Maximum cost in US dollars; no call is started that could exceed it."
)
@estimate_option
@lend_option
@assets_option
def command(
    *,
    answers: Path,
    judge: Path,
    out: Path,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    setting: str,
    extraction: str | None,
    rubrics: str,
    repeats: int,
    budget: float | None,
    estimate: bool,
    lend: Mapping[str, str],
    assets: str,
) -> None:
    """Let a model score answers that draw, from 1 to 10 by a rubric, and print the means.

    For checks of kind figure, this is a second opinion next to the judge's verdicts; for checks of kind
    rubric, the only one. For each answer the model first extracts key elements of the answer and of the
    reference, then scores from these. Answers are passed as data, and nothing is run. With --rubrics paper
    it scores at once, in the words of the paper, which do not protect it from what answers say to it.

    Reads ROW with the completions next to it, or PREDICTIONS with --suite or --tasks. Needs the network, for
    the server in --judge, and the key in the environment variable that the file names; with --estimate
    neither. Writes to --out ROW.rubric.DIGEST.json (scores) and ROW.rubric.DIGEST.jsonl.gz (replies), and
    keeps replies in a folder there as they arrive. Safe to repeat: continues where it stopped. Exit code 2
    for wrong input, 3 if the server failed, more than 1 % of the samples have no score, or several models
    replied: then no mean is printed.
    """
    from benchmark.cli.generate.progress import shown_progress
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.pipeline import sources
    from benchmark.pipeline.generate.submitted_model import read_model
    from benchmark.pipeline.generate.wording import estimate_line
    from benchmark.pipeline.rubric.asking import ask, estimate_rubric
    from benchmark.pipeline.rubric.record import (
        check_complete,
        files_of,
        input_of_predictions,
        input_of_row,
        make_scores,
    )
    from benchmark.pipeline.rubric.requests import RubricPlan
    from benchmark.pipeline.sources import source_of
    from benchmark.results.ledger import read_row

    access = read_model(judge)
    with contextlib.ExitStack() as stack:
        # Only a row's file is named by 64 digits.
        if _ROW.fullmatch(answers.name):
            for name, given in (("--suite", suite), ("--setting", setting), ("--extraction", extraction)):
                if given:
                    raise BadInput(name, "", "cannot be used with ROW", "leave it out: the row names it")
            row = read_row(answers)
            source = (
                sources.from_files(tasks)
                if tasks
                else sources.from_suite(row.result.suite, row.result.dataset, answers)
            )
            judged = input_of_row(row, answers, source, asset_fetcher(assets, stack))
        else:
            source = source_of(tasks, suite, dataset)
            judged = input_of_predictions(answers, source, extraction=extraction or "own", setting=setting)
    plan = RubricPlan(
        judged=judged,
        access=access,
        # Replies to the paper's prompts lie apart, so that they never count as answers to ours.
        folder=out / f"asked.{'paper.' if rubrics == 'paper' else ''}{_digest(judged, access)[:12]}",
        repeats=repeats,
        budget=budget,
        lent=lend,
        printed=_printed(judged) if rubrics == "paper" else {},
    )
    # Before the model is asked, and before an estimate that would be 0.
    check_complete(plan)
    if estimate:
        click.echo(f"{access.model}: {estimate_line(estimate_rubric(plan))}")
        return
    make_folder(plan.folder)
    scores, replies = make_scores(plan, ask(plan, shown_progress))
    for name, data in files_of(scores, replies).items():
        write_atomic(out / name, data)
    _print(scores, judged)
    click.echo(f"scores: {out / next(iter(files_of(scores, replies)))}")
    # After the files are written: the replies were paid for, and say what went wrong.
    if problem := scores.result.why_hidden:
        fix = "ask another model, or use another folder to ask this one again, perhaps with more max_tokens"
        raise OurFailure(f"{problem}, so no mean is shown", fix)


def _printed(judged: RubricInput) -> dict[RubricName, str]:
    """Return the paper's scoring prompts for these answers, which may be to tasks of no suite."""
    from benchmark.suites import SUITES
    from benchmark.suites.paper_prompts import printed_prompts, stored_prompt

    suites = {printed.name: suite for suite in SUITES for printed in printed_prompts(suite)}
    return {
        name: stored_prompt(suites[name], name)
        for name in sorted({sample.rubric.name for sample in judged.samples})
    }


def _digest(judged: RubricInput, access: ModelAccess) -> str:
    """Return a digest of the answers and the model, so that two models never share a folder of replies."""
    from benchmark.files.predictions import completions_digest
    from benchmark.files.tasks import tasks_digest

    of_answers = [tasks_digest(judged.source.tasks), completions_digest(judged.completions)]
    return digest_lines([*of_answers, access.provider, access.model, access.base_url or ""])


def _print(scores: RubricScores, judged: RubricInput) -> None:
    from rich.table import Table

    from benchmark.pipeline.rubric.record import cell_means

    table = Table("cell", "mean of 1 to 10", "samples", "no score", box=None, pad_edge=False)
    for found in cell_means(scores.result, judged.source.tasks):
        mean = "–" if found.mean is None else f"{found.mean:.2f}"
        table.add_row(found.cell, mean, str(found.scored), str(found.unscored))
    console = output()
    console.print(table)
    result = scores.result
    models = ", ".join(result.judge.models) or result.judge.model
    whose = " with the paper's prompts" if result.is_paper else ""
    console.print(f"scored by {models}{whose}; scores by other models or prompts are not comparable")
    if result.unasked:
        console.print(
            f"{len(result.unasked)} answer(s) without code have the lowest score and were not asked about"
        )
    for name, reason in list(result.unscored.items())[:5]:
        console.print(f"no score: {name}: {reason}")
    if scores.run.cost_usd is not None:
        console.print(f"cost: ${scores.run.cost_usd:.4f}")
