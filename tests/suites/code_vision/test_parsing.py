"""Compare our linter with ``pylint -E`` in a process of its own, as recorded by bench/parsing.py."""

import json
import random
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest

from benchmark.core.sample import Sample
from benchmark.core.verdict import Lint
from benchmark.judging.checks.lint import SandboxedLinter
from benchmark.suites.code_vision.importer import read_published_outputs
from benchmark.suites.code_vision.upstream import extract

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
