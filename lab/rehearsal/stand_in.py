"""The stand-ins for GitHub's actions: they use folders of the rehearsal instead of GitHub's storage."""

import contextlib
import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_INVALID = r'":<>|*?\r\n'  #: characters that the real action refuses in the path of a file
_MAX_DAYS = 90  #: days that GitHub keeps the artifacts of a public repository at most
_MAX_SUBJECTS = 1024  #: files that the action attest signs at once


def _input(name: str) -> str:
    return str(json.loads(os.environ["INPUTS"]).get(name, ""))


def _store(run: str) -> Path:
    return Path(os.environ["REHEARSAL"], "artifacts", run)


def checkout() -> None:
    """Clone one commit; the first checkout of a job uses the job's empty folder.

    A commit that an earlier job has cloned is linked from a copy: writing all its files takes seconds.
    """
    if _input("persist-credentials") != "false":
        sys.exit("the checkout would keep credentials: set persist-credentials to false")
    folder = Path(_input("path"))
    folder.mkdir(parents=True, exist_ok=True)
    wanted, fetched = _input("ref") or os.environ["GITHUB_SHA"], _input("fetch-depth")
    named = re.fullmatch("[0-9a-f]{40}", wanted) is not None
    kept = Path(os.environ["REHEARSAL"], "checkouts", f"{wanted}-{fetched}")
    if named and kept.exists():
        _copy_checkout(kept, folder)
        return
    depth = [] if fetched == "0" else [f"--depth={fetched}"]
    commands = [
        ["init", "--quiet"],
        ["remote", "add", "origin", f"{os.environ['GITHUB_SERVER_URL']}/{_input('repository')}"],
        ["fetch", "--quiet", "--no-tags", *depth, "origin", wanted],
        ["checkout", "--quiet", "--detach", "FETCH_HEAD"],
    ]
    for command in commands:
        subprocess.run(["git", *command], cwd=folder, check=True)
    if named:
        mine = kept.with_name(f"{kept.name}.{os.getpid()}")
        _copy_checkout(folder, mine)
        with contextlib.suppress(OSError):  # another job of the same moment was first
            mine.rename(kept)


def _copy_checkout(source: Path, target: Path) -> None:
    """Copy a checkout: its files as hard links, because jobs do not change them, those of git as copies."""
    for part in source.iterdir():
        if part.name == ".git":
            shutil.copytree(part, target / part.name)
        elif part.is_dir() and not part.is_symlink():
            shutil.copytree(part, target / part.name, symlinks=True, copy_function=_link_or_copy)
        else:
            target.mkdir(parents=True, exist_ok=True)
            _link_or_copy(str(part), str(target / part.name))


def python() -> None:
    """Copy environments from another checkout, because installing takes long and is rehearsed once only."""
    if not re.fullmatch(r"3\.\d+", _input("python-version")):
        sys.exit(f"{_input('python-version')} is not a version of Python such as 3.12")
    there, here = os.environ["REHEARSAL_ENVIRONMENTS"], str(Path.cwd())
    if not there:
        return
    asking = dict.fromkeys(("discover", "generate", "gpu", "rubric"), "generate")
    wanted = {**asking, "build": "site"}.get(os.environ["GITHUB_JOB"], "chain")
    for source in sorted(Path(there, ".nox").iterdir()):
        if source.name.startswith("nox-") or source.name == wanted:
            target = Path(".nox", source.name)
            _copy_environment(source, target)
            texts = [*target.glob("bin/*"), *target.glob("lib/*/site-packages/*.pth"), target / "made-from"]
            for file in texts:
                if file.is_file() and not file.is_symlink():
                    _replace(file, there.encode(), here.encode())
            if os.environ["GITHUB_JOB"] == "plan":
                _foretell_labels(target)


def _copy_environment(source: Path, target: Path) -> None:
    """Copy an environment whose packages stay where they are, so that they are compiled only once."""

    def packages(folder: str, names: list[str]) -> list[str]:
        is_inside = Path(folder).name == "site-packages"
        return [name for name in names if is_inside and Path(folder, name).is_dir()]

    shutil.copytree(source, target, symlinks=True, copy_function=_link_or_copy, ignore=packages)
    for folder in source.glob("lib/python*/site-packages"):
        for package in filter(Path.is_dir, folder.iterdir()):
            (target / folder.relative_to(source) / package.name).symlink_to(package)


def _foretell_labels(environment: Path) -> None:
    """Make the one-time labels of the plan predictable, because act must know all labels at its start."""
    for packages in environment.glob("lib/python*/site-packages"):
        line = "import secrets; secrets.token_hex = lambda size=32: '00' * size\n"
        (packages / "rehearsal.pth").write_text(line, encoding="utf-8")


