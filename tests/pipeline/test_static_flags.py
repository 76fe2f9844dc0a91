import pytest

from benchmark.pipeline.evaluation_report import static_flags


@pytest.mark.parametrize(
    ("code", "shadowed"),
    [
        ("list = [1]\nfor sum in list:\n    pass", ("list", "sum")),
        ("def f(max, *min, **dict):\n    pass", ("dict", "max", "min")),
        ("a, (str, *set) = 1, (2, 3)", ("set", "str")),
        ("from math import pow\nimport numpy as abs\nfrom numpy import *", ("abs", "pow")),
        ("def print():\n    pass\nclass type:\n    pass", ("print", "type")),
        ("class A:\n  id = 1\n  len: int = 2\n  def sum(self, max):\n    next = 1", ("max", "next")),
        ("[x for id in range(3)]\nif (len := 3):\n  pass\nwith x as iter:\n  pass", ("id", "iter", "len")),
        ("try:\n  pass\nexcept E as vars:\n  pass\nmatch x:\n  case [*all]:\n    pass", ("all", "vars")),
        ("import sys\ninput = sys.stdin.readline\nx.list = 1\nprint(list(map(int, input())))", ()),
        ("x = (", ()),
    ],
)
def test_built_in_names_that_an_answer_binds_are_found(code: str, shadowed: tuple[str, ...]) -> None:
    assert static_flags(code).shadowed == shadowed


@pytest.mark.parametrize(
    ("code", "reads"),
    [
        ("def f():\n    return int(input())", True),
        ("x = input", False),
        ("self.input()", False),
        ("input(", False),
    ],
)
def test_calls_of_input_are_found(code: str, reads: bool) -> None:
    assert static_flags(code).reads_input is reads
