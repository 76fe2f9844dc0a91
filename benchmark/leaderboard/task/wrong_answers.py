"""What models wrote on a task: wrong answers in groups, and descriptions of its pictures.

Groups have the same first failed check and what it returned; the largest comes first. Verdicts are read once
per row and reduced to the keys of the groups. Then completions are read once per row, to find the shortest
answer of each listed group; the largest groups keep its text. Groups state no cause: their titles only repeat
the failed check.

Only two-stage settings have descriptions, in a file next to the row; programs are then written from them.
They retell the pictures, so they are shown only if the licence allows to show the pictures.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

from benchmark.analysis.catalog import status_title
from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.wording import clean, plural
from benchmark.core.sample import SampleKey
from benchmark.leaderboard.inputs.failures import FailedCheck, failed_check, failures
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.stored_samples import stored_answers
from benchmark.leaderboard.parts.marked_answer import answer_marker, visible_text
from benchmark.leaderboard.parts.task_results import Entrant, TableResults

_MAX_GROUPS = 12  #: maximum number of groups in the list
_GROUPS_WITH_ANSWER = 3  #: number of groups that show an answer; the page can load one for the others
_MAX_NAMES = 8  #: maximum number of models named per group
_CALL_CHARACTERS = 80  #: maximum characters of a call and of its result
_ANSWER_CHARACTERS = 2048  #: maximum characters of an answer

_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswers:
    """The wrong answers to a task, in groups of the same failed check."""

    answers: int
    ways: int  #: number of groups
    groups: tuple[SimpleNamespace, ...] = ()  #: the listed groups
    rest: int = 0  #: number of answers in groups that are not listed
    checked: int = 0  #: number of listed groups whose failed check is known


@dataclass(slots=True)
class _AnswerGroup:
    """A group of wrong answers, to which answers are added while files are read."""

    check: FailedCheck
    status: str
    samples: list[tuple[int, int]] = field(default_factory=list)  #: (number of the entrant, draw)
    keeps_text: bool = False  #: whether the page shows an answer
    shortest: tuple[int, str] | None = None  #: (number of the entrant, its answer), if the group keeps it
    #: (length, number of the entrant, draw) of the shortest answer that the page can load
    loadable: tuple[int, int, int] | None = None


#: Lines of an answer, whether these lines were judged, and whether more lines follow that are not shown.
_Code = tuple[tuple[str, ...], bool, bool]


def wrong_answers(sources: Sources, table: TableResults, *, code: bool) -> dict[str, WrongAnswers]:
    """Return wrong answers by task, without tasks that have none or whose verdicts are not available.

    Answers are shown only with ``code``.
    """
    found: dict[str, dict[tuple[str, str, str], _AnswerGroup]] = defaultdict(dict)
    for number, entrant in enumerate(table.entrants):
        for verdict in failures(sources).samples(entrant.row):
            check = failed_check(verdict.status, verdict.detail, verdict.exception)
            same = (verdict.status, check.title[: 2 * _CALL_CHARACTERS], check.expected[:_CALL_CHARACTERS])
            if (group := found[verdict.task].get(same)) is None:
                group = found[verdict.task][same] = _AnswerGroup(check, verdict.status)
            group.samples.append((number, verdict.draw))
    ordered = {task: sorted(groups.values(), key=_rank) for task, groups in found.items()}
    for groups in ordered.values():
        for group in groups[: _GROUPS_WITH_ANSWER if code else 0]:
            group.keeps_text = True
    _choose_answers(sources, table, ordered)
    tasks = sources.tasks.get((table.key.suite, table.key.dataset))
    key = table.key
    mark = answer_marker(key.suite, key.extraction, _ANSWER_CHARACTERS, setting=key.setting)

    def shown(task: str, text: str) -> _Code:
        written = mark(None if tasks is None else tasks.tasks.get(task), text)
        if written.code:
            return tuple(written.code.split("\n")), True, False
        if not written.kept:
            return written.lines, False, bool(written.gaps)
        first, behind = written.kept[0]
        part = any(first < at <= behind for at, _ in written.gaps)
        return written.lines[first:behind], True, part

    def view(task: str, group: _AnswerGroup) -> SimpleNamespace:
        code = shown(task, group.shortest[1]) if group.shortest else ((), False, False)
        return _view(group, task, table.entrants, code)

    return {
        task: WrongAnswers(
            answers=sum(len(group.samples) for group in groups),
            ways=len(groups),
            groups=tuple(view(task, group) for group in groups[:_MAX_GROUPS]),
            checked=sum(bool(group.check.call or group.check.check) for group in groups[:_MAX_GROUPS]),
            rest=sum(len(group.samples) for group in groups[_MAX_GROUPS:]),
        )
        for task, groups in ordered.items()
    }


def without_verdicts(sources: Sources, table: TableResults) -> tuple[str, ...]:
    """Return the names of models whose verdicts are not available."""
    rows = [(entrant.name, entrant.row) for entrant in table.entrants]
    return tuple(name for name, row in rows if sources.file_path(row, row.run.verdicts_file) is None)


def _choose_answers(sources: Sources, table: TableResults, ordered: Mapping[str, list[_AnswerGroup]]) -> None:
    wanted: list[dict[SampleKey, _AnswerGroup]] = [{} for _ in table.entrants]
    for task, groups in ordered.items():
        for group in groups[:_MAX_GROUPS]:
            for number, draw in group.samples:
                can_load = table.entrants[number].opened is not None
                if can_load and len(group.samples) == 1:
                    group.loadable = (0, number, draw)  # the only answer is the shortest one
                if group.keeps_text or (can_load and len(group.samples) > 1):
                    wanted[number][task, draw] = group
    for number, entrant in enumerate(table.entrants):
        path = sources.file_path(entrant.row, entrant.row.run.completions_file)
        if path is None or not wanted[number]:
            continue
        for answer in stored_answers(path, wanted[number]):
            group, size = wanted[number][answer.task, answer.draw], len(answer.text)
            if group.keeps_text and (group.shortest is None or size < len(group.shortest[1])):
                group.shortest = (number, answer.text)
            if entrant.opened is not None and (group.loadable is None or size < group.loadable[0]):
                group.loadable = (size, number, answer.draw)


def _view(group: _AnswerGroup, task: str, entrants: tuple[Entrant, ...], answer: _Code) -> SimpleNamespace:
    code, judged, part = answer
    numbers = list(dict.fromkeys(number for number, _ in group.samples))
    writer = entrants[
        group.shortest[0] if group.shortest else group.loadable[1] if group.loadable else numbers[0]
    ]
    who = plural(len(numbers), "model")
    named = numbers if len(numbers) <= _MAX_NAMES + 1 else numbers[:_MAX_NAMES]  # a rest of one is named
    return SimpleNamespace(
        title=_title(group),  # the failed check, such as ``circular_shift(100, 2) → 1``
        is_call=bool(group.check.call),  # whether the title is code
        expected=clean(group.check.expected, _CALL_CHARACTERS),
        count=who if len(group.samples) == len(numbers) else f"{len(group.samples):,} answers of {who}",
        who=tuple(entrants[number] for number in named),  # the models, best first
        rows=" ".join(map(str, named)),  # their numbers in the table of results, from 0: ``0 3 4``
        others=len(numbers) - len(named),  # number of models that are not in ``who``
        shown=writer,  # the model whose answer is shown or can be loaded, else the first one
        # ``Shown: Acme One, the shorter answer.``; empty for one answer, and if none is shown
        choice=_choice(writer.name, len(group.samples)) if code else "",
        code=code,  # lines of the shown answer; empty if none is shown
        judged=judged,  # whether these lines were judged; if not, it is unknown which lines were
        part=part,  # whether more lines follow that are not shown
        # an answer that the page can load; None if one is shown or none is stored
        stored=None if code else _stored(group, task, entrants),
    )


def _stored(group: _AnswerGroup, task: str, entrants: tuple[Entrant, ...]) -> SimpleNamespace | None:
    """Return the place of the shortest answer that the page can load."""
    if group.loadable is None:
        return None
    _, number, draw = group.loadable
    entrant = entrants[number]
    if entrant.opened is None:
        return None
    shards = entrant.opened.shards
    place = shards.place(task)
    return SimpleNamespace(
        path=shards.path(place),
        number=place % shards.size,  # number of the task in the shard, from 0
        draw=draw,
        # ``Shown: Acme One, the shorter answer.``; empty if the group has no other answer
        choice=_choice(entrant.name, len(group.samples)),
    )


def _rank(group: _AnswerGroup) -> tuple[int, bool, str, str]:
    return -len(group.samples), not group.check.call, group.check.title, group.status


def _title(group: _AnswerGroup) -> str:
    check = group.check
    if check.call:
        call, outcome = clean(check.call, _CALL_CHARACTERS), check.got or check.message
        return f"{call} → {clean(outcome, _CALL_CHARACTERS)}" if outcome else call
    words = clean(check.got or check.message or check.check, _CALL_CHARACTERS)
    return f"{status_title(group.status)}: {words}" if words else status_title(group.status)


def _choice(name: str, answers: int) -> str:
    if answers == 1:
        return ""
    return f"Shown: {name}, the {'shorter' if answers == _TWO else 'shortest'} answer."


_MAX_ROWS = 12  #: maximum number of rows whose descriptions are shown
_DESCRIPTION_CHARACTERS = 2000  #: maximum characters of a description


def descriptions(sources: Sources, tables: Sequence[TableResults]) -> dict[str, list[SimpleNamespace]]:
    """Return each row's first description by task, in order of tables whose pictures may be shown."""
    rows = [
        (table, number, entrant, path)
        for table in tables
        for number, entrant in enumerate(table.entrants)
        if (path := sources.file_path(entrant.row, entrant.row.run.descriptions_file)) is not None
    ]
    shown = rows[:_MAX_ROWS]
    keys = dict.fromkeys(table.key for table, *_ in shown)
    several = len({(key.setting, key.protocol) for key in keys}) > 1
    titles = distinct_conditions(keys, 2) if several else {}
    found: dict[str, list[SimpleNamespace]] = {}
    for table, number, entrant, path in shown:
        draws = entrant.row.result.completions.draws
        first = f"the first of {draws:,}" if draws > 1 else ""
        subtitle = " · ".join(filter(None, (titles.get(table.key, ""), first)))
        for answer in stored_answers(path, {(task, 0) for task in table.of}):
            text = visible_text(answer.text.strip())
            found.setdefault(answer.task, []).append(
                SimpleNamespace(
                    name=entrant.name,
                    page=entrant.page,
                    subtitle=subtitle,
                    text=text[:_DESCRIPTION_CHARACTERS].rstrip(),  # empty if the model wrote nothing
                    part=len(text) > _DESCRIPTION_CHARACTERS,  # whether more text follows
                    outcome=table.of[answer.task][number],
                )
            )
    return found
