"""From a pinned data set, or a folder that somebody has, to tasks and pictures on this machine."""

import contextlib
import fcntl
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, shown
from benchmark.datasets import hub
from benchmark.datasets.lock import DatasetsLock, Pin, PinnedFile, pin_of, read_lock, with_pin, write_lock
from benchmark.datasets.official import OfficialSet
from benchmark.datasets.pinned_import import DownloadedSet, write
from benchmark.datasets.rows import read_rows
from benchmark.datasets.store import FetchedSet, datasets_folder, folder_of, read_fetched
from benchmark.files.atomic import make_folder

Told = Callable[[str], None]
_PARTS = ".parts"  #: folder of what is being downloaded
_COMMIT = re.compile("[0-9a-f]{40}")
_FOLDER_FILES = 64  #: data files that a folder may have


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """What somebody wants of a fetch."""

    lock: Path
    source: Path | None = None  #: a folder with the data, instead of the hub
    record: bool = False  #: fill what the lock leaves empty
    revision: str = ""  #: to record, where the lock has none
    again: bool = False  #: also when it is there


def fetch(official: OfficialSet, asked: FetchOptions, told: Told) -> FetchedSet:
    """Bring a data set here: all of it, or nothing.

    Args:
        official: the data set.
        asked: from where, and whether the lock is written.
        told: takes a line for people at each step.

    Raises:
        BadInput: when the lock does not say enough, the data differ from what it says, or they are not what
            the suite reads.
        OurFailure: when a server cannot be reached. What has come of a file is kept for the next time.
    """
    hub.check_installed()
    lock = read_lock(asked.lock)
    pin = _sought(pin_of(lock, asked.lock, official.suite, official.dataset), official, asked)
    known = read_fetched(official.suite, official.dataset)
    whole = known is not None and bool(known.prompts or asked.source)
    if known is not None and whole and pin.content == known.content and not (asked.again or asked.record):
        told(f"{official.dataset} is there already: {folder_of(official.suite, official.dataset)}")
        return known
    parts = datasets_folder() / _PARTS
    with _alone(parts):
        if asked.source is None:
            pin, files = _downloaded(pin, parts, asked, told)
            texts = {one.path: hub.source_text(one) for one in pin.texts}
        else:
            files = _files_in(asked.source)
            texts = _texts_in(asked.source, pin, told)
        found = DownloadedSet(official, read_rows(files, official.columns), files, texts)
        pin = found.checked(pin, asked.lock)
        said = write(found, pin, revision="" if asked.source else pin.revision)
        if asked.source is None:
            shutil.rmtree(parts)
    _record(lock, official, pin, asked, told)
    told(f"{official.dataset}: {said.tasks} tasks in {folder_of(official.suite, official.dataset)}")
    return said


def _sought(pin: Pin, official: OfficialSet, asked: FetchOptions) -> Pin:
    """The pin with the revision that is to be recorded; refused when it says too little to fetch by."""
    if asked.revision:
        if not asked.record:
            fix = "add --record, or leave it out"
            raise BadInput("--revision", "", "is for an entry that is to be recorded", fix)
        if pin.revision not in ("", asked.revision):
            problem = f"{official.dataset} is pinned at {pin.revision}"
            raise BadInput("--revision", "", problem, f"leave it out, or empty the entry in {asked.lock}")
        if _COMMIT.fullmatch(asked.revision) is None:
            problem = f"{shown(asked.revision)} is no commit: names of branches move"
            raise BadInput("--revision", "", problem, "40 digits and letters a to f")
        pin = Pin.model_validate({**pin.model_dump(), "revision": asked.revision})
    place = f"{official.suite}.{official.dataset}"
    if not pin.revision and asked.source is None:
        fix = f"{official.command} --record --revision COMMIT, with a commit of {pin.repository}"
        raise BadInput(asked.lock, f"{place}.revision", "is not known", fix)
    if not pin.content and not asked.record:
        fix = f"{official.command} --record fills it; look at what came, and commit the lock"
        raise BadInput(asked.lock, f"{place}.content", "is empty: nobody has recorded these data yet", fix)
    return pin


def _downloaded(pin: Pin, parts: Path, asked: FetchOptions, told: Told) -> tuple[Pin, list[Path]]:
    """The data set's files from the hub, each with its digest."""
    pinned = pin.files or hub.listed(pin.repository, pin.revision)
    paths, files = [], []
    for file in pinned:
        offer = hub.offered(pin.repository, pin.revision, file)
        path = parts / f"{sha256_hex(f'{offer.etag} {file.path}'.encode())[:16]}{Path(file.path).suffix}"
        had = path.stat().st_size if path.exists() else 0
        told(f"{file.path}: {offer.size:,} bytes" + (f", {had:,} of them are here" if had else ""))
        hub.download(offer, path)
        digest = sha256_hex(path.read_bytes())
        if file.sha256 and digest != file.sha256:
            path.unlink()
            problem = f"SHA-256 is {digest}, and {file.sha256} is pinned"
            fix = "what is published was changed, or the way here changes it; nothing was taken"
            raise BadInput(asked.lock, file.path, problem, fix)
        paths.append(path)
        files.append(PinnedFile(path=file.path, size=offer.size, sha256=digest))
    return pin.model_copy(update={"files": files}), paths


def _files_in(folder: Path) -> list[Path]:
    """Data files of a folder: parquet, or else Arrow as the hub's library saves it."""
    if not folder.is_dir():
        raise BadInput(folder, "", "is no folder", "name the one that holds the parquet or Arrow files")
    for ending in ("parquet", "arrow"):
        found = sorted(path for path in folder.rglob(f"*.{ending}") if path.is_file())
        if len(found) > _FOLDER_FILES:
            raise BadInput(folder, "", f"holds {len(found)} .{ending} files", "name the one of the data set")
        if found:
            return found
    fix = "name the folder of the data set, with its parquet files or upstream's data-*.arrow"
    raise BadInput(folder, "", "holds no .parquet and no .arrow file", fix)


def _texts_in(folder: Path, pin: Pin, told: Told) -> dict[str, bytes]:
    """The sources of prompts that lie in a folder beside the data."""
    found = {}
    for text in pin.texts:
        path = folder / text.path
        if path.is_file() and sha256_hex(path.read_bytes()) == text.sha256:
            found[text.path] = path.read_bytes()
        else:
            told(f"no {text.path} of {text.repository} at {text.commit}: `prompt: upstream` is not there")
    return found


def _record(lock: DatasetsLock, official: OfficialSet, pin: Pin, asked: FetchOptions, told: Told) -> None:
    changed = with_pin(lock, official.suite, official.dataset, pin.model_copy(update={"note": ""}))
    if asked.record and changed != lock:
        write_lock(asked.lock, changed)
        told(f"wrote {asked.lock}: look at what came, and commit it")


@contextlib.contextmanager
def _alone(parts: Path) -> Iterator[None]:
    """One fetch at a time: two would write into the same parts."""
    make_folder(parts)
    with (parts.parent / ".lock").open("w") as guard:
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(parts.parent, "", "another fetch is under way", "wait for it") from None
        yield
