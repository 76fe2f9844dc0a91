"""Upstream's rules of extraction compared with ours: every row of the table in a suite's README."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import FunctionCheck, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Verdict
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.parsing import add_lint
from benchmark.suites import load
from tests.case_files import read_cases
from tests.conftest import ROOT

DOUBLE = StdioCheck(cases=(StdioCase(input="3\n", output="6\n"), StdioCase(input="4", output="8\n")))
POOL = LocalPool(1, keep=True)
SIGNATURE = 'def solution(n: int) -> int:\n    """As in the picture."""'


@dataclass(frozen=True)
class Table:
    """The rows of a README, as completions to one task with the outcome under each rule."""

    task: Task
    rules: tuple[str, ...]

    @property
    def folder(self) -> str:
        return self.task.suite.replace("-", "_")

    @functools.cached_property
    def rows(self) -> dict[str, dict[str, Any]]:
        return read_cases(f"{self.folder}/rules.yaml")

    @functools.cache  # noqa: B019 - a table lives as long as the module
    def judged(self, rule: str) -> dict[str, Verdict]:
        """Judge all rows at once; rules with a linter lint first, as in ``sightbench evaluate``."""
        texts = [row["text"] for row in self.rows.values()]
        completions = [Completion(task_id="t", draw=draw, text=text) for draw, text in enumerate(texts)]
        extraction = ExtractionRule(rule, load(self.task.suite).judged.extractions[rule])
        found = evaluate([self.task], completions, rule=extraction, executor=POOL)
        if found.linted_extraction is not None:
            found = add_lint(found, lambda _done, _total: None)
        verdicts = [outcome for outcome in found.outcomes if isinstance(outcome, Verdict)]
        passed = sum(verdict.status == "passed" for verdict in verdicts)
        assert found.scores[0].value == pytest.approx(passed / len(self.rows))
        return dict(zip(self.rows, verdicts, strict=True))


MMCODE = Table(Task(id="t", suite="mmcode", check=DOUBLE), ("own", "upstream"))
HUMANEVAL_V = Table(
    Task(
        id="t",
        suite="humaneval-v",
        starter_code=SIGNATURE,
        entry_point="solution",
        check=FunctionCheck(tests=("assert solution(3) == 6\n",)),
    ),
    ("own", "upstream", "upstream-v2"),
)


def rows() -> Iterator[Any]:
    for table in (MMCODE, HUMANEVAL_V):
        for row in table.rows:
            marks = [pytest.mark.gate] * (table is HUMANEVAL_V)  # pylint takes two seconds
            yield pytest.param(table, row, id=f"{table.folder}: {row}", marks=marks)


@pytest.mark.parametrize(("table", "row"), list(rows()))
def test_a_row_of_the_table_is_true(table: Table, row: str) -> None:
    assert {rule: table.judged(rule)[row].status for rule in table.rules} == {
        rule: table.rows[row][rule] for rule in table.rules
    }


@pytest.mark.parametrize("table", [MMCODE, HUMANEVAL_V], ids=lambda table: table.folder)
def test_the_readme_shows_every_row_in_which_rules_differ(table: Table) -> None:
    readme = (ROOT / "benchmark" / "suites" / table.folder / "README.md").read_text(encoding="utf-8")
    shown = {cells[1].strip(): cells for line in readme.splitlines() if len(cells := line.split("|")) > 3}
    for row, case in table.rows.items():
        words = ["passes" if case[rule] == "passed" else "fails" for rule in table.rules]
        differ = len(set(words)) > 1
        found = [cell.strip() for cell in shown[row][2 : 2 + len(words)]] if row in shown else []
        assert found == (words if differ else []), row


@pytest.mark.gate
def test_a_verdict_names_the_error_that_pylint_found() -> None:
    found = HUMANEVAL_V.judged("upstream")
    assert found["an unknown name that is never reached"].parses is False
    assert found["an unknown name that is never reached"].detail == (
        "pylint: line 7: undefined-variable: Undefined variable 'unknown'"
    )
    assert found["a program that is wrong"].parses is True
    assert found["a block without a tag that is never closed"].parses is True
    assert HUMANEVAL_V.judged("own")["an unknown name that is never reached"].parses is None


@pytest.mark.gate
def test_an_import_from_the_future_parses_but_does_not_run_as_in_upstream() -> None:
    """pylint accepts it after other code; the interpreter does not."""
    found = HUMANEVAL_V.judged("upstream")["an import from `__future__`"]
    assert (found.parses, found.status) == (True, "syntax_error")
    assert "from __future__ imports must occur at the beginning" in found.detail
