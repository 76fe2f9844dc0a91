r"""The rules that extract the letter of an option from the answer to a multiple-choice question.

All drop reasoning blocks first (:mod:`.reasoning`).

- :func:`boxed`, for prompts that ask for reasoning: the last ``\boxed{…}`` counts, and only if it holds one
  letter: ``\boxed{B}``, ``\boxed{\text{(B)}}``, ``\boxed{Option B}``, ``\boxed{B. 12.5}``. Anything else, two
  letters for example, is no answer, and so is a text without a box.
- :func:`first_letter`, for prompts that ask for the letter alone: the letter that the text opens with or
  states as the answer, else the first one that stands alone, by the rules of :mod:`.letters`.
- :func:`extract`, if the prompt is unknown: the box if there is any, else the first letter.

A letter beyond the options is an answer, which is wrong. All scans are linear.
"""

import re
import string
import unicodedata

from benchmark.core.sample import Answer
from benchmark.core.task import DEFAULT_OPTIONS, ChoiceCheck, Task
from benchmark.extraction.letters import follows_letter, letter_in_text
from benchmark.extraction.reasoning import drop_reasoning

#: The box of LaTeX, what is left of it when a JSON reader takes ``\b`` for a backspace, and that of GLM-V.
_BOX = re.compile(
    r"(?:(?<![A-Za-z])boxed|\x08oxed)\s*+\{|\\boxed\s++([A-Z])(?![A-Za-z0-9])|<\|begin_of_box\|>"
)
_BRACES = re.compile(r"\\.|[{}]|<\|end_of_box\|>", re.DOTALL)
_COMMAND = re.compile(
    r"\\(?:(?:text)?color(?:box)?\s*(?:\[\w*\])?\s*\{[\w,.! ]*\}|[A-Za-z]+\*?|.)|[~$*`\"'“”‘’]", re.DOTALL
)
_BOX_CHARACTERS = 200  #: characters of a box that are read
_LABEL = re.compile(
    r"(?:(?:the|my|correct|right|final|answer|option|choice|letter|is|it)\b[\s:]*+"
    r"|(?:选项|答案|选择?|应该?|[是为\uff1a])\s*+)*+[(\[<]?\s*([A-Za-z])"
    r"(?![A-Za-z0-9_(=^'])(.*)",
    re.DOTALL | re.IGNORECASE,
)
_DOUBT = re.compile(r"(?i:\b(?:or|and|not)\b)|/")
_OTHER_LETTER = re.compile(r"(?<![A-Za-z0-9])[A-Z](?![A-Za-z0-9])")
#: Letters in other forms: full-width, as in Chinese texts, circled, squared and mathematical ones.
_WIDE = {
    code: letter
    for code in (
        *range(0xFF21, 0xFF5B),
        *range(0x24B6, 0x24EA),
        *range(0x1D400, 0x1D6A4),
        *range(0x1F130, 0x1F14A),
    )
    if len(letter := unicodedata.normalize("NFKC", chr(code))) == 1 and letter.isascii() and letter.isalpha()
}


def extract(task: Task, text: str) -> Answer:
    """Extract the letter from the last box, or if there is no box, the first letter."""
    text, notes = _prepared(text)
    return _from_box(task, text, notes) if _BOX.search(text) else _from_text(task, text, notes)


def boxed(task: Task, text: str) -> Answer:
    """Extract the letter from the last box; the module's docstring describes the rule."""
    return _from_box(task, *_prepared(text))


def first_letter(task: Task, text: str) -> Answer:
    """Extract the first letter that stands alone; the module's docstring describes the rule."""
    return _from_text(task, *_prepared(text))


def _prepared(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text without reasoning blocks, and a note if there were any."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, thought = drop_reasoning(text)
    return text.translate(_WIDE), (("reasoning dropped",) if thought else ())


def _from_box(task: Task, text: str, notes: tuple[str, ...]) -> Answer:
    boxes, last = 0, None
    for found in _BOX.finditer(text):
        boxes, last = boxes + 1, found
    if last is None:
        return Answer(code="", program="", notes=notes, failure="no \\boxed{…} with the letter of an option")
    content = last[1] or _box_content(text, last.end())
    letter = _letter_of_box(content, _letters(task))
    notes = (*notes, f"the last of {boxes} boxes counts") if boxes > 1 else notes
    failure = "" if letter else "the last \\boxed{…} does not hold one letter of an option"
    return Answer(code=letter, program=letter, notes=notes, failure=failure)


def _box_content(text: str, start: int) -> str:
    """Return what a box holds, or if it is not closed, the rest of its line; both shortened."""
    depth = 1
    for mark in _BRACES.finditer(text, start, start + _BOX_CHARACTERS):
        depth += {"{": 1, "}": -1, "<|end_of_box|>": -1}.get(mark[0], 0)
        if not depth:
            return text[start : mark.start()]
    return text[start : start + _BOX_CHARACTERS].partition("\n")[0]


def _letter_of_box(content: str, letters: str) -> str:
    """Return the one letter that a box holds; empty if it holds none or several."""
    plain = _COMMAND.sub(" ", unicodedata.normalize("NFKC", content)).translate({123: " ", 125: " "})
    label = _LABEL.fullmatch(plain.strip(" \n_"))
    if label is None:
        return ""
    letter, rest = label[1], label[2].strip()
    if not rest.strip(".,;:!)]> "):
        return letter.upper() if letter.isupper() or letter.upper() in letters else ""
    if not letter.isupper() or rest[0] == "=":
        return ""
    if rest[0] in ".:)]" or (rest[0] == "(" and not _DOUBT.search(rest)):  # the text of the option follows
        return letter
    others = set(_OTHER_LETTER.findall(rest))
    is_article = letter == "A" and rest[0].isalpha() and not follows_letter(rest.split()[0])
    return "" if others - {letter} or is_article else letter


def _from_text(task: Task, text: str, notes: tuple[str, ...]) -> Answer:
    letters = _letters(task)
    found = letter_in_text(text, letters)
    failure = "" if found else f"no letter A to {letters[-1]} that stands alone"
    return Answer(code=found, program=found, notes=notes, failure=failure)


def _letters(task: Task) -> str:
    options = task.check.options if isinstance(task.check, ChoiceCheck) else DEFAULT_OPTIONS
    return string.ascii_uppercase[:options]
