"""Builds the sdist and the wheel, and uses the wheel in a clean environment, outside of the checkout.

``python lab/release/check_wheel.py PIP [FOLDER]``; PIP is a Python with pip, and the environment running this
has hatchling. If every step succeeds, FOLDER gets the two files that were tested.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from wheel_contents import SHIPPED

ROOT = Path(__file__).resolve().parents[2]
#: Bundled data sets that are judged with the packages that every installation has.
DATASETS = ("humaneval-v/open", "mmcode/open", "code-vision/open", "mathopeval/open-choice")
_IMPORT = "import sightbench; print(len(sightbench.load_tasks('mmcode', 'open')))"
_HALF = 0.5  #: score of one right answer and an empty one
#: Prints one line of a prediction file per task: the right answer to the first, an empty one to the second.
_ANSWER = """
import json, sys
from benchmark.pipeline.judge.baselines import BASELINES
from benchmark.pipeline.sources import from_suite
tasks = from_suite(*sys.argv[1].split("/"), "").tasks
for baseline, task in zip(("gold", "blank"), tasks):
    print(json.dumps({"task_id": task.id, "completion": BASELINES[baseline](task)}))
"""


def main(pip: str, keep: Path | None = None) -> None:
    """Run all steps in a temporary folder; raise SystemExit with the first thing that is wrong.

    Args:
        pip: a Python with pip.
        keep: folder for the sdist and the wheel; None to delete them.
    """
    with tempfile.TemporaryDirectory(prefix="sightbench-wheel-") as name:
        folder = Path(name)
        wheel = build(folder)
        python = install(pip, folder, wheel)
        print(f"import sightbench: {use(python, folder, '-c', _IMPORT).strip()} tasks")
        for dataset in DATASETS:
            evaluate(python, folder, dataset)
        _pip(pip, python, "--require-hashes", "--requirement", str(ROOT / "locks" / "demo.txt"))
        printed = use(python, folder, "-m", "benchmark", "demo", "--out", "demo")
        _expect("the built site", (folder / "home" / "demo" / "site" / "index.html").is_file())
        print(printed)
        if keep is not None:
            keep_files(folder, keep)


def keep_files(folder: Path, keep: Path) -> None:
    """Copy the sdist and the wheel that are in a folder to another one, and print their paths."""
    keep.mkdir(parents=True, exist_ok=True)
    for file in sorted([*folder.glob("*.tar.gz"), *folder.glob("*.whl")]):
        print(f"kept {shutil.copy(file, keep)}")


def build(folder: Path) -> Path:
    """Build the sdist and, from nothing else, the wheel; check what is in them and return the wheel."""
    tracked = set(_run(["git", "ls-files"], ROOT).split())
    _hatchling(ROOT, "sdist", folder)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as sdist:
        sdist.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    in_sdist = {file.relative_to(source).as_posix() for file in source.rglob("*") if file.is_file()}
    _same("the sdist", in_sdist - {"PKG-INFO"}, {name for name in tracked if (ROOT / name).is_file()})
    _hatchling(source, "wheel", folder)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as found:
        in_wheel = {name for name in found.namelist() if ".dist-info/" not in name}
    _same("the wheel", in_wheel, {place for name in in_sdist if (place := _place(name))})
    print(f"{archive.name}: {archive.stat().st_size:,} bytes, {wheel.name}: {wheel.stat().st_size:,} bytes")
    return wheel


def _place(name: str) -> str:
    """Return where the wheel has a file of the sdist; empty if it leaves it out, as it does the workshop."""
    top = name.partition("/")[0]
    if top in {"benchmark", "sightbench.py"}:
        return name
    return f"benchmark/shipped/{name}" if {top, name} & {*SHIPPED} else ""


def install(pip: str, folder: Path, wheel: Path) -> Path:
    """Install the wheel and its required packages in a new environment, and return its Python."""
    _run([sys.executable, "-m", "venv", "--without-pip", str(folder / "clean")], folder)
    python = folder / "clean" / "bin" / "python"
    _pip(pip, python, "--require-hashes", "--requirement", str(ROOT / "locks" / "package.txt"))
    _pip(pip, python, str(wheel))
    _run([pip, "-m", "pip", "--python", str(python), "check"], folder)
    (folder / "home").mkdir()
    return python


def evaluate(python: Path, folder: Path, dataset: str) -> None:
    """Judge a right and an empty answer to tasks of a bundled data set; the score must be one half."""
    answers = folder / "home" / "answers.jsonl"
    answers.write_text(use(python, folder, "-c", _ANSWER, dataset), encoding="utf-8")
    suite, name = dataset.split("/")
    given = ("--suite", suite, "--dataset", name, "--predictions", answers.name, "--partial", "--json")
    report = json.loads(use(python, folder, "-m", "benchmark", "evaluate", *given))
    score = next(each for each in report["scores"] if not each["category"])
    _expect(f"one half on {dataset}, not {score}", score["value"] == _HALF)
    print(f"{dataset}: {score['metric']} {score['value']:.0%} of a right and an empty answer")


def use(python: Path, folder: Path, *arguments: str) -> str:
    """Run the installed package outside of the checkout, without a home folder and other variables."""
    variables = {"HOME": "", "PATH": os.pathsep.join([str(python.parent), "/usr/bin", "/bin"])}
    return _run([str(python), *arguments], folder / "home", variables)


def _hatchling(source: Path, target: str, into: Path) -> None:
    _run([sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)], source)


def _pip(pip: str, python: Path, *what: str) -> None:
    quietly = ("--disable-pip-version-check", "--python", str(python), "install", "--quiet", "--no-deps")
    _run([pip, "-m", "pip", *quietly, "--no-compile", "--only-binary", ":all:", *what], ROOT)


def _run(command: Sequence[str], folder: Path, variables: dict[str, str] | None = None) -> str:
    """Return what a program prints; raise SystemExit with its errors if it fails."""
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    _expect(f"`{' '.join(command)}` to work\n{done.stdout}{done.stderr}", done.returncode == 0)
    return done.stdout


def _same(what: str, found: set[str], wanted: set[str]) -> None:
    missing, more = sorted(wanted - found), sorted(found - wanted)
    _expect(f"no other files in {what}; missing: {missing[:5]}, too many: {more[:5]}", not missing + more)


def _expect(what: str, holds: bool) -> None:
    if not holds:
        raise SystemExit(f"check of the wheel: expected {what}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)  # noqa: PLR2004 - PIP and FOLDER
