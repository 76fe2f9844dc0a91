"""Finds the letter of an option in an answer without a box.

A letter is a capital that stands alone. Letters are passed over that are

- part of a word or formula (``A1``, ``A = 2``, ``F(x)``), the name of something (``point A``, ``∠A``), or the
  article: an ``A`` that a word follows, such as ``A bar is missing``, unless that word cannot follow the
  article (``A is right``, ``A because …``) or the word before says that a letter comes (``Option A``),
- one of several (``A or B``, ``vertices A, B and C``), or ruled out (``not A``, ``A is wrong``),
- at the start of a line, if the options are repeated as a list.

Of the others, the answer is the one that the text opens with (``B``, ``B) 12.5``, ``B, because …``), else the
last that is stated as the answer (``the answer is B``, ``B is right``), else the first.
"""

import re
import unicodedata

_CAPITAL = re.compile("(?<![A-Za-z0-9_])([A-H])(?![A-Za-z0-9_])")
_MOST_LETTERS = 5_000  #: letters that are looked at, apart from those stated as the answer
_NEAR = 40  #: characters before and after a letter that decide whether it is an answer
_OPENING = re.compile(r"[\W_]*+([A-H])(?=[\W_]*+\Z|[^\w\n]*+\n|[*_`\"'”’\]}>$ ]*[.:;,)–—-])")
_WORD_BEFORE = re.compile(r"([A-Za-z]+)[\s:*_`\"“'‘(\[{<$]*+$")
_NAME_BEFORE = re.compile(r"([A-Za-z]+)\s+\$?$")
_WORD_AFTER = re.compile(r"[ \t]+([A-Za-z\u00c0-\u024f][\w’'-]*)[.,;:!?)]*(?=\s|$)")
_NAME_AFTER = re.compile(r"[(\[^=+#]|[-\u2010\u2011][^\W_]|\s*=(?![>=])")
#: Words that say that the next letter is an answer.
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
    r"|\\boxed\{(?:\\[a-z]{1,10}\{)?|答案(?:应该)?[是为]?|(?<!不)[选選][择擇]?)"
    rf"(?:{_MARKUP}|[=→\uff1a-]){{0,12}}+([A-Ha-h])(?![A-Za-z0-9_])"
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
    r"[\W_]*+(?:(?:the|my|correct|right|final|answer|option|choice|letter|is)\b[\W_]*+)*+([A-Za-z])[\W_]*",
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


def follows_letter(word: str) -> bool:
    """Whether a word can follow the letter A, but not the article."""
    return word.lower() in _AFTER_LETTER


def letter_in_text(text: str, letters: str) -> str:
    """Return the letter that a text gives; empty if it gives none.

    Args:
        text: the answer, without reasoning.
        letters: the letters of the options; of others, only one that is the whole text is found.
    """
    listed = _listed(text, letters)
    opening = _OPENING.match(text)
    stated = sorted(match.start(1) for rule in (_STATED, _CONFIRMED) for match in rule.finditer(text))
    first = [match.start() for match, _ in zip(_CAPITAL.finditer(text), range(_MOST_LETTERS), strict=False)]
    small = [match.start(1) for match, _ in zip(_SMALL.finditer(text), range(_MOST_LETTERS), strict=False)]
    for at in (*([opening.start(1)] if opening else ()), *reversed(stated), *first, *small):
        if at not in listed and text[at].upper() in letters and _is_answer(text, at):
            return text[at].upper()
    if len(text.strip()) <= _ONLY_LETTER_CHARACTERS and (only := _ONLY_LETTER.fullmatch(text.strip())):
        return only[1].upper()
    return ""


def _listed(text: str, letters: str) -> frozenset[int]:
    """Return the places of letters at the start of lines, if they repeat at least three options."""
    found = {match.start(1): match[1] for match in _LISTED.finditer(text) if match[1] in letters}
    return frozenset(found) if len(set(found.values())) > 2 else frozenset()  # noqa: PLR2004 - as above


def _is_answer(text: str, at: int) -> bool:
    """Whether the letter at a place stands alone, for one option, and is neither a name nor the article."""
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
    return word is None or follows_letter(word[1])


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
