"""`sightbench import problems`: make tasks of a raw set of contest problems."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug

if TYPE_CHECKING:
    from benchmark.suites.mmcode.problems.report import ImportReport

_STEP = 500  #: problems per line of progress


@click.command()
@click.argument("source", type=PATH)
@click.option(
    "--out", required=True, type=FOLDER, help="Folder for the problems; empty, or of an earlier import."
)
@click.option("--tests", type=PATH, help="JSON Lines with tests that are matched by URL, such as TACO's.")
@click.option("--remove-pictures", "removals", type=PATH, help="List of pictures to remove, one per line.")
@click.option(
    "--test",
    type=click.IntRange(min=1),
    help="Number of problems in the test split; by default, the splits of the source.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the test split.")
@click.option("--labels", type=PATH, help="CSV with the columns problem_id, picture and category.")
@click.option(
    "--several-answers",
    type=PATH,
    help="List of problems to leave out, because more than one answer is right: ids, one per line.",
)
@click.option(
    "--dataset", default="imported", show_default=True, help="Name of the data set in the task files."
)
@click.option("--keep-pictureless", is_flag=True, help="Keep problems whose pictures are all missing.")
def command(
    *,
    source: Path,
    out: Path,
    tests: Path | None,
    removals: Path | None,
    test: int | None,
    seed: int,
    labels: Path | None,
    several_answers: Path | None,
    dataset: str,
    keep_pictureless: bool,
) -> None:
    """Make tasks of a raw set of contest problems, by the pipeline of the MMCode paper.

    Reads SOURCE: JSON Lines (.jsonl, .jsonl.gz), a problem as .json, or a folder or archive (.zip, .tar,
    .tar.gz) of such files or of folders with data.json and images/n.png. The fields of a problem are those of
    the JSON schema raw-problem.

    Turns HTML into text and pictures into PNG, matches tests by URL, drops problems without pictures or
    tests, near duplicates (5-gram similarity above 0.80) and those of --several-answers, and chooses a test
    split.

    Writes to --out: problems/ID/ in MMCode's layout with the raw HTML, tasks.jsonl.gz and tasks-test.jsonl.gz
    for `sightbench evaluate --tasks`, and report.json with every problem that was dropped or repaired. Prints
    the counts.

    A site's limits are for C++: a task gets 5 times the CPU seconds, between 10 and 60 per test (20 without a
    limit), and twice the memory, at least 1 GiB.

    Needs the extra `problems`, but no network and no keys: pictures that are only an address are reported as
    missing. Safe to repeat: the same input gives the same files, and only changed pictures are converted
    again.
    """
    from benchmark.suites.mmcode.problems.importer import ImportRequest, import_problems

    if not is_slug(dataset):
        raise BadInput(
            "--dataset", "", f"{quote_value(dataset)} is not a name", "use a-z, 0-9 and single hyphens"
        )
    request = ImportRequest(
        source=source,
        out=out,
        tests=tests,
        removals=removals,
        labels=labels,
        several_answers=several_answers,
        test=test or 0,
        seed=seed,
        dataset=dataset,
        keep_pictureless=keep_pictureless,
    )
    read = itertools.count(1)

    def advance(_: str) -> None:
        if (done := next(read)) % _STEP == 0:
            say_note(f"{done} problems read")

    report = import_problems(request, advance)
    _print(report, out)


def _print(report: ImportReport, out: Path) -> None:
    from benchmark.suites.mmcode.problems.flaws import DROPPED, REPAIRED
    from benchmark.suites.mmcode.problems.importer import TASKS, TEST_TASKS
    from benchmark.suites.mmcode.problems.report import NAME

    counts = report.counts
    share = counts.with_pictures / counts.read
    click.echo(f"{plural(counts.read, 'problem')} read, {share:.1%} with pictures")
    for rule, count in counts.dropped.items():
        click.echo(f"dropped {count}: {rule} ({DROPPED[rule]})")
    for rule, count in counts.repaired.items():
        click.echo(f"repaired {count}: {rule} ({REPAIRED[rule]})")
    click.echo(f"{plural(counts.kept, 'problem')} kept with {plural(counts.pictures, 'picture')}")
    for site, count in report.sites.items():
        click.echo(f"  {site}: {count}")
    if counts.test:
        click.echo(f"test split: {plural(counts.test, 'problem')} in {out / TEST_TASKS}")
    if counts.labelled_pictures:
        click.echo(
            f"{plural(counts.labelled_pictures, 'picture')} with a category,"
            f" {counts.corrected_pictures} of them from people"
            f" ({counts.corrected_test_pictures} in the test split)"
        )
    click.echo(f"written to {out / TASKS}; details in {out / NAME}")
