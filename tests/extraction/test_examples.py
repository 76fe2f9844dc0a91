"""Answers that are drawings, answers in newer syntax, and the examples on the page about extraction."""

import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmark.core.task import FigureCheck, FunctionCheck, StdioCheck, Task
from benchmark.extraction.own import extract
from benchmark.extraction.source import PARSE_LIMIT, Parser
from benchmark.judging.checks.newer_syntax import needs_python_3_12
from tests.case_files import read_cases

DRAWINGS = read_cases("texts/drawings.yaml")

FIGURE = Task(id="t", check=FigureCheck(reference="x", operation="generate", type="bar"))
PICTURE = "\\begin{tikzpicture}\n  \\draw (0,0) -- (1,1); % a line\n\\end{tikzpicture}"


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_drawing_is_kept_unchanged(name: str) -> None:
    answer = extract(FIGURE, DRAWINGS[name]["completion"])
    assert answer.program.strip() == DRAWINGS[name]["answer"]
    assert answer.program == answer.code


def test_other_tasks_have_no_answers_in_tikz() -> None:
    answer = extract(
        Task(id="t", check=StdioCheck(cases=())), f"```python\nx = 1\n```\n```latex\n{PICTURE}\n```"
    )
    assert answer.program.strip() == "x = 1"
    assert "a drawing in TikZ" not in answer.notes


NEWER = read_cases("programs/newer_syntax.yaml")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this interpreter accepts them")
@pytest.mark.parametrize("program", NEWER["newer"])
def test_a_program_in_newer_syntax_is_recognised(program: str) -> None:
    assert needs_python_3_12(program, Parser())


@pytest.mark.parametrize("program", NEWER["wrong"])
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


PAGE = (Path(__file__).parents[2] / "site/pages/extraction/index.md").read_text(encoding="utf-8")
EXAMPLES = PAGE.split("## Examples {#twenty-examples}\n")[1]
_SHOWN = re.compile(r'^(`{3,})\w+ title="([^"]+)"\n(.*?)\n\1$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """An example of the page."""

    title: str
    text: str
    shown: dict[str, str]  #: text of each fenced block by its title

    @property
    def task(self) -> Task:
        if "asks for a whole program" in self.text:
            return Task(id="t", check=StdioCheck(cases=()))
        starter = self.shown.get("Starter code", "def double(x):")
        return Task(id="t", check=FunctionCheck(tests=("",)), entry_point="double", starter_code=starter)


def examples() -> list[Example]:
    found = []
    for section in EXAMPLES.split("\n### ")[1:]:
        title, _, rest = section.partition("\n")
        shown = {name: text for _, name, text in _SHOWN.findall(rest)}
        found.append(Example(title, _SHOWN.sub("", rest), shown))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_gives_the_answer_that_the_page_shows(example: Example) -> None:
    answer = extract(example.task, example.shown["Completion"] + "\n")
    if "no_answer" in example.text:
        assert answer.empty
        assert set(example.shown) == {"Completion"}
    elif "Program" in example.shown:
        assert answer.program.strip("\n") == example.shown["Program"]
        assert answer.program != answer.code
    else:
        assert answer.code.strip("\n") == example.shown["Answer"]
        assert answer.program == answer.code
