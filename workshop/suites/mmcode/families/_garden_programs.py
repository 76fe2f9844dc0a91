"""Right programs of ``garden_ways``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""


def told_program(level: int) -> str:
    """Write the right program of a level, from 1 to 5, for gardens in which the text says what each sign means."""
    place = {1: "pond", 2: "pond, odd"}.get(level, "pond, odd, turned")
    begin = {1: "first", 2: "first, 0"}.get(level, "first, 0, 0")
    after = {1: "way[1]", 2: "way[1], not odd"}.get(
        level, f"way[1], not odd, turned ^ (way[1] in $red{level})"
    )
    closed = []
    if level > 1:
        closed = ["                if ('|' if odd else '!') in way:", "                    continue"]
    if level > 2:
        closed += ["                if ('+' if turned else '-') in way:", "                    continue"]
    found = (
        "min([moves[one] for one in moves if one[0] == last], default=-1)"
        if level > 1
        else "moves.get(last, -1)"
    )
    return "\n".join([
        "def solution(text):",
        "    names = text.split()[1:]",
        "    answers = []",
        "    for first, last in zip(names[::2], names[1::2]):",
        f"        begin = {begin}",
        "        moves = {begin: 0}",
        "        waiting = [begin]",
        "        for place in waiting:",
        *([f"            {place} = place"] if level > 1 else []),
        f"            for way in $ways{level}.split():",
        f"                if way[0] != {'pond' if level > 1 else 'place'}:",
        "                    continue",
        *closed,
        f"                after = {after}",
        "                if after not in moves:",
        "                    moves[after] = moves[place] + 1",
        "                    waiting.append(after)",
        f"        answers.append(str({found}))",
        "    return '\\n'.join(answers)",
    ])  # fmt: skip


def found_program(level: int) -> str:
    """Write the right program of a level for gardens with other looks, from what a visitor can do in each state of a walk."""
    return _FOUND.replace("$steps", f"$steps{level}")


_FOUND = """
def solution(text):
    names = text.split()[1:]
    walks = [*zip(names[::2], names[1::2])]
    lengths = {}
    for first in {walk[0] for walk in walks}:
        begin = first + "0"
        moves = {begin: 0}
        waiting = [begin]
        for place in waiting:
            for way in $steps[place].split():
                after = way[:-1]
                count = moves[place] + int(way[-1])
                if after not in moves or count < moves[after]:
                    moves[after] = count
                    waiting.append(after)
        lengths[first] = moves
    answers = []
    for first, last in walks:
        moves = lengths[first]
        answers.append(str(min([moves[one] for one in moves if one[0] == last], default=-1)))
    return '\\n'.join(answers)
"""
