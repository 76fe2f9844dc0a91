"""Lets many processes write to the results branch at once, and checks that each row is there exactly once.

Each writer is a process that adds one row and its two files to a bare repository on disk. Every eighth writer
adds the same row as the one before. The branch already has rows. At the end `results check` reads all of it.
"""

import argparse
import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.pipeline.record import add_row
from benchmark.results import layout
from benchmark.results.branch import begin, publish
from benchmark.results.row import (
    Row,
    RowCompletions,
    RowFile,
    RowMachine,
    RowPrompt,
    RowResult,
    RowRun,
    RowSubmission,
    RowTasks,
    RowVersions,
    row_id,
)

TASKS = 164
FILE_BYTES = 30_000  #: size of a completions file, and of a verdicts file
DEADLINE_SECONDS = 600.0  #: the deadline of `ci record`
SHARED_ROW = 8  #: of this many writers, one adds a row that another writer adds too


def main() -> None:
    """Print how long the writers take; exit 1 if a row is lost or doubled, or the branch is not valid."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--rows", type=int, default=100, help="rows on the branch before the writers start")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        sys.exit(measure(Path(name), options.writers, options.rows))


def measure(folder: Path, writers: int, rows: int) -> int:
    """Run the writers, print the measurements and return the exit code."""
    remote = folder / "remote.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
    begin(str(remote), {layout.README: layout.README_TEXT.encode()}, folder=folder / "begin")
    before = [f"before-{number}" for number in range(rows)]
    if before:
        began = time.perf_counter()
        publish(str(remote), lambda checkout: _add(checkout, before), folder=folder / "before")
        print(f"{rows} rows in one commit: {time.perf_counter() - began:.1f} s")
    slugs = [f"writer-{n - 1 if n % SHARED_ROW == 1 else n}" for n in range(writers)]
    began = time.perf_counter()
    children = [_forked(remote, slug, folder / f"w{number}") for number, slug in enumerate(slugs)]
    failed = sum(os.waitpid(child, 0)[1] != 0 for child in children)
    seconds = time.perf_counter() - began
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    attempts = sorted(int((folder / f"w{number}.attempts").read_text()) for number in range(writers))
    print(
        f"{writers} writers on {rows} rows: {seconds:.1f} s, {cpu.ru_utime + cpu.ru_stime:.1f} s CPU,"
        f" {sum(attempts)} attempts, {attempts[-1]} at most, {failed} failed"
    )
    listed = _git(remote, "ls-tree", "-r", "--name-only", "results").split()
    there = sorted(path.split("/")[3] for path in listed if path.endswith(".json"))
    lost = len(set(slugs) | set(before)) - len(set(there))
    doubled = len(there) - len(set(there))
    commits = int(_git(remote, "rev-list", "--count", "results"))
    print(f"{len(there)} rows in {commits} commits: {lost} lost, {doubled} doubled")
    began = time.perf_counter()
    checked = subprocess.run(
        [sys.executable, "-m", "benchmark", "results", "check", "--remote", str(remote)], check=False
    )
    print(f"results check: {time.perf_counter() - began:.1f} s")
    expected = 1 + bool(before) + len(set(slugs))
    return int(failed > 0 or lost != 0 or doubled != 0 or commits != expected or checked.returncode != 0)


def _forked(remote: Path, slug: str, folder: Path) -> int:
    """Start a writer and return its process id."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            done = publish(
                str(remote),
                lambda checkout: _add(checkout, [slug]),
                folder=folder,
                deadline_seconds=DEADLINE_SECONDS,
            )
            folder.with_suffix(".attempts").write_text(str(done.attempts))
            code = 0
        finally:
            os._exit(code)
    return child


def _add(checkout: Path, slugs: list[str]) -> str | None:
    """Add rows like `ci record`, which leaves rows that exist already, and return the commit message."""
    rows = checkout / layout.ROWS
    all_rows = [_row(slug) for slug in slugs]
    new = [(row, files) for row, files in all_rows if not row.path(rows).exists()]
    for row, files in new:
        add_row(rows, row, files)
    return f"Add {len(new)} rows" if new else None


def _row(slug: str) -> tuple[Row, dict[str, bytes]]:
    result = RowResult(
        suite="code-vision",
        dataset="rebuilt",
        setting="flowchart",
        protocol="cool-1",
        prompt=RowPrompt(name="sightbench"),
        extraction="own",
        submission=RowSubmission(slug=slug, name=slug),
        tasks=RowTasks(count=TASKS, digest="0" * 64),
        completions=RowCompletions(count=TASKS, draws=1, digest=hashlib.sha256(slug.encode()).hexdigest()),
        statuses={f"HumanEval-{task}": ["passed"] for task in range(TASKS)},
        scores=[],
        versions=RowVersions(suite=1, judge=1, guest={"python": "3.11"}),
    )
    identifier = row_id(result)
    data = hashlib.shake_256(slug.encode()).digest(FILE_BYTES)
    files = {f"{identifier}.{kind}.jsonl.gz": data for kind in ("completions", "verdicts")}
    described = [
        RowFile(name=name, sha256=sha256_hex(content), bytes=len(content)) for name, content in files.items()
    ]
    run = RowRun(
        started="2026-01-01T00:00:00Z",
        seconds=1.0,
        cpu_seconds=1.0,
        machine=RowMachine(system="Linux", python="3.11", cpus=2),
        completions_file=described[0],
        verdicts_file=described[1],
    )
    return Row(id=identifier, result=result, run=run), files


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    main()
