"""A task of an open set to try on the home page: its picture, one call in words, and four results.

Two of the wrong results are what the twins of the task give for the same call, so that only the picture tells
them apart.
"""

from dataclasses import dataclass

from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import task_page
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of

SUITE, DATASET, STEM = "humaneval-v", "open", "bin-days"
CALL = (4, 30)  #: the call that the question puts into words
_QUESTION = "Now a month of 30 days starts on a Friday. On which days is the bin emptied?"
#: The result of the task, of its two twins, and of whoever overlooks the day of rest.
RESULTS = {
    f"{STEM}-1": [4, 9, 14, 18, 24, 29],
    f"{STEM}-2": [4, 9, 14, 20, 25, 30],
    f"{STEM}-3": [4, 9, 14, 24, 29],
    "": [4, 9, 14, 19, 24, 29],
}
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
    tasks = next(
        (each for each in sources.tasks.values() if (each.suite, each.dataset) == (SUITE, DATASET)), None
    )
    task = None if tasks is None else tasks.tasks.get(f"{STEM}-1")
    picture = None if tasks is None or task is None else next(iter(pictures_of(tasks, task)), None)
    if picture is None:
        return None
    groups = [group for group in sources.groups.get(SUITE, ()) if group.key.dataset == DATASET]
    return TryOne(
        picture=picture,
        question=_QUESTION,
        options=tuple((", ".join(map(str, RESULTS[name])), name == f"{STEM}-1") for name in _ORDER),
        reason=_REASON,
        page=task_page(SUITE, DATASET, STEM),
        tried=len({row.result.submission.slug for group in groups for row in group.models}),
    )
