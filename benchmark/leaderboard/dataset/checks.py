"""How the tasks of an open data set were checked, in a few lines, from the files that were kept."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from benchmark.analysis.wording import count, join_names, plural
from benchmark.core.task import Task
from benchmark.datasets.collection import Collection, read_pins, read_program_count
from benchmark.leaderboard.parts.people import DatasetPeople, ordered_levels


def check_lines(
    collection: Collection, tasks: Sequence[Task], people: DatasetPeople | None
) -> Iterator[tuple[str, str]]:
    """Yield (label, sentences) for each kind of check of which numbers were kept.

    Args:
        collection: the families of the data set.
        tasks: its tasks.
        people: the people who tried them; None if that is not recorded.

    Raises:
        BadInput: if a file of pins is not valid.
    """
    if collection.form == "pictures":
        yield from _pinned_lines(collection)
    levels = Counter(task.level for task in tasks if task.level)
    if levels:
        each = [plural(levels[level], f"{level} task") for level in ordered_levels(tasks)]
        yield "Levels", f"{join_names(each)}."
    if people is not None:
        yield "People", " ".join(people.sentences)


def _pinned_lines(collection: Collection) -> Iterator[tuple[str, str]]:
    pins = [found for name in collection.built_names() if (found := read_pins(collection, name)) is not None]
    compared = [task.rivals for found in pins for task in found.tasks if task.rivals]
    if compared:
        text = (
            f"{count(sum(compared))} other rules were compared with the worked examples of"
            f" {plural(len(compared), 'picture')}: orders and choices from a library, guesses, and the right"
            " program with one change. Each contradicts an example, gives the right results, or is ruled out"
            " by the text or a legend."
        )
        yield "Other rules", text
    programs = [read_program_count(collection, name) for name in collection.built_names()]
    counted = [found.programs for found in programs if found is not None]
    if counted and len(counted) == len(programs):
        text = (
            f"Fresh sets draw from at least {count(sum(counted))} different programs: {count(min(counted))}"
            f" or more of each family, with a median of {median(counted):g}."
        )
        yield "Programs", text
