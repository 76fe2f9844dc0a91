"""What the commands of `sightbench author` do, once their options are known."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.authoring.extra import check_installed
from benchmark.cli.shared.console import output
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput, Differs, shown
from benchmark.suites.open_collections import OPEN_COLLECTIONS

if TYPE_CHECKING:
    from benchmark.authoring.candidates import Candidate
    from benchmark.authoring.collection import Collection


def collection_of(suite: str) -> "Collection":
    """The open data set of a suite.

    Raises:
        BadInput: when it has none.
    """
    if suite not in OPEN_COLLECTIONS:
        problem = f"{shown(suite)} has no families here"
        raise BadInput("--suite", "", problem, f"use one of: {', '.join(OPEN_COLLECTIONS)}")
    return OPEN_COLLECTIONS[suite]


def print_candidates(found: "Mapping[str, Candidate]") -> None:
    """Candidates as a table."""
    table = plain_table("candidate", "state", "essential", "explains itself", "entry level", "source")
    for name, one in found.items():
        state = f"rejected: {one.rejected}" if one.rejected else one.state
        standards = (one.picture_essential, one.self_explanatory, one.entry_level)
        table.add_row(name, state, *standards, f"{one.source} ({one.licence})")
    output().print(table)


def run_check(suite: str, names: Sequence[str], seed: str | None, cache: Path | None) -> None:
    """Check families and print one line each; raises :class:`Differs` when something does not pass."""
    from benchmark.authoring.check import check_families
    from benchmark.authoring.family_files import unowned_file_faults
    from benchmark.authoring.gate_cache import GateResult
    from benchmark.authoring.instance import stem
    from benchmark.authoring.reviews import read_reviews
    from benchmark.pipeline.judge.judge_process import JudgeProcess

    check_installed()
    collection = collection_of(suite)
    console = output()

    def done(one: GateResult) -> None:
        kept = " (unchanged)" if one.cached else ""
        faults = f"{len(one.faults)} faults" if one.faults else "ok"
        console.print(f"{one.name}: {one.tasks} tasks, {faults}, {one.cpu_seconds:.1f} s{kept}")
        for fault in one.faults:
            console.print(f"  {fault}")

    wanted = list(names) or list(collection.names())
    with JudgeProcess() as judge:
        found = check_families(
            collection, wanted, judge=judge, seed=_seed(seed), cache_folder=cache, done=done
        )
    stray = [] if names or seed is not None else list(unowned_file_faults(collection))
    for fault in stray:
        console.print(f"  {fault}")
    faults = sum(len(one.faults) for one in found) + len(stray)
    reviewed = sum(
        bool(review.solvers) for name in wanted for review in read_reviews(collection, name).tasks.values()
    )
    tasks = sum(one.tasks for one in found)
    seconds = sum(one.cpu_seconds for one in found if not one.cached)
    console.print(
        f"{len(found)} families, {tasks} tasks, {faults} faults; {reviewed} tasks reviewed by people; "
        f"{seconds:.1f} s of CPU"
    )
    if faults:
        failing = ", ".join(stem(one.name) for one in found if one.faults) or "files of no family"
        raise Differs(f"gates do not pass: {failing}", "the lines above say which and why")


def run_preview(suite: str, names: Sequence[str], seed: str | None, out: Path) -> None:
    """Draw contact sheets."""
    from benchmark.authoring.dataset_files import public_tasks
    from benchmark.authoring.preview import preview_page, write_sheet
    from benchmark.authoring.seeded_tasks import make_tasks
    from benchmark.files.atomic import write_atomic

    check_installed()
    collection = collection_of(suite)
    groups = []
    for name in names or collection.names():
        family = collection.family(name)
        secret = _seed(seed)
        groups.append(public_tasks(collection, family) if secret is None else make_tasks(family, secret))
        output().print(f"wrote {write_sheet(groups[-1], out)[0]}")
    write_atomic(out / "index.html", preview_page(groups))
    output().print(f"open {out / 'index.html'}")


def run_build(suite: str, names: Sequence[str], seed: str | None, into: Path | None) -> None:
    """Write public tasks or a fresh set."""
    from benchmark.authoring.dataset_files import read_pins, write_dataset_files
    from benchmark.authoring.fresh import check_seed, dataset_name, write_fresh
    from benchmark.datasets.store import folder_of

    check_installed()
    collection = collection_of(suite)
    if seed is None and into is not None:
        raise BadInput("--into", "", "goes with --seed", "give both, for a fresh set, or none")
    wanted = list(names) or list(collection.names())
    secret = _seed(seed)
    if secret is not None:
        if into is None and names:
            problem = "a part of the families is no whole set, which other commands would find"
            raise BadInput("NAMES", "", problem, "leave them out, or name a folder with --into")
        into = into or folder_of(suite, dataset_name(check_seed(secret)))
        made = write_fresh(collection, wanted, secret, into)
        output().print(f"wrote {made.dataset}: {made.tasks} tasks in {into / 'tasks.jsonl'}")
        return
    changed = 0
    for name in wanted:
        family, before = collection.family(name), read_pins(collection, name)
        paths = write_dataset_files(collection, family)
        changed += len(paths)
        for path in paths:
            output().print(f"{'wrote' if path.exists() else 'removed'} {path}")
        if paths and before is not None and before.version == family.version:
            note = "raise it if anybody has seen these tasks before"
            output().print(f"{name} changed and is still version {family.version}: {note}")
    output().print(f"{len(wanted)} families, {changed} files changed")


def run_report(suite: str, tasks: Path | None, as_json: bool) -> None:
    """Prove the twins of a data set and print what follows."""
    from benchmark.authoring.dataset_files import load_tasks
    from benchmark.authoring.twin_report import prove_twins
    from benchmark.files.tasks import read_tasks
    from benchmark.pipeline.judge.judge_process import JudgeProcess

    with JudgeProcess() as judge:
        report = prove_twins(load_tasks(collection_of(suite)) if tasks is None else read_tasks(tasks), judge)
    if as_json:
        sys.stdout.write(report.model_dump_json(indent=1) + "\n")
    else:
        for line in report.lines():
            output().print(line)
    if report.problems:
        raise Differs("; ".join(report.problems[:3]), "the gates of `sightbench author check` say more")


def _seed(given: str | None) -> str | None:
    """A seed as given, or the first line of the file that ``@FILE`` names."""
    if given is None or not given.startswith("@"):
        return given
    from benchmark.files.bounded import MIB, read_bytes

    return read_bytes(Path(given[1:]), MIB).decode("utf-8", "replace").strip()
