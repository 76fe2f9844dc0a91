"""Fetches a pinned data set, from the hub or a folder, and stores its tasks and pictures on this machine."""

import contextlib
import fcntl
import hashlib
import itertools
import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.datasets import hub
from benchmark.datasets.lock import DatasetsLock, Pin, PinnedFile, pin_of, read_lock, replace_pin, write_lock
from benchmark.datasets.official import LOCK, FetchRequest, OfficialSet, OfficialSource, RecordSet
from benchmark.datasets.problem_records import record_files
from benchmark.datasets.store import RECORD, FetchedSet, datasets_folder, folder_of, read_fetched
from benchmark.datasets.streamed_import import StreamedImport
from benchmark.files.atomic import make_folder

Report = Callable[[str], None]
_PARTIAL_DOWNLOADS = ".parts"  #: folder of partial downloads
_SHOWN = 20  #: repaired rows and left out rows that are named; the record of the data set has all
_COMMIT = re.compile("[0-9a-f]{40}")


def _command(official: OfficialSet, options: FetchRequest, more: str) -> str:
    """Return the command for a data set with the files of these options and ``more``, for messages."""
    source = "" if options.source is None else f" --from {shlex.quote(str(options.source))}"
    lock = "" if options.lock == LOCK else f" --lock {shlex.quote(str(options.lock))}"
    return f"{official.command}{source} {more}{lock}"


def pinned_source(versions: Mapping[str, OfficialSet]) -> OfficialSource:
    """Return the source of a suite whose data sets are in the lock, by version; the first is the latest."""

    def fetch_version(request: FetchRequest, report: Report) -> Mapping[str, FetchedSet]:
        version = request.version or next(iter(versions))
        if version not in versions:
            names = ", ".join(filter(None, versions))
            fix = f"use one of: {names}" if names else "leave it out"
            raise BadInput("--version", "", f"{request.suite} has no version {quote_value(version)}", fix)
        official = versions[version]
        found = fetch(official, request, report)
        # The tests of records are cases, not scripts.
        return {} if isinstance(official, RecordSet) else {official.dataset: found}

    return OfficialSource(
        fetch=fetch_version,
        options=frozenset(("version", "record", "revision", "lock")),
        versions=versions,
    )


def fetch(official: OfficialSet, options: FetchRequest, report: Report) -> FetchedSet:
    """Fetch a data set completely, or change nothing.

    Args:
        official: the data set.
        options: source of the data, and whether to write the lock.
        report: called with one line of text per step.

    Raises:
        BadInput: if the lock has not enough information, or the data do not match the lock or the suite.
        OurFailure: if a server cannot be reached. Partial downloads are kept for the next attempt.
    """
    hub.check_installed()
    lock = read_lock(options.lock)
    pin = _usable_pin(pin_of(lock, options.lock, official.suite, official.dataset), official, options)
    known = read_fetched(official.suite, official.dataset)
    # Data that came from a folder may lack upstream's prompts, which a fetch from the network brings.
    whole = known is not None and bool(known.prompts or options.source) and _has_parts(official)
    pinned = known is not None and whole and pin.content in ("", known.content)
    if known is not None and pinned and not (options.again or options.record):
        report(f"{official.dataset} is already here: {folder_of(official.suite, official.dataset)}")
        return known
    parts = datasets_folder() / _PARTIAL_DOWNLOADS
    with _locked(parts):
        if options.source is None:
            pin, files = _download_all(pin, parts, options, report)
            texts = {text.path: hub.source_text(text) for text in pin.texts}
        else:
            files_of = record_files if isinstance(official, RecordSet) else data_files
            files = list(files_of(options.source))
            texts = _prompt_sources(options.source, pin, report)
        stream = StreamedImport(
            official=official,
            files=files,
            texts=texts,
            lock=options.lock,
            revision="" if options.source else pin.revision,
            source=str(options.source.absolute()) if options.source else "",
        )
        fetched, pins = _import_stream(stream, pin, lock, report)
        if options.source is None:
            # Only now: after a failed import, the next attempt need not download the files again.
            shutil.rmtree(parts)
    for dataset, found in pins.items():
        command = _command(official, options, "--record")
        state = f"not pinned yet: compare it with that of others, and pin it with `{command}`"
        if pin_of(lock, options.lock, official.suite, dataset).content:
            state = "as pinned"
        report(
            f"{dataset}: {found.rows:,} rows, as the paper says; their SHA-256 is {found.content}, {state}"
        )
    _record(lock, official, pins, options, report)
    report(f"{official.dataset}: {fetched.tasks} tasks in {folder_of(official.suite, official.dataset)}")
    return fetched


