"""Read the settings of a repository, as far as a token may see them."""

from collections.abc import Iterator
from typing import TypeVar

from pydantic import Field

from benchmark.chain.github.repository import Account, Repository
from benchmark.chain.github.rest import ApiError, ApiModel
from benchmark.results.layout import ROWS

#: HTTP statuses for something that a token may not see, or that does not exist.
_NOT_FOUND = 404
_UNSEEN = frozenset({401, 403, _NOT_FOUND})

ORGANISATION = "Organization"  #: type of an account that has runner groups

Setting = TypeVar("Setting", bound=ApiModel)


class RepositoryFacts(ApiModel):
    """The basic properties of a repository."""

    full_name: str
    id: int = 0  #: GitHub's number of the repository; 0 if it was not read
    private: bool
    default_branch: str
    owner: Account | None = None
    has_issues: bool = True
    archived: bool = False
    disabled: bool = False
    created_at: str = ""  #: UTC
    pushed_at: str | None = None  #: time of the last push, UTC


class RequiredCheck(ApiModel):
    """A check that must succeed before a merge; ``context`` is the name of its job."""

    context: str


class RuleParameters(ApiModel):
    """What a rule for pull requests or for checks demands; fields of other kinds of rules are ignored."""

    required_approving_review_count: int = 0
    require_code_owner_review: bool = False
    dismiss_stale_reviews_on_push: bool = False
    required_status_checks: list[RequiredCheck] = Field(default_factory=list)


class BranchRule(ApiModel):
    """A rule for a branch, such as ``deletion``, ``non_fast_forward`` or ``pull_request``."""

    type: str
    parameters: RuleParameters = Field(default_factory=RuleParameters)


class _Reviews(ApiModel):
    required_approving_review_count: int = 0
    require_code_owner_reviews: bool = False
    dismiss_stale_reviews: bool = False


class _Checks(ApiModel):
    contexts: list[str] = Field(default_factory=list)


class _Switch(ApiModel):
    enabled: bool = False


class _Protection(ApiModel):
    """A branch's protection, which GitHub had before rulesets."""

    allow_deletions: _Switch = Field(default_factory=_Switch)
    allow_force_pushes: _Switch = Field(default_factory=_Switch)
    required_pull_request_reviews: _Reviews | None = None
    required_status_checks: _Checks | None = None

    def rules(self) -> Iterator[BranchRule]:
        """Yield the protection as rules of a ruleset."""
        if not self.allow_deletions.enabled:
            yield BranchRule(type="deletion")
        if not self.allow_force_pushes.enabled:
            yield BranchRule(type="non_fast_forward")
        if (reviews := self.required_pull_request_reviews) is not None:
            demanded = RuleParameters(
                required_approving_review_count=reviews.required_approving_review_count,
                require_code_owner_review=reviews.require_code_owner_reviews,
                dismiss_stale_reviews_on_push=reviews.dismiss_stale_reviews,
            )
            yield BranchRule(type="pull_request", parameters=demanded)
        if (checks := self.required_status_checks) is not None:
            contexts = [RequiredCheck(context=name) for name in checks.contexts]
            demanded = RuleParameters(required_status_checks=contexts)
            yield BranchRule(type="required_status_checks", parameters=demanded)


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


class AllowedActions(ApiModel):
    """Which actions workflows may use: ``all``, ``local_only`` or ``selected``."""

    allowed_actions: str = "all"
    sha_pinning_required: bool = False


class SelectedActions(ApiModel):
    """The actions that ``selected`` allows."""

    github_owned_allowed: bool = True
    verified_allowed: bool = False
    patterns_allowed: list[str] = Field(default_factory=list)


class ContributorApproval(ApiModel):
    """Whose workflow runs wait for an approval, such as ``all_external_contributors``."""

    approval_policy: str


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


