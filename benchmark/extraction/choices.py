r"""The rules that extract the letter of an option from the answer to a multiple-choice question.

All drop reasoning, and what a chat template puts around the text, first (:mod:`.envelopes`).

- :func:`boxed`, for prompts that ask for reasoning: the last ``\boxed{…}`` counts, and only if it holds one
  letter: ``\boxed{B}``, ``\boxed{\text{(B)}}``, ``\boxed{Option B}``, ``\boxed{B. 12.5}``. Anything else, two
  letters for example, is not an answer, nor is a text without a box. ``<answer>B</answer>`` is a box, too.
- :func:`first_letter`, for prompts that ask for the letter alone: the letter that the text opens with or
  states as the answer, else the first one that stands alone, by the rules below.
- :func:`extract`, if the prompt is unknown: the box if there is any, else the first letter.

A letter beyond the options is an answer, which is wrong. All scans are linear.

Without a box, a letter is a capital that stands alone. Letters are passed over that are

- part of a word or formula (``A1``, ``A = 2``, ``F(x)``), the name of something (``point A``, ``∠A``), or the
  article: an ``A`` that a word follows, such as ``A bar is missing``, unless that word cannot follow the
  article (``A is right``, ``A because …``) or the word before says that a letter comes (``Option A``),
- one of several (``A or B``, ``vertices A, B and C``), or ruled out (``not A``, ``A is wrong``),
- at the start of a line, if the options are repeated as a list.

Of the others, the answer is the one that the text opens with (``B``, ``B) 12.5``, ``B, because …``), else the
last that is stated as the answer (``the answer is B``, ``B is right``), else the first.
"""

import re
import string
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from benchmark.core.sample import Answer, Step
from benchmark.core.task import DEFAULT_OPTIONS, ChoiceCheck, Task
from benchmark.extraction.envelopes import ended, why_nothing, without_reasoning

