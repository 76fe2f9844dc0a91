"""The claim that a data set's tasks need their pictures, and its proof by twins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.score_cells import FieldRange
from benchmark.analysis.wording import clean, count, number_word, percent, plural, position
from benchmark.core.task import Picture, StdioCheck, Task, Text
from benchmark.datasets.twins import TwinGroup, blind_ceiling, expected_results, twin_groups

_CALL_CHARACTERS = 70  #: maximum characters of a call
_VALUE_CHARACTERS = 60  #: maximum characters of a result
_TEXT_CHARACTERS = 700  #: maximum characters of a problem's text in an example
_MIN_LENGTHS = (10, 4)  #: an example's call and results must be longer than this to be instructive


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinExample:
    """Tasks with the same text, and a call that has a different right result in each of them."""

    text: str  #: the text that a model reads
    call: str
    results: tuple[tuple[str, str], ...]  #: (task id, result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The claim that a program without the pictures solves at most some of the tasks."""

    sentence: str
    lead: str
    ceiling: str  #: maximum share of tasks that such a program can solve, in percent
    field: FieldRange  #: the range up to the ceiling on an axis
    proof: tuple[str, ...]  #: sentences with the numbers of the proof
    example: TwinExample | None


def claim(tasks: Sequence[Task]) -> Claim | None:
    """Return the claim about tasks with twins; None if no two tasks have the same text and different results.

    Args:
        tasks: tasks of an open data set; their tests are parsed as Python but not run.
    """
    found = twin_groups(tasks)
    ceiling = blind_ceiling(found)
    if not tasks or ceiling == len(tasks):
        return None
    lonely = sum(len(group.without_twin) for group in found)
    pairs = [pair for group in found for pair in group.pairs if pair.are_twins]
    shared = [pair.shared for pair in pairs]
    least = min(pair.different / pair.shared for pair in pairs)
    high = ceiling / len(tasks)
    all_tasks, share = plural(len(tasks), "task"), percent(high)
    shown = any(task.chart for task in tasks)
    runs = "inputs" if are_programs(tasks) else "calls"
    without = "flowcharts or the problem texts" if shown else "pictures"
    texts = plural(len(found), "signature" if shown else "text")
    twins = f"{count(len(tasks) - lonely)} of {all_tasks} have a twin"
    return Claim(
        sentence=f"Without the {without}, no program solves more than {ceiling} of the {all_tasks}.",
        lead=_lead(found, lonely, charts=shown, programs=are_programs(tasks)),
        ceiling=share,
        field=FieldRange(bar_from="0%", bar_width=position(high), middle=position(high), median=share),
        proof=(
            f"{twins}; there are {texts} and {plural(len(pairs), 'pair')} of twins.",
            (
                f"The tests of two twins share {_range_text(shared)} {runs};"
                f" at least {percent(least)} % of these have different results."
            ),
            f"A program that does not see the {without} passes at most {plural(ceiling, 'task')}, {share} %.",
        ),
        example=_example({task.id: task for task in tasks}, found),
    )


def are_programs(tasks: Sequence[Task]) -> bool:
    """Whether the answers are whole programs, which read inputs instead of being called."""
    return all(isinstance(task.check, StdioCheck) for task in tasks)


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


def _range_text(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low} to {high}"


def _example(tasks: Mapping[str, Task], found: Sequence[TwinGroup]) -> TwinExample | None:
    """Return the group with the shortest instructive call whose right result differs in all its tasks.

    Groups of tasks with one picture come first: a page shows one picture of each task.
    """
    if are_programs([*tasks.values()]):
        return _program_example(tasks, found)
    plain = [group for group in found if all(_pictures(tasks[name]) <= 1 for name in group.tasks)]
    return _shortest_example(tasks, plain) or _shortest_example(tasks, found)


def _pictures(task: Task) -> int:
    return sum(isinstance(part, Picture) for part in task.parts)


def _shortest_example(tasks: Mapping[str, Task], found: Sequence[TwinGroup]) -> TwinExample | None:
    best: tuple[int, TwinExample] | None = None
    for group in found:
        if len(group.tasks) == 1:
            continue
        results = {name: expected_results(tasks[name]) for name in group.tasks}
        for call in next(iter(results.values())):
            if not call.startswith("[") or not all(call in by_call for by_call in results.values()):
                continue
            written = {name: repr(by_call[call]) for name, by_call in results.items()}
            length = len(call) + max(map(len, written.values()))
            instructive = len(call) > _MIN_LENGTHS[0] and min(map(len, written.values())) > _MIN_LENGTHS[1]
            if len(set(written.values())) < len(written) or not instructive or (best and best[0] <= length):
                continue
            task = tasks[group.tasks[0]]
            best = (
                length,
                TwinExample(
                    text=task.starter_code.strip(),
                    call=clean(f"{task.entry_name}({call[1:-1]})", _CALL_CHARACTERS),
                    results=tuple((name, clean(text, _VALUE_CHARACTERS)) for name, text in written.items()),
                ),
            )
    return None if best is None else best[1]


def _program_example(tasks: Mapping[str, Task], found: Sequence[TwinGroup]) -> TwinExample | None:
    """Return the group with the shortest instructive input whose right output differs in all its tasks."""
    best: tuple[int, TwinExample] | None = None
    for group in found:
        outputs = {name: _outputs(tasks[name]) for name in group.tasks}
        for given in next(iter(outputs.values())) if len(outputs) > 1 else ():
            written = {name: _one_line(by_input.get(given, "")) for name, by_input in outputs.items()}
            length = len(given) + max(map(len, written.values()))
            is_new = len(set(written.values())) == len(written) and all(written.values())
            if is_new and len(given) > _MIN_LENGTHS[0] and (best is None or length < best[0]):
                task = tasks[group.tasks[0]]
                results = tuple((name, clean(text, _VALUE_CHARACTERS)) for name, text in written.items())
                call = clean(_one_line(given), _CALL_CHARACTERS)
                best = length, TwinExample(text=_statement(task), call=call, results=results)
    return None if best is None else best[1]


def _outputs(task: Task) -> Mapping[str, str]:
    return (
        {case.input: case.output for case in task.check.cases} if isinstance(task.check, StdioCheck) else {}
    )


def _one_line(text: str) -> str:
    return " ⏎ ".join(line.strip() for line in text.strip().split("\n"))


def _statement(task: Task) -> str:
    """Return the text of a problem with marks for its pictures, shortened."""
    words = (part.text if isinstance(part, Text) else f"[picture {part.number}]" for part in task.parts)
    text = "".join(words).strip()
    return text if len(text) <= _TEXT_CHARACTERS else f"{text[:_TEXT_CHARACTERS].rsplit(' ', 1)[0]} …"
