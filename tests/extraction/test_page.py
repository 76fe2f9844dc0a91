"""The public page on extraction: each of its examples gives the answer that it shows."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, StdioCheck, Task
from benchmark.extraction.own import extract

PAGE = (Path(__file__).parents[2] / "site/pages/extraction/index.md").read_text(encoding="utf-8")
EXAMPLES = PAGE.split("## Twenty examples\n")[1]
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
