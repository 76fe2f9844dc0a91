r"""The rules that extract the letter of an option from the answer to a multiple-choice question.

All drop reasoning blocks first (:mod:`.reasoning`).

- :func:`boxed`, for prompts that ask for reasoning: the last ``\boxed{…}`` counts, and only if it holds one
  letter: ``\boxed{B}``, ``\boxed{\text{(B)}}``, ``\boxed{Option B}``, ``\boxed{B. 12.5}``. Anything else, two
  letters for example, is no answer, and so is a text without a box.
- :func:`first_letter`, for prompts that ask for the letter alone: the first letter of an option that stands
  alone as a capital. Letters are passed over that are part of a word or formula (``A1``, ``A = 2``,
  ``F(x)``), the name of something (``point A``, ``∠A``), or the article: an ``A`` that a word follows, such
  as ``A bar is missing``, unless that word cannot follow the article (``A is right``, ``A because …``) or
  the word before says that a letter comes (``Option A``, ``the answer is A``). If there is no such capital, a
  small letter that such a word announces counts, and a text that is only a letter (``b``, ``(b)``, ``E``).
- :func:`extract`, if the prompt is unknown: the box if there is any, else the first letter.

A letter beyond the options is an answer, which is wrong. All scans are linear.
"""

import re
import string
import unicodedata

from benchmark.core.sample import Answer
from benchmark.core.task import DEFAULT_OPTIONS, ChoiceCheck, Task
from benchmark.extraction.reasoning import drop_reasoning

#: The box of LaTeX; the second form is what is left when a JSON reader takes ``\b`` for a backspace.
_BOX = re.compile(r"(?:(?<![A-Za-z])boxed|\x08oxed)\s*+\{|\\boxed\s++([A-Z])(?![A-Za-z0-9])")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_COMMAND = re.compile(r"\\(?:(?:text)?color\s*\{\w*\}|[A-Za-z]+\*?|.)|[~$*`\"'“”‘’]", re.DOTALL)
_BOX_CHARACTERS = 200  #: characters of a box that are read
_LABEL = re.compile(
    r"(?:(?:the|my|correct|right|final|answer|option|choice|letter|is)\b[\s:]*+)*+[(\[<]?\s*([A-Za-z])"
    r"(?![A-Za-z0-9_(=^'])(.*)",
    re.DOTALL | re.IGNORECASE,
)
_OTHER_LETTER = re.compile(r"(?<![A-Za-z0-9])[A-Z](?![A-Za-z0-9])")
_ONLY_LETTER = re.compile(
    r"[\W_]*+(?:(?:the|my|correct|right|final|answer|option|choice|letter|is)\b[\W_]*+)*+([A-Za-z])[\W_]*",
    re.IGNORECASE,
)
_ONLY_LETTER_CHARACTERS = 60

_CAPITAL = re.compile("(?<![A-Za-z0-9_])([A-H])(?![A-Za-z0-9_])")
#: Full-width letters, as in Chinese texts.
_WIDE = {0xFF21 + place: ord("A") + place for place in range(8)}
_NEAR = 32  #: characters before and after a letter that decide whether it is an answer
_WORD_BEFORE = re.compile(r"([A-Za-z]+)[\s:*_`\"“'‘(\[{<$]*+$")
_NAME_BEFORE = re.compile(r"([A-Za-z]+)\s+\$?$")
_WORD_AFTER = re.compile(r"[ \t]+([A-Za-z\u00c0-\u024f][\w’'-]*)[.,;:!?)]*(?=\s|$)")
_NAME_AFTER = re.compile(r"[(\[^=+#]|[-\u2010\u2011][^\W_]|\s*=(?![>=])")
#: Words that say that the next letter is an answer.
_ANNOUNCING = ("answer", "option", "choice", "letter", "is", "choose", "chose", "select", "pick")
_SMALL = re.compile(
    rf"(?<![A-Za-z])(?i:{'|'.join(_ANNOUNCING)})[\s:*_`\"“'‘(\[{{<$]++([a-h])(?![A-Za-z0-9_])"
)
#: Words before a letter that is the name of something.
_NAMED = frozenset(
    {
        *("point", "points", "vertex", "vertices", "angle", "angles", "side", "segment", "line", "triangle"),
        *("circle", "arc", "ray", "corner", "node", "bar", "bars", "slice", "label", "series", "function"),
    }
)
#: Words that can follow a letter, but not the article.
_AFTER_LETTER = frozenset(
    {
        *("is", "was", "are", "be", "has", "have", "had", "does", "did", "can", "could", "will", "would"),
        *("may", "might", "must", "shall", "should", "because", "since", "as", "for", "in", "on", "with"),
        *("by", "at", "to", "from", "of", "and", "or", "but", "not", "if", "so", "then", "than", "that"),
        *("this", "which", "who", "the", "it", "its", "shows", "matches", "fits", "gives", "looks", "seems"),
        *("draws", "means", "adds", "deletes", "removes", "seemed", "a", "an"),
    }
)


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
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
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
    if rest[0] in ".:)]":  # the text of the option follows
        return letter
    others = set(_OTHER_LETTER.findall(rest))
    is_article = letter == "A" and rest[0].isalpha() and rest.split()[0].lower() not in _AFTER_LETTER
    return "" if others - {letter} or is_article else letter


def _from_text(task: Task, text: str, notes: tuple[str, ...]) -> Answer:
    letters = _letters(task)
    found = next(
        (
            match[1].upper()
            for pattern in (_CAPITAL, _SMALL)
            for match in pattern.finditer(text)
            if match[1].upper() in letters and _is_answer(text, match.start(1))
        ),
        "",
    )
    if not found and len(text.strip()) <= _ONLY_LETTER_CHARACTERS:
        only = _ONLY_LETTER.fullmatch(text.strip())
        found = "" if only is None else only[1].upper()
    failure = "" if found else f"no letter A to {letters[-1]} that stands alone"
    return Answer(code=found, program=found, notes=notes, failure=failure)


def _is_answer(text: str, at: int) -> bool:
    """Whether the letter at a position stands alone, and is neither a name nor the article."""
    before, behind = text[max(0, at - _NEAR) : at], text[at + 1 : at + 1 + _NEAR]
    previous, following = before[-1:], behind[:1]
    if _joins(previous) or _joins(following) or previous in ("°", "∠", "△", "\\", "#"):
        return False
    quoted = previous in ("'", "‘", "’")
    if _NAME_AFTER.match(behind) or (following in ("'", "’") and not quoted):
        return False
    name = _NAME_BEFORE.search(before)
    if name is not None and name[1].lower() in _NAMED:
        return False
    announced = _WORD_BEFORE.search(before)
    if text[at] == "A" and announced is not None and announced[1].lower() in _ANNOUNCING:
        return True
    word = _WORD_AFTER.match(behind) if text[at] in "Aa" else None
    return word is None or word[1].lower() in _AFTER_LETTER


def _joins(character: str) -> bool:
    """Whether a character next to a letter makes it part of a word; characters of Chinese do not."""
    if not character:
        return False
    has_case = character.lower() != character.upper()
    return has_case or character.isdigit() or character == "_" or unicodedata.combining(character) != 0


def _letters(task: Task) -> str:
    options = task.check.options if isinstance(task.check, ChoiceCheck) else DEFAULT_OPTIONS
    return string.ascii_uppercase[:options]
