"""Check the settings of GitHub Actions: what workflows may do, and whose workflows need approval."""

from collections.abc import Iterator

from benchmark.chain.doctor.clone import Requirement, requirement, unknown
from benchmark.chain.doctor.settings import RepositorySettings

_PAGE = "Settings → Actions → General"
_EVERYBODY = "all_external_contributors"


def actions_requirements(settings: RepositorySettings) -> Iterator[Requirement]:
    """Yield the requirements of the page Settings → Actions → General."""
    yield _workflow_permissions(settings)
    yield contributor_approval(settings)
    yield _allowed_actions(settings)


def _workflow_permissions(settings: RepositorySettings) -> Requirement:
    found = settings.workflow_rights()
    name = "workflow permissions"
    if found is None:
        return unknown(name)
    wrong = [] if found.default_workflow_permissions == "read" else ["workflows may write by default"]
    if found.can_approve_pull_request_reviews:
        wrong.append("workflows may approve pull requests")
    fix = f"set {_PAGE} → Workflow permissions to read, without approving pull requests"
    return requirement(name, wrong, fix)


def contributor_approval(settings: RepositorySettings) -> Requirement:
    """Check that a workflow that a stranger edited runs only after a maintainer's approval."""
    found = settings.contributor_approval()
    name = "approval for outside contributors"
    if found is None:
        return unknown(name, f"look in {_PAGE}")
    wrong = (
        []
        if found.approval_policy == _EVERYBODY
        else ["workflows of some outside contributors run without approval"]
    )
    return requirement(name, wrong, f"require approval for all external contributors in {_PAGE}")


def _allowed_actions(settings: RepositorySettings) -> Requirement:
    found = settings.allowed_actions()
    name = "allowed actions"
    if found is None:
        return unknown(name, f"look in {_PAGE}")
    wrong = []
    if found.allowed_actions == "all":
        wrong.append("workflows may use anybody's actions")
    elif found.allowed_actions == "local_only":
        wrong.append("workflows may not use GitHub's own actions, which they need")
    else:
        selected = settings.selected_actions()
        if selected is None:
            return unknown(name, f"look in {_PAGE}")
        if not selected.github_owned_allowed:
            wrong.append("workflows may not use GitHub's own actions, which they need")
        if selected.verified_allowed or selected.patterns_allowed:
            wrong.append("workflows may use actions that are not GitHub's own")
    if not found.sha_pinning_required:
        wrong.append("actions need not be pinned to a commit")
    fix = f"in {_PAGE}, allow actions created by GitHub only, and require pinning to a full-length commit SHA"
    return requirement(name, wrong, fix)
