"""Programs in the syntax of Python 3.12 are told apart from programs that no version accepts."""

import sys
import time

import pytest

from benchmark.extraction.newer_syntax import needs_python_3_12
from benchmark.extraction.source import PARSE_LIMIT, Parser
from tests.case_files import read_cases

CASES = read_cases("programs/newer_syntax.yaml")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this interpreter accepts them")
@pytest.mark.parametrize("program", CASES["newer"])
def test_a_program_in_newer_syntax_is_recognised(program: str) -> None:
    assert needs_python_3_12(program, Parser())


@pytest.mark.parametrize("program", CASES["wrong"])
def test_a_program_that_no_version_accepts_is_not(program: str) -> None:
    assert not needs_python_3_12(program, Parser())


@pytest.mark.parametrize("program", ["def f(d):\n    return f\"{d['a']}\"\n", "type = 1\ntype: int = 2\n"])
def test_a_program_that_parses_is_not(program: str) -> None:
    assert not needs_python_3_12(program, Parser())


@pytest.mark.gate
@pytest.mark.parametrize(
    "piece", ['f"{', "class a[\n", "def f[x]", '"', "type a[", 'f"{f"', "{'#", "{{[{\\'", 'f"{a b:::}"']
)
def test_odd_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    program = piece * (PARSE_LIMIT // len(piece) - 1) + "("
    began = time.process_time()
    assert not needs_python_3_12(program, Parser())
    assert time.process_time() - began < 1
