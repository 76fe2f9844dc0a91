"""How many people solved the tasks of an open data set, from all records of reviews."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchmark.authoring.attempts import PersonAttempts, read_people
from benchmark.authoring.collection import Collection
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.reviews import read_reviews
from benchmark.authoring.shown_rule import stem
from benchmark.core.executor import JudgesSamples
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict

#: A task is flagged once this many people missed it and blame the picture.
FLAGGED_FROM = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """What one person did with one task."""

    by: str
    version: int  #: version of the task that the person saw
    solved: bool
    minutes: float | None  #: None if the time was not recorded
    reason: str = ""  #: why the picture is to blame; empty if it is not


@dataclass(frozen=True, slots=True)
class TaskPeople:
    """The people who tried one version of a task, each once."""

    results: tuple[PersonResult, ...] = ()

    @property
    def tried(self) -> int:
        """Number of people who tried the task."""
        return len(self.results)

    @property
    def solved(self) -> int:
        """Number of people who solved it."""
        return sum(result.solved for result in self.results)

    @property
    def minutes(self) -> float | None:
        """Median time of the people who solved it; None if no time was recorded."""
        times = [result.minutes for result in self.results if result.solved and result.minutes is not None]
        return median(times) if times else None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the picture is to blame, once per person who missed the task and says so."""
        return tuple(sorted(result.reason for result in self.results if result.reason))

    @property
    def flagged(self) -> bool:
        """Whether so many people blame the picture that the task has to be reworked."""
        return len(self.reasons) >= FLAGGED_FROM

    def flag_words(self) -> str:
        """Return why the task is flagged, as a part of a sentence."""
        counts = {reason: self.reasons.count(reason) for reason in dict.fromkeys(self.reasons)}
        return ", ".join(
            f"{reason.replace('-', ' ')}{f' ({n})' if n > 1 else ''}" for reason, n in counts.items()
        )


def people_results(collection: Collection) -> Mapping[str, Sequence[PersonResult]]:
    """Return what people did, by task id: all versions of tasks, also of tasks that no longer exist.

    A person with two records of the same version of a task counts once, by the record that
    `sightbench review solve` made.

    Raises:
        BadInput: if a file of reviews is not valid.
    """
    found: dict[str, dict[tuple[str, int], PersonResult]] = {}
    for name in collection.names():
        for task, review in read_reviews(collection, name).tasks.items():
            for solver in review.solvers:
                result = PersonResult(
                    by=solver.by, version=solver.version, solved=solver.right, minutes=solver.minutes
                )
                found.setdefault(task, {})[solver.by.casefold(), solver.version] = result
    for person in read_people(collection):
        for task, attempt in person.tasks.items():
            result = PersonResult(
                by=person.by,
                version=attempt.version,
                solved=attempt.outcome == "solved",
                minutes=attempt.minutes,
                reason=attempt.reason if attempt.blames_picture else "",
            )
            found.setdefault(task, {})[person.by, attempt.version] = result
    return {task: tuple(results.values()) for task, results in found.items()}


def people_of(results: Mapping[str, Sequence[PersonResult]], task: str, version: int) -> TaskPeople:
    """Return the people who tried this version of a task; results of other versions do not count."""
    return TaskPeople(tuple(result for result in results.get(task, ()) if result.version == version))


def tried_tasks(
    results: Mapping[str, Sequence[PersonResult]], versions: Mapping[str, int | None]
) -> dict[str, TaskPeople]:
    """Return the people who tried the tasks of families, by task id; tasks that nobody tried are left out.

    Args:
        results: what people did, by task id.
        versions: family → version of its built tasks; None if it has not been built.
    """
    of_stem = {stem(name): version for name, version in versions.items()}
    found = {}
    for task in results:
        version = of_stem.get(task.rpartition("-")[0])
        if version is not None and (people := people_of(results, task, version)).tried:
            found[task] = people
    return found


def people_faults(
    results: Mapping[str, Sequence[PersonResult]], versions: Mapping[str, int | None]
) -> Iterator[GateFault]:
    """Yield a fault for each task that several people missed because of its picture.

    The arguments are those of :func:`tried_tasks`.
    """
    for task, people in tried_tasks(results, versions).items():
        if people.flagged:
            problem = (
                f"{len(people.reasons)} of {people.tried} people missed it because of the picture "
                f"({people.flag_words()}); change the picture and raise VERSION"
            )
            yield GateFault(task, "people", problem)


def claim_faults(
    people: Iterable[PersonAttempts],
    versions: Mapping[str, int | None],
    tasks: Mapping[str, Task],
    judge: JudgesSamples,
) -> Iterator[GateFault]:
    """Yield a fault for each record of a task that does not exist, or that its program does not solve.

    Records of other versions of tasks are left out: they do not count.

    Args:
        people: the files of people.
        versions: family → version of its built tasks; None if it has not been built.
        tasks: the tasks of the data set, by id.
        judge: judges programs in the sandbox.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    of_stem = {stem(name): version for name, version in versions.items()}
    for person in people:
        for name, attempt in person.tasks.items():
            if of_stem.get(name.rpartition("-")[0]) != attempt.version:
                continue
            task = tasks.get(name)
            if task is None:
                yield GateFault(name, "people", f"{person.by} has a record of it, but it is not a task")
            elif attempt.outcome == "solved":
                answer = Answer(code=attempt.answer, program=attempt.answer)
                found = judge.judge(Sample(task=task, draw=0, answer=answer))
                if isinstance(found, Verdict) and found.status is not Status.PASSED:
                    problem = f"the program of {person.by}, recorded as solved, does not pass: {found.detail}"
                    yield GateFault(name, "people", problem)
