"""A drawing in TikZ is the answer to a task for a figure, if there is no Python."""

import pytest

from benchmark.core.task import FigureCheck, StdioCheck, Task
from benchmark.extraction.own import extract
from tests.case_files import read_cases

CASES = read_cases("texts/drawings.yaml")

FIGURE = Task(id="t", check=FigureCheck(reference="x", operation="generate", type="bar"))
PICTURE = "\\begin{tikzpicture}\n  \\draw (0,0) -- (1,1); % a line\n\\end{tikzpicture}"


@pytest.mark.parametrize("name", CASES)
def test_the_drawing_is_kept_unchanged(name: str) -> None:
    answer = extract(FIGURE, CASES[name]["completion"])
    assert answer.program.strip() == CASES[name]["answer"]
    assert answer.program == answer.code


def test_other_tasks_have_no_answers_in_tikz() -> None:
    answer = extract(
        Task(id="t", check=StdioCheck(cases=())), f"```python\nx = 1\n```\n```latex\n{PICTURE}\n```"
    )
    assert answer.program.strip() == "x = 1"
    assert "a drawing in TikZ" not in answer.notes
