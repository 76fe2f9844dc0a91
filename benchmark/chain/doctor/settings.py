"""What a repository is set to, as far as a token may see it, and registrations of runners."""

from typing import Annotated

from pydantic import Field

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel

#: Statuses of what a token may not see, or what is not there.
_UNSEEN = frozenset({401, 403, 404})


class RepositoryFacts(ApiModel):
    """A repository."""

    full_name: str
    private: bool
    default_branch: str
    has_issues: bool = True
    archived: bool = False
    disabled: bool = False


class BranchRule(ApiModel):
    """A rule that holds for a branch; ``deletion``, ``non_fast_forward``, ``pull_request`` and others."""

    type: str


class BranchPolicy(ApiModel):
    """Which branches an environment takes jobs from."""

    protected_branches: bool
    custom_branch_policies: bool


class Environment(ApiModel):
    """An environment of workflows; without a policy every branch may use it."""

    name: str
    deployment_branch_policy: BranchPolicy | None = None


class BranchPattern(ApiModel):
    """A branch, or a pattern of branches, that may use an environment."""

    name: str
    type: str = "branch"


class NamedSetting(ApiModel):
    """A branch or a secret: its name and nothing else."""

    name: str


class PagesSite(ApiModel):
    """The repository's site."""

    build_type: str | None = None
    html_url: str = ""


class WorkflowRights(ApiModel):
    """What the token of a workflow may do that says nothing of rights."""

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
    """Settings of a repository.

    What every reader may see is None when it is not there; what only some may see is None when this token may
    not. Anything else that GitHub refuses is a :class:`benchmark.chain.github.rest.ApiError`.
    """

    def __init__(self, repository: Repository) -> None:
        self._at = repository.path
        self._rest = repository.rest

    def facts(self) -> RepositoryFacts | None:
        """The repository itself."""
        return self._rest.find(RepositoryFacts, self._at())

    def has_branch(self, name: str) -> bool:
        """Whether the repository has a branch, as far as this token may see."""
        return self._rest.find(NamedSetting, self._at("branches", name)) is not None

    def rules(self, branch: str) -> frozenset[str] | None:
        """Types of the rules that hold for a branch, from rulesets and from its protection together."""
        try:
            found = {
                rule.type for rule in self._rest.pages(BranchRule, self._at("rules", "branches", branch))
            }
        except ApiError as error:
            _only_unseen(error)
            return None
        return frozenset(found | self._protection(branch))

    def _protection(self, branch: str) -> set[str]:
        """A branch's protection in the words of rulesets."""
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
        """An environment."""
        return self._rest.find(Environment, self._at("environments", name))

    def environment_branches(self, name: str) -> tuple[str, ...] | None:
        """Names and patterns of the branches that may use an environment."""
        path = self._at("environments", name, "deployment-branch-policies")
        try:
            found = tuple(self._rest.pages(BranchPattern, path, within="branch_policies"))
        except ApiError as error:
            _only_unseen(error)
            return None
        return tuple(one.name for one in found)

    def environment_secrets(self, name: str) -> frozenset[str] | None:
        """Names of the secrets of an environment; no token may see more."""
        return self._names("environments", name, "secrets")

    def repository_secrets(self) -> frozenset[str] | None:
        """Names of the secrets that every job could use."""
        return self._names("actions", "secrets")

    def pages(self) -> PagesSite | None:
        """The repository's site."""
        return self._rest.find(PagesSite, self._at("pages"))

    def workflow_rights(self) -> WorkflowRights | None:
        """What workflows may do that say nothing of rights."""
        path = self._at("actions", "permissions", "workflow")
        try:
            return self._rest.get(WorkflowRights, path)
        except ApiError as error:
            _only_unseen(error)
            return None

    def runners(self) -> tuple[Runner, ...] | None:
        """Self-hosted runners that are registered now; those of one job come and go."""
        try:
            return tuple(self._rest.pages(Runner, self._at("actions", "runners"), within="runners"))
        except ApiError as error:
            _only_unseen(error)
            return None

    def just_in_time_runner(self, name: str, labels: list[str], *, group: int = 1) -> str:
        """Register a runner for one job; returns what ``run.sh --jitconfig`` takes, which is a secret.

        Raises:
            ApiError: when GitHub does not; the token must administer the repository.
        """
        path = self._at("actions", "runners", "generate-jitconfig")
        body: dict[str, object] = {"name": name, "runner_group_id": group, "labels": labels}
        return self._rest.write(_JustInTime, "POST", path, body).encoded_jit_config

    def _names(self, *parts: str) -> frozenset[str] | None:
        try:
            found = frozenset(
                one.name for one in self._rest.pages(NamedSetting, self._at(*parts), within="secrets")
            )
        except ApiError as error:
            _only_unseen(error)
            return None
        return found


def _enabled(value: object) -> bool:
    return isinstance(value, dict) and value.get("enabled") is True


def _only_unseen(error: ApiError) -> None:
    """Let pass that a token may not look; any other error goes on."""
    if error.status not in _UNSEEN:
        raise error
