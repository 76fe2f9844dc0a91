"""The model that rehearsed nights follow: its submission, and the policy that follows it."""

from collections.abc import Callable
from pathlib import Path

from vendor import Models, Vendor

from benchmark.pipeline.sources import from_suite

SLUG, MODEL, NEW_MODEL = "followed-mini", "gpt-4o-mini", "gpt-4o-mini-2099-01-01"
OTHER_MODELS = ("gpt-4o", "gpt-4.1", "o9-preview")
SUITE, DATASET, SETTING = "humaneval-v", "open", "image"
USUAL, WORSE, RECOVERED = 0.9, 0.55, 0.95  #: shares of right answers

SUBMISSION = f"""\
schema: sightbench/submission/1
slug: {SLUG}
name: Followed mini
organisation: Rehearsal
owners: [kim]
runs:
  - suite: {SUITE}
    dataset: {DATASET}
    setting: {SETTING}
    protocol: greedy
    prompt: sightbench
    model:
      provider: openai
      model: {MODEL}
      limits: {{attempts: 2, wait: 0.1}}
"""
_WATCH = f"""\
watch:
  - provider: openai
    models: {MODEL}*
    suites: [{SUITE}]
    budget_usd: 5
    price: {{input: 5, output: 20}}
"""


def with_nights(policy: str) -> str:
    """Return the text of the project's policy, with a budget for nights and a watch list."""
    return policy.replace("  month_usd: 100\n", "  month_usd: 100\n  nightly_usd: 20\n") + _WATCH


#: Files of a repository that follows the model, each as a function of the file's text.
CHANGES: dict[str, Callable[[str], str]] = {
    f"submissions/{SLUG}/submission.yaml": lambda _: SUBMISSION,
    "policy.yml": with_nights,
}


def make_vendor(folder: Path, python: Path) -> Vendor:
    """Return a stand-in that serves the model; ``python`` is an interpreter with cryptography."""
    tasks = from_suite(SUITE, DATASET, "rehearsal").tasks
    return Vendor(folder, tasks, Models((MODEL, *OTHER_MODELS), solved=USUAL), python=python)
