"""Rules by which a walk down a tree may choose its way at a fork.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, count_rules

#: What a part of a rule does to the side that the parts before it have chosen.
KEEP, TURN, LEFT, RIGHT = range(4)


@dataclass(frozen=True)
class Fork:
    """A fork of a tree: the numbers of the tree, its place among them, and the number whose multiples are squares."""

    tree: tuple[int, ...]
    place: int
    thorn: int

    @cached_property
    def number(self) -> int:
        """Its own number."""
        return self.tree[self.place]

    @cached_property
    def path(self) -> list[int]:
        """The places from the root down to the fork."""
        above = (self.place - 1) // 2
        return ([] if not self.place else Fork(self.tree, above, self.thorn).path) + [self.place]

    @cached_property
    def passed(self) -> list[int]:
        """The numbers from the root down to the fork."""
        return [self.tree[place] for place in self.path]

    @cached_property
    def squares(self) -> list[bool]:
        """Which of these numbers are in squares."""
        return [number % self.thorn == 0 for number in self.passed]

    @cached_property
    def branches(self) -> tuple[int, int]:
        """The numbers at its left and right branch."""
        return self.tree[2 * self.place + 1], self.tree[2 * self.place + 2]

    def below(self, side: int, *, only_leaves: bool = False) -> list[int]:
        """Return the numbers of a branch, without its own."""
        found: list[int] = []
        places = [2 * self.place + 1 + side]
        while (places := [2 * place + 1 + more for place in places for more in (0, 1)])[0] < len(self.tree):
            found = [] if only_leaves else found
            found += [self.tree[place] for place in places]
        return found or [self.branches[side]]


def _side(right: float, left: float = 0) -> int:
    return KEEP if left == right else LEFT if left < right else RIGHT


def _smaller(feature: Callable[[int, Fork], float], fork: Fork) -> int:
    """Choose the branch whose number has the smaller feature."""
    left, right = fork.branches
    return _side(feature(right, fork), feature(left, fork))


def _fewer(feature: Callable[[list[int]], float], leaves: bool, fork: Fork) -> int:
    """Choose the branch with the smaller feature of the numbers below it."""
    left, right = (feature(fork.below(side, only_leaves=leaves)) for side in (0, 1))
    return _side(right, left)


def _if(is_left: Callable[[Fork], object], fork: Fork) -> int:
    return LEFT if is_left(fork) else RIGHT


def _turn_if(is_turned: Callable[[Fork], object], fork: Fork) -> int:
    return TURN if is_turned(fork) else KEEP


def _at_square(action: Callable[[Fork], int], fork: Fork) -> int:
    return action(fork) if fork.squares[-1] else KEEP


def _always(action: int, _fork: Fork) -> int:
    return action


def _is_below(most: int, fork: Fork) -> bool:
    return fork.number < most


def _digits(number: int) -> int:
    return sum(map(int, str(number)))


_FEATURES: Mapping[str, Callable[[int, Fork], float]] = {
    "smaller number": lambda number, _fork: number,
    "smaller last digit": lambda number, _fork: number % 10,
    "smaller sum of digits": lambda number, _fork: _digits(number),
    "smaller tens": lambda number, _fork: number // 10,
    "even number": lambda number, _fork: number % 2,
    "number like the fork's": lambda number, fork: (number + fork.number) % 2,
    "nearer to the fork": lambda number, fork: abs(number - fork.number),
    "nearer to the root": lambda number, fork: abs(number - fork.tree[0]),
    "nearer to the number before": lambda number, fork: abs(number - fork.passed[-2:][0]),
    "next above the fork": lambda number, fork: (number - fork.number) % 100,
    "next below the fork": lambda number, fork: (fork.number - number) % 100,
    "larger than the fork": lambda number, fork: number < fork.number,
    "last digit nearer to the fork's": lambda number, fork: abs(number % 10 - fork.number % 10),
    "square": lambda number, fork: number % fork.thorn != 0,
    "smaller rest by the squares' number": lambda number, fork: number % fork.thorn,
    "nearer to a square's number": lambda number, fork: min(number % fork.thorn, -number % fork.thorn),
}
_BELOW: Mapping[str, Callable[[list[int]], float]] = {
    "smaller sum": sum,
    "smaller smallest number": min,
    "smaller largest number": max,
    "more even numbers": lambda numbers: sum(number % 2 for number in numbers),
}
_FORKS: Mapping[str, Callable[[Fork], object]] = {
    "even number": lambda fork: fork.number % 2 == 0,
    "even sum of digits": lambda fork: _digits(fork.number) % 2 == 0,
    "even tens": lambda fork: fork.number // 10 % 2 == 0,
    "multiple of three": lambda fork: fork.number % 3 == 0,
    "low last digit": lambda fork: fork.number % 10 < 5,
    **{f"below {number}": partial(_is_below, number) for number in range(15, 60, 5)},
    "below the number before": lambda fork: fork.number < fork.passed[-2:][0],
    "below the root": lambda fork: fork.number < fork.tree[0],
    "every second level": lambda fork: len(fork.path) % 2 == 0,
    "reached to the right": lambda fork: fork.place % 2 == 0,
    "even sum of branches": lambda fork: sum(fork.branches) % 2 == 0,
    "above the mean of branches": lambda fork: sum(fork.branches) < 2 * fork.number,
    "even sum of the walk": lambda fork: sum(fork.passed) % 2 == 0,
    "odd number of squares": lambda fork: sum(fork.squares) % 2,
}
#: Parts of what a reader may see in the walks → their choices; the later part decides.
PARTS: Mapping[str, Mapping[str, Callable[[Fork], int]]] = {
    "equal": {
        "left": partial(_always, LEFT),
        "right": partial(_always, RIGHT),
        "larger": partial(_smaller, lambda number, _fork: -number),
    },
    "looks at": {
        **{name: partial(_smaller, feature) for name, feature in _FEATURES.items()},
        **{f"{name} below": partial(_fewer, feature, False) for name, feature in _BELOW.items()},
        **{f"{name} of leaves": partial(_fewer, feature, True) for name, feature in _BELOW.items()},
        **{f"fork: {name}": partial(_if, is_left) for name, is_left in _FORKS.items()},
    },
    "way": {"this": partial(_always, KEEP), "other": partial(_always, TURN)},
    "turned": {
        "never": partial(_always, KEEP),
        "each second level": partial(_turn_if, lambda fork: len(fork.path) % 2 == 0),
        "after a step to the right": partial(_turn_if, lambda fork: fork.place and fork.place % 2 == 0),
        "at an odd number": partial(_turn_if, lambda fork: fork.number % 2),
        "at a number below the one before": partial(
            _turn_if, lambda fork: fork.number < fork.passed[-2:][0]
        ),
    },
    "square": {
        "other": partial(_at_square, partial(_always, TURN)),
        "nothing": partial(_always, KEEP),
        "left": partial(_at_square, partial(_always, LEFT)),
        "right": partial(_at_square, partial(_always, RIGHT)),
        "smaller": partial(_at_square, partial(_smaller, lambda number, _fork: number)),
        "larger": partial(_at_square, partial(_smaller, lambda number, _fork: -number)),
        "straight on": partial(_at_square, lambda fork: RIGHT if fork.place and fork.place % 2 == 0 else LEFT),
        "a bend": partial(_at_square, lambda fork: LEFT if fork.place and fork.place % 2 == 0 else RIGHT),
        "other until the next": partial(_turn_if, lambda fork: sum(fork.squares) % 2),
        "other from there on": partial(_turn_if, lambda fork: any(fork.squares)),
        "other after it": partial(_turn_if, lambda fork: fork.squares[-2:-1] == [True]),
        "other at the first": partial(_turn_if, lambda fork: fork.squares[-1] and sum(fork.squares) == 1),
        "other at the root": partial(_turn_if, lambda fork: fork.squares == [True]),
        "other below the root": partial(_turn_if, lambda fork: fork.place and fork.squares[-1]),
        "taken": partial(_smaller, _FEATURES["square"]),
        "avoided": partial(_smaller, lambda number, fork: number % fork.thorn == 0),
    },
    "ends": {
        "as between": partial(_always, KEEP),
        "root other": partial(_turn_if, lambda fork: not fork.place),
        "root left": lambda fork: KEEP if fork.place else LEFT,
        "root right": lambda fork: KEEP if fork.place else RIGHT,
        "last fork other": partial(_turn_if, lambda fork: 4 * fork.place + 3 >= len(fork.tree)),
        "last fork left": lambda fork: LEFT if 4 * fork.place + 3 >= len(fork.tree) else KEEP,
        "last fork right": lambda fork: RIGHT if 4 * fork.place + 3 >= len(fork.tree) else KEEP,
    },
}  # fmt: skip


#: Mutation → what it looks at. ``side`` is the remainder by two with which the walk goes to the left.
RIGHT_LOOKS = {
    "nearer": "nearer to the fork",
    "parity": "fork: even number",
    "smaller": "smaller number",
    "zigzag": "fork: every second level",
}


def right_rule(mutation: str, side: int) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    looks = RIGHT_LOOKS[mutation]
    meant = {"looks at": looks, "way": "other" if side and looks.startswith("fork") else "this"}
    return {
        name: list(choices).index(meant.get(name, next(iter(choices)))) for name, choices in PARTS.items()
    }


@lru_cache(maxsize=4)
def walk_rules(thorn: int) -> RuleSpace:
    """Return the space of trees in which the multiples of a number are in squares."""
    return RuleSpace(
        parts=choice_counts(PARTS),
        results=partial(_walks, thorn),
        compared=2_000,
    )


def _walks(thorn: int, rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the numbers that the walk of each rule passes."""
    tree = np.array(call[0])
    actions = _actions(tuple(call[0]), thorn)
    place = np.zeros(count_rules(rules), np.int64)
    walk = [tree[place]]
    while len(walk) < len(tree).bit_length():
        side = np.zeros_like(place)
        for name, table in actions.items():
            action = table[rules[name], place]
            side = np.where(action < LEFT, side ^ action, action - LEFT)
        place = 2 * place + 1 + side
        walk.append(tree[place])
    return np.stack(walk, axis=1)


@lru_cache(maxsize=64)
def _actions(tree: tuple[int, ...], thorn: int) -> dict[str, npt.NDArray[np.int64]]:
    """Return for each part what each of its choices does at each fork."""
    forks = [Fork(tree, place, thorn) for place in range(len(tree) // 2)]
    return {
        name: np.array([[action(fork) for fork in forks] for action in choices.values()])
        for name, choices in PARTS.items()
    }
