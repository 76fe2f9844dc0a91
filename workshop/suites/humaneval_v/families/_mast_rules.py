"""Rules of flags on a mast, and of the pennant among them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space

#: What a pennant may do to the letters that are spelled above it.
CHANGES: dict[str, Callable[[str], str]] = {
    "nothing": str,
    "last to the front": lambda word: word[-1:] + word[:-1],
    "first to the end": lambda word: word[1:] + word[:1],
    "reversed": lambda word: word[::-1],
    "ends exchanged": lambda word: word[-1:] + word[1:-1] + word[:1] if len(word) > 1 else word,
    "last two exchanged": lambda word: word[:-2] + word[:-3:-1],
    "last falls away": lambda word: word[:-1],
}
#: Parts of what a reader may see in the masts → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "letter": (  # that a pennant adds
        *("none", "top", "second", "above", "two above", "below", "bottom"),
        *("by its number among the pennants", "first of the list", "last of the list"),
        *("after the one above", "before the one above"),
    ),
    "where": ("end", "front", "above the last letter"),
    "change": tuple(CHANGES),
    "onward": (0, 1, -1, 2, 3),  # letters of the list by which flags mean another one
    "which": ("all below", "only the next", "until the next pennant", "all above"),
    "behind the last": ("the first", "the last", "none"),  # letter of the list
    "in a row": ("each", "as one"),  # pennants
    "later": ("as the first", "nothing", "undo what is onward"),  # pennants
    "at the bottom": ("as any other", "nothing"),  # pennant
}


def spelled(choices: Sequence[Any], mast: str, *, flags: str, letters: str) -> str:
    """Return the word of a mast by a rule of the space, if these flags of the list have these letters."""
    added, where, change, onward, which, behind, in_row, later, at_bottom = choices
    word, further, seen = "", 0, 0
    plain = [letters[flags.index(flag)] for flag in mast if flag != "p"]
    for level, flag in enumerate(mast):
        if flag != "p":
            word += _moved(letters[flags.index(flag)], letters, further, behind)
            if which == "only the next":
                further = 0
            continue
        if (in_row == "as one" and mast[level - 1 : level] == "p") or (
            at_bottom == "nothing" and level == len(mast) - 1
        ):
            continue
        seen += 1
        if seen > 1 and later != "as the first":
            further = further if later == "nothing" else 0
            continue
        if which == "all above":
            word = "".join(_moved(letter, letters, onward, behind) for letter in word)
        else:
            further = onward + (0 if which == "until the next pennant" else further)
        word = CHANGES[change](word)
        if added == "none":
            continue
        below = [letters[flags.index(flag)] for flag in mast[level:] if flag != "p"]
        letter = {
            "top": word[:1],
            "second": word[1:2],
            "above": word[-1:],
            "two above": word[-2:-1],
            "below": below[0] if below else "",
            "bottom": plain[-1] if plain else "",
            "by its number among the pennants": word[seen - 1 : seen],
            "first of the list": letters[0],
            "last of the list": letters[-1],
            "after the one above": _moved(word[-1:], letters, 1, behind),
            "before the one above": _moved(word[-1:], letters, -1, behind),
        }[added]
        word = {"end": word + letter, "front": letter + word}.get(where, word[:-1] + letter + word[-1:])
    return word


def _moved(letter: str, letters: str, places: int, behind: str) -> str:
    """Return the letter of a list that comes so many places after another one."""
    if not letter or not places:
        return letter
    place = letters.index(letter) + places
    if behind == "the first":
        return letters[place % len(letters)]
    if behind == "none":
        return letters[place] if 0 <= place < len(letters) else ""
    return letters[max(0, min(place, len(letters) - 1))]


@lru_cache(maxsize=4)
def mast_rules(flags: str, letters: str) -> RuleSpace:
    """Return the space of masts whose flags have these letters in the list."""
    return program_space(PARTS, partial(spelled, flags=flags, letters=letters))
