"""Code-Vision's own extraction rule and counts of tokens, on texts of ours and on all published answers."""

import gzip
import json
import random
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.core.verdict import Lint
from benchmark.judging.checks.lint import SandboxedLinter
from benchmark.suites.code_vision.importer import read_published_outputs
from benchmark.suites.code_vision.records import token_counts
from benchmark.suites.code_vision.upstream import extract
from tests.case_files import read_cases

KEPT = read_cases("code_vision/kept_texts.yaml")
HEAD = "def f(x):\n    '''Doubles.'''\n"
BLOCK = "def f(x):\n    return 2 * x"


def task_of(subset: str) -> Task:
    parts = (Text(text=HEAD),)
    return Task(id="t", check=FunctionCheck(tests=("",)), subset=subset, parts=parts, entry_point="f")


@pytest.mark.parametrize("name", KEPT)
def test_the_rule_keeps_the_text_that_upstream_kept(name: str) -> None:
    assert extract(task_of("algorithm"), KEPT[name]["text"]).code == KEPT[name]["code"]


@pytest.mark.parametrize(("subset", "cut"), [("humaneval", True), ("math", True), ("algorithm", False)])
def test_answers_of_two_subsets_are_cut_at_the_first_line_with_input(subset: str, cut: bool) -> None:
    text = f"```python\n{BLOCK}\n\nn = int(input())\nprint(f(n))\n```"
    answer = extract(task_of(subset), text)
    assert answer.code == (BLOCK + "\n" if cut else f"{BLOCK}\n\nn = int(input())\nprint(f(n))")
    assert bool(answer.notes) == cut


def test_only_answers_of_humaneval_run_after_the_problem_text() -> None:
    text = f"```python\n{BLOCK}\n```"
    assert extract(task_of("humaneval"), text).program == HEAD + BLOCK
    assert extract(task_of("math"), text).program == BLOCK


@pytest.mark.gate
def test_the_rule_keeps_every_published_text(shared_data: Path) -> None:
    """The published texts are 2,628 answers of six models, of which 40 are cut at ``input(``."""
    imported = read_published_outputs([shared_data / "codevision"])
    tasks = {(subset, task.id): task for subset in imported.tasks for task in imported.tasks[subset]}
    answers = [
        (extract(tasks[run.subset, completion.task_id], completion.text), published.graded)
        for run in imported.runs
        for completion, published in zip(run.completions, run.published, strict=True)
    ]
    assert len(answers) == 2628
    assert [answer.code for answer, _ in answers] == [graded for _, graded in answers]
    assert sum("input(" in note for answer, _ in answers for note in answer.notes) == 40


def test_the_rule_cuts_the_texts_that_the_shared_data_mark_as_cut(shared_data: Path) -> None:
    path = shared_data / "codevision" / "completions" / "MiniCPM-V-2_6.jsonl.gz"
    for record in map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines()):
        subset = {"HumanEval-V": "humaneval", "MATH": "math"}.get(record["subset"], "algorithm")
        cut = any("input(" in note for note in extract(task_of(subset), record["response"]).notes)
        assert cut == record["completion_differs_from_extractor"]


LONG = {"usage": "prompt_tokens=1" + " " * 5_000, "tokens": [None, None]}


@pytest.mark.parametrize(
    "case", [*read_cases("code_vision/usage.yaml"), LONG], ids=lambda case: str(case)[:60]
)
def test_token_counts_are_read_or_unknown(case: dict[str, Any]) -> None:
    assert token_counts(case["usage"]) == tuple(case["tokens"])


LIVE = 25  #: answers that are linted again: this number of those that parse, and of the others
RECORD = json.loads(Path(__file__).with_name("parsing.json").read_text())


def test_the_record_was_made_with_the_pinned_pylint() -> None:
    """Another version may find other errors: record again with it, and say so in the changelog."""
    assert RECORD["pylint"] == metadata.version("pylint")


@pytest.mark.weekly
def test_the_linter_agrees_with_pylint_alone(shared_data: Path) -> None:
    imported = read_published_outputs([shared_data / "codevision"])
    tasks = {(subset, task.id): task for subset in imported.tasks for task in imported.tasks[subset]}
    recorded: dict[str, list[Sample]] = {"0": [], "1": []}
    for run in imported.runs:
        flags = RECORD["parses"][run.model][run.subset]
        for completion, flag in zip(run.completions, flags, strict=True):
            task = tasks[run.subset, completion.task_id]
            answer = extract(task, completion.text)
            recorded[flag].append(Sample(task=task, draw=0, answer=answer))
    chance = random.Random(20261120)  # noqa: S311 - no secret
    chosen = [(sample, flag == "1") for flag in "01" for sample in chance.sample(recorded[flag], LIVE)]
    chance.shuffle(chosen)
    with closing(SandboxedLinter()) as linter:
        for sample, parses in chosen:
            result = linter.lint(sample)
            assert isinstance(result, Lint)
            assert result.parses == parses, (sample.task.id, result.messages)