class RunnerGroup(ApiModel):
    """A runner group of an organisation."""

    id: int
    restricted_to_workflows: bool = False


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

    def has_rows(self, branch: str, since: str) -> bool:
        """Whether rows were pushed to a branch since a time in UTC; those of a copied branch are older."""
        query = {"sha": branch, "path": ROWS, "since": since}
        try:
            return any(self._rest.pages(ApiModel, self._at("commits"), query))
        except ApiError as error:
            if error.status != _NOT_FOUND:
                raise
            return False

    def rules(self, branch: str) -> tuple[BranchRule, ...] | None:
        """Return the rules for a branch, from rulesets and branch protection together."""
        try:
            found = tuple(self._rest.pages(BranchRule, self._at("rules", "branches", branch)))
        except ApiError as error:
            _only_unseen(error)
            return None
        return (*found, *self._protection(branch))

    def _protection(self, branch: str) -> tuple[BranchRule, ...]:
        """Return the protection of a branch as rules of a ruleset; none if the token may not see it."""
        try:
            found = self._rest.find(_Protection, self._at("branches", branch, "protection"))
        except ApiError as error:
            _only_unseen(error)
            return ()
        return () if found is None else tuple(found.rules())

    def environment(self, name: str) -> Environment | None:
        """Return an environment by its name."""
        return self._rest.find(Environment, self._at("environments", name))

    def environment_branches(self, name: str) -> tuple[str, ...] | None:
        """Return the names and patterns of branches that may use an environment; ``tag NAME`` for a tag."""
        path = self._at("environments", name, "deployment-branch-policies")
        try:
            found = tuple(self._rest.pages(BranchPattern, path, within="branch_policies"))
        except ApiError as error:
            _only_unseen(error)
            return None
        return tuple(
            pattern.name if pattern.type == "branch" else f"{pattern.type} {pattern.name}"
            for pattern in found
        )

    def environment_secrets(self, name: str) -> frozenset[str] | None:
        """Return the names of the secrets of an environment; no token can read their values."""
        return self._names("environments", name, "secrets")

    def repository_secrets(self) -> frozenset[str] | None:
        """Return the names of the secrets that every job can use, those of the organisation included."""
        own, shared = self._names("actions", "secrets"), self._names("actions", "organization-secrets")
        return None if own is None else own | (shared or frozenset())

    def pages(self) -> PagesSite | None:
        """Return the GitHub Pages site."""
        return self._rest.find(PagesSite, self._at("pages"))

    def workflow_rights(self) -> WorkflowRights | None:
        """Return the default permissions of workflows."""
        return self._get_if_allowed(WorkflowRights, "actions", "permissions", "workflow")

    def allowed_actions(self) -> AllowedActions | None:
        """Return which actions workflows may use."""
        return self._get_if_allowed(AllowedActions, "actions", "permissions")

    def selected_actions(self) -> SelectedActions | None:
        """Return the actions that are allowed if only selected ones are."""
        return self._get_if_allowed(SelectedActions, "actions", "permissions", "selected-actions")

    def contributor_approval(self) -> ContributorApproval | None:
        """Return whose workflow runs wait for the approval of a maintainer."""
        return self._get_if_allowed(
            ContributorApproval, "actions", "permissions", "fork-pr-contributor-approval"
        )

    def runners(self) -> tuple[Runner, ...] | None:
        """Return the self-hosted runners that are registered now; runners for one job come and go."""
        try:
            return tuple(self._rest.pages(Runner, self._at("actions", "runners"), within="runners"))
        except ApiError as error:
            _only_unseen(error)
            return None

    def shared_runners(self, facts: RepositoryFacts) -> tuple[Runner, ...] | None:
        """Return the organisation's runners that every workflow of this repository may use.

        None if the token may not see them.
        """
        if facts.owner is None or facts.owner.type != ORGANISATION:
            return ()
        owner, _, name = facts.full_name.partition("/")
        groups = f"/orgs/{owner}/actions/runner-groups"
        try:
            return tuple(
                runner
                for group in self._rest.pages(
                    RunnerGroup, groups, {"visible_to_repository": name}, within="runner_groups"
                )
                if not group.restricted_to_workflows
                for runner in self._rest.pages(Runner, f"{groups}/{group.id}/runners", within="runners")
            )
        except ApiError as error:
            _only_unseen(error)
            return None

    def _get_if_allowed(self, what: type[Setting], *parts: str) -> Setting | None:
        try:
            return self._rest.get(what, self._at(*parts))
        except ApiError as error:
            _only_unseen(error)
            return None

    def _names(self, *parts: str) -> frozenset[str] | None:
        try:
            secrets = self._rest.pages(NamedSetting, self._at(*parts), within="secrets")
            return frozenset(secret.name for secret in secrets)
        except ApiError as error:
            _only_unseen(error)
            return None


def _only_unseen(error: ApiError) -> None:
    """Ignore an error that says that the token may not look; raise any other error."""
    if error.status not in _UNSEEN:
        raise error
