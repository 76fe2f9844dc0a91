"""Programs in the syntax of Python 3.12 are told apart from programs that no version accepts."""

import sys
import time

import pytest

from benchmark.extraction.newer_syntax import needs_python_3_12
from benchmark.extraction.source import PARSE_LIMIT, Parser

NEWER = [
    'def f(d):\n    return f"{d["a"]}"\n',
    'x = f"{", ".join(["a", "b"])}" + f"{"\\n".join(["x"])}"\n',
    "type P = tuple[int, int]\ndef f(p: P) -> int:\n    return 1\n",
    "type L[T] = list[T]\n",
    "def first[T](xs: list[T]) -> T:\n    return xs[0]\n",
    "class Stack[T: (int, str)]:\n    def push(self, x: T) -> None: ...\n",
    "async def f[T, *Ts, **P](x): pass\n",
    'x = f"{  # why\n1}"\n',
    'x = f"""{\n"a" # c\n}"""\n',
    'print(f"{x!r:>{w}} {d["k"]:\'^10}")\n',
]
WRONG = [
    "def f(:\n",
    'x = f"{a"\n',
    'x = "abc\n',
    "type X\n",
    "x[1] = \n",
    "def f[T(x): pass\n",
    "class a[\n",
    'print "hi"\n',
    "x = f'{a}' + \n",
    'x = f"{d["a"]}" + \n',
]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this interpreter accepts them")
@pytest.mark.parametrize("program", NEWER)
def test_a_program_in_newer_syntax_is_recognised(program: str) -> None:
    assert needs_python_3_12(program, Parser())


@pytest.mark.parametrize("program", WRONG)
def test_a_program_that_no_version_accepts_is_not(program: str) -> None:
    assert not needs_python_3_12(program, Parser())


@pytest.mark.parametrize("program", ["def f(d):\n    return f\"{d['a']}\"\n", "type = 1\ntype: int = 2\n"])
def test_a_program_that_parses_is_not(program: str) -> None:
    assert not needs_python_3_12(program, Parser())


@pytest.mark.parametrize("piece", ['f"{', "class a[\n", "def f[x]", '"', "type a[", 'f"{f"', "{'#"])
def test_odd_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    program = piece * (PARSE_LIMIT // len(piece) - 1) + "("
    began = time.process_time()
    assert not needs_python_3_12(program, Parser())
    assert time.process_time() - began < 1
