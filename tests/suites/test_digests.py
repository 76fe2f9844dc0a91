"""Tasks, prompts and the answers of baselines keep their digests.

A change here can move scores: raise the suite's version, say so in the changelog, and write the file again
with ``python tests/suites/test_digests.py`` in the environment of the tests.
"""

import json
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files.predictions import completions_digest
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.judge.baselines import BASELINES, completions
from benchmark.suites import load, load_all

FILE = Path(__file__).with_name("digests.json")
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


def digests() -> dict[str, str]:
    """Return the digests of all tasks, prompts and answers of baselines, by name."""
    found = {}
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


def test_tasks_prompts_and_baseline_answers_keep_their_digests() -> None:
    assert digests() == json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    FILE.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")
