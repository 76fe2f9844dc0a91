"""The claim that a data set's tasks need their pictures, how its tasks were checked, and design notes."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from statistics import median
from types import SimpleNamespace
from typing import TYPE_CHECKING

from markupsafe import Markup

from benchmark.analysis.score_cells import FieldRange
from benchmark.analysis.wording import clean, count, join_names, number_word, percent, plural, position
from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, StdioCheck, Task, Text
from benchmark.datasets.collection import Collection, read_program_count, stem
from benchmark.datasets.twins import TwinGroup, blind_ceiling, expected_results, twin_groups
from benchmark.leaderboard.parts.people import DatasetPeople, ordered_levels
from benchmark.suites.open_collections import OPEN_COLLECTIONS

if TYPE_CHECKING:
    from markdown import Markdown


_CALL_CHARACTERS = 70  #: maximum characters of a call
_VALUE_CHARACTERS = 60  #: maximum characters of a result
_TEXT_CHARACTERS = 700  #: maximum characters of a problem's text in an example
_MIN_LENGTHS = (10, 4)  #: an example's call and results must be longer than this to be instructive


def claim(tasks: Sequence[Task]) -> SimpleNamespace | None:
    """Return the claim about tasks with twins; None if no twins have different results."""
    found = twin_groups(tasks)
    ceiling = blind_ceiling(found)
    if not tasks or ceiling == len(tasks):
        return None
    lonely = sum(len(group.without_twin) for group in found)
    pairs = [pair for group in found for pair in group.pairs if pair.are_twins]
    fewest, most = (end(pair.shared for pair in pairs) for end in (min, max))
    shared = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    least = min(pair.different / pair.shared for pair in pairs)
    high = ceiling / len(tasks)
    all_tasks, share = plural(len(tasks), "task"), percent(high)
    shown = any(task.chart for task in tasks)
    runs = "inputs" if are_programs(tasks) else "calls"
    without = "flowcharts or the problem texts" if shown else "pictures"
    texts = plural(len(found), "signature" if shown else "text")
    twins = f"{count(len(tasks) - lonely)} of {all_tasks} have a twin"
    return SimpleNamespace(
        sentence=f"Without the {without}, no program solves more than {ceiling} of the {all_tasks}.",
        lead=_lead(found, lonely, charts=shown, programs=are_programs(tasks)),
        ceiling=share,  # maximum share of tasks that such a program can solve, in percent
        field=FieldRange(bar_from="0%", bar_width=position(high), middle=position(high), median=share),
        proof=(
            f"{twins}; there are {texts} and {plural(len(pairs), 'pair')} of twins.",
            (
                f"The tests of two twins share {shared} {runs};"
                f" at least {percent(least)} % of these have different results."
            ),
            f"A program that does not see the {without} passes at most {plural(ceiling, 'task')}, {share} %.",
        ),
        example=_example({task.id: task for task in tasks}, found),
    )


def are_programs(tasks: Sequence[Task]) -> bool:
    """Whether answers are whole programs, which read inputs instead of being called."""
    return any(isinstance(task.check, StdioCheck) for task in tasks)


def _lead(found: Sequence[TwinGroup], lonely: int, *, charts: bool, programs: bool) -> str:
    sizes = {len(group.tasks) for group in found}
    others = number_word(min(sizes) - 1)
    if len(sizes) == 1 and not lonely:
        noun = "other" if sizes == {2} else "others"
        texts = "its signature, its notes" if charts else "its text, its signature"
        texts = "its text and its inputs" if programs else f"{texts} and its calls"
        shared = f"Every task shares {texts} with {others} {noun}"
    else:
        texts = "their signature, notes" if charts else "their text, their signature"
        texts = "their text and inputs" if programs else f"{texts} and calls"
        shared = f"Most tasks share {texts} with others"
    unseen = "is shown only these" if charts else "does not look at the pictures"
    return (
        f"{shared}, but the right results differ. A program that {unseen} gives the same"
        " results for all of them, so it is right for at most one."
    )


def _example(tasks: Mapping[str, Task], found: Sequence[TwinGroup]) -> SimpleNamespace | None:
    """Return the group with the shortest instructive call whose right result differs in all its tasks.

    Groups of tasks with one picture come first: a page shows one picture of each task.
    """
    if are_programs([*tasks.values()]):
        return _shortest_example(tasks, found)
    several = {
        name for name, task in tasks.items() if sum(isinstance(part, Picture) for part in task.parts) > 1
    }
    plain = [group for group in found if several.isdisjoint(group.tasks)]
    return _shortest_example(tasks, plain) or _shortest_example(tasks, found)


def _shortest_example(tasks: Mapping[str, Task], found: Sequence[TwinGroup]) -> SimpleNamespace | None:
    """Return the shortest of the calls, or of the inputs of programs, with their results."""
    known = [*_calls(tasks, found)]
    if not known:
        return None
    _, task, call, written = min(known, key=itemgetter(0))
    program = isinstance(task.check, StdioCheck)
    return SimpleNamespace(
        text=_statement(task) if program else task.starter_code.strip(),  # the text that a model reads
        call=clean(_one_line(call) if program else f"{task.entry_name}({call[1:-1]})", _CALL_CHARACTERS),
        results=tuple((name, clean(text, _VALUE_CHARACTERS)) for name, text in written.items()),
    )


def _calls(
    tasks: Mapping[str, Task], found: Sequence[TwinGroup]
) -> Iterator[tuple[int, Task, str, dict[str, str]]]:
    """Yield length, first task, call and results by task of calls whose result differs in every task."""
    for group in found:
        first = tasks[group.tasks[0]]
        results = {name: _results(tasks[name]) for name in group.tasks} if len(group.tasks) > 1 else {}
        fewest = 0 if isinstance(first.check, StdioCheck) else _MIN_LENGTHS[1]
        for call in results.get(first.id, ()):
            written = {name: by_call.get(call, "") for name, by_call in results.items()}
            instructive = len(call) > _MIN_LENGTHS[0] and min(map(len, written.values())) > fewest
            if instructive and len(set(written.values())) == len(written):
                yield len(call) + max(map(len, written.values())), first, call, written


def _results(task: Task) -> dict[str, str]:
    """Return the right results by call, or by input of a program; not those of large calls."""
    if isinstance(task.check, StdioCheck):
        return {case.input: _one_line(case.output) for case in task.check.cases}
    return {call: repr(value) for call, value in expected_results(task).items() if call.startswith("[")}


def _one_line(text: str) -> str:
    return " ⏎ ".join(line.strip() for line in text.strip().split("\n"))


def _statement(task: Task) -> str:
    """Return the text of a problem with marks for its pictures, shortened."""
    words = (part.text if isinstance(part, Text) else f"[picture {part.number}]" for part in task.parts)
    text = "".join(words).strip()
    return text if len(text) <= _TEXT_CHARACTERS else f"{text[:_TEXT_CHARACTERS].rsplit(' ', 1)[0]} …"


_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignNote:
    """The design page of a family: its first paragraph reveals nothing, the rest explains the rules."""

    title: str
    words: Markup  #: what the text says, and what it leaves to the picture
    rules: Markup  #: what the picture shows, and what a wrong reading would give


def collection_of(suite: str, dataset: str) -> Collection | None:
    """Return the collection with the data set's families; None if they are not in this package."""
    found = OPEN_COLLECTIONS.get(suite)
    return found if found is not None and found.dataset == dataset else None


