"""The right programs of ``counter_cards``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re

_PLAIN = """
def solution(text):
    count, liked = text.split()
    backs = $backs
    left = [letter for letter in liked if letter in backs]
    taken = []
    while left and len(taken) < int(count):
        free = [letter for letter in left if not any(other + letter in $above.split() for other in left)]
        left.remove(free[0])
        taken.append(backs[free[0]])
    return " ".join(taken)
"""
_SIGNS = """
def solution(text):
    count, liked = text.split()
    backs = $backs
    left = [letter for letter in liked if letter in backs]
    taken = []
    turns = drops = 0
    under = []
    above = $above.split()
    while left and len(taken) < int(count):
        free = []
        for letter in left:
            on = [other for other in left if other + letter in above$unlessthin]
            if len(on) <= $loosely:
                free.append(letter)
        if turns % $cycle >= $half:
            free.reverse()
        free.sort(key=lambda letter: letter in under, reverse=$upfront)
        card = free[0]
        left.remove(card)
        under = [letter for letter in left if card in $under.split() and card + letter in above]
        turns += card in $turn.split()
        drops += card in $drop.split()
        if card not in $drop.split() or drops % 2 == 1:
            taken.append(backs[card])
    return " ".join(taken)
"""


def program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    text = _SIGNS if level > 3 else _PLAIN
    if level == 4:
        text = text.replace("turns = drops = 0", "turns = 0").replace(
            "        drops += card in $drop.split()\n", ""
        )
        text = text.replace("        if card not in $drop.split() or drops % 2 == 1:\n    ", "")
    text = text.replace("$unlessthin", " and other not in $thin.split()" if level == 4 else "")
    text = text.replace("$loosely", "(letter in $loose.split())" if level == 5 else "0")
    return re.sub(r"\$([a-z]+)", rf"$\g<1>{level}", text)
