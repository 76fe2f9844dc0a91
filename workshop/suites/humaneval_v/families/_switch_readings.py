"""Ways of working that a reader may see in a row of wagons at a switch of ``siding_yard``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError

#: Whether wagons have coal → the way that each goes: 0, the one that is open at first, or 1.
Reading = Callable[[Sequence[bool]], list[int]]


def _each(flips: Callable[[int, Sequence[bool]], bool]) -> Reading:
    """Return how wagons with or without coal go over a switch, which flips after some of them."""

    def ways(coal: Sequence[bool]) -> list[int]:
        lie, found = 0, []
        for number in range(len(coal)):
            found.append(lie)
            if flips(number, coal):
                lie = 1 - lie
        return found

    return ways


def _counted(of: Sequence[bool], number: int, count: int, offset: int) -> bool:
    return of[number] and (sum(of[: number + 1]) + offset) % count == 0


def _every(count: int, start: int) -> Callable[[int, Sequence[bool]], bool]:
    return lambda number, _coal: (number + 1 + start) % count == 0


def _every_such(value: bool, count: int, start: int) -> Callable[[int, Sequence[bool]], bool]:
    return lambda number, coal: _counted([one == value for one in coal], number, count, start)


def _readings() -> dict[str, Reading]:
    """Return the ways of working that a reader may see in a row of wagons; ``count`` is that of two to four."""
    found: dict[str, Reading] = {
        "turn": _each(lambda _number, _coal: True),
        "never": _each(lambda _number, _coal: False),
        "coal": _each(lambda number, coal: coal[number]),
        "empty": _each(lambda number, coal: not coal[number]),
        "change": _each(lambda number, coal: number > 0 and coal[number] != coal[number - 1]),
        "same": _each(lambda number, coal: number > 0 and coal[number] == coal[number - 1]),
        "before a change": _each(
            lambda number, coal: coal[number : number + 2] in ([True, False], [False, True])
        ),
        # The wagon before sets the way: with an open way at first, the same as "change".
        "as the last with coal": lambda coal: [0, *map(int, coal[:-1])],
        "as the last empty one": lambda coal: [0, *(int(not one) for one in coal[:-1])],
        "sort": lambda coal: [int(not one) for one in coal],
        "sort otherwise": lambda coal: [int(one) for one in coal],
    }
    for count in (2, 3, 4):
        for start in range(count):
            found[f"count {count} {start}"] = _each(_every(count, start))
            for name, value in (("coal", True), ("empty", False)):
                found[f"count {name} {count} {start}"] = _each(_every_such(value, count, start))
    return found


READINGS = _readings()


def telling_loads(draws: Draws, most: int) -> tuple[bool, ...]:
    """Choose ten wagons with which each way of working looks different from every other reading."""
    own = ["turn", "coal", "empty", "same", "sort", f"count {most} 0"]
    for _ in range(100):
        coal = [draws.chance(1, 2) for _ in range(10)]
        ways = {name: reading(coal) for name, reading in READINGS.items()}
        if all(list(ways.values()).count(ways[name]) == 1 for name in own):
            return tuple(coal)
    raise UnfitError("no wagons that tell how a switch works")
