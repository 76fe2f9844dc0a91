"""A completion as pages show it: shortened, with marks on the lines that extraction kept as the answer."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from benchmark.analysis.wording import INVISIBLE
from benchmark.core.sample import Answer
from benchmark.core.suite import Extraction, extraction_within
from benchmark.core.task import ChoiceCheck, Task
from benchmark.extraction import own
from benchmark.extraction.envelopes import may_have_marks
from benchmark.extraction.source import without_notebook_lines
from benchmark.suites import find

#: Maximum characters of a completion that are shown.
ANSWER_CHARACTERS = 4096

#: Text without three backticks, the language and the code of a fenced block, and text without them.
# An atomic group `(?>(?:…)*)`, because Python before 3.11.5 never matches the possessive group `(?:…)*+`:
# every answer then took the slow way.
_ONLY_BLOCK = re.compile(
    r"[^`]*+(?>(?:`{1,2}(?!`)[^`]*+)*)(?<![^\n])"
    r"```([^`\n]*+)\n([^`]*+)(?<=\n)```"
    r"[^\S\n]*+(?:\n[^`]*+(?>(?:`{1,2}(?!`)[^`]*+)*))?"
)
_LANGUAGES = frozenset({"", "python", "py", "python3"})
#: The ASCII characters among ``INVISIBLE``.
_ASCII_CONTROLS = bytes({*range(32), 127} - {9, 10})

AnswerMarker = Callable[[Task | None, str], "MarkedAnswer"]
LineRange = tuple[int, int]  #: first line, from 0, and the line after the last


class MarkedAnswer(NamedTuple):  # made for each sample of a site: a dataclass takes three times as long
    """A completion as a page shows it."""

    text: str
    kept: tuple[LineRange, ...] | None  #: the lines of ``text`` that were judged; None if unknown
    gaps: tuple[tuple[int, int], ...] = ()  #: (line, number of lines left out before it)
    notes: tuple[str, ...] = ()  #: what the extraction rule did, in words
    code: str = ""  #: the judged code, if it is not a range of whole lines of the completion

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text."""
        return tuple(self.text.split("\n"))

    @property
    def record(self) -> dict[str, object]:
        """The fields as shards of answers store them, without empty ones."""
        record: dict[str, object] = {"text": self.text}
        if self.kept is not None:
            record["kept"] = self.kept
        if any(more := self[2:]):  # most have nothing
            record |= {name: value for name, value in zip(self._fields[2:], more, strict=True) if value}
        return record


def answer_marker(
    suite: str, extraction: str, limit: int = ANSWER_CHARACTERS, *, setting: str = ""
) -> AnswerMarker:
    """Return the function that marks the completions of a row, shown up to ``limit`` characters.

    With an extraction rule that this version lacks, no lines are marked. The setting decides the form of some
    rules.
    """
    known = find(suite)
    # Tasks of a task file may belong to an unknown suite; their answers are extracted by our own rule.
    rules = {"own": own.extract} if known is None else known.judged.extractions
    rule = extraction_within(rules[extraction], setting) if extraction in rules else None
    return lambda task, text: mark_answer(text, task, rule, limit)


def mark_answer(
    text: str, task: Task | None, rule: Extraction | None, limit: int = ANSWER_CHARACTERS
) -> MarkedAnswer:
    """Return a completion with its kept lines marked, shortened to about ``limit`` characters.

    Kept lines have priority; the rest of the limit is used for the lines around them.
    """
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if task is None or rule is None:
        return _clip(text, None, limit)
    if isinstance(task.check, ChoiceCheck):  # a letter, which many lines may contain
        answer = rule(task, text)
        return _clip(text, () if answer.empty else None, limit, notes=answer.notes, code=answer.code)
    if rule is own.extract and (lines := _only_block_lines(text, task)) is not None:
        return _clip(text, (lines,), limit)
    answer = rule(task, text)
    if answer.empty:
        return _clip(text, (), limit, notes=answer.notes)
    lines = _answer_lines(text, answer, last=rule is own.extract)
    if lines is None:
        return _clip(text, None, limit, notes=answer.notes, code=visible_text(answer.code)[:limit])
    return _clip(text, (lines,), limit, notes=answer.notes)


def visible_text(text: str) -> str:
    """Return the text with U+FFFD in place of invisible characters and of those that change its direction."""
    if text.isascii() and len(text.encode().translate(None, _ASCII_CONTROLS)) == len(text):
        return text
    return INVISIBLE.sub("\ufffd", text)


