"""The data set ``official``: from the authors' data if the user has them, else fetched from public files.

The authors state no licence, so nothing is shipped. The README of this suite says where their data belong.
Without them, tasks are those of the authors' result files, and pictures those of :mod:`.flowcharts`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Picture, Task
from benchmark.datasets.official import FetchedPictures, FetchRequest, OfficialSource
from benchmark.datasets.store import FetchedSet, folder_of, read_fetched
from benchmark.files.bounded import MIB, read_bytes
from benchmark.suites.code_vision.fetched_tasks import COMMAND, STORED, fetch_official, load_fetched
from benchmark.suites.code_vision.flowcharts import fetch_flowcharts, fetch_for_questions, flowcharts_are_here
from benchmark.suites.code_vision.lcb_vision import DATASET as LCB
from benchmark.suites.code_vision.lcb_vision import fetch_lcb
from benchmark.suites.code_vision.records import FileLine, read_problems
from benchmark.suites.code_vision.tasks import SUITE_ID, task_of
from benchmark.suites.code_vision.upstream_prompt import REPOSITORY, authors_folder

DATASET = "official"
DATA = "data"  #: what the authors' data.zip is unpacked to
#: Subset → its folder and its file of problems, as in the authors' data.zip.
FILES = {
    "humaneval": ("HumanEval-V", "HumanEval.jsonl"),
    "algorithm": ("Algorithm", "Algorithm.jsonl"),
    "math": ("MATH", "MATH.jsonl"),
}
#: Subset → level → published number of tasks; the level of ``humaneval`` is empty.
COUNTS = {
    "humaneval": {"": 164},
    "algorithm": {"easy": 45, "medium": 75, "hard": 29},
    "math": {"easy": 45, "medium": 40, "hard": 40},
}


def load() -> tuple[Task, ...]:
    """Load all 438 tasks with their pictures, and with their charts as text if these are there.

    Without the authors' data, load the tasks that :mod:`.fetched_tasks` stored, which are texts.

    Raises:
        BadInput: if files are missing or not valid, or the numbers of tasks differ from the published ones.
    """
    folder = authors_folder()
    if not (folder / DATA).is_dir():
        if read_fetched(SUITE_ID, STORED) is not None:
            return load_fetched()
        problem = f"{DATASET} is not on this machine: its authors publish it, and we may not ship it"
        raise BadInput(folder / DATA, "", problem, f"run `{COMMAND}`; or {_fix(folder)}")
    tasks = tuple(task for subset in FILES for task in _tasks(folder, subset))
    _check_counts(folder, tasks)
    _check_pictures(folder, tasks)
    return tasks


def _tasks(folder: Path, subset: str) -> Iterator[Task]:
    name, file = FILES[subset]
    path = folder / DATA / name / file
    if not path.is_file():
        raise BadInput(path, "", "is missing", _fix(folder))
    for where, problem in read_problems(path, subset):
        _check_name(where, problem.task_id)
        try:
            task = task_of(problem, DATASET)
        except ValueError as error:
            raise where.error("", f"cannot become a task: {error}", _fix(folder)) from None
        source = f"{DATA}/{name}/images/{task.id}.png"
        picture = Picture(number=1, source=source, folder=folder)
        chart = folder / DATA / name / "mermaid" / f"{task.id}.txt"
        # Only the setting `mermaid` needs charts as text, so a folder may be without them.
        text = read_bytes(chart, MIB).decode("utf-8", "replace") if chart.is_file() else ""
        yield replace(task, parts=(*task.parts, picture), chart=text)


def _check_name(where: FileLine, name: str) -> None:
    """Check that an id can be part of a path in the folder."""
    if "/" in name or "\\" in name or name in {".", ".."}:
        raise where.error("task_id", f"{quote_value(name)} cannot be a file name", "restore the file")


def _check_counts(folder: Path, tasks: tuple[Task, ...]) -> None:
    found = Counter((task.subset, task.level) for task in tasks)
    wanted = {(subset, level): count for subset, levels in COUNTS.items() for level, count in levels.items()}
    differing = [
        f"{' '.join(filter(None, key))} has {found[key]} tasks instead of {wanted.get(key, 0)}"
        for key in (*wanted, *sorted(found.keys() - wanted.keys()))
        if found[key] != wanted.get(key, 0)
    ]
    if repeated := len(tasks) - len({task.id for task in tasks}):
        differing.append(f"{repeated} ids are there twice")
    if differing:
        raise BadInput(folder / DATA, "", f"is not as published: {', '.join(differing)}", _fix(folder))


def _check_pictures(folder: Path, tasks: tuple[Task, ...]) -> None:
    sources = (part.source for task in tasks for part in task.parts if isinstance(part, Picture))
    missing = [source for source in sources if not (folder / source).is_file()]
    if missing:
        problem = f"{len(missing)} pictures are missing, such as {quote_value(missing[0])}"
        raise BadInput(folder / DATA, "", problem, _fix(folder))


def _fix(folder: Path) -> str:
    return f"clone https://github.com/{REPOSITORY} to {folder}, and unpack the data.zip of its README there"


def _fetch(request: FetchRequest, report: Callable[[str], None]) -> Mapping[str, FetchedSet]:
    if request.version not in (None, LCB):
        problem = f"{SUITE_ID} has no version {quote_value(request.version)}"
        raise BadInput("--version", "", problem, f"use {LCB}, or leave it out to fetch {DATASET}")
    dataset, fetch = (LCB, fetch_lcb) if request.version else (DATASET, fetch_official)
    found = fetch(request.source, again=request.again)
    report(f"{dataset}: {found.tasks} tasks in {folder_of(found.suite, found.dataset)}")
    if request.source is not None and not (request.source / DATA).is_dir():
        report(f"{request.source} has no folder {DATA}, so the flowcharts were not read")
    else:
        fetch_flowcharts(request.source, report, again=request.again, dataset=dataset)
    return {}


SOURCE = OfficialSource(
    fetch=_fetch,
    options=frozenset({"version"}),
    reason=", whose files are pinned in this version",
    by_address={DATASET: fetch_official, LCB: fetch_lcb},
    pictures={
        (name, "flowchart"): FetchedPictures(
            fetch=partial(fetch_for_questions, name), are_here=partial(flowcharts_are_here, name)
        )
        for name in (DATASET, LCB)
    },
)
