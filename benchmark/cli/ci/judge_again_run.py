"""The work of `sightbench ci judge-again`."""

import contextlib
import datetime
import os
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.judging_again import judge_again
from benchmark.chain.jobs.scoring import JudgingPlace
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.unsigned_rows import (
    JUDGED_FILE,
    UnsignedRow,
    judged_bytes,
    rows_to_judge,
    unsigned_rows,
)
from benchmark.cli.shared.assets import asset_fetcher
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.say import say
from benchmark.files.atomic import write_atomic
from benchmark.pipeline.judge.local_pool import LocalPool


def run(*, rows: Path, policy: Path, repository: str, out: Path, workers: int | None) -> None:
    """Judge the rows again, write what came out, and print it."""
    ci = CiRun.from_environment(os.environ)
    name, signer = repository or ci.repository, read_policy(policy).signer
    due: tuple[UnsignedRow, ...] = ()
    if signer is not None and signer.repository == name:
        now = datetime.datetime.now(datetime.UTC)
        due = rows_to_judge(unsigned_rows(rows), f"{ci.server}/{name}", now)
    place = JudgingPlace(executor=LocalPool(workers), environment=os.environ, stage=progress)
    with contextlib.ExitStack() as stack:
        judged = judge_again(due, rows, fetch=asset_fetcher(name, stack) if due else None, place=place)
    write_atomic(out / JUDGED_FILE, judged_bytes(judged))
    for row in judged.rows:
        say(f"{row.id}: {row.state}" + (f": {row.reason}" if row.reason else ""))
    say(f"{plural(len(judged.rows), 'row')} without a signature judged again")
