"""Judges published answers again before a version moves that verdicts depend on; ``./noxw -s pins``.

``locks/replicated.json`` has the versions with which every verdict was last found as published. If the locks
have others, this judges the answers again, and writes the file only if no verdict differs, neither from the
published ones nor from ``locks/judged.json``. A test compares
the file with the locks, so an update of such a version passes CI only with this file. Without
``SIGHTBENCH_SHARED_DATA``, the answers that ``submissions/`` refers to are fetched. They do not draw; the
gates judge drawings and linted texts.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK, REPLICATED = ROOT / "locks" / "chain.txt", ROOT / "locks" / "replicated.json"
FETCHED = ROOT / "build" / "published"
#: Packages that answers, drawings and the linter use inside the sandbox.
JUDGE = (
    "astroid",
    "contourpy",
    "cycler",
    "fonttools",
    "kiwisolver",
    "matplotlib",
    "mpmath",
    "networkx",
    "numpy",
    "packaging",
    "pandas",
    "pillow",
    "platformdirs",
    "pylint",
    "pyparsing",
    "python-dateutil",
    "scipy",
    "sortedcontainers",
    "sympy",
)


def locked(lock: Path = LOCK) -> dict[str, str]:
    """Return the versions of the packages of :data:`JUDGE` that a lock has."""
    found = re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: version for name, version in found if name in JUDGE}


def moved() -> list[str]:
    """Return ``name: before → now`` of the versions that moved since answers were last judged again."""
    then, now = json.loads(REPLICATED.read_text(encoding="utf-8")), locked()
    names = sorted(name for name in {*then, *now} if then.get(name) != now.get(name))
    return [f"{name}: {then.get(name, 'none')} → {now.get(name, 'none')}" for name in names]


def published() -> Path:
    """Return a folder with the published answers; fetch those that submissions refer to if there is none."""
    shared = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", ROOT.parent / "shared" / "data")) / "codevision"
    return shared if shared.is_dir() else fetch()


def fetch(answers: Path | None = None) -> Path:
    """Put the answers into one folder, SUBSET/MODEL/FILE as where they are published.

    Args:
        answers: a folder that has them already; None for the network.
    """
    from benchmark.datasets.referenced_files import referenced_files
    from benchmark.submissions.check import read_submission
    from benchmark.suites.run_names import known_suites

    for path in sorted((ROOT / "submissions").glob("*/submission.yaml")):
        for run in read_submission(path, known_suites()).runs:
            # Verdicts on files without a digest were never compared with the published ones.
            if run.reference is None or not run.reference.is_pinned:
                continue
            copies = referenced_files(run.reference.files, answers)
            for file, copy in zip(run.reference.files, copies, strict=True):
                place = FETCHED.joinpath(*file.url.split("/")[-3:])
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(copy, place)
    return FETCHED


def main() -> int:
    """Return 0 if no version moved, or if every verdict is as published; else the code of ``reproduce``."""
    changes = moved()
    if not changes:
        print(f"no version moved that verdicts depend on ({len(locked())} packages)")
        return 0
    print("versions that verdicts depend on have moved:", *changes, sep="\n  ", flush=True)
    command = [sys.executable, "-m", "benchmark", "reproduce", "code-vision", "results"]
    folder = str(published())
    rounds = ["--from", folder, "--rounds", "2"]
    code = subprocess.run([*command, *rounds], check=False).returncode
    if code == 0:  # the published verdicts say nothing about our own rule, and only whether an answer passed
        lock = [sys.executable, "-m", "locks.judged", "--published", folder]
        code = subprocess.run(lock, cwd=ROOT, check=False).returncode
    if code == 0:
        text = json.dumps(locked(), indent=1, sort_keys=True) + "\n"
        REPLICATED.write_text(text, encoding="utf-8")
        print(f"every verdict is as published; commit {REPLICATED.relative_to(ROOT)}:\n{text}", end="")
    return code


if __name__ == "__main__":
    sys.exit(main())
