"""Maintainers approve every change of the files that decide what CI may do."""

from pathlib import Path

from benchmark.chain.plan.policy import read_policy

from .files import parse, sources

ROOT = Path(__file__).resolve().parents[2]


def owners_by_pattern() -> dict[str, list[str]]:
    lines = (ROOT / ".github" / "CODEOWNERS").read_text(encoding="utf-8").splitlines()
    entries = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return {pattern: owners for pattern, *owners in entries}


def test_the_maintainers_own_the_workflows_and_the_policy() -> None:
    maintainers = [f"@{login}" for login in read_policy(ROOT / "policy.yml").maintainers]
    assert owners_by_pattern() == {"/.github/": maintainers, "/policy.yml": maintainers}


def test_the_merge_queue_runs_the_checks_of_a_pull_request() -> None:
    """A required check that never starts would hold the queue for ever."""
    workflows = parse(sources()).workflows
    on_pulls = {name for name, workflow in workflows.items() if "pull_request" in workflow["on"]}
    in_queue = {name for name, workflow in workflows.items() if "merge_group" in workflow["on"]}
    assert on_pulls == in_queue == {"ci", "validate"}
    (author,) = [
        step for step in workflows["validate"]["jobs"]["validate"]["steps"] if step.get("id") == "author"
    ]
    assert author["if"] == "${{ github.event_name == 'merge_group' }}"