#: LaTeX's box; what is left of it if a JSON reader takes ``\b`` for a backspace; GLM-V's box; R1's tag.
_BOX = re.compile(
    r"(?:(?<![A-Za-z])boxed|\x08oxed)\s*+\{|\\boxed\s++([A-Z])(?![A-Za-z0-9])|<\|begin_of_box\|>|<answer>"
)
_BRACES = re.compile(r"\\.|[{}]|<\|end_of_box\|>|</answer>", re.DOTALL)
_COMMAND = re.compile(
    r"\\(?:(?:text)?color(?:box)?\s*(?:\[\w*\])?\s*\{[\w,.! ]*\}|[A-Za-z]+\*?|.)|[~$*`\"'“”‘’]", re.DOTALL
)
_BOX_CHARACTERS = 200  #: characters of a box that are read
_LABEL = re.compile(
    r"(?>(?:(?:the|my|correct|right|final|answer|option|choice|letter|is|it)\b[\s:]*+"
    r"|(?:选项|答案|选择?|应该?|[是为\uff1a])\s*+)*)[(\[<]?\s*([A-Za-z])"
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
_CAPITAL = re.compile("(?<![A-Za-z0-9_])([A-H])(?![A-Za-z0-9_])")
_MOST_LETTERS = 5_000  #: maximum letters that are examined; those stated as the answer do not count
_NEAR = 40  #: characters before and after a letter that decide whether it is an answer
_OPENING = re.compile(r"[\W_]*+([A-H])(?=[\W_]*+\Z|[^\w\n]*+\n|[*_`\"'”’\]}>$ ]*[.:;,)–—-])")
_WORD_BEFORE = re.compile(r"([A-Za-z]+)[\s:*_`\"“'‘(\[{<$]*+$")
_NAME_BEFORE = re.compile(r"([A-Za-z]+)\s+\$?$")
_WORD_AFTER = re.compile(r"[ \t]+([A-Za-z\u00c0-\u024f][\w’'-]*)[.,;:!?)]*(?=\s|$)")
_NAME_AFTER = re.compile(r"[(\[^=+#]|[-\u2010\u2011][^\W_]|\s*=(?![>=])")
#: Words before a letter that announce an answer.
_ANNOUNCING = ("answer", "option", "choice", "letter", "is", "choose", "chose", "select", "pick")
_MARKUP = r"[\s:*_`\"“'‘(\[{<$]"
_SMALL = re.compile(
    rf"(?<![A-Za-z])(?i:{'|'.join(_ANNOUNCING)}|it['’]s|probably|maybe|think){_MARKUP}++([a-h])(?![A-Za-z0-9_])"
)
_STATED = re.compile(
    r"(?:(?<![A-Za-z])(?i:(?:answer|(?:correct|right|best)[ ](?:option|choice|letter|one|code)[ ]is)"
    r"(?:[ ](?:is|was|(?:would|should|must)[ ]be|therefore|thus|clearly|option|choice|letter)){0,3}"
    r"|I(?:['’](?:d|ll)|[ ](?:would|will))?[ ](?:choose|chose|select|pick|say|go[ ]with)"
    r"(?:[ ](?:option|choice))?)"
    r"|\\boxed\{(?:\\[a-z]{1,10}\{)?|<answer>|答案(?:应该)?[是为]?|(?<!不)[选選][择擇]?)"
    rf"(?>(?:{_MARKUP}|[=→\uff1a-]){{0,12}})([A-Ha-h])(?![A-Za-z0-9_])"
)
_CONFIRMED = re.compile(
    r"(?<![A-Za-z0-9_])([A-H])[*_)\"'”$]{0,3} (?:is|must be|would be)(?: clearly)?(?: the)?"
    r" (?:correct|right|best|answer|only)\b"
)
_LISTED = re.compile(r"^[ \t>*_#(\[-]{0,8}([A-H])[*_]{0,3}[.:)\]]", re.MULTILINE)
_JOINT = (
    r"(?:[ \t]+|[*_`\"'”’)\]$}]*[ \t]*"
    r"(?:[,/|&+、\uff0c][ \t]*(?:or\b|and\b)?|or\b|and\b|oder\b|und\b|或者?|和|与)"
    r"[ \t]*(?i:(?:maybe|perhaps|possibly|option|choice)[ \t]+)?[*_`\"“'‘(\[$]*)"
)
_JOINED_AFTER = re.compile(rf"{_JOINT}([A-H])(?![A-Za-z0-9_])")
_JOINED_BEFORE = re.compile(rf"(?<![A-Za-z0-9_])([A-H]){_JOINT}\Z")
_RULED_OUT_BEFORE = re.compile(
    r"\b(?:not|isn['’]t|neither|nor|unlike|rather than|instead of|than)\s+"
    r"(?:option\s+|choice\s+)?[*_(\"'“$]*\Z",
    re.IGNORECASE,
)
_RULED_OUT_AFTER = re.compile(
    r"[*_)\"'”$]*\s+(?:(?:is|was|looks?|seems?)\s+(?:[a-z]+ly\s+)?(?:wrong|incorrect|false|not|out)\b|(?:cannot|can['’]t"
    r"|isn['’]t)\b|(?:does not|doesn['’]t)\s+(?:match|fit|show|work|correspond)\b)"
)
_ONLY_LETTER = re.compile(
    r"[\W_]*+(?>(?:(?:the|my|correct|right|final|answer|option|choice|letter|is)\b[\W_]*+)*)([A-Za-z])[\W_]*",
    re.IGNORECASE,
)
_ONLY_LETTER_CHARACTERS = 60
#: Words before a letter that is the name of something.
_NAMED = frozenset(
    {
        *("point", "points", "vertex", "vertices", "angle", "angles", "side", "segment", "line", "triangle"),
        *("circle", "arc", "ray", "corner", "node", "bar", "bars", "slice", "label", "series", "function"),
        *("at", "from", "through"),
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
#: A letter, or nothing; the step to it; why there is none.
_Found = tuple[str, Step, str]


def extract(task: Task, text: str) -> Answer:
    """Extract the letter from the last box, or if there is no box, the first letter."""
    return _answer(_from_either, task, text)


def boxed(task: Task, text: str) -> Answer:
    """Extract the letter from the last box; the module's docstring describes the rule."""
    return _answer(_from_box, task, text)


def first_letter(task: Task, text: str) -> Answer:
    """Extract the first letter that stands alone; the module's docstring describes the rule."""
    return _answer(_from_text, task, text)


def _answer(rule: Callable[[Task, str], _Found], task: Task, given: str) -> Answer:
    """Return the letter that a rule finds in a text without reasoning."""
    text, dropped = without_reasoning(given)
    plain, marks = ended(text)
    letter, step, failure = rule(task, plain.translate(_WIDE))
    if not letter and marks:  # prose about a token ends no text
        marks, (letter, step, failure) = (), rule(task, text.translate(_WIDE))
    answer = Answer.taken(letter, (*dropped, *marks, step))
    return answer if letter else replace(answer, failure=failure, nothing=why_nothing(given, text))


def _from_either(task: Task, text: str) -> _Found:
    return (_from_box if _BOX.search(text) else _from_text)(task, text)


def _from_box(task: Task, text: str) -> _Found:
    boxes, last = 0, None
    for found in _BOX.finditer(text):
        boxes, last = boxes + 1, found
    if last is None:
        return "", Step("box"), "no \\boxed{…} with the letter of an option"
    content = last[1] or _box_content(text, last.end())
    letter = _letter_of_box(content, _letters(task))
    step = Step("box", f"the last of {boxes} boxes counts" if boxes > 1 else "")
    return letter, step, "the last \\boxed{…} does not hold one letter of an option"


def _box_content(text: str, start: int) -> str:
    """Return the content of a box, or the rest of its line if the box is not closed; both shortened."""
    depth = 1
    for mark in _BRACES.finditer(text, start, start + _BOX_CHARACTERS):
        depth += {"{": 1, "}": -1, "<|end_of_box|>": -1, "</answer>": -1}.get(mark[0], 0)
        if not depth:
            return text[start : mark.start()]
    return text[start : start + _BOX_CHARACTERS].partition("\n")[0]


def _letter_of_box(content: str, letters: str) -> str:
    """Return the one letter that a box holds; empty if it holds none or several."""
    # 123 and 125 are the braces that commands such as `\text{B}` leave behind.
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
    is_article = letter == "A" and rest[0].isalpha() and not _follows_letter(rest.split()[0])
    return "" if others - {letter} or is_article else letter


def _from_text(task: Task, text: str) -> _Found:
    letters = _letters(task)
    letter, step = _letter_in_text(text, letters)
    return letter, Step(step), f"no letter A to {letters[-1]} that stands alone"


def _letters(task: Task) -> str:
    options = task.check.options if isinstance(task.check, ChoiceCheck) else DEFAULT_OPTIONS
    return string.ascii_uppercase[:options]


def _follows_letter(word: str) -> bool:
    """Whether a word can follow the letter A, but not the article."""
    return word.lower() in _AFTER_LETTER


def _letter_in_text(text: str, letters: str) -> tuple[str, str]:
    """Return the letter that a text gives as its answer, empty if it gives none, and the step to it.

    Letters beyond those of the options count only if they are the whole text.
    """
    listed = _listed(text, letters)
    opening = _OPENING.match(text)
    stated = sorted(match.start(1) for rule in (_STATED, _CONFIRMED) for match in rule.finditer(text))
    first = [match.start() for match, _ in zip(_CAPITAL.finditer(text), range(_MOST_LETTERS), strict=False)]
    small = [match.start(1) for match, _ in zip(_SMALL.finditer(text), range(_MOST_LETTERS), strict=False)]
    said = (*([opening.start(1)] if opening else ()), *reversed(stated))
    for step, places in (("letter", said), ("letter-in-text", (*first, *small))):
        for at in places:
            if at not in listed and text[at].upper() in letters and _is_answer(text, at):
                return text[at].upper(), step
    if len(text.strip()) <= _ONLY_LETTER_CHARACTERS and (only := _ONLY_LETTER.fullmatch(text.strip())):
        return only[1].upper(), "letter"
    return "", "letter-in-text"


def _listed(text: str, letters: str) -> frozenset[int]:
    """Return the positions of letters at line starts, if the text repeats at least three options so."""
    found = {match.start(1): match[1] for match in _LISTED.finditer(text) if match[1] in letters}
    return frozenset(found) if len(set(found.values())) > 2 else frozenset()  # noqa: PLR2004 - as above


def _is_answer(text: str, at: int) -> bool:
    """Whether the letter at a position stands alone, for one option, and is neither name nor article."""
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
    if _is_ruled_out(text, at) or _is_one_of_several(text, at):
        return False
    announced = _WORD_BEFORE.search(before)
    if text[at] == "A" and announced is not None and announced[1].lower() in _ANNOUNCING:
        return True
    word = _WORD_AFTER.match(behind) if text[at] in "Aa" else None
    return word is None or _follows_letter(word[1])


def _is_ruled_out(text: str, at: int) -> bool:
    before = text[max(0, at - _NEAR) : at]
    return bool(_RULED_OUT_BEFORE.search(before) or _RULED_OUT_AFTER.match(text, at + 1, at + 1 + _NEAR))


def _is_one_of_several(text: str, at: int) -> bool:
    """Whether another letter is joined to this one, as in ``A or B``."""
    if text[at - 1 : at] == "/" and text[max(0, at - 2) : at - 1].isalpha():  # N/A
        return True
    before = _JOINED_BEFORE.search(text[max(0, at - _NEAR) : at])
    if before is not None and before[1] != text[at]:
        return True
    behind = _JOINED_AFTER.match(text, at + 1, at + 1 + _NEAR)
    return behind is not None and behind[1] != text[at] and not _is_ruled_out(text, behind.start(1))


def _joins(character: str) -> bool:
    """Whether a character next to a letter makes it part of a word; characters of Chinese do not."""
    if not character:
        return False
    has_case = character.lower() != character.upper()
    return has_case or character.isdigit() or character == "_" or unicodedata.combining(character) != 0
