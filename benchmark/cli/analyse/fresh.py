"""`sightbench analyse fresh`: test whether models know the public tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import real_words
from benchmark.cli.shared.console import output, print_tables
from benchmark.cli.shared.options import ledger_options, metric_option
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.analysis.score_cells import ScaleWords
    from benchmark.analysis.studies.fresh_gaps import GapTable, ModelGap


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@ledger_options
@metric_option
def command(*, slugs: tuple[str, ...], ledger: LedgerLookup, metric: str) -> None:
    """Compare each model's score on the public tasks with its score on new tasks of the same families.

    A fresh set (`author build --seed`) has other tasks than the public set, but the same families. So the two
    means of each family are compared, and the differences of all families give a gap with a 95 % interval. A
    real gap above 0 says that the public tasks are easier for this model, as they are if it has seen them.
    Only rows with the same setting, protocol, prompt and extraction rule are compared; the newest row counts.
    Each model is tested alone: of twenty models without a gap, one appears to have one by chance.

    Reads the rows of each SLUG, or all rows; writes nothing. Needs the extra `statistics`. Needs no
    network, no keys and no seed. Safe to repeat.
    """
    from benchmark.analysis.ranks.subjects import matching_rows, metric_of
    from benchmark.analysis.studies.fresh_gaps import fresh_gaps

    tables, alone = fresh_gaps(matching_rows(ledger, slugs), metric_of(metric, ()) if metric else None)
    if not tables:
        problem = "; ".join(alone) or "there is no row of a fresh data set"
        fix = "evaluate a model on the public set and on a set made by `sightbench author build --seed`"
        raise BadInput(ledger.rows, "", problem, fix)
    print_tables(*(_table(table, models) for table, models in tables.items()))
    for reason in alone:
        output().print(f"left out: {printable_text(reason)}")


def _table(table: GapTable, models: Sequence[ModelGap]) -> TitledTable:
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
        [note for model in models for note in _notes(model, words)],
    )


def _notes(model: ModelGap, words: ScaleWords) -> Iterator[str]:
    size = "" if model.gap is None else f" ({model.gap.size})"
    yield f"{model.name} {model.words}{size}"
    if model.gap is not None and model.gap.visible is not None:
        smallest = words.gap(model.gap.visible)
        yield f"  a gap smaller than about {smallest} points can be missed on these families"
    yield from (f"  note: {note}" for note in model.notes)
