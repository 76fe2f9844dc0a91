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
    'print(f"{", ".join(f"{k}={v["n"]}" for k, v in d.items())}""and more")\n',
    'x = f"{d["k"]}"  # f"{\ny = rf"\\d{{2}}{d["k"]=}"\n',
    "def first [\n    T,\n](xs): pass\n",
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
    'x = f"{d["a"] d}"\n',
    'x = f"{d["a"]}}"\n',
    'x = f"{}"\n',
    'x = f"{1 # c}"\n',
    'x = f"{a:{b!m}}"\n',
    'x = {"a": f"{d["a"]}" "b": 2 "c"}\n',
    "def f[T = 1 2](x): pass\n",
    "def f[T]g(x): pass\n",
    "def f[](x): pass\n",
    "type x: int = 3\n",
    "try:\n    pass\nexcept A, b:\n    pass\n",
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


@pytest.mark.parametrize(
    "piece", ['f"{', "class a[\n", "def f[x]", '"', "type a[", 'f"{f"', "{'#", "{{[{\\'", 'f"{a b:::}"']
)
def test_odd_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    program = piece * (PARSE_LIMIT // len(piece) - 1) + "("
    began = time.process_time()
    assert not needs_python_3_12(program, Parser())
    assert time.process_time() - began < 1
