"""Tests on the published verdicts of six models on Code-Vision: which models really differ?

The output of the commands is compared with another computation: McNemar's test from scipy for each pair, and
Holm's procedure step by step.
"""

import gzip
import itertools
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from tests.jsonl import write_jsonl, write_verdicts

SUBSETS = {"HumanEval-V": "humaneval", "Algorithm": "algorithm", "MATH": "math"}
CATEGORIES = ("", *(f"subset:{subset}" for subset in SUBSETS.values()))

Passed = Mapping[str, Mapping[str, bool]]  #: model → task → whether it passed


def lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def passed(shared_data: Path) -> Passed:
    return {
        path.name.removesuffix(".jsonl.gz"): {
            f"{SUBSETS[verdict['subset']]}/{verdict['task_id']}": verdict["published_passed"]
            for verdict in lines(path)
        }
        for path in sorted((shared_data / "codevision" / "completions").glob("*.jsonl.gz"))
    }


@pytest.fixture(scope="module")
def files(passed: Passed, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Write one verdict file per model, and the task files."""
    folder = tmp_path_factory.mktemp("published")
    check = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}
    tasks = [{"id": task, "subset": task.partition("/")[0], "check": check} for task in passed["gpt-4o"]]
    files = [
        write_verdicts(folder / f"{model}.jsonl", {task: "PW"[not right] for task, right in verdicts.items()})
        for model, verdicts in passed.items()
    ]
    return [*map(str, files), "--tasks", str(write_jsonl(folder / "tasks.jsonl", tasks))]


def separated(passed: Passed, category: str) -> set[tuple[str, str]]:
    """Return the pairs (better, worse) that differ at 5 % after Holm's correction, for all subsets."""
    found = []
    looks = len(SUBSETS) if category else 1
    for a, b in itertools.combinations(passed, 2):
        both = [
            (passed[a][task], passed[b][task])
            for task in passed[a]
            if not category or f"subset:{task.partition('/')[0]}" == category
        ]
        only_a, only_b = both.count((True, False)), both.count((False, True))
        p = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
        found.append((p, (a, b) if only_a > only_b else (b, a)))
    real = set()
    for step, (p, pair) in enumerate(sorted(found)):
        if p * looks > 0.05 / (len(found) - step):
            break
        real.add(pair)
    return real


@pytest.fixture(scope="module")
def ranked(files: list[str]) -> dict[str, Any]:
    """Return the output of `rank --json --pairs`, by category."""

    options = [option for category in CATEGORIES for option in ("--category", category)]
    command = [sys.executable, "-m", "benchmark", "rank", *files, *options, "--json", "--pairs"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return {table["category"]: table for table in json.loads(done.stdout)["tables"]}


@pytest.mark.gate
@pytest.mark.parametrize("category", CATEGORIES)
def test_the_pairs_that_differ_are_those_of_mcnemar_and_holm(ranked, passed: Passed, category: str) -> None:
    table = ranked[category]
    real = {
        (pair["a"], pair["b"]) if pair["difference"] > 0 else (pair["b"], pair["a"])
        for pair in table["every_pair"]
        if pair["real"]
    }
    assert real == separated(passed, category)
    assert (table["pairs"], table["separated"]) == (15, len(real))


@pytest.mark.gate
@pytest.mark.parametrize("category", CATEGORIES)
def test_places_count_who_is_really_better(ranked, passed: Passed, category: str) -> None:
    real = separated(passed, category)
    for place in ranked[category]["places"]:
        slug = place["slug"]
        assert place["first"] == 1 + sum(worse == slug for _, worse in real)
        assert place["last"] == len(passed) - sum(better == slug for better, _ in real)


def test_the_last_two_models_share_their_places_over_all_tasks(ranked) -> None:
    table = ranked[""]
    places = [(place["first"], place["last"]) for place in table["places"]]
    assert places == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6)]
    assert table["groups"] == [["MiniCPM-V-2_6", "Llama-3.2-11B-Vision-Instruct"]]
    assert 0.06 < table["visible_difference"] < 0.08
