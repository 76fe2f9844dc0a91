"""`sightbench review sample`: draw answers for people to label, or tasks for them to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH, preset_option, tasks_options
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.review.draw import Stratum
    from benchmark.review.sheet import ReviewQuestion

_EXAMPLES = """\b
Examples:
  sightbench review sample a.verdicts.jsonl.gz --by outcome --each 50 --out sheet.csv
  sightbench review sample a.jsonl b.jsonl --only wrong --same --each 50 --asked errors --out sheet.csv
  sightbench review sample a.jsonl --tasks t.jsonl --by operation --by type --asked points --out s.csv
  sightbench review sample --suite mathopeval --dataset open-choice --by subset --by category --out tasks.csv
"""


@click.command(epilog=_EXAMPLES)
@click.argument("verdicts", metavar="[VERDICTS]...", nargs=-1, type=PATH)
@click.option(
    "--out",
    required=True,
    type=PATH,
    help="CSV file to write; its key is written next to it as NAME.key.json.",
)
@preset_option("--each", type=click.IntRange(1), default=20, help="Samples per stratum.")
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
@preset_option(
    "--asked",
    type=click.Choice(["verdicts", "points", "errors"]),
    default="verdicts",
    help="Question for people: right or wrong; points from 1 to 10; or the kind of error, which may be any"
    " judgement that --kind names, such as valid, or reasonable.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    help="Kind of error to choose from; may be repeated. By default the error types of the verdicts; if they"
    " have none, people may write any.",
)
@preset_option("--seed", type=int, default=0, help="Seed of the random sample.")
@click.option(
    "--predictions",
    multiple=True,
    type=PATH,
    help="Completions of each verdict file; repeat the option in the same order.",
)
@click.option(
    "--scores",
    multiple=True,
    type=PATH,
    help="With --asked points or errors: another judge's points for each verdict file, such as rubric scores;"
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
def command(
    *,
    verdicts: tuple[Path, ...],
    out: Path,
    each: int,
    by: tuple[str, ...],
    only: str | None,
    same: bool,
    asked: ReviewQuestion,
    kinds: tuple[str, ...],
    seed: int,
    predictions: tuple[Path, ...],
    scores: tuple[Path, ...],
    replies: tuple[Path, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Draw answers in VERDICTS... (a file per model) for people to label, or tasks for them to answer.

    Without VERDICTS, draws tasks that --tasks or --suite names, for a human baseline: --by divides them by
    subset, category, level, stem or a kind of category. Writes one line per task, with its id, the files of
    its pictures, its text, and empty columns answer and comment. Each person answers in a copy; for questions
    with options, the answer is a letter. `sightbench review score` reads the copies.

    With VERDICTS, writes a CSV file with one line per sample, in random order, and empty columns label and
    comment. It hides the model and the verdict; only if you ask for kinds of errors, status, points and
    detail are shown. Also writes the key, which records what each line is and which `sightbench review score`
    needs.

    Reads the verdicts, and completions and tasks if named. They add the columns answer, prompt and pictures;
    strata by properties of tasks need the tasks. Never overwrites a file, because a sheet may contain labels.
    Needs no network and no keys. The same seed and files give the same bytes.
    """
    from benchmark.core.verdict import ERROR_TYPES
    from benchmark.pipeline.sources import need_tasks, tasks_of
    from benchmark.review.draw import draw, draw_tasks, has_error_types, read_population
    from benchmark.review.sheet import QUESTIONS, write_sample, write_task_sheet

    # `review score` tells sheets from other files by this ending.
    if out.suffix != ".csv":
        raise BadInput("--out", "", f"must end in .csv, got {out.name}", "use a name such as sheet.csv")
    if not verdicts:
        _refuse(
            {
                "--only": only,
                "--same": same,
                "--asked": asked != "verdicts",
                "--kind": kinds,
                "--predictions": predictions,
                "--scores": scores,
                "--replies": replies,
            }
        )
        named = need_tasks("review sample", tasks, suite, dataset)
        drawn_tasks, strata = draw_tasks(named, each, by, seed)
        write_task_sheet(out, [task for task, _ in drawn_tasks])
        _print_strata(strata, each)
        click.echo(f"{out}: {len(drawn_tasks)} tasks to answer")
        return
    if kinds and asked != "errors":
        raise BadInput("--kind", "", f"cannot be used with --asked {asked}", "use --asked errors")
    if (scores or replies) and asked == "verdicts":
        raise BadInput("--scores", "", f"cannot be used with --asked {asked}", "use --asked points or errors")
    known = tasks_of(tasks, suite, dataset)
    members = read_population(verdicts, known, predictions=predictions, scores=scores, replies=replies)
    if asked == "points" and all(member.verdict.points is None for member in members):
        say_note("note: the verdicts have no points to compare with those of people")
    if not predictions:
        say_note("note: the sheet shows no answers; add them with --predictions")
    if asked == "errors" and not kinds and has_error_types(members):
        kinds = ERROR_TYPES
        click.echo(f"kinds of errors to choose from: {', '.join(kinds)}")
    drawn, strata = draw(members, each, by, only=only or "", same=same, seed=seed)
    key = write_sample(out, drawn, strata, asked, by=by, seed=seed, kinds=kinds)
    _print_strata(strata, each)
    click.echo(f"{out}: {len(drawn)} lines to label: {QUESTIONS[asked]}")
    click.echo(f"{key}: the key, for `sightbench review score`")


def _print_strata(strata: Sequence[Stratum], each: int) -> None:
    for stratum in strata:
        fewer = f"; fewer than {each}" if stratum.drawn < each else ""
        click.echo(f"{stratum.name}: {stratum.drawn} of {stratum.population}{fewer}")


def _refuse(given: Mapping[str, object]) -> None:
    """Refuse options that only a sheet of answers has."""
    for name, value in given.items():
        if value:
            raise BadInput(name, "", "needs VERDICTS", "name the verdict files, or leave the option out")
