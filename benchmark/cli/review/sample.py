"""`sightbench review sample`: a stratified, seeded sample as a sheet for people."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.statistics import tasks_of, tasks_options
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.review.population import ReviewQuestion

_EXAMPLES = """\b
Examples:
  sightbench review sample a.verdicts.jsonl.gz --by outcome --each 50 --out sheet.csv
  sightbench review sample a.jsonl b.jsonl --only wrong --same --each 50 --asked errors --out sheet.csv
  sightbench review sample a.jsonl --tasks t.jsonl --by operation --by type --asked points --out s.csv
"""


@click.command(short_help="Draw a stratified, seeded sample as a CSV.", epilog=_EXAMPLES)
@click.argument("verdicts", metavar="VERDICTS...", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="The sheet; its key goes beside it, NAME.key.json.")
@click.option("--each", type=click.IntRange(1), default=20, show_default=True, help="How many of a stratum.")
@click.option(
    "--by",
    multiple=True,
    help="What makes a stratum: model, outcome, status, subset, level, stem, or X of categories X:...; may be"
    " repeated.",
)
@click.option(
    "--only", type=click.Choice(["right", "wrong"]), help="Only answers that the judge let pass, or not."
)
@click.option("--same", is_flag=True, help="The same tasks and draws for every model.")
@click.option(
    "--asked",
    type=click.Choice(["verdicts", "points", "errors"]),
    default="verdicts",
    show_default=True,
    help="Right or wrong, points from 1 to 10, or the kind of error.",
)
@click.option("--kind", "kinds", multiple=True, help="A kind of error to choose from; any when left out.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed draws another sample.")
@click.option(
    "--predictions", multiple=True, type=PATH, help="Completions of each verdict file, in the same order."
)
@tasks_options
def sample(
    *,
    verdicts: tuple[Path, ...],
    out: Path,
    each: int,
    by: tuple[str, ...],
    only: str | None,
    same: bool,
    asked: "ReviewQuestion",
    kinds: tuple[str, ...],
    seed: int,
    predictions: tuple[Path, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Draw samples of VERDICTS... (a file a model) for people to label.

    Writes a CSV with a line a sample, in an order by chance, and columns label and comment to fill in. It
    hides the model and what the judge said (status and detail are shown when kinds of errors are asked for).
    Beside it goes the key, which says what stands behind each line; `sightbench review score` needs it.

    Reads the verdicts, and completions and tasks if named; they add columns answer and prompt, and tasks are
    needed for strata of tasks. Never overwrites: a sheet may hold labels. Needs no network and no keys. The
    same seed and files give the same bytes.
    """
    from benchmark.review.draw import SamplingPlan, draw
    from benchmark.review.population import read_population
    from benchmark.review.sheet import LABELS, SheetQuestion, write_sample

    if kinds and asked != "errors":
        raise BadInput("--kind", "", f"cannot be used with --asked {asked}", "ask for errors")
    if out.suffix != ".csv":
        raise BadInput("--out", "", f"must end in .csv, got {out.name}", "such as sheet.csv")
    members = read_population(verdicts, predictions, tasks_of(tasks, suite, dataset))
    if asked == "points" and all(one.verdict.points is None for one in members):
        click.echo("note: the verdicts have no points to compare people's with", err=True)
    if not predictions:
        click.echo("note: the sheet shows no answers; --predictions adds them", err=True)
    plan = SamplingPlan(each=each, by=by, only=only or "", same=same, seed=seed)
    drawn = draw(members, plan)
    key = out.with_suffix(".key.json")
    write_sample(out, key, drawn, plan, SheetQuestion(asked=asked, kinds=kinds))
    for stratum in drawn.strata:
        fewer = f"; {each} were asked for" if stratum.drawn < each else ""
        click.echo(f"{stratum.name}: {stratum.drawn} of {stratum.population}{fewer}")
    click.echo(f"{out}: {len(drawn.members)} lines to label: {LABELS[asked]}")
    click.echo(f"{key}: the key, for `sightbench review score`")