def design_notes(collection: Collection) -> dict[str, DesignNote]:
    """Return the notes of all families that have a design page, by stem.

    Families of programs have none: their flowcharts say everything.

    Raises:
        BadInput: for a page without title or text.
    """
    names = () if collection.form == "charts" else collection.pages()
    return {stem(name): _note(collection, name) for name in names}


def _note(collection: Collection, name: str) -> DesignNote:
    path = collection.page(name)
    title, _, rest = path.read_text(encoding="utf-8").strip().partition("\n")
    words, heading, rules = rest.partition("\n## ")
    if not title.startswith("# ") or not words.strip() or not heading:
        problem = "does not begin with a title, a paragraph and a section"
        raise BadInput(path, "", problem, "use the same structure as the pages of other families")
    return DesignNote(title=clean(title[2:]), words=_inline(words), rules=_html(f"## {rules}"))


def _inline(text: str) -> Markup:
    """Return the first paragraph as HTML without its ``<p>`` element."""
    html = _html(_COMMENT.sub("", text).strip().split("\n\n")[0])
    return Markup(html.removeprefix("<p>").removesuffix("</p>"))  # noqa: S704 - pages of this package


@lru_cache(1)
def _converter() -> "Markdown":
    from markdown import Markdown

    return Markdown(extensions=["tables"])


def _html(text: str) -> Markup:
    """Return Markdown of this package as HTML, with headings one level lower."""
    below = re.sub(r"^## ", "### ", text, flags=re.MULTILINE)
    html = _converter().reset().convert(below)
    html = html.replace("<table>", '<table class="tb plain">').replace("<th>", '<th scope="col">')
    return Markup(html)  # noqa: S704 - pages of this package, which are trusted


def check_lines(
    collection: Collection, tasks: Sequence[Task], people: DatasetPeople | None
) -> Iterator[tuple[str, str]]:
    """Yield (label, sentences) for each kind of check of which numbers were kept.

    Raises:
        BadInput: if a count of programs is not valid.
    """
    if collection.form == "pictures":
        yield from _kept_lines(collection, tasks)
    levels = Counter(task.level for task in tasks if task.level)
    if levels:
        each = [
            plural(levels[level], "task") + f" of level {level}"
            if level.isdigit()
            else plural(levels[level], f"{level} task")
            for level in ordered_levels(tasks)
        ]
        yield "Levels", f"{join_names(each)}."
    if people is not None:
        yield "People", " ".join(people.sentences)


def _kept_lines(collection: Collection, tasks: Sequence[Task]) -> Iterator[tuple[str, str]]:
    tried = [task.unique_among for task in tasks if task.unique_among]
    if tried:
        text = (
            f"The worked examples of {plural(len(tried), 'picture')} are unique among {count(min(tried))} to"
            f" {count(max(tried))} rules, {count(sum(tried))} in all: every combination of a rule's parts."
            " Programs with one change of the right one were tried, too, apart from those that text or legend"
            " rules out. Each rule and program that is wrong for a call contradicts an example."
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
