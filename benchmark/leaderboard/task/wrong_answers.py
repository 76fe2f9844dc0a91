"""Wrong answers to a task, grouped by the first check that failed and what it returned, largest group first.

Verdicts are read once a row and reduced to what tells groups apart; then completions once a row, of which
the shortest of each group that shows one is kept. No group claims a cause: its title is computed.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.analysis.catalog import status_title
from benchmark.analysis.wording import clean, join_some, plural
from benchmark.core.sample import SampleKey
from benchmark.leaderboard.rows.failed_check import FailedCheck, failed_check
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.stored_samples import (
    completions_path,
    stored_answers,
    stored_verdicts,
    verdicts_path,
)
from benchmark.leaderboard.shared.marked_answer import marker
from benchmark.leaderboard.task.results import Entrant, TableResults
from benchmark.results.row import Row

_MAX_GROUPS = 12  #: groups that are listed
_GROUPS_WITH_ANSWER = 3  #: groups of which an answer is shown
_MAX_NAMES = 8  #: models that are named
_CALL_CHARACTERS = 80  #: characters of a call and of what it gave
_ANSWER_CHARACTERS = 2048  #: characters of an answer

_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongGroup:
    """Answers that failed in the same way."""

    title: str  #: ``circular_shift(100, 2) → 1``
    is_call: bool  #: False where the title is no code
    expected: str
    count: str  #: ``2 models``, ``14 answers of 3 models``
    names: str  #: whose they are
    page: str  #: of the model whose answer is shown, else of the first
    choice: str  #: ``Shown: Acme One, the shorter answer.``; empty for one answer
    code: tuple[str, ...]  #: lines of the answer that is shown; empty where none is
    judged: bool  #: the lines are what was judged; else the whole answer, of which that is not known
    part: bool  #: more lines follow


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswers:
    """All wrong answers to a task."""

    answers: int
    ways: int
    groups: tuple[WrongGroup, ...] = ()
    rest: int = 0  #: answers in groups that are not listed


@dataclass(slots=True)
class _AnswerGroup:
    """One group while files are read."""

    check: FailedCheck
    status: str
    samples: list[tuple[int, int]] = field(default_factory=list)  #: entrant and draw
    shortest: tuple[int, str] | None = None  #: entrant, and what it wrote


@dataclass(frozen=True, slots=True)
class _AnswerLines:
    """Lines of an answer."""

    lines: tuple[str, ...] = ()
    judged: bool = False
    part: bool = False


def wrong_answers(sources: Sources, table: TableResults, *, code: bool) -> dict[str, WrongAnswers]:
    """By task; a task that nobody failed, or whose verdicts are not here, is left out.

    Args:
        sources: whose files are read.
        table: whose newest rows are looked at.
        code: whether answers may be shown.
    """
    found: dict[str, dict[tuple[str, str, str], _AnswerGroup]] = defaultdict(dict)
    for number, entrant in enumerate(table.entrants):
        _gather(sources, entrant.row, number, found)
    ordered = {task: sorted(groups.values(), key=_rank) for task, groups in found.items()}
    if code:
        _choose_answers(sources, table, ordered)
    tasks = sources.tasks.get((table.key.suite, table.key.dataset))
    mark = marker(table.key.suite, table.key.extraction, _ANSWER_CHARACTERS)

    def shown(task: str, text: str) -> _AnswerLines:
        written = mark(None if tasks is None else tasks.tasks.get(task), text)
        if written.code:
            return _AnswerLines(tuple(written.code.split("\n")), judged=True)
        if not written.kept:
            return _AnswerLines(written.lines, part=bool(written.gaps))
        first, behind = written.kept[0]
        part = any(first < at <= behind for at, _ in written.gaps)
        return _AnswerLines(written.lines[first:behind], judged=True, part=part)

    made = {}
    for task, groups in ordered.items():
        made[task] = WrongAnswers(
            answers=sum(len(one.samples) for one in groups),
            ways=len(groups),
            groups=tuple(
                _view(one, table.entrants, shown(task, one.shortest[1]) if one.shortest else _AnswerLines())
                for one in groups[:_MAX_GROUPS]
            ),
            rest=sum(len(one.samples) for one in groups[_MAX_GROUPS:]),
        )
    return made


def without_verdicts(sources: Sources, table: TableResults) -> tuple[str, ...]:
    """Names of models whose verdicts are not here."""
    return tuple(one.name for one in table.entrants if verdicts_path(sources, one.row) is None)


def _gather(
    sources: Sources, row: Row, number: int, found: Mapping[str, dict[tuple[str, str, str], _AnswerGroup]]
) -> None:
    path = verdicts_path(sources, row)
    if path is None:
        return
    for one in stored_verdicts(path, passed=False):
        if one.status == "missing":
            continue
        check = failed_check(one.status, one.detail, one.exception)
        key = (one.status, check.title[: 2 * _CALL_CHARACTERS], check.expected[:_CALL_CHARACTERS])
        groups = found[one.task]
        if key not in groups:
            groups[key] = _AnswerGroup(check, one.status)
        groups[key].samples.append((number, one.draw))


def _choose_answers(sources: Sources, table: TableResults, ordered: Mapping[str, list[_AnswerGroup]]) -> None:
    """Find the shortest answer of each group that shows one."""
    wanted: list[dict[SampleKey, _AnswerGroup]] = [{} for _ in table.entrants]
    for task, groups in ordered.items():
        for one in groups[:_GROUPS_WITH_ANSWER]:
            for number, draw in one.samples:
                wanted[number][task, draw] = one
    for number, entrant in enumerate(table.entrants):
        path = completions_path(sources, entrant.row)
        if path is None or not wanted[number]:
            continue
        for answer in stored_answers(path, wanted[number]):
            one = wanted[number][answer.task, answer.draw]
            if one.shortest is None or len(answer.text) < len(one.shortest[1]):
                one.shortest = (number, answer.text)


def _view(one: _AnswerGroup, entrants: tuple[Entrant, ...], answer: _AnswerLines) -> WrongGroup:
    numbers = list(dict.fromkeys(number for number, _ in one.samples))
    writer = entrants[one.shortest[0] if one.shortest else numbers[0]]
    return WrongGroup(
        title=_title(one),
        is_call=bool(one.check.call),
        expected=clean(one.check.expected, _CALL_CHARACTERS),
        count=_count(len(one.samples), len(numbers)),
        names=join_some([entrants[number].name for number in numbers], _MAX_NAMES),
        page=writer.page,
        choice=_choice(writer.name, len(one.samples)) if answer.lines else "",
        code=answer.lines,
        judged=answer.judged,
        part=answer.part,
    )


def _rank(one: _AnswerGroup) -> tuple[int, bool, str, str]:
    return -len(one.samples), not one.check.call, one.check.title, one.status


def _title(one: _AnswerGroup) -> str:
    check = one.check
    if check.call:
        came = check.got or check.message
        return (
            f"{clean(check.call, _CALL_CHARACTERS)} → {clean(came, _CALL_CHARACTERS)}"
            if came
            else clean(check.call, _CALL_CHARACTERS)
        )
    words = clean(check.got or check.message or check.check, _CALL_CHARACTERS)
    return f"{status_title(one.status)}: {words}" if words else status_title(one.status)


def _count(answers: int, models: int) -> str:
    people = plural(models, "model")
    return people if answers == models else f"{answers:,} answers of {people}"


def _choice(name: str, answers: int) -> str:
    if answers == 1:
        return ""
    return f"Shown: {name}, the {'shorter' if answers == _TWO else 'shortest'} answer."
