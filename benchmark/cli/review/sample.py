"""`sightbench review sample`: draw answers for people to label, or tasks for them to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH, tasks_options
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, printable_text
from benchmark.files.naming import bare_name

if TYPE_CHECKING:
    from benchmark.review.draw import PopulationMember, Stratum
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
    comment. It hides the model and the verdict; only if you ask for kinds of errors or for reasoning, status
    and detail are shown, and if you ask for scores, points and detail. Also writes the key, which records
    what each line is; `sightbench review score` needs it.

    --asked reasoning divides answers by outcome unless --by is given, and labels samples without an answer as
    errors of format. --asked scores has a column per criterion: does the score agree with its reason
    (consistency), does the reason name what is in the answer (justification), does the score fit the scale
    (alignment), has the judge understood the task (context).

    Reads the verdicts, and completions and tasks if named. They add the columns answer, prompt and pictures;
    strata by properties of tasks need the tasks. Never overwrites a file, because a sheet may contain labels.
    Needs no network and no keys. The same seed and files give the same bytes.
    """
    from benchmark.cli.shared.named_tasks import need_tasks, tasks_of
    from benchmark.core.verdict import ERROR_TYPES
    from benchmark.review.draw import SamplingPlan, draw, draw_tasks, has_error_types, read_population
    from benchmark.review.sheet import (
        QUESTIONS,
        REASONED,
        REASONING_ERRORS,
        write_sample,
        write_task_sheet,
    )

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
        plan = SamplingPlan(each=each, by=by, seed=seed)
        drawn_tasks = draw_tasks(need_tasks("review sample", tasks, suite, dataset), plan)
        write_task_sheet(out, [task for task, _ in drawn_tasks.items])
        _print_strata(drawn_tasks.strata, each)
        click.echo(f"{out}: {len(drawn_tasks.items)} tasks to answer")
        return
    if kinds and asked != "errors":
        raise BadInput("--kind", "", f"cannot be used with --asked {asked}", "use --asked errors")
    known = tasks_of(tasks, suite, dataset)
    members = read_population(verdicts, predictions, known)
    if scores or replies:
        members = _with_scores(members, verdicts, scores, replies, asked)
    if asked == "points" and all(member.verdict.points is None for member in members):
        say_note("note: the verdicts have no points to compare with those of people")
    if asked == "scores" and any(member.verdict.points is None for member in members):
        problem = "a verdict has no points, so there is no score to review"
        raise BadInput("--asked scores", "", problem, "give verdicts with points")
    if asked == "reasoning":
        by, kinds = by or ("outcome",), (*REASONED, *REASONING_ERRORS)
    if not predictions:
        say_note("note: the sheet shows no answers; add them with --predictions")
    if asked == "errors" and not kinds and has_error_types(members):
        kinds = ERROR_TYPES
        click.echo(f"kinds of errors to choose from: {', '.join(kinds)}")
    plan = SamplingPlan(each=each, by=by, only=only or "", same=same, seed=seed)
    drawn = draw(members, plan)
    key = write_sample(out, drawn, plan, asked, kinds)
    _print_strata(drawn.strata, each)
    click.echo(f"{out}: {len(drawn.items)} lines to label: {QUESTIONS[asked].labels}")
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


def _with_scores(
    members: tuple[PopulationMember, ...],
    verdicts: Sequence[Path],
    scores: Sequence[Path],
    replies: Sequence[Path],
    asked: ReviewQuestion,
) -> tuple[PopulationMember, ...]:
    """Replace the points of all samples by those of another judge."""
    from benchmark.review.judges import read_points, read_replies, with_scores

    if asked not in ("scores", "points"):
        raise BadInput("--scores", "", f"cannot be used with --asked {asked}", "use --asked scores or points")
    for name, given in (("--scores", scores), ("--replies", replies or scores)):
        if len(given) != len(verdicts):
            problem = f"has {len(given)} files, but there are {len(verdicts)} verdict files"
            raise BadInput(name, "", problem, "give one per verdict file, in the same order")
    for number, path in enumerate(verdicts):
        reasons = read_replies(replies[number]) if replies else None
        members = with_scores(members, printable_text(bare_name(path)), read_points(scores[number]), reasons)
    return members
