"""Addresses of opened answers: a model's page opens the answer to the task that its address names."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import task_name
from benchmark.leaderboard.rows.answers import AnswerShards, answer_shards
from benchmark.leaderboard.rows.outcomes import LINES_PER_PAGE, ordered_tasks
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import address_part, model_page, task_list_page


@dataclass(frozen=True, slots=True)
class ListPlace:
    """Where the pages of a model list the tasks of a table."""

    anchor: str  #: name of the section in addresses
    separate: bool  #: whether the list has pages of its own, because the model's page has no room for it


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedAnswers:
    """The addresses of a row's answers."""

    slug: str
    anchor: str  #: name of the model's section in addresses
    parts: Mapping[
        str, int
    ]  #: task id → number of the list's page, from 1; empty if the model's page has all
    shards: AnswerShards

    @property
    def query(self) -> str:
        """``?list=code-vision-open-image-greedy&open=``; the name of the task follows."""
        return f"?list={self.anchor}&open="

    def page_of(self, task: str) -> str:
        """Return the source path of the page that lists a task."""
        part = self.parts.get(task)
        return model_page(self.slug) if part is None else task_list_page(self.slug, self.anchor, part)


def anchors(keys: Iterable[GroupKey]) -> tuple[str, ...]:
    """Return the names of sections in addresses, such as ``code-vision-open-image-greedy``.

    They do not depend on other tables, so links stay valid. If several tables have one name, all but the
    first get a number.
    """
    seen: Counter[str] = Counter()
    found = []
    for key in keys:
        name = address_part("-".join((key.suite, key.dataset, key.setting, key.protocol)))
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(found)


def list_places(tables: Sequence[tuple[GroupKey, int]]) -> Iterator[ListPlace]:
    """Yield where a model's tasks are listed, for each of its tables in the order of its sections.

    Args:
        tables: key of each table, and number of tasks of the model's row in it.
    """
    room = LINES_PER_PAGE
    for anchor, (_, size) in zip(anchors(key for key, _ in tables), tables, strict=True):
        separate = size > room
        room -= 0 if separate else size
        yield ListPlace(anchor, separate)


def opened_answers(sources: Sources) -> dict[str, OpenedAnswers]:
    """Return the addresses of answers by row id; a row without shards of answers has none."""
    shards, counts = answer_shards(sources), sources.counts
    tables: dict[str, list[tuple[GroupKey, str]]] = defaultdict(list)
    for groups in sources.groups.values():
        for group in groups:
            for slug, rows in group.by_slug.items():
                tables[slug].append((group.key, rows[0].id))
    found = {}
    for slug, mine in tables.items():
        places = list_places([(key, len(counts[row].tasks)) for key, row in mine])
        for (_, row), place in zip(mine, places, strict=True):
            if row in shards:
                found[row] = OpenedAnswers(
                    slug=slug,
                    anchor=place.anchor,
                    parts=_parts(sources, row) if place.separate else {},
                    shards=shards[row],
                )
    return found


def _parts(sources: Sources, row: str) -> dict[str, int]:
    return {
        task: 1 + number // LINES_PER_PAGE for number, task in enumerate(ordered_tasks(sources.counts[row]))
    }


@lru_cache(8192)
def query_name(task: str) -> str:
    """Return the name of a task as it follows :attr:`OpenedAnswers.query`."""
    return quote(task_name(task), safe="")
