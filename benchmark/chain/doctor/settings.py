"""Change settings of a repository on GitHub to what the doctor requires.

Each change belongs to a requirement that was found missing, or is a label that does not exist. What only a
person can decide, such as keys, names and other people's rules, is left alone.
"""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pydantic import Field

from benchmark.chain.doctor.clone import WORKFLOWS, Requirement
from benchmark.chain.doctor.hosted import CHECKS, Setting
from benchmark.chain.github.repository import IssueLabel, Repository
from benchmark.chain.github.rest import ApiModel, ApiRequest
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.chain.plan.policy import Policy
from benchmark.results.branch import BRANCH

_ADMIN_ROLE = 5  #: GitHub's number of the role of administrators
_KEPT: tuple[Setting, ...] = ({"type": "deletion"}, {"type": "non_fast_forward"})
_REVIEW: Setting = {"required_approving_review_count": 1, "required_review_thread_resolution": False}
_REVIEW |= {"require_code_owner_review": True, "require_last_push_approval": False}
_REVIEW |= {"dismiss_stale_reviews_on_push": True}
_REVIEWED: Setting = {"type": "pull_request", "parameters": _REVIEW}
_CHECKED: Setting = {"strict_required_status_checks_policy": False}
_CHECKED |= {"required_status_checks": [{"context": name} for name in CHECKS]}
_ENVIRONMENT = {
    "deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True},
}


_ENVIRONMENTS = ("generate", "gpu", "rubric", "github-pages")


class _Listed(ApiModel):
    """A ruleset, or the pattern of an environment's branches."""

    id: int
    name: str
    type: str = "branch"  #: kind of an environment's pattern: ``branch`` or ``tag``


class _ListedWorkflow(ApiModel):
    id: int
    path: str
    state: str


class _Environment(ApiModel):
    protection_rules: list[Setting] = Field(default_factory=list)
    deployment_branch_policy: Setting | None = None  #: None if any branch may use it


_Change = tuple[str, str, Mapping[str, object]]  #: method, path and body


class SettingChange(NamedTuple):
    """A request that changes a setting."""

    requirement: str
    method: str
    path: str
    body: Mapping[str, object] = {}

    def command(self) -> str:
        """Return the command of GitHub's ``gh`` that does the same."""
        words = f"gh api --method {self.method} {self.path.removeprefix('/')}"
        return f"{words} --input - <<< {shlex.quote(json.dumps(self.body))}" if self.body else words


def setting_changes(
    repository: Repository,
    policy: Policy | None,
    findings: Sequence[Requirement],
    labels: Sequence[IssueLabel],
) -> list[SettingChange]:
    """Return the changes that make missing requirements right, in order; empty if there are none.

    Args:
        repository: the repository, with a token that may read and change its administration.
        policy: its policy; a sole maintainer may merge without another's approval.
        findings: what the doctor found; only what is missing is changed, not what is unknown.
        labels: labels of issues that must exist.
    """
    missing, found = {each.name for each in findings if each.state == "missing"}, list[SettingChange]()
    by_name: dict[str, Callable[[Repository], Iterable[_Change]]] = {
        "issues": _issues,
        f"protection of {BRANCH}": lambda at: _ruleset(at, BRANCH, _KEPT),
        f"protection of {MAIN}": lambda at: _ruleset(
            at, MAIN, (*_KEPT, _REVIEWED, {"type": "required_status_checks", "parameters": _CHECKED}), policy
        ),
        "immutable releases": lambda at: [("PUT", at.path("immutable-releases"), {})],
        "workflows": _workflows,
        "workflow permissions": lambda at: [_permission(at, "workflow", **_READ_ONLY)],
        "allowed actions": _actions,
        "approval for outside contributors": lambda at: [
            _permission(at, "fork-pr-contributor-approval", approval_policy="all_external_contributors")
        ],
        **{f"environment {each}": partial(_environment, name=each) for each in _ENVIRONMENTS},
        "site": _pages,
    }
    for name, changes in by_name.items():
        found += [SettingChange(name, *change) for change in changes(repository)] if name in missing else []
    for label in labels:
        if repository.rest.find(ApiModel, repository.path("labels", label.name)) is None:
            found.append(SettingChange("labels", "POST", repository.path("labels"), label._asdict()))
    return found


