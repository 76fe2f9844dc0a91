"""What a repository needs to run its own benchmark: its clone, its nights, and its settings on GitHub."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.chain.doctor.clone import (
    Diagnosis,
    Requirement,
    clone_requirements,
    policy_of,
    repository_of,
)
from benchmark.chain.doctor.hosted import repository_requirements
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.policy import Policy
from benchmark.core.install import absent_modules, install_extra
from benchmark.core.suite import Suite


def diagnose(folder: Path, repository: str, known: Mapping[str, Suite], *, offline: bool) -> Diagnosis:
    """Check a clone and, unless that is not possible or not wanted, the settings on GitHub.

    Args:
        folder: root folder of the clone.
        repository: ``OWNER/NAME``; empty for the remote of the clone.
        known: names that submissions may use, by suite.
        offline: whether GitHub must not be asked.
    """
    repository = repository or repository_of(folder)
    hosted = _check_github(repository, policy_of(folder), offline=offline)
    return Diagnosis(repository=repository, findings=[*clone_requirements(folder, known), *hosted])


def _check_github(repository: str, policy: Policy | None, *, offline: bool) -> list[Requirement]:
    """Check the settings on GitHub; if that is not possible, return one finding with the reason."""
    if offline:
        why, fix = "not checked", "leave --offline out"
    elif not repository:
        why, fix = "the clone has no remote on GitHub", "name the repository with --repository OWNER/NAME"
    elif absent_modules(("httpx2",)):
        why, fix = "not checked: the extra `github` is not installed", install_extra("github")
    else:
        with RestApi.from_environment() as rest:
            if rest.has_token:
                return list(repository_requirements(Repository(repository, rest), policy))
        why, fix = "not checked: no token", "put a token into GITHUB_TOKEN"
    return [Requirement(name="settings on GitHub", state="unknown", said=why, fix=fix)]


#: Steps in order: what to do, and the requirements that the step meets.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Fork or copy only the branch main", ("repository", "default branch", "issues")),
    (
        "Clone the repository",
        ("git", "sandbox", "extra statistics", "extra github", "settings on GitHub"),
    ),
    ("Begin the branch results", ("branch results", "branch results on GitHub")),
    ("Protect the branch results", ("protection of results",)),
    ("Enable the workflows", ("workflow files", "workflows")),
    ("Name the maintainers", ("policy.yml", "CODEOWNERS", "submissions")),
    ("Name the repository, so that it signs rows", ("signed rows",)),
    ("Protect the branch main", ("protection of main",)),
    ("Limit what workflows may do", ("workflow permissions", "allowed actions")),
    ("Keep strangers' workflows waiting", ("approval for outside contributors", "standing runners")),
    ("Make the environments", ("environment generate", "environment gpu", "environment rubric")),
    ("Turn on Pages", ("site", "environment github-pages")),
    ("Start a dry run", ("dry run",)),
    (
        "Add the keys",
        ("keys in the environment generate", "key in the environment rubric", "repository secrets"),
    ),
    ("Merge the first submission", ("first row", "nights", "schedule of the nights")),
)
_MARKS = {"ok": "ok", "missing": "to do", "unknown": "unseen"}


def checklist(findings: Sequence[Requirement]) -> list[str]:
    """Return the lines of the checklist: each step with its requirements.

    ``unseen`` marks what cannot be seen from here, with this clone and this token.
    """
    by_name = {finding.name: finding for finding in findings}
    lines = []
    for number, (title, names) in enumerate(STEPS, 1):
        lines.append(f"{number}. {title}")
        found = [by_name[name] for name in names if name in by_name]
        if not found:
            lines.append(f"   {_MARKS['unknown']:<7} {', '.join(names)}")
        for finding in found:
            lines.append(f"   {_MARKS[finding.state]:<7} {finding.name}: {finding.said}")
            lines += [f"           → {finding.fix}"] if finding.fix else []
    return lines
