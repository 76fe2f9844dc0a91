"""Run all gates on families, and cache the results until a file changes."""

import itertools
import json
import sys
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.executor import JudgesSamples
from benchmark.files.atomic import write_atomic
from workshop.authoring.forms import form_of
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.maker import Form
from workshop.authoring.redraw import changed_faults
from workshop.extra import AUTHORING_PACKAGES
from workshop.family_collection import FamilyCollection

#: Packages whose code can change the result of a gate.
_PACKAGES = (
    "workshop/authoring", "workshop/drawing", "workshop/flowchart", "benchmark/core", "benchmark/datasets",
    "benchmark/extraction", "benchmark/files", "benchmark/judging", "benchmark/pipeline/judge",
    "benchmark/sandbox",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """The faults that the gates found in a family."""

    name: str  #: name of the family
    tasks: int  #: number of tasks that were checked
    faults: tuple[GateFault, ...]
    cpu_seconds: float  #: CPU time of the checking process alone, without the sandbox and `redraw`
    note: str = ""  #: what else is printed about the family
    cached: bool = False  #: whether the result comes from the cache


class GateCacheEntry:
    """The cache file of one family. Its name contains a digest of everything that can change the result.

    Args:
        folder: the cache; it can be deleted at any time.
        collection: the collection that the family belongs to.
        name: name of the family.
        seed: seed of a fresh set; None for the public tasks.
    """

    def __init__(self, folder: Path, collection: FamilyCollection, name: str, seed: str | None) -> None:
        key = digest_lines(
            [_framework_digest(), _family_digests(collection, name), "" if seed is None else seed]
        )
        self.path = folder / f"{collection.suite}-{name}-{key[:32]}.json"

    def read(self) -> GateResult | None:
        """Return the cached result; None if there is none for the files as they are now."""
        try:
            record = json.loads(self.path.read_text(encoding="utf-8"))
            faults = tuple(GateFault(**fault) for fault in record.pop("faults"))
            return replace(GateResult(faults=faults, **record), cached=True)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, result: GateResult) -> None:
        """Write a result to the cache."""
        record = {name: value for name, value in asdict(result).items() if name != "cached"}
        write_atomic(self.path, (json.dumps(record, indent=1) + "\n").encode())


@cache
def _framework_digest() -> str:
    """Return a digest of everything that can change a result, except the family itself."""
    root = Path(__file__).parents[2]
    paths = sorted(path for package in _PACKAGES for path in (root / package).rglob("*") if path.is_file())
    digests = [
        sha256_hex(path.read_bytes()) for path in paths if path.suffix in (".py", ".toml", ".ttf", ".json")
    ]
    return digest_lines(
        [digests, [metadata.version(name) for name in AUTHORING_PACKAGES.values()], sys.version]
    )


def _family_digests(collection: FamilyCollection, name: str) -> list[list[str]]:
    """Return the names and digests of a family's files, and of the helper modules that it may import."""
    stem = name.replace("_", "-")
    paths = [
        collection.module(name),
        collection.page(name),
        *(collection.workbench / "families").glob("_*.py"),
    ]
    for folder in ("tasks", "pins", "programs", "reviews"):
        paths += (collection.folder / folder).glob(f"{name}.*")
    paths += (collection.folder / "pictures").glob(f"{stem}-*")
    return [[path.name, sha256_hex(path.read_bytes())] for path in sorted(paths) if path.is_file()]


def check_families(
    collection: FamilyCollection,
    names: Sequence[str],
    *,
    judge: JudgesSamples,
    seed: str | None = None,
    cache_folder: Path | None = None,
    measured: Container[str] = (),
    again: Container[str] = (),
    done: Callable[[GateResult], None] = lambda _: None,
) -> list[GateResult]:
    """Check families, one after the other.

    Args:
        collection: the collection that the families belong to.
        names: names of the families.
        judge: judges every reference on the tests of its own task and of the twins.
        seed: seed of a fresh set; None for the public tasks, whose files must also be up to date.
        cache_folder: folder with the results of unchanged families; None to check all of them again.
        measured: names of the families for which everything is measured again; they are not cached.
        again: names of the families that are checked again although nothing changed.
        done: called after each family with its result.

    Raises:
        BadInput: if a family cannot be read; then none is checked.
        SandboxFailure: if references cannot be judged on this machine.
    """

    def cache_entry(name: str) -> GateCacheEntry | None:
        if cache_folder is None or name in measured:
            return None
        return GateCacheEntry(cache_folder, collection, name, seed)

    entries = {name: cache_entry(name) for name in names}  # digests of the files before they are read
    form = form_of(collection)
    families = {name: form.family(collection, name) for name in names}
    results: dict[str, GateResult] = {}
    for name, entry in entries.items():
        cached = None if entry is None or name in again else entry.read()
        if cached is not None:
            results[name] = cached
            done(cached)
    made: dict[str, tuple[Any, ...]] = {}
    broken: dict[str, GateFault] = {}
    spent: dict[str, float] = {}
    for name in (name for name in names if name not in results):
        started = time.process_time()
        tasks = _make_tasks(form, collection, families[name], seed)
        if isinstance(tasks, GateFault):
            broken[name] = tasks
        else:
            made[name] = tasks
        spent[name] = time.process_time() - started
    changing = changed_faults(collection, made)
    for name in [*broken, *made]:
        started = time.process_time()
        faults = [broken[name]] if name in broken else []
        if name in made:
            for _, instance in itertools.groupby(made[name], key=lambda task: task.index):
                faults += form.faults(collection, families[name], tuple(instance), judge)
            faults += changing.get(name, ())
            faults += form.file_faults(collection, made[name]) if seed is None else ()
            faults += form.measured_faults(collection, made[name], judge) if name in measured else ()
        seconds = round(spent[name] + time.process_time() - started, 3)
        results[name] = GateResult(
            name=name,
            tasks=len(made.get(name, ())),
            faults=tuple(faults),
            cpu_seconds=seconds,
            note=form.note(collection, name),
        )
        after, before = cache_entry(name), entries[name]
        if after is not None and before is not None and after.path == before.path:  # unless a file changed
            after.write(results[name])
        done(results[name])
    return [results[name] for name in names]


def _make_tasks(
    form: Form, collection: FamilyCollection, family: Any, seed: str | None
) -> tuple[Any, ...] | GateFault:
    """Return the tasks of a family, or the fault for which its functions make none."""
    try:
        return form.make(collection, family, seed)
    except BadInput as error:
        return GateFault(family.name, "made", f"{error.place}: {error.problem}")
    except SightbenchError:  # such as a missing font, which is not a fault of the family
        raise
    except Exception as error:  # noqa: BLE001 - an author's functions may raise anything
        return GateFault(family.name, "made", f"{type(error).__name__}: {error}")
