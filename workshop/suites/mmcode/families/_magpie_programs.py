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
    above = $above.split()
    turn = $turn.split()
    COUNTED = $COUNTED.split()
    left = LEFT
    taken = []
    under = []
    backwards = False
    before = None
    number = 0
    while left and len(taken) < int(count):
        free = []
        for letter in left:
            on = [other for other in left if other + letter in aboveUNLESS]
            if len(on) <= LOOSELY:
                free.append(letter)
        if backwards:
            free.reverse()
        free.sort(key=lambda letter: letter in under, reverse=$upfront)
        card = free[0]
        left.remove(card)
        number += card in COUNTED
        if card in turn and TURNS:
            backwards = not backwards
        under = []
        if card in $under.split() and PUSHES:
            under = [letter for letter in left if card + letter in above]
TAKES
        before = card
    return " ".join(taken)
"""
#: Level → what stands for the words in capital letters.
_PARTS = {
    4: {
        "UNLESS": " and other not in $thin.split()",
        "LOOSELY": "0",
        "    COUNTED = $COUNTED.split()\n": "",
        "COUNTED": "turn",
        "LEFT": "[letter for letter in liked if letter in backs]",
        "TURNS": "$counts",
        "PUSHES": '(f"{before}{card}" in above) == $so',
        "TAKES": "        taken.append(backs[card])",
    },
    5: {
        "UNLESS": "",
        "LOOSELY": "(letter in $loose.split())",
        "COUNTED": "drop",
        "LEFT": "[*liked]",
        "TURNS": "(before in turn) == $so",
        " and PUSHES": "",
        "TAKES": "        if card not in drop or not $counts:\n            taken.append(backs[card])",
    },
}


def program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    text = _SIGNS if level > 3 else _PLAIN
    for word, part in _PARTS.get(level, {}).items():
        text = text.replace(word, part)
    return re.sub(r"\$([a-z]+)", rf"$\g<1>{level}", text)
