"""Tasks, prompts and the answers of baselines keep their digests.

A change here can move scores: raise the suite's version, say so in the changelog, and write the file again
with ``python tests/suites/test_digests.py`` in the environment of the tests. It refuses a change without a
newer version; new data sets, settings and suites need none.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.predictions import completions_digest
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.judge.baselines import BASELINES, completions
from benchmark.suites import load, load_all

FILE = Path(__file__).with_name("digests.json")
BUNDLED = Path(__file__).parents[2] / "submissions"
#: Data sets in the repository or in a pinned package; the others are fetched.
DATASETS = (
    ("code-vision", "open"),
    ("code-vision", "rebuilt"),
    ("humaneval-v", "open"),
    ("mathopeval", "open-choice"),
    ("mathopeval", "open-words-choice"),
    *(("mathopeval", f"open-{form}") for form in ("free", "picture", "words")),
    ("mmcode", "open"),
)


def digests() -> dict[str, str | int]:
    """Return the versions of suites, and the digests of all tasks, prompts and answers of baselines."""
    found: dict[str, str | int] = {f"{name}: version": suite.version for name, suite in load_all().items()}
    for suite, dataset in DATASETS:
        tasks = load(suite).datasets[dataset]()
        found[f"{suite} {dataset}: tasks"] = tasks_digest(tasks)
        for name in BASELINES:
            found[f"{suite} {dataset}: answers of {name}"] = completions_digest(completions(name, tasks))
    for name, suite in load_all().items():
        for setting in suite.asked.settings:
            try:
                found[f"{name}: prompt of {setting}"] = suite.prompt("sightbench", setting).digest
            except BadInput:
                continue  # a setting without a prompt of ours
    return found


def unraised(before: Mapping[str, str | int], now: Mapping[str, str | int]) -> list[str]:
    """Return what changed of suites whose version is not newer."""
    changed = [name for name, digest in before.items() if now.get(name) != digest]
    suites = {name: name.partition(":")[0].partition(" ")[0] for name in changed}
    return [
        name
        for name, suite in suites.items()
        if now.get(f"{suite}: version", 1) == before.get(f"{suite}: version")
    ]


@pytest.mark.gate
def test_tasks_prompts_and_baseline_answers_keep_their_digests() -> None:
    before, now = json.loads(FILE.read_text(encoding="utf-8")), digests()
    assert unraised(before, now) == [], "raise `version` of the suite, if scores can move"
    assert now == before, "run `.nox/tests/bin/python tests/suites/test_digests.py`"


@pytest.mark.parametrize(
    ("now", "named"),
    [
        ({"a: version": 1, "a open: tasks": "x"}, []),
        ({"a: version": 1, "a open: tasks": "y"}, ["a open: tasks"]),
        ({"a: version": 2, "a open: tasks": "y"}, []),
        ({"a: version": 1, "a open: tasks": "x", "a: prompt of image": "z"}, []),
        ({"a: version": 1}, ["a open: tasks"]),
    ],
)
def test_a_change_of_tasks_or_prompts_needs_a_newer_version(
    now: dict[str, str | int], named: list[str]
) -> None:
    assert unraised({"a: version": 1, "a open: tasks": "x"}, now) == named


def test_the_completions_of_the_bundled_model_answer_the_prompt_of_today() -> None:
    manifest = BUNDLED / "smollm2-135m-q4" / "predictions.generation.json"
    config = json.loads(manifest.read_text(encoding="utf-8"))["config"]
    prompt = load("code-vision").prompt("sightbench", "text")
    assert config["prompt_digest"] == prompt.digest, "run `./noxw -s small -- --keep`"


if __name__ == "__main__":
    found = digests()
    if named := unraised(json.loads(FILE.read_text(encoding="utf-8")), found):
        sys.exit("\n".join(["changed, and the version of the suite is the same:", *named]))
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
