"""Sources of tasks and extraction rules: a data set of a suite, or your own files, as options name them."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.names import is_set_name
from benchmark.core.suite import ExtractionRule, SettingExtraction, Suite, extraction_within
from benchmark.core.task import Task
from benchmark.extraction.own import extract
from benchmark.files.tasks import read_tasks
from benchmark.suites import SUITES, find, load, official_source, tasks_in


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSource:
    """The tasks of a data set, and their suite."""

    tasks: tuple[Task, ...]
    suite_id: str
    dataset: str
    suite: Suite | None  #: None if the tasks belong to none of our suites
    #: File and line of each task by its id; only of a user's own files.
    places: Mapping[str, tuple[Path, int]] = field(default_factory=dict, repr=False)
    files: tuple[Path, ...] = ()  #: task files; empty for a data set of a suite

    def within(self, setting: str) -> "TaskSource":
        """Return the source with the tasks that a setting asks; see :func:`benchmark.suites.tasks_in`."""
        tasks = tasks_in(self.suite, setting, self.tasks)
        return self if tasks is self.tasks else replace(self, tasks=tasks)

    def rule(self, name: str, named_in: object = "--extraction", *, setting: str = "") -> ExtractionRule:
        """Return an extraction rule by its name.

        Args:
            name: the rule's name.
            named_in: the option or file that contains the name, for error messages.
            setting: setting of the completions, which decides the form of some rules; empty if unknown.

        Raises:
            BadInput: if the suite has no such rule.
        """
        rules = {"own": extract} if self.suite is None else self.suite.judged.extractions
        if name not in rules:
            problem = f"{self.suite_id} has no extraction rule {quote_value(name)}"
            raise BadInput(named_in, "", problem, f"use one of: {', '.join(rules)}")
        depends = isinstance(rules[name], SettingExtraction)
        return ExtractionRule(name, extraction_within(rules[name], setting), setting if depends else "")

    def check_draws(self, protocol: str, draws: int, file: object) -> None:
        """Check that ``file`` has as many draws per task as ``protocol`` requires, if the suite knows it.

        Raises:
            BadInput: if it has another number; the row would claim a protocol that was not followed.
        """
        known = {} if self.suite is None else self.suite.asked.protocols
        if protocol in known and known[protocol].draws != draws:
            wanted = known[protocol].draws
            problem = f"there are {draws} draws per task, but the protocol {protocol} has {wanted}"
            raise BadInput(file, "", problem, "name the protocol that was used")


def from_files(paths: Sequence[Path]) -> TaskSource:
    """Read the tasks of one or more files.

    Raises:
        BadInput: if a task appears twice, or the tasks belong to more than one suite or data set.
    """
    tasks: dict[str, Task] = {}
    places: dict[str, tuple[Path, int]] = {}
    for path in paths:
        lines: dict[str, int] = {}
        for task in read_tasks(path, lines=lines):
            if task.id in tasks:
                problem = f"task {quote_value(task.id)} is in another of the files too"
                raise BadInput(path, "", problem, "remove it from one of them")
            tasks[task.id] = task
        places |= {task_id: (path, line) for task_id, line in lines.items()}
    names = sorted({(task.suite, task.dataset) for task in tasks.values()})
    if len(names) > 1:
        problem = f"the tasks belong to {' and '.join('/'.join(name) for name in names)}"
        raise BadInput(paths[0], "suite, dataset", problem, "judge the tasks of one data set at a time")
    ((suite_id, dataset),) = names
    read, suite = tuple(tasks.values()), find(suite_id)
    return TaskSource(
        tasks=read, suite_id=suite_id, dataset=dataset, suite=suite, places=places, files=tuple(paths)
    )


def from_suite(suite_id: str, dataset: str, named_in: object = None) -> TaskSource:
    """Load a data set of a suite, or a fresh set that was built on this machine.

    Args:
        suite_id: id of the suite.
        dataset: name of the data set; empty for the suite's first one.
        named_in: the file that contains these names, for error messages; None for the options.

    Raises:
        BadInput: if a name is unknown (the message lists the known ones), or the data set's files are missing
            or not valid.
    """
    if suite_id not in SUITES:
        raise _unknown_name(
            named_in, "--suite", f"{quote_value(suite_id)} has no data set here", SUITES, suite_id
        )
    suite = load(suite_id)
    dataset = dataset or next(iter(suite.datasets))
    if is_set_name(dataset) and suite.data.public:
        from benchmark.datasets.fresh import load_fresh

        tasks = load_fresh(suite_id, dataset, named_in or "--dataset")
        return TaskSource(tasks=tasks, suite_id=suite_id, dataset=dataset, suite=suite)
    if dataset not in suite.datasets:
        problem = f"{suite_id} has no data set {quote_value(dataset)} here"
        raise _unknown_name(named_in, "--dataset", problem, suite.datasets, dataset)
    return TaskSource(tasks=suite.datasets[dataset](), suite_id=suite_id, dataset=dataset, suite=suite)


def fetched_source(suite_id: str, dataset: str, named_in: object = None) -> TaskSource:
    """Load a data set like :func:`from_suite`; if it has a pinned address and is not here, fetch it first.

    CI calls this: its machines begin without official data sets.

    Raises:
        BadInput: for the reasons of :func:`from_suite`, and if the data set cannot be fetched now.
    """
    from benchmark.datasets.store import datasets_folder

    failure = _fetch_failure(suite_id, dataset, datasets_folder())
    if failure is not None:
        place = f"{suite_id} {dataset}"
        raise BadInput(place, "", f"is not on this machine: {failure}", failure.fix) from failure
    return from_suite(suite_id, dataset, named_in)


def fetch_pictures(suite_id: str, dataset: str, setting: str) -> None:
    """Fetch the pictures that a setting shows of a data set, if they have a pinned address and are not here.

    Jobs of CI call this before they ask a model; to judge answers, no picture is needed.

    Raises:
        BadInput: if a picture is not the one that was recorded.
        OurFailure: if a server cannot be reached.
    """
    source = official_source(suite_id)
    if source is not None and (dataset, setting) in source.pictures:
        source.pictures[dataset, setting].fetch()


@functools.cache  # so that a plan of many runs waits only once for a network that is down
def _fetch_failure(suite_id: str, dataset: str, _folder: Path) -> OurFailure | None:
    """Fetch a data set into the folder of data sets if it has a pinned address; return why that failed."""
    source = official_source(suite_id)
    known = source.by_address if source else {}
    if dataset not in known:
        return None
    try:
        known[dataset]()
    except OurFailure as failure:
        return failure
    return None


def _unknown_name(named_in: object, option: str, problem: str, known: Iterable[str], given: str) -> BadInput:
    """Return the error; only commands with options for these names have the option --tasks, too."""
    from benchmark.core.similar import did_you_mean

    fix = f"use one of: {', '.join(known)}"
    fix += "; or give your own tasks with --tasks FILE" if named_in is None else ""
    return BadInput(named_in or option, "", f"{problem}{did_you_mean(given, known)}", fix)


def broken_tests(source: TaskSource) -> Mapping[str, str]:
    """Return the tasks whose test scripts broke when the data set was fetched, with the reasons."""
    known = official_source(source.suite_id)
    if not known or source.dataset not in {found.dataset for found in known.versions.values()}:
        return {}
    from benchmark.datasets.store import read_fetched

    found = read_fetched(source.suite_id, source.dataset)
    return {} if found is None or found.broken is None else found.broken


def need_tasks(command: str, files: Sequence[Path], suite: str, dataset: str) -> tuple[Task, ...]:
    """Read the tasks that the options name.

    Raises:
        BadInput: if they name none; else as :func:`tasks_of`.
    """
    found = tasks_of(files, suite, dataset)
    if not found:
        raise BadInput(command, "", "no tasks are named", "name a suite with --suite, or a file with --tasks")
    return found


def source_of(files: Sequence[Path], suite: str, dataset: str) -> TaskSource:
    """Read the tasks of the files or of the suite, with what is known about their suite.

    Raises:
        BadInput: unless exactly one of them is named; else as :func:`tasks_of`.
    """
    if bool(files) == bool(suite):
        raise BadInput("--tasks", "", "name either --tasks or --suite", "use one of the two")
    return from_files(files) if files else from_suite(suite, dataset)


def tasks_of(files: Sequence[Path], suite: str, dataset: str) -> tuple[Task, ...] | None:
    """Read the tasks that the options name; None if they name none.

    Raises:
        BadInput: for options that exclude each other, an unknown suite or data set, and an invalid task file.
    """
    if files and (suite or dataset):
        raise BadInput("--tasks", "", "cannot be used with --suite or --dataset", "leave one of them out")
    if files:
        return from_files(files).tasks
    if dataset and not suite:
        raise BadInput("--dataset", "", "needs --suite", "name the suite")
    return from_suite(suite, dataset).tasks if suite else None
