"""Random programs full of jumps, and the comparison of each with its chart, in the sandbox."""

import random
from collections.abc import Iterator, Sequence

from tests.case_files import read_text

#: Runs the source and the program made from its chart; both leave a trace of what they do.
COMPARE = read_text("programs/compare_traces.py")
TEST = """
for number in range({count}):
    for arguments in ((0, 1), (3, -2), (2, 5)):
        source, chart = compare(number, *arguments)
        assert source == chart, (number, arguments, source, chart)
"""


class RandomPrograms:
    """Draws programs ``def f(a, b): …`` from one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - no secret
        self._label = 0

    def program(self) -> str:
        self._label = 0
        self._generator = self.chance.random() < 0.2
        body = self._block(3, loop=False, handler=False, final=False, inner=False)
        lines = [
            "def f(a, b):",
            "    c = d = e = 0",
            *(f"    {line}" for line in body),
            "    return a, b, c, d, e",
        ]
        return "\n".join(lines) + "\n"

    def _pick(self, *choices: str) -> str:
        return self.chance.choice(choices)

    def _value(self, depth: int = 2) -> str:
        if depth == 0 or self.chance.random() < 0.4:
            return self._pick("a", "b", "c", "d", "1", "2", "-3", "len(str(a))")
        left, right = self._value(depth - 1), self._value(depth - 1)
        return self._pick(
            f"({left} + {right})", f"({left} - {right})", f"{left} % 7",
            f"({left} if {right} > 0 else {right})",
            f"max({left}, {right})", f"sum([i * {left} for i in range(3) if i != {right}])",
            f"log({self._next()}, {left})", f"(lambda x: x + {left})({right})",
            f"len({{i for i in range({left} % 4) for a in (1, 2)}})", f"10 // ({left})",
        )  # fmt: skip

    def _test(self) -> str:
        left, right = self._value(1), self._value(1)
        return self._pick(
            f"{left} < {right}", f"{left} % 2 == 0", f"not {left}", f"{left} in (1, 2, {right})", "c > 3",
            f"{left} != {right} and {left}", f"log({self._next()}, {left}) or {right} == 1",
        )  # fmt: skip

    def _next(self) -> int:
        self._label += 1
        return self._label

    def _block(self, depth: int, **where: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            lines += self._statement(depth, **where)
        return lines

    def _inside(self, depth: int, **where: bool) -> list[str]:
        return [f"    {line}" for line in self._block(depth - 1, **where)]

    def _statement(self, depth: int, **where: bool) -> list[str]:
        kinds = ["log", "log", "set", "set", "update", "jump", "raise", "pass"]
        if depth:
            kinds += ["if", "if", "for", "for", "while", "try", "try", "finally", "with", "def", "true"]
        return list(getattr(self, f"_{self.chance.choice(kinds)}")(depth, where))

    def _log(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        if self._generator and not _where["inner"] and self.chance.random() < 0.4:
            yield f"yield log({self._next()}, {self._value(1)})"
        else:
            yield f"log({self._next()}, {self._value(1)})"

    def _set(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        target = self._pick("a", "b", "c", "d", "c = d", "c, d")
        yield f"{target} = {self._value()}" + (f", {self._value()}" if "," in target else "")

    def _update(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        yield f"{self._pick('a', 'b', 'c', 'd')} {self._pick('+=', '-=', '//=', '%=')} {self._value(1)}"

    def _jump(self, _depth: int, where: dict[str, bool]) -> Iterator[str]:
        choices = [f"return {self._value(1)}", "return"]
        if where["loop"]:
            choices += ["break", "break"] + ([] if where["final"] else ["continue", "continue"])
        yield f"if {self._test()}:"
        yield f"    {self.chance.choice(choices)}"

    def _raise(self, _depth: int, where: dict[str, bool]) -> Iterator[str]:
        error = self._pick("ValueError", "KeyError", "IndexError")
        yield f"if {self._test()}:"
        if where["handler"] and self.chance.random() < 0.5:
            yield "    raise"
        else:
            cause = " from ValueError(1)" if self.chance.random() < 0.2 else ""
            yield f"    raise {error}({self._next()}){cause}"

    def _pass(self, _depth: int, _where: dict[str, bool]) -> Iterator[str]:
        yield "pass"

    def _if(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield f"if {self._test()}:"
        yield from self._inside(depth, **where)
        if self.chance.random() < 0.3:
            yield f"elif {self._test()}:"
            yield from self._inside(depth, **where)
        if self.chance.random() < 0.5:
            yield "else:"
            yield from self._inside(depth, **where)

    def _for(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        variable = self._pick("c", "d", "e", "i")
        items = self._pick(
            "range(3)", "(4, 0, 1)", "[n - b for n in (1, 2)]", "range(a % 4)", "''", "iter((1, 2))"
        )
        yield f"for {variable} in {items}:"
        yield f"    log({self._next()}, {variable})"
        yield from self._inside(depth, **where | {"loop": True, "final": False})
        yield from self._otherwise(depth, where)

    def _while(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield f"while {self._test()}:"
        yield f"    log({self._next()})"
        yield from self._inside(depth, **where | {"loop": True, "final": False})
        yield from self._otherwise(depth, where)

    def _true(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield "while True:"
        if self.chance.random() < 0.5:
            yield f"    for e in log({self._next()}, (1, 2, a)):"
            yield f"        log({self._next()})"
            yield from (
                "    " + line for line in self._inside(depth, **where | {"loop": True, "final": False})
            )
        else:
            yield f"    log({self._next()})"
        yield from self._inside(depth, **where | {"loop": True, "final": False})
        yield f"    if {self._test()}:"
        yield "        break"

    def _otherwise(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        if self.chance.random() < 0.4:
            yield "else:"
            yield from self._inside(depth, **where)

    def _try(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield "try:"
        yield from self._inside(depth, **where)
        for kind in self.chance.sample(["ValueError", "(KeyError, IndexError)", "ArithmeticError"], 2):
            yield f"except {kind}{self._pick('', ' as error')}:"
            yield from self._inside(depth, **where | {"handler": True})
        if self.chance.random() < 0.3:
            yield "except Exception:"
            yield from self._inside(depth, **where | {"handler": True})
        if self.chance.random() < 0.4:
            yield "else:"
            yield from self._inside(depth, **where)
        if self.chance.random() < 0.4:
            yield "finally:"
            yield from self._inside(depth, **where | {"final": True, "handler": False})

    def _finally(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        yield "try:"
        yield from self._inside(depth, **where)
        yield "finally:"
        yield from self._inside(depth, **where | {"final": True, "handler": False})

    def _with(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        more = f", manager({self._next()}, False)" if self.chance.random() < 0.3 else ""
        yield f"with manager({self._next()}, {self.chance.random() < 0.4}) as e{more}:"
        yield from self._inside(depth, **where)

    def _def(self, depth: int, where: dict[str, bool]) -> Iterator[str]:
        name = f"inner_{self._next()}"
        yield f"def {name}(n, m=a):"
        if self.chance.random() < 0.5:
            yield f"    nonlocal {self._pick('a', 'c', 'd')}"
        else:
            yield "    a = c = d = m"
        yield "    b = e = n"
        yield from self._inside(depth, loop=False, handler=False, final=False, inner=True)
        yield f"    return {name}(n - 1) if 0 < n < 3 else n"
        yield f"log({name}({self._value(1)}))"
        del where


def comparison(programs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return an answer that runs each source and its chart, and the test that compares their traces."""
    return f"PROGRAMS = {list(programs)!r}\n{COMPARE}", TEST.format(count=len(programs))
