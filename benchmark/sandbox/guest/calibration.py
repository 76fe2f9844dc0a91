"""Times a fixed piece of pure Python. The host runs this file like an answer before it judges any answers."""

import time


class _Node:
    __slots__ = ("above", "below", "value")

    def __init__(self, value: int) -> None:
        self.value = value
        self.below: _Node | None = None
        self.above: _Node | None = None


def fastest(rounds: int) -> float:
    """Return the CPU seconds of the fastest of ``rounds`` runs, the one that other processes slowed least."""
    return min(_seconds() for _ in range(rounds))


def _seconds() -> float:
    # The clock of the thread, because that of a process with a CPU limit advances in coarse steps.
    before = time.thread_time()
    _piece()
    return time.thread_time() - before


def _piece() -> int:
    """Run loops over lists, dicts, texts and objects, and recursive calls, as typical answers do."""
    limit = 12_000
    prime = [True] * limit
    for number in range(2, 110):
        if prime[number]:
            for multiple in range(number * number, limit, number):
                prime[multiple] = False
    digits: dict[str, int] = {}
    for number in range(2, limit):
        if prime[number]:
            for digit in str(number * number):
                digits[digit] = digits.get(digit, 0) + 1
    root, value = _Node(500), 1
    for _ in range(600):
        value = (value * 1_103_515_245 + 12_345) % 2_147_483_648
        _insert(root, value % 1000)
    return _fibonacci(16) + sum(digits.values())


def _insert(root: _Node, value: int) -> None:
    node = root
    while True:
        following = node.below if value < node.value else node.above
        if following is None:
            break
        node = following
    if value < node.value:
        node.below = _Node(value)
    else:
        node.above = _Node(value)


def _fibonacci(n: int) -> int:
    return n if n < 2 else _fibonacci(n - 1) + _fibonacci(n - 2)  # noqa: PLR2004 - the usual definition
