"""`sightbench analyse gains`: compare models with themselves in other conditions, or with their decoders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from benchmark.analysis.wording import percent, real_words
from benchmark.cli.shared.console import output, print_tables
from benchmark.cli.shared.options import ledger_options, preset_path
from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.analysis.score_cells import ScaleWords
    from benchmark.analysis.studies.fresh_gaps import GapTable, ModelGap
    from benchmark.analysis.studies.gains import Gain, GainTable
    from benchmark.scoring.metrics import Metric


@click.command()
@click.argument("of", metavar="OF", type=click.Choice(["descriptions", "decoders", "fresh"]))
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@ledger_options
@preset_path(
    "--submissions",
    default="submissions",
    help="With decoders: folder of submissions, <slug>/submission.yaml.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Metric; may be repeated, except with fresh. Models with too few samples for it are left out. By"
    " default pass@1 and pass@10; with fresh, the metric that ranks the data set.",
)
def command(
    *,
    of: Literal["descriptions", "decoders", "fresh"],
    slugs: tuple[str, ...],
    ledger: LedgerLookup,
    submissions: Path,
    metrics: tuple[str, ...],
) -> None:
    """Compare each model (or SLUG) with itself under other conditions, or with the language model inside it.

    OF descriptions, like Table 3 of HumanEval-V: compares the setting `image` with `description` and
    `image+description`, and `V2C` with `GT-T2C`; in Code-Vision, `flowchart` with `text` and `mermaid`.

    OF decoders, like Table 4 of HumanEval-V: compares on tasks that need no picture (those of suites without
    pictures, unless --suite names another). The field `decoder` of a model's submission names the slug or the
    name of the decoder's submission.

    Both measure differences on the same tasks, and keep tasks of one stem together.

    OF fresh: compares the score on the public tasks with that on new tasks of the same families, as
    `python -m workshop build --seed` makes them in a clone. The two means of each family are compared. A real
    gap above 0 says that the public tasks are easier for this model, as they are if it has seen them. Each
    model is tested alone: of twenty models without a gap, one appears to have one by chance.

    Differences have a 95 % interval. Only rows with the same data set (apart from fresh), setting (apart from
    descriptions), protocol, prompt and extraction rule are compared; the newest counts.

    Reads the rows, and submissions for decoders; writes nothing. Needs the extra `statistics`. Needs no
    network, no keys and no seed. Safe to repeat.
    """
    # The option has a default, so its value does not tell whether somebody gave it.
    source = click.get_current_context().get_parameter_source("submissions")
    if of != "decoders" and source is click.core.ParameterSource.COMMANDLINE:
        raise BadInput("--submissions", "", f"has no effect on {of}", "leave it out")
    if of == "fresh":
        _print_fresh(ledger, slugs, metrics)
        return
    from benchmark.analysis.ranks.subjects import matching_rows
    from benchmark.analysis.studies.gains import decoder_gains, description_gains
    from benchmark.submissions.check import read_submissions
    from benchmark.suites import suite_of
    from benchmark.suites.run_names import known_suites

    chosen = [_fraction(name) for name in metrics or ("pass@1", "pass@10")]
    rows = matching_rows(ledger)
    if of == "descriptions":
        tables = description_gains(rows, chosen)
        problem = "no model has a row with a description of the picture"
        fix = "evaluate a model in a setting with descriptions, too, or name other rows"
    else:
        suites = {name: suite_of(name) for name in {counted.row.result.suite for counted in rows}}
        asked = ((suite, set(suite.asked.settings)) for suite in suites.values())
        blind = {suite.id for suite, settings in asked if settings <= set(suite.blind.without_picture)}
        # A decoder cannot see, so only suites without pictures are fair to both, unless the user names one.
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
    # The gains of one model repeat its notes.
    notes = dict.fromkeys(f"note: {gain.slug}: {note}" for gain in gains for note in gain.notes)
    # Only gains over a decoder name a second submission, and need its columns.
    if not gains[0].submissions:
        heads: tuple[str, ...] = ("model", "with", key.setting, "score", "gain", "")
        rows = [(gain.row.name, gain.other, *_cells(gain)) for gain in gains]
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
    name = gain.row.name if model is None else model.name
    return (name, sizes[0], gain.other, sizes[1], gain.subset or "all", *_cells(gain))


def _cells(gain: Gain) -> tuple[str | None, str, str, str]:
    scores = (None if gain.first is None else percent(gain.first.value), percent(gain.score.value))
    from benchmark.analysis.score_cells import PERCENT

    found = gain.difference
    if found is None:
        return (*scores, "", "")
    span = "{} ({} to {})".format(*map(PERCENT.signed, (found.difference, found.low, found.high)))
    return (*scores, span, real_words(real=found.real, sure=found.sure))


def _print_fresh(ledger: LedgerLookup, slugs: Sequence[str], metrics: Sequence[str]) -> None:
    from benchmark.analysis.ranks.subjects import matching_rows, metric_of
    from benchmark.analysis.studies.fresh_gaps import fresh_gaps

    if len(metrics) > 1:
        raise BadInput("--metric", "", "is given several times", "name one metric for fresh tasks")
    tables, alone = fresh_gaps(matching_rows(ledger, slugs), metric_of(metrics[0], ()) if metrics else None)
    if not tables:
        problem = "; ".join(alone) or "there is no row of a fresh data set"
        made = "in a clone, `python -m workshop build --seed`"
        fix = f"evaluate a model on the public set and on a fresh set ({made})"
        raise BadInput(ledger.rows, "", problem, fix)
    print_tables(*(_fresh_table(table, models) for table, models in tables.items()))
    for reason in alone:
        output().print(f"left out: {printable_text(reason)}")


def _fresh_table(table: GapTable, models: Sequence[ModelGap]) -> TitledTable:
    from benchmark.analysis.score_cells import PERCENT, metric_words

    words = metric_words(table.metric)
    rows = []
    for model in models:
        scores = (words.value(model.public.value), words.value(model.fresh.value))
        gap, real = "", ""
        if model.gap is not None:
            ends = (model.gap.difference, model.gap.low, model.gap.high)
            gap = "{} ({} to {})".format(*map(words.signed, ends))
            real = real_words(real=model.gap.real, sure=model.gap.sure)
        rows.append((model.name, model.fresh_dataset, *scores, gap, real))
    unit = " in %" if words is PERCENT else " from 1 to 10"
    return TitledTable(
        f"{table.suite}, {table.setting}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric}{unit}, {table.public_dataset} minus fresh with 95 %"
        " interval",
        ("model", "fresh set", "public", "fresh", "gap", ""),
        rows,
        [note for model in models for note in _fresh_notes(model, words)],
    )


def _fresh_notes(model: ModelGap, words: ScaleWords) -> Iterator[str]:
    size = "" if model.gap is None else f" ({model.gap.size})"
    yield f"{model.name} {model.words}{size}"
    if model.gap is not None and model.gap.visible is not None:
        smallest = words.gap(model.gap.visible)
        yield f"  a gap smaller than about {smallest} points can be missed on these families"
    yield from (f"  note: {note}" for note in model.notes)
