"""`sightbench author rivals`: draw many instances, and check their worked examples against other rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from benchmark.authoring.extra import check_installed
from benchmark.authoring.gates.fault import GateFault
from benchmark.cli.shared.console import output
from benchmark.core.errors import Differs
from benchmark.core.install import checkout_root

if TYPE_CHECKING:
    from benchmark.authoring.collection import Collection
    from benchmark.authoring.kept_study import KeptStudy


@click.command()
@click.argument("names", nargs=-1)
@click.option(
    "--instances",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Number of instances to draw of each family. Only 200 are kept.",
)
@click.option("--all-anew", is_flag=True, help="Draw everything again, whatever is kept.")
def command(*, names: Sequence[str], instances: int, all_anew: bool) -> None:
    """Draw instances of HumanEval-V's families NAMES, or of all, and check their worked examples.

    A rival is another rule that a reader could see in the examples: an order or a choice that the family
    names, a guess, or the right program with one change. Where one fits every example of a picture and fails
    the tests, another instance is drawn, as for a fresh set. Prints how often that happened.

    Which instances were good is kept in rivals/NAME.json next to the family. While the family and the code
    of the search are the same, only 10 of the 200 are drawn again, and must be the kept ones. Reads the
    families. Writes only these files. Needs no network and no keys. Safe to repeat. Exit code 1 if a seed has
    no good instance, or another than the kept one.
    """
    from benchmark.authoring.kept_study import read_study
    from benchmark.authoring.rival_study import INSTANCES
    from benchmark.cli.author.option_values import collection_of
    from benchmark.suites.humaneval_v.suite import SUITE_ID

    check_installed()
    collection = collection_of(SUITE_ID)
    failing, seconds = [], 0.0
    wanted = names or collection.names()
    for name in wanted:
        kept = None if all_anew or instances != INSTANCES else read_study(collection, name)
        faults, spent = _study(collection, name, instances) if kept is None else _again(collection, kept)
        seconds += spent
        for fault in faults:
            output().print(f"  {fault}")
        failing += [name] if faults else []
    output().print(f"{len(wanted)} families, {len(failing)} with faults; {seconds:.1f} s of CPU")
    if failing:
        raise Differs(f"examples allow other rules: {', '.join(failing)}", "add or change an example")


def _study(collection: Collection, name: str, instances: int) -> tuple[tuple[GateFault, ...], float]:
    """Draw all instances; in a clone, keep what was found if nothing is wrong."""
    from benchmark.authoring.kept_study import keep_study, study_digest
    from benchmark.authoring.rival_study import INSTANCES, study_rivals

    code = study_digest(collection, name)
    study = study_rivals(collection.family(name), range(instances))
    output().print(study.line())
    if instances == INSTANCES and not study.faults and checkout_root() is not None:
        keep_study(collection, study, code)
    return study.faults, study.cpu_seconds


def _again(collection: Collection, kept: KeptStudy) -> tuple[tuple[GateFault, ...], float]:
    """Draw some instances again, which must be the kept ones."""
    from benchmark.authoring.kept_study import difference, spread
    from benchmark.authoring.rival_study import study_rivals

    if not kept.indexes:
        output().print(f"{kept.family}: has no worked examples")
        return (), 0.0
    again = study_rivals(collection.family(kept.family), spread(len(kept.indexes)))
    output().print(f"{kept.family}: {len(kept.indexes)} seeds, kept; {again.seeds} drawn again")
    differs = difference(kept, again)
    return (*again.faults, *([differs] if differs else [])), again.cpu_seconds
