"""A drawing in TikZ is the answer to a task for a figure, if there is no Python."""

import pytest

from benchmark.core.task import FigureCheck, StdioCheck, Task
from benchmark.extraction.own import extract

FIGURE = Task(id="t", check=FigureCheck(reference="x", operation="generate", type="bar"))
PICTURE = "\\begin{tikzpicture}\n  \\draw (0,0) -- (1,1); % a line\n\\end{tikzpicture}"
PYTHON = "import matplotlib.pyplot as plt\nplt.plot([1, 2])"
DOCUMENT = (
    f"% drawn by hand\n\\documentclass{{standalone}}\n\\begin{{document}}\n{PICTURE}\n\\end{{document}}"
)

#: Completion and the answer that is kept.
KEPT = {
    "a tagged block": (f"Here:\n```latex\n{PICTURE}\n```\nDone.", PICTURE),
    "tagged tikz": (f"```tikz\n{PICTURE}\n```", PICTURE),
    "without a tag": (f"```\n{PICTURE}\n```", PICTURE),
    "a document": (f"```tex\n{DOCUMENT}\n```", DOCUMENT),
    "the last one": (f"```latex\n\\draw (9,9) -- (1,1);\n```\n\n```latex\n{PICTURE}\n```", PICTURE),
    "cut off": (f"```latex\n{PICTURE}\n```\n\n```latex\n\\begin{{tikzpicture}}", PICTURE),
    "only cut off": ("```latex\n\\begin{tikzpicture}\n\\draw (0,0)", "\\begin{tikzpicture}\n\\draw (0,0)"),
    "after reasoning": (f"<think>\n```python\n{PYTHON}\n```\n</think>\n```latex\n{PICTURE}\n```", PICTURE),
    "no fence": (f"The picture:\n\n{PICTURE}\n\nThat is all.", PICTURE),
    "Python and TikZ": (f"```python\n{PYTHON}\n```\n\nIn LaTeX:\n```latex\n{PICTURE}\n```", PYTHON),
    "a formula before Python": (f"```latex\nx^2\n```\n\n```python\n{PYTHON}\n```", PYTHON),
    "a text with TikZ": (f"```python\ntext = r'''{PICTURE}'''\n```", f"text = r'''{PICTURE}'''"),
}


@pytest.mark.parametrize("name", KEPT)
def test_the_drawing_is_kept_unchanged(name: str) -> None:
    completion, kept = KEPT[name]
    answer = extract(FIGURE, completion)
    assert answer.program.strip() == kept
    assert answer.program == answer.code


def test_other_tasks_have_no_answers_in_tikz() -> None:
    answer = extract(
        Task(id="t", check=StdioCheck(cases=())), f"```python\nx = 1\n```\n```latex\n{PICTURE}\n```"
    )
    assert answer.program.strip() == "x = 1"
    assert "a drawing in TikZ" not in answer.notes