def _has_parts(official: OfficialSet) -> bool:
    """Whether the parts of a data set are here, too."""
    return all(read_fetched(official.suite, part.dataset) is not None for part in official.parts)


def _import_stream(
    stream: StreamedImport, pin: Pin, lock: DatasetsLock, report: Report
) -> tuple[FetchedSet, dict[str, Pin]]:
    """Import a data set with its parts; of records, report what was repaired and left out."""
    official = stream.official
    parts = {part.dataset: pin_of(lock, stream.lock, official.suite, part.dataset) for part in official.parts}
    records, pins, pictures = stream.run({official.dataset: pin, **parts})
    whole, *smaller = records
    if not isinstance(official, RecordSet):
        return whole, pins
    report(f"{len(whole.repaired)} rows were repaired")
    for key, repair in itertools.islice(whole.repaired.items(), _SHOWN):
        report(f"  {key}: {repair}")
    report(f"{len(whole.left_out)} rows were left out")
    for key, reason in itertools.islice(whole.left_out.items(), _SHOWN):
        report(f"  {key}: {reason}")
    if max(len(whole.repaired), len(whole.left_out)) > _SHOWN:
        report(f"all of them are in {folder_of(whole.suite, whole.dataset) / RECORD}")
    report(f"{official.dataset}: {pictures:,} pictures; {official.published}")
    for found in smaller:
        report(f"{found.dataset}: {found.tasks} tasks in {folder_of(found.suite, found.dataset)}")
    return whole, pins


def _usable_pin(pin: Pin, official: OfficialSet, options: FetchRequest) -> Pin:
    """Return the pin with the revision to record; refuse a pin that is not enough for a fetch."""
    if options.revision:
        if not options.record:
            fix = "add --record, or remove --revision"
            raise BadInput("--revision", "", "has no effect without --record", fix)
        if pin.revision not in ("", options.revision):
            problem = f"{official.dataset} is already pinned at {pin.revision}"
            raise BadInput("--revision", "", problem, f"remove it, or empty the entry in {options.lock}")
        if _COMMIT.fullmatch(options.revision) is None:
            problem = f"{quote_value(options.revision)} is not a commit"
            raise BadInput("--revision", "", problem, "give 40 digits and letters a to f, not a branch")
        pin = Pin.model_validate({**pin.model_dump(), "revision": options.revision})
    place = f"{official.suite}.{official.dataset}"
    if not pin.revision and options.source is None:
        command = _command(official, options, "--record --revision COMMIT")
        fix = f"run `{command}`, with a commit of {pin.repository}"
        raise BadInput(options.lock, f"{place}.revision", "is empty", fix)
    return pin


def _download_all(pin: Pin, parts: Path, options: FetchRequest, report: Report) -> tuple[Pin, list[Path]]:
    """Download the data set's files, and return the pin with their digests, and their paths."""
    pinned = pin.files or hub.list_test_files(pin.repository, pin.revision)
    paths, files = [], []
    for file in pinned:
        offer = hub.file_metadata(pin.repository, pin.revision, file)
        # With the etag in the name, a partial download of another version is not continued.
        path = parts / f"{sha256_hex(f'{offer.etag} {file.path}'.encode())[:16]}{Path(file.path).suffix}"
        had = path.stat().st_size if path.exists() else 0
        report(f"{file.path}: {offer.size:,} bytes" + (f", {had:,} of them already here" if had else ""))
        hub.download(offer, path)
        with path.open("rb") as downloaded:
            digest = hashlib.file_digest(downloaded, "sha256").hexdigest()
        if file.sha256 and digest != file.sha256:
            # Otherwise the next attempt would find a complete file, and fail in the same way.
            path.unlink()
            problem = f"the download has SHA-256 {digest}, but the lock pins {file.sha256}"
            fix = "ask the data set's authors what changed, or check your proxy; no data set was changed here"
            raise BadInput(options.lock, file.path, problem, fix)
        paths.append(path)
        files.append(PinnedFile(path=file.path, size=offer.size, sha256=digest))
    return pin.model_copy(update={"files": files}), paths


def _prompt_sources(source: Path, pin: Pin, report: Report) -> dict[str, bytes]:
    """Return the sources of upstream's prompts that match their pinned digests.

    They are in the folder of the data, or in the folder around it, as in a clone of upstream's repository.
    """
    found = {}
    for text in pin.texts:
        places = (source / text.path, source.absolute().parent / text.path)
        path = next((place for place in places if place.is_file()), places[0])
        if path.is_file() and sha256_hex(path.read_bytes()) == text.sha256:
            found[text.path] = path.read_bytes()
        else:
            report(
                f"there is no {text.path} of {text.repository} at {text.commit} next to the data, "
                "so `prompt: upstream` will not be available"
            )
    return found


