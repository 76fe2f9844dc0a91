"""What the stand-ins of GitHub's actions do, with folders of the rehearsal for GitHub's stores."""

import fnmatch
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path


def _input(name: str) -> str:
    return os.environ[f"INPUT_{name}"]


def _store(run: str) -> Path:
    return Path(os.environ["REHEARSAL"], "artifacts", run)


def checkout() -> None:
    """Clone one commit; the first one of a job takes its empty folder."""
    if _input("PERSIST") != "false":
        sys.exit("credentials would stay in the checkout: persist-credentials must be false")
    folder = Path(_input("PATH"))
    folder.mkdir(parents=True, exist_ok=True)
    depth = [] if _input("DEPTH") == "0" else [f"--depth={_input('DEPTH')}"]
    commands = [
        ["init", "--quiet"],
        ["remote", "add", "origin", _input("REMOTE")],
        ["fetch", "--quiet", "--no-tags", *depth, "origin", _input("REF")],
        ["checkout", "--quiet", "--detach", "FETCH_HEAD"],
    ]
    for command in commands:
        subprocess.run(["git", *command], cwd=folder, check=True)


def python() -> None:
    """Move environments that were made elsewhere here: installing is rehearsed once, and takes long."""
    if not re.fullmatch(r"3\.\d+", _input("VERSION")):
        sys.exit(f"{_input('VERSION')} is no version of Python")
    there, here = os.environ["REHEARSAL_ENVIRONMENTS"], str(Path.cwd())
    if not there:
        return
    wanted = {"generate": "generate", "gpu": "generate", "build": "site"}.get(
        os.environ["GITHUB_JOB"], "chain"
    )
    for source in sorted(Path(there, ".nox").iterdir()):
        if source.name.startswith("nox-") or source.name == wanted:
            target = Path(".nox", source.name)
            shutil.copytree(source, target, symlinks=True, copy_function=_linked)
            texts = [*target.glob("bin/*"), *target.glob("lib/*/site-packages/*.pth"), target / "made-from"]
            for file in texts:
                if file.is_file() and not file.is_symlink():
                    _replace(file, there.encode(), here.encode())


def _linked(source: str, target: str) -> None:
    """One file under two names where that is possible: it costs neither time nor space."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target)


def _replace(file: Path, old: bytes, new: bytes) -> None:
    """Write a file anew, so that the other one of its names keeps what it says."""
    data = file.read_bytes()
    if old in data:
        mode = file.stat().st_mode
        file.unlink()
        file.write_bytes(data.replace(old, new))
        file.chmod(mode)


def upload() -> None:
    """Keep a file, or what is in a folder; what is not there is a warning, as it is there."""
    source, target = Path(_input("PATH")), _store(os.environ["GITHUB_RUN_ID"]) / _input("NAME")
    if re.search(r'["*:<>|?\r\n\\/]', target.name):
        sys.exit(f"{target.name} is no name for an artifact")
    if not source.exists():
        print(f"::warning::no files were found with the path {source}")
        return
    if target.exists():
        if _input("OVERWRITE") != "true":
            sys.exit(f"an artifact {target.name} is there already, and overwrite is not set")
        shutil.rmtree(target)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        target.mkdir(parents=True)
        shutil.copy(source, target)


def download() -> None:
    """Fetch one artifact by name, or all that fit a pattern into a folder each."""
    here, wanted, target = _input("RUN") or os.environ["GITHUB_RUN_ID"], _input("NAME"), Path(_input("PATH"))
    if here != os.environ["GITHUB_RUN_ID"] and not _input("TOKEN"):
        sys.exit("artifacts of another run need a token")
    target.mkdir(parents=True, exist_ok=True)
    if wanted:
        if not (_store(here) / wanted).is_dir():
            sys.exit(f"unable to find artifact {wanted} of run {here}")
        shutil.copytree(_store(here) / wanted, target, dirs_exist_ok=True)
        return
    patterns = _patterns(_input("PATTERN"))
    for found in sorted(_store(here).iterdir()) if _store(here).is_dir() else ():
        if any(fnmatch.fnmatchcase(found.name, pattern) for pattern in patterns):
            folder = target if _input("MERGE") == "true" else target / found.name
            shutil.copytree(found, folder, dirs_exist_ok=True)


def _patterns(text: str) -> list[str]:
    """A pattern for each of the words between braces."""
    braces = re.search(r"\{([^{}]*)\}", text)
    if braces is None:
        return [text]
    return [text[: braces.start()] + word + text[braces.end() :] for word in braces[1].split(",")]


def deploy() -> None:
    """Publish the pages of this run, in place of the earlier ones."""
    target = Path(os.environ["REHEARSAL"], "pages")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(_store(os.environ["GITHUB_RUN_ID"]) / _input("NAME"), target)


def attest() -> None:
    """Note name and digest of each subject."""
    subjects = [Path(line.strip()) for line in _input("SUBJECTS").splitlines() if line.strip()]
    with Path(os.environ["REHEARSAL"], "attested").open("a", encoding="utf-8") as notes:
        notes.writelines(
            f"{hashlib.sha256(subject.read_bytes()).hexdigest()} {subject.name}\n" for subject in subjects
        )


if __name__ == "__main__":
    stand_ins = (checkout, python, upload, download, deploy, attest)
    {one.__name__: one for one in stand_ins}[sys.argv[1]]()
