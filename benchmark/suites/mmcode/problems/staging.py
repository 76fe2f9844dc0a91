"""The folder of an import: until everything is written, what an earlier import wrote stays as it was."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.suites.mmcode.problems.writing import PROBLEMS

_MARK = ".sightbench-import"  #: file that marks a folder as one of an import

_STAGE = ".import-"  #: beginning of the name of the folder that is written


@contextlib.contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Yield a folder in ``out`` to write to; at the end, what is in it replaces what is in ``out``.

    It has the problems of an earlier import already, as links: replace their files, do not write into them.
    After an error or an interrupt, ``out`` is as it was before, and gone if it was not there.

    Raises:
        BadInput: if ``out`` has files that are not of an import, or cannot be written.
    """
    missing = not out.exists()
    if out.is_dir() and any(out.iterdir()) and not (out / _MARK).is_file():
        problem = "has files that are not of an earlier import"
        raise BadInput(out, "", problem, "name an empty folder with --out")
    make_folder(out)
    marked = (out / _MARK).is_file()
    if not marked:
        write_atomic(
            out / _MARK, b"Made by `sightbench import tasks problems`, which may replace all files here.\n"
        )
    with _locked(out):
        yield from _stage(out, marked=marked, missing=missing)


@contextlib.contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold the folder for this import, and remove what one that was killed left.

    Raises:
        BadInput: if another import writes there.
    """
    with (out / _MARK).open("rb") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fix = "wait for it to end, or name another folder with --out"
            raise BadInput(out, "", "another import writes to it", fix) from None
        for left in out.glob(f"{_STAGE}*"):
            shutil.rmtree(left)
        yield


def _stage(out: Path, *, marked: bool, missing: bool) -> Iterator[Path]:
    try:
        with tempfile.TemporaryDirectory(prefix=_STAGE, dir=out) as name:
            stage = Path(name)
            if (out / PROBLEMS).is_dir():
                shutil.copytree(out / PROBLEMS, stage / PROBLEMS, symlinks=True, copy_function=_link)
            make_folder(stage / PROBLEMS)
            yield stage
            _replace(out, stage)
    except BaseException:
        if not marked:
            (out / _MARK).unlink(missing_ok=True)
        if missing:
            with contextlib.suppress(OSError):  # it is not empty, so it is not ours
                out.rmdir()
        raise


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without links
        shutil.copy2(source, target)


def _replace(out: Path, stage: Path) -> None:
    made = sorted(path.name for path in stage.iterdir())
    try:
        if (out / PROBLEMS).exists():
            (out / PROBLEMS).rename(stage / f"{PROBLEMS}-before")
        for name in made:
            (stage / name).replace(out / name)
    except OSError as error:
        fix = "check the folder, and import again"
        raise BadInput(out, "", f"cannot be written: {error.strerror}", fix) from None