def _record(
    lock: DatasetsLock,
    official: OfficialSet,
    pins: Mapping[str, Pin],
    options: FetchRequest,
    report: Report,
) -> None:
    changed = lock
    for dataset, pin in pins.items():
        changed = replace_pin(changed, official.suite, dataset, pin.model_copy(update={"note": ""}))
    if options.record and changed != lock:
        write_lock(options.lock, changed)
        report(f"wrote {options.lock}: check the data, and commit the lock")


@contextlib.contextmanager
def _locked(parts: Path) -> Iterator[None]:
    """Hold a lock that refuses a second fetch, which would write to the same partial downloads."""
    make_folder(parts)
    # Next to the folder and not in it, because the folder is removed while the lock is held.
    with (parts.parent / ".lock").open("w") as guard:
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(parts.parent, "", "another fetch is running", "wait until it ends") from None
        yield


_LIMIT = 64  #: maximum data files of a data set
_ENDINGS = (".parquet", ".arrow")
#: Files that the hub's library leaves next to the data: results of ``filter`` and ``map``, unfinished files.
_BY_PRODUCTS = re.compile(r"(?:cache-|tmp).*|.*\.incomplete.*")
#: A split's name in a file's name: ``test-00000-of-00001.parquet``, ``human_eval-v-benchmark-test.arrow``.
_SPLIT = re.compile(r"(?:.*-)?(train|validation|valid|dev|test)(?:-\d+-of-\d+)?")
_SPLITS = ("train", "validation", "valid", "dev", "test")
_TEST = "test"


def data_files(source: Path) -> list[Path]:
    """Return the data files of a data set's split ``test``, sorted.

    Args:
        source: one parquet or Arrow file; a folder with such files; or a folder that the hub's library has
            saved, with one split or several. Parquet files are preferred.

    Raises:
        BadInput: if there is no such file, or there are too many.
    """
    if source.is_file():
        if source.suffix not in _ENDINGS:
            fix = "name a .parquet or .arrow file, or a folder with such files"
            raise BadInput(source, "", "is not a parquet or Arrow file", fix)
        return [source]
    if not source.is_dir():
        fix = "name the file or the folder with the data, parquet or Arrow"
        raise BadInput(source, "", "is neither a file nor a folder", fix)
    for ending in _ENDINGS:
        paths = sorted(path for path in source.rglob(f"*{ending}") if path.is_file())
        found = _of_test_split([path for path in paths if _BY_PRODUCTS.fullmatch(path.name) is None], source)
        if len(found) > _LIMIT:
            problem = f"has {len(found)} {ending} files, more than the limit of {_LIMIT}"
            raise BadInput(source, "", problem, "name the folder of this data set alone")
        if found:
            return found
    fix = "name the folder of the data set, with its parquet files or upstream's data-*.arrow"
    raise BadInput(source, "", "has no .parquet and no .arrow file", fix)


def _of_test_split(paths: Sequence[Path], source: Path) -> list[Path]:
    """Return the files of the split ``test``; files that belong to no named split count as its files.

    Raises:
        BadInput: if all files belong to other splits.
    """
    splits = {path: _split(path, source) for path in paths}
    found = [path for path, split in splits.items() if split == _TEST]
    found = found or [path for path, split in splits.items() if not split]
    if paths and not found:
        problem = f"has no split test, only {', '.join(sorted(set(splits.values())))}"
        raise BadInput(source, "", problem, "name the folder with the split test")
    return _as_listed(found)


def _split(path: Path, source: Path) -> str:
    """Return the name of a file's split: of its own name, else of a folder's; empty if it has none."""
    named = _SPLIT.fullmatch(path.stem)
    if named is not None:
        return named[1]
    folders = path.relative_to(source).parts[:-1]
    return next((folder for folder in reversed(folders) if folder in _SPLITS), "")


def _as_listed(paths: Iterable[Path]) -> list[Path]:
    """Leave out files that the ``state.json`` in their folder does not list as data."""
    return [path for path in paths if (names := _listed(path.parent)) is None or path.name in names]


def _listed(folder: Path) -> set[str] | None:
    """Return the names of data files in ``state.json``, in which the hub's library lists them; or None."""
    path = folder / "state.json"
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        return {str(file["filename"]) for file in state["_data_files"]}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = f"does not list data files: {quote_value(type(error).__name__)}"
        raise BadInput(path, "", problem, "restore the file, or remove it") from None
