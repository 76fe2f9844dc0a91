"""Mermaid's own parser, from npm, is the judge of what is Mermaid."""

import json
import os
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.chart import RESERVED
from benchmark.files.mermaid import parse_mermaid, to_mermaid
from benchmark.suites import load
from tests.case_files import read_cases, read_text
from tests.processes import run
from workshop.flowchart.compiler import compile_chart
from workshop.flowchart.step import Level

#: Its parser cleans labels with a library that needs a browser, which does not decide what is a chart.
SCRIPT = read_text("programs/parse_mermaid.mjs")
USUAL = read_cases("charts/usual_mermaid.yaml")


def problems(texts: list[str]) -> list[str]:
    """Return what Mermaid's parser says against each text; empty if it takes it."""
    if "SIGHTBENCH_MERMAID" not in os.environ:
        pytest.skip("SIGHTBENCH_MERMAID does not name a folder with mermaid; run `./noxw -s formats`")
    folder = Path(os.environ["SIGHTBENCH_MERMAID"])
    node = os.environ.get("SIGHTBENCH_NODE", "node")
    done = run([node, "--input-type=module", "-e", SCRIPT], cwd=folder, input=json.dumps(texts), check=True)
    found: list[str] = json.loads(done.stdout)
    return found


def test_mermaid_takes_the_usual_charts_that_are_marked_so_and_no_other() -> None:
    found = problems([case["text"] for case in USUAL])
    assert [not problem for problem in found] == [case["mermaid"] for case in USUAL]


@pytest.mark.parametrize("level", ["verbatim", "words"])
def test_mermaid_takes_every_chart_that_is_written(level: Level) -> None:
    charts = [parse_mermaid(case["text"]) for case in USUAL]
    tasks = load("code-vision").datasets["open"]()[::5]
    charts += [compile_chart(task.reference, task.entry_name, level=level) for task in tasks]
    assert {*problems([to_mermaid(chart) for chart in charts])} == {""}


def test_reserved_words_are_mermaids() -> None:
    """Words that Mermaid takes as ids are refused only where some place in a chart gives them a meaning."""
    capitals = [f"flowchart TD\n A --> {word.capitalize()}" for word in sorted(RESERVED)]
    assert {*problems(capitals)} == {""}
    for text in capitals:
        parse_mermaid(text)
    (problem,) = problems(["flowchart TD\n A --> end"])
    assert problem
    with pytest.raises(BadInput, match="expected the id"):
        parse_mermaid("flowchart TD\n A --> end")
