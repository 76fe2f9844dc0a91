"""Checks our own data: ``python lab/release/check_data.py [--whole] [OPTIONS OF PYTEST]``.

Checks what changed since this branch left main, and a fixed sample of the rest; with ``--whole`` all of it.
The sessions ``gates`` and ``weekly`` run this. Results are kept in sightbench/gates of the user's cache
folder, under digests of content, code and libraries; one in fifty is found again, by chance.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sightbench" / "gates"
AGAIN = 50  #: one kept result of a family in so many is found again
#: Folders of tests with a session of their own, and of their cases.
_OWN_SESSIONS = ("browser", "cases", "cluster", "formats", "model_server", "workflows")
_CHECKS = (
    ("humaneval-v",),
    ("humaneval-v", "--twins"),
    ("code-vision",),
    ("code-vision", "--twins", "--without-large"),
    ("mmcode",),
    ("mmcode", "--twins"),
    ("mathopeval", "--measure", "2"),
)
#: Suites whose families are also measured, each by one mutation per task, where all are checked.
_MEASURED = ("humaneval-v", "code-vision")


def main(arguments: Sequence[str]) -> None:
    """Run the tests, and next to them the commands of authors."""
    is_whole = "--whole" in arguments
    options = [option for option in arguments if option != "--whole"]
    changed = None if is_whole else changed_files()
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    if changed is None:
        marked, variables = "gate or weekly", {"SIGHTBENCH_WHOLE": "1"}
    else:
        names = build / "changed.txt"  # thousands of them do not fit into a variable
        names.write_text("\n".join(changed), encoding="utf-8")
        marked, variables = "gate and not weekly", {"SIGHTBENCH_CHANGED": str(names)}
    variables["SIGHTBENCH_KEPT"] = str(KEPT)
    folders = "norecursedirs=" + " ".join(f"tests/{name}" for name in _OWN_SESSIONS)
    tests = ["pytest", "-m", marked, "-o", folders, "--durations=30", "--durations-min=10", *options]
    said = build / "author.log"
    # The commands of authors use one core and a little of another; they run next to the tests.
    with said.open("w") as file, ThreadPoolExecutor(1) as pool:
        authors = pool.submit(_run_checks, file, list(author_checks(changed)))
        try:
            subprocess.run(tests, cwd=ROOT, env={**os.environ, **variables}, check=True)
        finally:
            wait([authors])
            print(said.read_text())
    authors.result()


def author_checks(changed: Sequence[str] | None) -> Iterator[list[str]]:
    """Yield the options of ``python -m workshop check`` for each open data set that is checked.

    Args:
        changed: the changed files: of each data set a sample of the families is checked, and those with such
            a file; twins, where their set, the maker or the judge changed. None: all families are checked.
    """
    for suite, *given in _CHECKS:
        name = suite.replace("-", "_")
        folders: tuple[str, ...] = (f"benchmark/suites/{name}/open", f"workshop/suites/{name}")
        families = [file.stem for file in (ROOT / folders[1] / "families").glob("[!_]*.py")]
        sample: list[str] = []
        if changed is None:
            sample = ["--measure", "1"] if suite in _MEASURED and not given else []
        elif "--twins" in given:
            decides = (*folders, "workshop/authoring", "benchmark/judging")
            if not any(path.startswith(decides) for path in changed):
                continue
        else:
            folders += () if families else ("workshop/authoring/figures",)
            paths = " ".join(path.replace("-", "_") for path in changed if path.startswith(folders))
            if not families and not paths:
                continue  # the figures are one set, which takes a minute to make
            sample = ["--sample", "16", *(name for name in families if name in paths)] if families else []
        yield ["--suite", suite, *given, *sample]


def changed_files() -> list[str]:
    """Return the files that changed since this branch left main; on main itself, since the commit before.

    Empty in a clone of a single commit.
    """
    head = _git("rev-parse", "HEAD")
    bases = [_git("merge-base", "HEAD", main) for main in ("origin/main", "main")]
    base = next((base for base in bases if base not in ("", head)), "HEAD^1")
    return _git("diff", "--name-only", base, "--").splitlines()


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def _run_checks(output: TextIO, checks: Sequence[Sequence[str]]) -> None:
    for options in checks:
        kept = [] if "--twins" in options else ["--cache", str(KEPT), "--again", str(AGAIN)]
        command = [sys.executable, "-m", "workshop", "check", *options, *kept]
        subprocess.run(command, cwd=ROOT, stdout=output, stderr=output, check=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        raise SystemExit(f"error: {' '.join(failed.cmd)}: exit code {failed.returncode}") from failed
