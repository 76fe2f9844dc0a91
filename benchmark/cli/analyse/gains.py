"""`sightbench analyse gains`: compare models with their decoders, or with themselves given descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from benchmark.analysis.wording import percent, real_words
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import FOLDER, ledger_options
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.analysis.studies.gains import Gain, GainTable
    from benchmark.scoring.metrics import Metric


@click.command()
@click.argument("of", metavar="descriptions|decoders", type=click.Choice(["descriptions", "decoders"]))
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@ledger_options
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="With decoders: folder of submissions, <slug>/submission.yaml.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    default=("pass@1", "pass@10"),
    show_default=True,
    help="Metric; may be repeated. Models with too few samples for it are left out.",
)
def command(
    *,
    of: Literal["descriptions", "decoders"],
    slugs: tuple[str, ...],
    ledger: LedgerLookup,
    submissions: Path,
    metrics: tuple[str, ...],
) -> None:
    """Compare each model (or SLUG) with itself given a description, or with the language model inside it.

    descriptions, like Table 3 of HumanEval-V: compares the setting `image` with `description` and
    `image+description`, and `V2C` with `GT-T2C`; in Code-Vision, `flowchart` with `text` and `mermaid`.

    decoders, like Table 4 of HumanEval-V: compares on tasks that need no picture (those of suites without
    pictures, unless --suite names another). The field `decoder` of a model's submission names the slug or the
    name of the decoder's submission.

    Differences are measured on the same tasks, keep tasks of one stem together, and have a 95 % interval.
    Only rows with the same data set, protocol, prompt and extraction rule are compared; the newest counts.

    Reads the rows, and submissions for decoders; writes nothing. Needs the extra `statistics`. Needs no
    network and no keys. Safe to repeat.
    """
    from benchmark.analysis.ranks.subjects import matching_rows
    from benchmark.analysis.studies.gains import decoder_gains, description_gains
    from benchmark.core.suite import suite_of
    from benchmark.submissions.check import read_submissions
    from benchmark.suites.run_names import known_suites

    chosen = [_fraction(name) for name in metrics]
    rows = matching_rows(ledger)
    if of == "descriptions":
        tables = description_gains(rows, chosen)
        problem = "no model has a row with a description of the picture"
        fix = "evaluate a model in a setting with descriptions, too, or name other rows"
    else:
        suites = {name: suite_of(name) for name in {counted.row.result.suite for counted in rows}}
        blind = {name for name, suite in suites.items() if set(suite.settings) <= set(suite.without_picture)}
        rows = tuple(counted for counted in rows if ledger.suite or counted.row.result.suite in blind)
        tables = decoder_gains(rows, chosen, read_submissions(submissions, known_suites()))
        problem = "no model with a decoder has a row of tasks without pictures"
        fix = "set the field decoder in the model's submission, and evaluate both models"
    of_slugs = ([gain for gain in table.gains if gain.slug in slugs or not slugs] for table in tables)
    shown = [_table(table, gains) for table, gains in zip(tables, of_slugs, strict=True) if gains]
    if not shown:
        raise BadInput(ledger.rows, "", problem, fix)
    print_tables(*shown)


def _fraction(name: str) -> Metric:
    from benchmark.analysis.ranks.subjects import metric_of

    found = metric_of(name, ())
    if found.scale != "fraction":
        raise BadInput("--metric", "", f"{quote_value(name)} is not a fraction", "use one such as pass@1")
    return found


def _table(table: GainTable, gains: Sequence[Gain]) -> TitledTable:
    key = table.key
    title = (
        f"{key.suite} {key.dataset}, {key.setting}, {key.protocol}, prompt {key.prompt or 'not recorded'},"
        f" extraction {key.extraction}: {table.metric} in %, difference with 95 % interval"
    )
    notes = dict.fromkeys(f"note: {gain.slug}: {note}" for gain in gains for note in gain.notes)
    if not gains[0].submissions:
        heads: tuple[str, ...] = ("model", "with", key.setting, "score", "gain", "")
        rows = [(gain.row.result.submission.name, gain.other, *_cells(gain)) for gain in gains]
        return TitledTable(title, heads, rows, list(notes))
    heads = ("model", "10⁹", "decoder", "10⁹", "tasks", "decoder %", "model %", "difference", "")
    unknown = dict.fromkeys(
        f"note: {gain.other}, the decoder of {gain.slug}, is not the slug or name of a submission"
        for gain in gains
        if gain.submissions and gain.submissions[1] is None
    )
    return TitledTable(title, heads, [*map(_decoder_row, gains)], [*notes, *unknown])


def _decoder_row(gain: Gain) -> tuple[str | float | None, ...]:
    model, decoder = gain.submissions or (None, None)
    sizes = ["" if one is None else one.parameters_b or "" for one in (model, decoder)]
    name = gain.row.result.submission.name if model is None else model.name
    return (name, sizes[0], gain.other, sizes[1], gain.subset or "all", *_cells(gain))


def _cells(gain: Gain) -> tuple[str | None, str, str, str]:
    scores = (None if gain.first is None else percent(gain.first.value), percent(gain.score.value))
    from benchmark.analysis.score_cells import PERCENT

    found = gain.difference
    if found is None:
        return (*scores, "", "")
    span = "{} ({} to {})".format(*map(PERCENT.signed, (found.difference, found.low, found.high)))
    return (*scores, span, real_words(real=found.real, sure=found.sure))