def _link_or_copy(source: str, target: str) -> None:
    """Make a hard link if possible, which takes no time and no space; otherwise copy the file."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def _replace(file: Path, old: bytes, new: bytes) -> None:
    """Replace text in a new copy of a file, so that its other hard links keep the old text."""
    data = file.read_bytes()
    if old in data:
        mode = file.stat().st_mode
        file.unlink()
        file.write_bytes(data.replace(old, new))
        file.chmod(mode)


def upload() -> None:
    """Store a file, or the files of a folder, as the real action does: without hidden ones.

    What the real action does with other inputs is not imitated, so they end the step.
    """
    name, source, days = _input("name"), Path(_input("path")), _input("retention-days")
    if name in ("", ".", "..") or re.search(rf"[{_INVALID}/\\]", name):
        sys.exit(f"{name!r} is not a valid name for an artifact")
    if days and not (days.isdecimal() and int(days) <= _MAX_DAYS):
        sys.exit(f"retention-days is {days!r}, not a number of at most {_MAX_DAYS}")
    if re.search(r"[*?\[\n~#!]", _input("path")) or ".." in source.parts:
        sys.exit(f"{source} is not one file or folder of the job")
    files = dict(_visible_files(source))
    if not files:
        if _input("if-no-files-found") == "error":
            sys.exit(f"no files were found with the path {source}")
        print(f"::warning::no files were found with the path {source}")
        return
    if wrong := [place for place in files if re.search(f"[{_INVALID}]", place)]:
        sys.exit(f"{wrong[0]!r} is not a valid path in an artifact")
    target = _store(os.environ["GITHUB_RUN_ID"]) / name
    if target.exists():
        if _input("overwrite") != "true":
            sys.exit(f"artifact {name} already exists, and overwrite is not set")
        shutil.rmtree(target)
    for place, file in files.items():
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target / place)


def _visible_files(source: Path, place: str = "") -> Iterator[tuple[str, Path]]:
    """Yield the path in the artifact of each file; symbolic links are followed, broken ones left out."""
    if source.name.startswith("."):
        return
    if source.is_file():
        yield place or source.name, source
    elif source.is_dir():
        for part in sorted(source.iterdir()):
            yield from _visible_files(part, f"{place}/{part.name}".lstrip("/"))


def download() -> None:
    """Fetch one artifact by name, or all that match a pattern, each into its own folder.

    As in the real action from its version 5 on, a pattern with exactly one match is unpacked like a name.
    """
    here = _input("run-id") or os.environ["GITHUB_RUN_ID"]
    wanted, target = _input("name"), Path(_input("path"))
    if here != os.environ["GITHUB_RUN_ID"] and not _input("github-token"):
        sys.exit("downloading artifacts of another run requires a token")
    kept = {each.name: each for each in _store(here).iterdir()} if _store(here).is_dir() else {}
    if wanted and wanted not in kept:
        sys.exit(f"run {here} has no artifact {wanted}")
    pattern = _input("pattern")
    matches = [wanted] if wanted else [name for name in kept if not pattern or _matches(name, pattern)]
    target.mkdir(parents=True, exist_ok=True)
    for name in matches:
        flat = _input("merge-multiple") == "true" or len(matches) == 1
        shutil.copytree(kept[name], target if flat else target / name, dirs_exist_ok=True)


def _matches(name: str, pattern: str) -> bool:
    """Return whether the name of an artifact matches a pattern of words, ``*`` and ``{one,other}``.

    The real action uses minimatch; the rest of its syntax ends the step.
    """
    if re.search(r"[?\[\]()!\\#/]|\.\.|\*\*|\{[^,{}]*(?:\{|\}|$)", pattern):
        sys.exit(f"the stand-in does not know all of the pattern {pattern}")
    braces = re.search(r"\{([^{}]*)\}", pattern)
    if braces is not None:
        head, tail = pattern[: braces.start()], pattern[braces.end() :]
        return any(_matches(name, head + word + tail) for word in braces[1].split(","))
    hidden = name.startswith(".") and pattern.startswith("*")
    return fnmatch.fnmatchcase(name, pattern) and not hidden


def deploy() -> None:
    """Publish the pages of this run, replacing the earlier ones."""
    target = Path(os.environ["REHEARSAL"], "pages")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(_store(os.environ["GITHUB_RUN_ID"]) / _input("artifact_name"), target)


def attest() -> None:
    """Write down the digest and name of each subject."""
    subjects = [Path(line.strip()) for line in _input("subject-path").splitlines() if line.strip()]
    if len(subjects) > _MAX_SUBJECTS:
        sys.exit(f"{len(subjects)} subjects are more than {_MAX_SUBJECTS}")
    with Path(os.environ["REHEARSAL"], "attested").open("a", encoding="utf-8") as notes:
        notes.writelines(
            f"{hashlib.sha256(subject.read_bytes()).hexdigest()} {subject.name}\n" for subject in subjects
        )


if __name__ == "__main__":
    actions = {
        "attest": attest,
        "checkout": checkout,
        "deploy-pages": deploy,
        "download-artifact": download,
        "setup-python": python,
        "upload-artifact": upload,
        "upload-pages-artifact": upload,
    }
    actions.get(sys.argv[1], lambda: None)()  # the others do nothing