def _only_block_lines(text: str, task: Task) -> LineRange | None:
    """Return the lines of the only fenced block, if our own rule certainly keeps exactly these."""
    if (block := _ONLY_BLOCK.fullmatch(text)) is None or block[1].strip().lower() not in _LANGUAGES:
        return None
    code = block[2]
    if (
        ("~" in text and "~~~" in text)
        or (">" in code and (code.startswith(">>>") or "\n>>>" in code))
        or may_have_marks(text)
        or (code.lstrip()[:1] in ("%", "!", "#") and without_notebook_lines(code) != code)
    ):
        return None
    if name := task.entry_name:
        at_start, below = _definition_starts(name)
        if not code.startswith(at_start) and not any(head in code for head in below):
            return None
    first = text.count("\n", 0, block.start(2))
    return first, first + code.count("\n")


@lru_cache(4096)
def _definition_starts(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    heads = (f"def {name}(", f"class {name}:", f"class {name}(")
    return heads, tuple(f"\n{head}" for head in heads)


def _answer_lines(text: str, answer: Answer, *, last: bool) -> LineRange | None:
    """Return the lines of the text that the answer consists of; None if it is not a range of lines."""
    code = answer.code.strip("\n")
    at = _find(text, code, last=last)
    if at >= 0:
        first = text.count("\n", 0, at)
        return first, first + code.count("\n") + 1
    # Again without indentation, which extraction may have changed.
    wanted = "".join(f"\n{line.strip()}" for line in code.split("\n"))
    lines = "".join(f"\n{line.strip()}" for line in text.split("\n"))
    at = _find(f"{lines}\n", f"{wanted}\n", last=last)
    if at < 0:
        return None
    first = lines.count("\n", 0, at)
    return first, first + wanted.count("\n")


def _find(text: str, part: str, *, last: bool) -> int:
    """Return the position of the first or last occurrence of ``part``; -1 if there is none.

    ``str.rfind`` takes quadratic time on some texts, ``str.find`` does not.
    """
    if not last:
        return text.find(part)
    behind = text[::-1].find(part[::-1])
    return -1 if behind < 0 else len(text) - len(part) - behind


def _clip(
    text: str, kept: tuple[LineRange, ...] | None, limit: int, notes: tuple[str, ...] = (), code: str = ""
) -> MarkedAnswer:
    text = visible_text(text)
    if len(text) <= limit:
        return MarkedAnswer(text, kept, (), notes, code)
    lines = text.split("\n")
    first, behind = kept[0] if kept else (0, 0)
    taken, budget = _take_lines(lines, first, behind, limit)
    begin, end = _widen(lines, first, first + len(taken), budget) if len(taken) == behind - first else (
        first, first + len(taken)
    )  # fmt: skip
    part = [*lines[begin:first], *taken, *lines[first + len(taken) : end]]
    gaps = [(0, begin)] if begin else []
    if len(lines) > end:
        gaps.append((len(part), len(lines) - end))
    if not part:  # the first line alone exceeds the limit
        part, gaps = [lines[0][:limit] + "…"], [(1, len(lines) - 1)] if len(lines) > 1 else []
        begin = 0
    marks = None if kept is None else tuple((first - begin, first - begin + len(taken)) for _ in kept)
    return MarkedAnswer(text="\n".join(part), kept=marks, gaps=tuple(gaps), notes=notes, code=code)


def _take_lines(lines: list[str], first: int, behind: int, limit: int) -> tuple[list[str], int]:
    """Return the lines of a range that fit, and what is left of the limit.

    If not even the first line fits, it is cut.
    """
    taken: list[str] = []
    for line in lines[first:behind]:
        if len(line) >= limit:
            if not taken:
                taken.append(line[:limit] + "…")
            return taken, 0
        taken.append(line)
        limit -= len(line) + 1
    return taken, limit


def _widen(lines: list[str], begin: int, end: int, budget: int) -> tuple[int, int]:
    """Extend a range by the whole lines that fit: up to half of the budget before it, the rest after it."""
    room = budget // 2
    while begin > 0 and len(lines[begin - 1]) < room:
        begin -= 1
        room -= len(lines[begin]) + 1
        budget -= len(lines[begin]) + 1
    while end < len(lines) and len(lines[end]) < budget:
        budget -= len(lines[end]) + 1
        end += 1
    return begin, end
