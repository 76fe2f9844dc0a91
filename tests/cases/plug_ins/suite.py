"""The suite Made-Up: double a number."""

from benchmark.core.prompt import Prompt
from benchmark.core.suite import Asked, Blind, Data, Display, DrawProtocol, Judged, Suite
from benchmark.core.suite_facts import OUR_LICENCE, RAN, Column, Paper
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.extraction import own
from benchmark.suites.template_prompt import TemplatePrompt
from benchmark.suites.own_prompt import own_prompt


def _open() -> tuple[Task, ...]:
    check = FunctionCheck(tests=("assert double(2) == 4",))
    return tuple(
        Task(
            id=f"double-{number}",
            check=check,
            suite="made-up",
            dataset="open",
            parts=(Text(text="Double it."),),
            starter_code="def double(x):\n",
            entry_point="double",
            reference="def double(x):\n    return 2 * x\n",
        )
        for number in range(3)
    )


def _prompt(suite: Suite, name: str, setting: str) -> Prompt:
    return own_prompt(suite, name, setting, TemplatePrompt("benchmark.suites.evalplus.prompts", "text.j2"))


SUITE = Suite(
id="made-up",
title="Made-Up",
version=1,
datasets={"open": _open},
data=Data(
licences={"open": OUR_LICENCE},
),
asked=Asked(
settings=("text",),
protocols={"greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0)},
prompts=_prompt,
),
judged=Judged(
extractions={"own": own.extract},
),
display=Display(
tagline="double a number that nobody drew",
tab=5,
paper=Paper(author="Nobody", year=2026, title="Made-Up", arxiv="2601.00000", word="madeup"),
columns=(RAN, Column(id="odd", title="Odd, %", metric="pass@1", key="the same share again")),
),
blind=Blind(
without_picture=("text",),
),
)