def apply_change(repository: Repository, change: SettingChange) -> None:
    """Send a change; each may be sent twice. Raises ApiError if GitHub refuses it."""
    repository.rest.send(ApiRequest(method=change.method, address=change.path, body=change.body or None))


_READ_ONLY = {"default_workflow_permissions": "read", "can_approve_pull_request_reviews": False}


def _issues(at: Repository) -> Iterator[_Change]:
    yield "PATCH", at.path(), {"has_issues": True}


def _ruleset(
    at: Repository, branch: str, rules: Sequence[Setting], policy: Policy | None = None
) -> Iterator[_Change]:
    """Make the ruleset, or complete the one of the same name; its list of who may bypass it stays."""
    name = f"Sightbench: {branch}"
    known = next((each for each in at.rest.pages(_Listed, at.path("rulesets")) if each.name == name), None)
    only = {"ref_name": {"include": [f"refs/heads/{branch}"], "exclude": []}}
    body = {"name": name, "target": "branch", "enforcement": "active", "conditions": only, "rules": [*rules]}
    if known is None:
        alone = policy is not None and len(policy.maintainers) == 1
        actor = {"actor_id": _ADMIN_ROLE, "actor_type": "RepositoryRole", "bypass_mode": "pull_request"}
        yield "POST", at.path("rulesets"), body | ({"bypass_actors": [actor]} if alone else {})
        return
    present = at.rest.get(dict[str, object], at.path("rulesets", known.id))
    # Other rulesets may be the reason: then this one has nothing to change.
    if not _is_part(body, present):
        yield "PUT", at.path("rulesets", known.id), body


def _is_part(wanted: object, present: object) -> bool:
    """Whether a setting has all that is wanted; GitHub adds fields, and orders lists in its own way."""
    if isinstance(wanted, dict) and isinstance(present, dict):
        return all(name in present and _is_part(value, present[name]) for name, value in wanted.items())
    if isinstance(wanted, list) and isinstance(present, list):
        return all(any(_is_part(value, other) for other in present) for value in wanted)
    return wanted == present


def _workflows(at: Repository) -> Iterator[_Change]:
    ours = {f".github/workflows/{name}.yml" for name in WORKFLOWS}
    for workflow in at.rest.pages(_ListedWorkflow, at.path("actions", "workflows"), within="workflows"):
        if workflow.path in ours and workflow.state != "active":
            yield "PUT", at.path("actions", "workflows", workflow.id, "enable"), {}


def _permission(at: Repository, *parts: str, **body: object) -> _Change:
    return "PUT", at.path("actions", "permissions", *parts), body


def _actions(at: Repository) -> Iterator[_Change]:
    yield _permission(at, enabled=True, allowed_actions="selected", sha_pinning_required=True)
    selected = {"github_owned_allowed": True, "verified_allowed": False, "patterns_allowed": []}
    yield _permission(at, "selected-actions", **selected)


def _environment(at: Repository, name: str) -> Iterator[_Change]:
    found, path = at.rest.find(_Environment, at.path("environments", name)), at.path("environments", name)
    custom = found is not None and (found.deployment_branch_policy or {}).get("custom_branch_policies")
    if (
        found is not None
        and not custom
        and any(r.get("type") != "branch_policy" for r in found.protection_rules)
    ):
        return  # the request would remove reviewers and timers, which somebody set
    if not custom:
        yield "PUT", path, _ENVIRONMENT
    branches = f"{path}/deployment-branch-policies"
    present = [*at.rest.pages(_Listed, branches, within="branch_policies")] if custom else []
    if not any((each.type, each.name) == ("branch", MAIN) for each in present):
        yield "POST", branches, {"name": MAIN, "type": "branch"}
    for each in present:
        if (each.type, each.name) != ("branch", MAIN):
            yield "DELETE", f"{branches}/{each.id}", {}


def _pages(at: Repository) -> Iterator[_Change]:
    absent = at.rest.find(Setting, at.path("pages")) is None
    yield "POST" if absent else "PUT", at.path("pages"), {"build_type": "workflow"}
