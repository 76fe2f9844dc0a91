"""The work of `sightbench nightly rejudge`."""

import contextlib
import os
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.scoring import JudgingPlace
from benchmark.cli.nightly.folder import check_nightly_folder
from benchmark.cli.shared.assets import asset_fetcher
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.say import say
from benchmark.core.errors import OurFailure
from benchmark.nightly.rejudging import outdated_panels, rejudge_panels, todays_tasks
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.series import read_panels


def run(*, nightly: Path, out: Path, limit: int, dry_run: bool, assets: str, workers: int | None) -> None:
    """Judge outdated panels again, and print what was judged.

    Raises:
        BadInput: if the folder does not exist, or a panel in it cannot be read.
        OurFailure: if this machine failed to judge a panel.
    """
    check_nightly_folder(nightly)
    today = todays_tasks()
    due = outdated_panels((*read_panels(nightly), *read_panels(out / NIGHTLY)), today)
    say(f"{plural(len(due), 'panel')} to judge again")
    if dry_run:
        for panel in due:
            say(record_path(Path(), panel).as_posix())
        return
    ci = CiRun.from_environment(os.environ)
    with contextlib.ExitStack() as stack:
        found = rejudge_panels(
            due,
            nightly,
            out / NIGHTLY,
            today,
            limit=limit,
            fetch=asset_fetcher(assets, stack) if due else None,
            place=JudgingPlace(executor=LocalPool(workers), environment=os.environ, stage=progress),
            commit=ci.commit,
            links=ci.links,
            report=say,
        )
    not_judged = len(found.impossible) + len(found.failed)
    say(f"{plural(len(found.judged), 'panel')} judged again, {not_judged} not, {found.left} left")
    if found.failed:
        raise OurFailure(f"this machine failed to judge {plural(len(found.failed), 'panel')}", "see above")
