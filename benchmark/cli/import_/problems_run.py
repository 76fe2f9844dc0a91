"""The work of `sightbench import problems`."""

import itertools
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_json
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug
from benchmark.suites.mmcode.problems.flaws import DROPPED, REPAIRED
from benchmark.suites.mmcode.problems.importer import TASKS, TEST_TASKS, ImportRequest, import_problems
from benchmark.suites.mmcode.problems.report import NAME, ImportReport

_STEP = 500  #: problems per line of progress


def run(
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
    as_json: bool,
) -> None:
    """Import a raw problem set and print the counts."""
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
    if as_json:
        print_json(report)
    else:
        _print(report, out)


def _print(report: ImportReport, out: Path) -> None:
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
