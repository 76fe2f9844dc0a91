"""A task of an open set to try on the home page: its picture, one call in words, and four results.

Two of the wrong results are what the twins of the task give for the same call, so that only the picture tells
them apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmark.core.task import Picture, Task
from benchmark.generation.prompts.picture import picture_bytes
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import task_page
from benchmark.leaderboard.parts.page import PlainFile
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of, small_picture

DATASET, STEM = "open", "bin-days"
CALL = (4, 30)  #: the call that the question puts into words
_QUESTION = "Now a month of 30 days starts on a Friday. On which days is the bin emptied?"
#: The result of the task, of its two twins, and of whoever overlooks the day of rest.
RESULTS = {
    f"{STEM}-1": [4, 9, 14, 18, 24, 29],
    f"{STEM}-2": [4, 9, 14, 20, 25, 30],
    f"{STEM}-3": [4, 9, 14, 24, 29],
    "": [4, 9, 14, 19, 24, 29],
}
_PICTURE = "d/try.png"  #: the picture in its size, in fewer bytes
_STEPS = ((2000, 16),)
_ORDER = ("", f"{STEM}-2", f"{STEM}-1", f"{STEM}-3")
_REASON = (
    "Every fifth day from the 4th. The 19th is a Tuesday, the grey day of rest, so that bin is emptied on "
    "the 18th, the day before."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TryOne:
    """The view of the task."""

    picture: PictureView
    question: str
    options: tuple[tuple[str, bool], ...]  #: each result, and whether it is right
    reason: str  #: why the right one is right
    page: str
    tried: int  #: number of judged models that were asked the task


def try_one(sources: Sources) -> TryOne | None:
    """Return the task; None if this site's machine does not have it, or its picture may not be shown."""
    found = _shown(sources)
    if found is None:
        return None
    suite = found[0].suite
    groups = [group for group in sources.groups.get(suite, ()) if group.key.dataset == DATASET]
    return TryOne(
        picture=replace(next(iter(pictures_of(*found))), path=_PICTURE),
        question=_QUESTION,
        options=tuple((", ".join(map(str, RESULTS[name])), name == f"{STEM}-1") for name in _ORDER),
        reason=_REASON,
        page=task_page(suite, DATASET, STEM),
        tried=len({row.result.submission.slug for group in groups for row in group.models}),
    )


def try_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the file of the picture."""
    if (found := _shown(sources)) is not None:
        tasks, task = found
        picture = next(part for part in task.parts if isinstance(part, Picture))
        yield PlainFile(
            _PICTURE, lambda: small_picture(picture_bytes(picture, tasks.folder, task.id), _STEPS)
        )


def _shown(sources: Sources) -> tuple[TaskSet, Task] | None:
    for tasks in sources.tasks.values():
        task = tasks.tasks.get(f"{STEM}-1") if tasks.dataset == DATASET else None
        if task is not None and pictures_of(tasks, task):
            return tasks, task
    return None
