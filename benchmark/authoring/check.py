"""Run all gates on families, and cache the results until a file changes."""

import time
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import Any

from benchmark.authoring.collection import Collection
from benchmark.authoring.forms import form_of
from benchmark.authoring.gate_cache import GateCacheEntry, GateResult
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.maker import Form
from benchmark.authoring.redraw import changed_faults
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.executor import JudgesSamples


def check_families(
    collection: Collection,
    names: Sequence[str],
    *,
    judge: JudgesSamples,
    seed: str | None = None,
    cache_folder: Path | None = None,
    measured: Container[str] = (),
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
        cached = None if entry is None else entry.read()
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
            faults += form.faults(collection, families[name], made[name], judge)
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
    form: Form, collection: Collection, family: Any, seed: str | None
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
