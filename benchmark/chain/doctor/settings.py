"""Read the settings of a repository, as far as a token may see them, and register runners."""

from typing import Annotated

from pydantic import Field

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel

#: HTTP statuses for something that a token may not see, or that does not exist.
_UNSEEN = frozenset({401, 403, 404})


class RepositoryFacts(ApiModel):
    """The basic properties of a repository."""

    full_name: str
    private: bool
    default_branch: str
    has_issues: bool = True
    archived: bool = False
    disabled: bool = False


class BranchRule(ApiModel):
    """A rule for a branch, such as ``deletion``, ``non_fast_forward`` or ``pull_request``."""

    type: str


class BranchPolicy(ApiModel):
    """Which branches may use an environment."""

    protected_branches: bool
    custom_branch_policies: bool


class Environment(ApiModel):
    """An environment of workflows; without a branch policy every branch may use it."""

    name: str
    deployment_branch_policy: BranchPolicy | None = None


class BranchPattern(ApiModel):
    """The name or pattern of branches that may use an environment."""

    name: str
    type: str = "branch"


class NamedSetting(ApiModel):
    """The name of a branch or a secret."""

    name: str


class PagesSite(ApiModel):
    """The GitHub Pages site of a repository."""

    build_type: str | None = None
    html_url: str = ""


class WorkflowRights(ApiModel):
    """The default permissions of a workflow's token."""

    default_workflow_permissions: str
    can_approve_pull_request_reviews: bool = False


class RunnerLabel(ApiModel):
    """A label of a runner."""

    name: str


class Runner(ApiModel):
    """A self-hosted runner."""

    id: int
    name: str
    status: str
    busy: bool = False
    labels: list[RunnerLabel] = Field(default_factory=list)


class _JustInTime(ApiModel):
    encoded_jit_config: Annotated[str, Field(min_length=1)]


class RepositorySettings:
    """The settings of a repository.

    Public settings are None if absent; restricted ones are None if this token may not read them. Any other
    failure raises :class:`benchmark.chain.github.rest.ApiError`.
    """

    def __init__(self, repository: Repository) -> None:
        self._at = repository.path
        self._rest = repository.rest

    def facts(self) -> RepositoryFacts | None:
        """Return the basic properties of the repository."""
        return self._rest.find(RepositoryFacts, self._at())

    def has_branch(self, name: str) -> bool:
        """Whether the repository has a branch that this token may see."""
        return self._rest.find(NamedSetting, self._at("branches", name)) is not None

    def rules(self, branch: str) -> frozenset[str] | None:
        """Return the types of the rules for a branch, from rulesets and branch protection together."""
        try:
            found = {
                rule.type for rule in self._rest.pages(BranchRule, self._at("rules", "branches", branch))
            }
        except ApiError as error:
            _only_unseen(error)
            return None
        return frozenset(found | self._protection(branch))

    def _protection(self, branch: str) -> set[str]:
        """Return the protection of a branch as types of ruleset rules."""
        try:
            found = self._rest.find(dict[str, object], self._at("branches", branch, "protection"))
        except ApiError as error:
            _only_unseen(error)
            return set()
        if found is None:
            return set()
        allowed = {name: _enabled(found.get(f"allow_{name}")) for name in ("deletions", "force_pushes")}
        types = {"deletion": not allowed["deletions"], "non_fast_forward": not allowed["force_pushes"]}
        types["pull_request"] = found.get("required_pull_request_reviews") is not None
        return {name for name, holds in types.items() if holds}

    def environment(self, name: str) -> Environment | None:
        """Return an environment by its name."""
        return self._rest.find(Environment, self._at("environments", name))

    def environment_branches(self, name: str) -> tuple[str, ...] | None:
        """Return the names and patterns of the branches that may use an environment."""
        path = self._at("environments", name, "deployment-branch-policies")
        try:
            found = tuple(self._rest.pages(BranchPattern, path, within="branch_policies"))
        except ApiError as error:
            _only_unseen(error)
            return None
        return tuple(pattern.name for pattern in found)

    def environment_secrets(self, name: str) -> frozenset[str] | None:
        """Return the names of the secrets of an environment; no token can read their values."""
        return self._names("environments", name, "secrets")

    def repository_secrets(self) -> frozenset[str] | None:
        """Return the names of the secrets that every job can use."""
        return self._names("actions", "secrets")

    def pages(self) -> PagesSite | None:
        """Return the GitHub Pages site."""
        return self._rest.find(PagesSite, self._at("pages"))

    def workflow_rights(self) -> WorkflowRights | None:
        """Return the default permissions of workflows."""
        path = self._at("actions", "permissions", "workflow")
        try:
            return self._rest.get(WorkflowRights, path)
        except ApiError as error:
            _only_unseen(error)
            return None

    def runners(self) -> tuple[Runner, ...] | None:
        """Return the self-hosted runners that are registered now; runners for one job come and go."""
        try:
            return tuple(self._rest.pages(Runner, self._at("actions", "runners"), within="runners"))
        except ApiError as error:
            _only_unseen(error)
            return None

    def just_in_time_runner(self, name: str, labels: list[str], *, group: int = 1) -> str:
        """Register a runner for one job, and return the secret value for ``run.sh --jitconfig``.

        Raises:
            ApiError: if the request fails; the token must be allowed to administer the repository.
        """
        path = self._at("actions", "runners", "generate-jitconfig")
        body: dict[str, object] = {"name": name, "runner_group_id": group, "labels": labels}
        return self._rest.write(_JustInTime, "POST", path, body).encoded_jit_config

    def _names(self, *parts: str) -> frozenset[str] | None:
        try:
            secrets = self._rest.pages(NamedSetting, self._at(*parts), within="secrets")
            return frozenset(secret.name for secret in secrets)
        except ApiError as error:
            _only_unseen(error)
            return None


def _enabled(value: object) -> bool:
    return isinstance(value, dict) and value.get("enabled") is True


def _only_unseen(error: ApiError) -> None:
    """Ignore an error that says that the token may not look; raise any other error."""
    if error.status not in _UNSEEN:
        raise error
