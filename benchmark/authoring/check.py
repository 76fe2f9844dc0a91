"""All gates over families, with what was found kept until something changes."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.authoring import family_files
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import contents, public
from benchmark.authoring.family import Family
from benchmark.authoring.gate_cache import GateCacheEntry, GateResult
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.redraw import digests, redrawn
from benchmark.authoring.seeded_tasks import make, task_faults
from benchmark.authoring.twins import crossed, groups
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task


def check(
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
        collection: of the families.
        names: of the families.
        judge: for references and their crossing.
        seed: of a fresh set; None for the public tasks, which must also lie in the data set as they are made.
        cache_folder: where verdicts on unchanged families are kept; None to check all anew.
        done: told after each family.

    Raises:
        BadInput: for a family that cannot be read, before any is checked.
        SandboxFailure: when references cannot be judged here.
    """

    def place(name: str) -> GateCacheEntry | None:
        return None if cache_folder is None else GateCacheEntry(cache_folder, collection, name, seed)

    places = {name: place(name) for name in names}  # by what the files are before they are read
    families = {name: collection.family(name) for name in names}
    found: dict[str, GateResult] = {}
    for name, known in places.items():
        kept = None if known is None else known.read()
        if kept is not None:
            found[name] = kept
            done(kept)
    made: dict[str, tuple[FamilyTask, ...]] = {}
    broken: dict[str, GateFault] = {}
    spent: dict[str, float] = {}
    for name in (name for name in names if name not in found):
        started = time.process_time()
        result = _made(collection, families[name], seed)
        if isinstance(result, GateFault):
            broken[name] = result
        else:
            made[name] = result
        spent[name] = time.process_time() - started
    asked = {name: (tasks[0].seed, tasks[0].index) for name, tasks in made.items()}
    drawn = redrawn(collection, asked) if made else {}
    for name in [*broken, *made]:
        started = time.process_time()
        faults = [broken[name]] if name in broken else []
        if name in made:
            faults += _faults(collection, families[name], made[name], judge)
            faults += _redrawn_faults(made[name], drawn[name])
            faults += _written_faults(collection, families[name], made[name]) if seed is None else ()
        seconds = round(spent[name] + time.process_time() - started, 3)
        found[name] = GateResult(
            name=name, tasks=len(made.get(name, ())), faults=tuple(faults), cpu_seconds=seconds
        )
        now, before = place(name), places[name]
        if now is not None and before is not None and now.path == before.path:  # nobody wrote meanwhile
            now.write(found[name])
        done(found[name])
    return [found[name] for name in names]


def _made(collection: Collection, family: Family, seed: str | None) -> tuple[FamilyTask, ...] | GateFault:
    """The tasks of a family, or why its own functions make none."""
    try:
        return public(collection, family) if seed is None else make(family, seed)
    except BadInput as error:
        return GateFault(family.name, "made", f"{error.place}: {error.problem}")
    except SightbenchError:  # such as a font that is not there: no fault of the family
        raise
    except Exception as error:  # noqa: BLE001 - an author's functions may raise anything
        return GateFault(family.name, "made", f"{type(error).__name__}: {error}")


def _faults(
    collection: Collection, family: Family, made: Sequence[FamilyTask], judge: JudgesSamples
) -> Iterator[GateFault]:
    for one in made:
        yield from task_faults(one, family)
    _, tasks = contents(made, collection.suite, collection.dataset, collection.folder)
    yield from _twin_faults(family, tasks, judge)
    yield from family_files.paged(collection, family)


def _written_faults(
    collection: Collection, family: Family, made: Sequence[FamilyTask]
) -> Iterator[GateFault]:
    yield from family_files.pinned(collection, made)
    yield from family_files.marked(collection, family)
    yield from family_files.reviewed(collection, made)


def _twin_faults(family: Family, tasks: Sequence[Task], judge: JudgesSamples) -> Iterator[GateFault]:
    """The judge's word: each reference passes its own tests, and none of another's."""
    for group in groups(tasks):
        for name in group.without_twin:
            yield GateFault(name, "twins", "no other task excludes it")
        for pair in group.pairs:
            if not pair.same_calls:
                yield GateFault(family.name, "twins", f"{pair.first} and {pair.second} make different calls")
    for one in crossed(tasks, judge):
        if not one.as_due and one.passed:
            yield GateFault(one.task, "twins", f"the reference of {one.reference_of} passes its tests")
        elif not one.as_due:
            yield GateFault(one.task, "reference", f"does not pass its own tests: {one.detail}")


def _redrawn_faults(made: Sequence[FamilyTask], there: Mapping[str, tuple[str, str]]) -> Iterator[GateFault]:
    for task, here in digests(made).items():
        if there.get(task) != here:
            yield GateFault(task, "redrawn", "another process draws it otherwise")
