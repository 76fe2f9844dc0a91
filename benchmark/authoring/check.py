"""Run all gates on families, and cache the results until a file changes."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring import family_files
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import pictures_and_tasks, public_tasks
from benchmark.authoring.family import Family
from benchmark.authoring.gate_cache import GateCacheEntry, GateResult
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.redraw import drawing_digests, redraw
from benchmark.authoring.seeded_tasks import make_tasks, task_faults
from benchmark.authoring.twins import cross_judge, twin_groups
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task


def check_families(
    collection: Collection,
    names: Sequence[str],
    *,
    judge: JudgesSamples,
    seed: str | None = None,
    cache_folder: Path | None = None,
    done: Callable[[GateResult], None] = lambda _: None,
) -> list[GateResult]:
    """Check families, one after the other.

    Args:
        collection: the collection that the families belong to.
        names: names of the families.
        judge: judges every reference on the tests of its own task and of the twins.
        seed: seed of a fresh set; None for the public tasks, whose files must also be up to date.
        cache_folder: folder with the results of unchanged families; None to check all of them again.
        done: called after each family with its result.

    Raises:
        BadInput: if a family cannot be read; then none is checked.
        SandboxFailure: if references cannot be judged on this machine.
    """

    def cache_entry(name: str) -> GateCacheEntry | None:
        return None if cache_folder is None else GateCacheEntry(cache_folder, collection, name, seed)

    entries = {name: cache_entry(name) for name in names}  # digests of the files before they are read
    families = {name: collection.family(name) for name in names}
    results: dict[str, GateResult] = {}
    for name, entry in entries.items():
        cached = None if entry is None else entry.read()
        if cached is not None:
            results[name] = cached
            done(cached)
    made: dict[str, tuple[FamilyTask, ...]] = {}
    broken: dict[str, GateFault] = {}
    spent: dict[str, float] = {}
    for name in (name for name in names if name not in results):
        started = time.process_time()
        tasks = _make_tasks(collection, families[name], seed)
        if isinstance(tasks, GateFault):
            broken[name] = tasks
        else:
            made[name] = tasks
        spent[name] = time.process_time() - started
    instances = {name: (tasks[0].seed, tasks[0].index) for name, tasks in made.items()}
    redrawn = redraw(collection, instances) if made else {}
    for name in [*broken, *made]:
        started = time.process_time()
        faults = [broken[name]] if name in broken else []
        if name in made:
            faults += _family_faults(collection, families[name], made[name], judge)
            faults += _redraw_faults(made[name], redrawn[name])
            faults += _file_faults(collection, families[name], made[name]) if seed is None else ()
        seconds = round(spent[name] + time.process_time() - started, 3)
        results[name] = GateResult(
            name=name, tasks=len(made.get(name, ())), faults=tuple(faults), cpu_seconds=seconds
        )
        after, before = cache_entry(name), entries[name]
        if after is not None and before is not None and after.path == before.path:  # unless a file changed
            after.write(results[name])
        done(results[name])
    return [results[name] for name in names]


def _make_tasks(
    collection: Collection, family: Family, seed: str | None
) -> tuple[FamilyTask, ...] | GateFault:
    """Return the tasks of a family, or the fault for which its functions make none."""
    try:
        return public_tasks(collection, family) if seed is None else make_tasks(family, seed)
    except BadInput as error:
        return GateFault(family.name, "made", f"{error.place}: {error.problem}")
    except SightbenchError:  # such as a missing font, which is not a fault of the family
        raise
    except Exception as error:  # noqa: BLE001 - an author's functions may raise anything
        return GateFault(family.name, "made", f"{type(error).__name__}: {error}")


def _family_faults(
    collection: Collection, family: Family, made: Sequence[FamilyTask], judge: JudgesSamples
) -> Iterator[GateFault]:
    for task in made:
        yield from task_faults(task, family)
    _, tasks = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
    yield from _twin_faults(family, tasks, judge)
    yield from family_files.text_faults(collection, family)


def _file_faults(collection: Collection, family: Family, made: Sequence[FamilyTask]) -> Iterator[GateFault]:
    yield from family_files.pin_faults(collection, made)
    yield from family_files.canary_faults(collection, family)
    yield from family_files.review_faults(collection, made)


def _twin_faults(family: Family, tasks: Sequence[Task], judge: JudgesSamples) -> Iterator[GateFault]:
    """Check with the judge that each reference passes its own tests and fails those of every twin."""
    for group in twin_groups(tasks):
        for name in group.without_twin:
            yield GateFault(name, "twins", "has no twin: no task expects another result for the same call")
        for pair in group.pairs:
            if not pair.same_calls:
                yield GateFault(family.name, "twins", f"{pair.first} and {pair.second} make different calls")
    for judgement in cross_judge(tasks, judge):
        if judgement.is_expected:
            continue
        if judgement.passed:
            problem = f"the reference of {judgement.reference_of} passes its tests"
            yield GateFault(judgement.task, "twins", problem)
        else:
            problem = f"does not pass its own tests: {judgement.detail}"
            yield GateFault(judgement.task, "reference", problem)


def _redraw_faults(made: Sequence[FamilyTask], redrawn: Mapping[str, tuple[str, str]]) -> Iterator[GateFault]:
    for task, digests in drawing_digests(made).items():
        if redrawn.get(task) != digests:
            yield GateFault(task, "redrawn", "another process draws a different picture")
