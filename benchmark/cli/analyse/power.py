"""`sightbench analyse power`: print which differences a suite can detect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, plural
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import preset_option, tasks_options
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite_facts import TitledTable
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.pipeline.sources import TaskSource
    from benchmark.scoring.power import Spread

_SHARE = click.FloatRange(0, 1)


@click.command()
@tasks_options
@click.option("--drop", type=float, required=True, help="True difference to detect, in points, such as 3.")
@click.option(
    "--protocol",
    default="",
    help="Protocol, which gives the samples per task; the suite's first one by default.",
)
@click.option(
    "--draws",
    type=click.IntRange(1, 1000),
    multiple=True,
    help="Samples per task, instead of --protocol; may be repeated.",
)
@preset_option("--score", type=float, default=50.0, help="Score of the models, in percent.")
@preset_option("--alike", type=_SHARE, default=0.5, help="Correlation of two samples of one task.")
@preset_option("--related", type=_SHARE, default=0.5, help="Correlation of two models over the tasks.")
@preset_option(
    "--stem-share", type=_SHARE, default=0.3, help="Correlation of the two models' differences within a stem."
)
def command(
    *,
    suite: str,
    dataset: str,
    tasks: tuple[Path, ...],
    drop: float,
    protocol: str,
    draws: tuple[int, ...],
    score: float,
    alike: float,
    related: float,
    stem_share: float,
) -> None:
    """Print how often a drop of --drop points would be detected, and the smallest detectable drop.

    Answers both questions for one model that is run again (only the draws differ), and for two models (their
    strengths also differ from task to task). Uses a confidence of 95 % and, for the smallest drop, a power of
    80 %. The spread is assumed; --alike, --related and --stem-share change it.

    Reads the tasks; writes nothing. Needs the extra `statistics`. Needs no network and no
    keys. Safe to repeat.
    """
    need_statistics()
    from benchmark.pipeline.sources import source_of
    from benchmark.scoring.power import assumed_spreads

    if not 0 < drop < 100:  # noqa: PLR2004 - points
        raise BadInput(
            "--drop", "", f"must be between 0 and 100 points, got {drop:g}", "give a number such as 3"
        )
    if not 0 <= score <= 100:  # noqa: PLR2004 - percent
        raise BadInput(
            "--score", "", f"must be from 0 to 100 percent, got {score:g}", "give a number such as 50"
        )
    source = source_of(tasks, suite, dataset)
    numbers = draws or (_draws_of_protocol(source, protocol),)
    spreads = assumed_spreads(score / 100, alike, related, stem_share)
    words = f"score {score:.1f} %, correlation of samples {alike:g}, of models {related:g} (assumed)"
    print_tables(_table(source, numbers, drop, spreads, words))


def _draws_of_protocol(source: TaskSource, protocol: str) -> int:
    known = {} if source.suite is None else source.suite.asked.protocols
    if protocol and protocol not in known:
        fix = f"use one of: {', '.join(known)}" if known else "give --draws"
        raise BadInput("--protocol", "", f"{quote_value(protocol)} is not known", fix)
    # Tasks of a file have no protocols.
    if not known:
        return 1
    return known[protocol or next(iter(known))].draws


def _table(
    source: TaskSource, draws: Sequence[int], drop: float, spreads: Sequence[Spread], words: str
) -> TitledTable:
    """Return a line per question and number of draws: which differences the tasks can detect."""
    from benchmark.scoring.detection import floor, power, visible_difference
    from benchmark.scoring.power import assumed_precision, draws_needed, table_needs, tasks_needed

    families = list(Counter(task.family for task in source.tasks).values())
    stems = plural(len(families), "stem")
    rows: list[tuple[str | int, ...]] = []
    gaps = []
    for question, spread in zip(("the same model again", "another model"), spreads, strict=True):
        for number in draws:
            known = assumed_precision(spread, families, number)
            gaps.append(visible_difference(known, 1))
            rows.append(
                (
                    question,
                    number,
                    "none" if gaps[-1] is None else f"{100 * gaps[-1]:.1f}",
                    percent(float(power(known, drop / 100, 1)[0])),
                    draws_needed(spread, families, drop / 100) or "no number is enough",
                    tasks_needed(spread, families, number, drop / 100) or "over a million",
                )
            )
    needs = table_needs(families, max(draws))
    least = f"a gap below {100 * floor(len(families)):.0f} points real"
    least = f"with {stems}, no test that allows for stems known by heart calls {least}"
    small = f"{stems} {'is' if len(families) == 1 else 'are'} too few to detect any gap, however large"
    heads = ("question", "draws", "smallest detectable, points", f"drop of {drop:g} detected, %")
    return TitledTable(
        f"{source.suite_id}/{source.dataset}: {plural(len(source.tasks), 'task')}, {stems}; {words}",
        (*heads, "draws needed", "tasks needed"),
        rows,
        [small if all(gap is None for gap in gaps) else least, *filter(None, [needs])],
    )
