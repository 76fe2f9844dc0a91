"""Register a runner for one job.

In a repository of an organisation, the runner joins a runner group that is bound to one workflow on one
branch. A person's repository has no runner groups. There, the label that only the planned job knows, the
checks of ``queue`` and the script of ``hook`` protect the runner, and GitHub must hold back workflows of
outside contributors until a maintainer approves them.
"""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from benchmark.chain.doctor.settings import ORGANISATION, RepositoryFacts, RepositorySettings, RunnerGroup
from benchmark.chain.github.exchange import ApiRequest
from benchmark.chain.github.repository import NamedRepository, Repository
from benchmark.chain.github.rest import ApiError, ApiModel
from benchmark.chain.runner.queue import WORKFLOW
from benchmark.core.errors import BadInput, quote_value

_EVERYBODY = "all_external_contributors"
_DEFAULT_GROUP = 1  #: the number of the group that every repository and organisation has
_NOT_FOUND = 404


class _Label(ApiModel):
    name: str


class _RegisteredRunner(ApiModel):
    id: int
    labels: list[_Label] = Field(default_factory=list)


class _JustInTimeConfig(ApiModel):
    runner: _RegisteredRunner
    encoded_jit_config: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Registration:
    """A runner that is registered and has not been started."""

    id: int
    labels: tuple[str, ...]  #: all labels, as GitHub reports them
    config: str  #: secret value for the runner program


class RunnerRegistry:
    """Registers runners in a repository, or in a runner group of its organisation.

    Args:
        repository: the repository.
        facts: its basic properties.
        group: name of the runner group; empty for a repository of a person.

    Raises:
        BadInput: if other workflows could use the runner, or the group does not exist; the message says what
            to set.
        ApiError: if a request fails.
    """

    def __init__(self, repository: Repository, facts: RepositoryFacts, group: str) -> None:
        self._rest = repository.rest
        organisation = facts.owner is not None and facts.owner.type == ORGANISATION
        if not organisation:
            _check_personal(repository, facts, group)
            self._runners, self._group = repository.path("actions", "runners"), _DEFAULT_GROUP
            return
        owner = facts.full_name.partition("/")[0]
        self._runners = f"/orgs/{owner}/actions/runners"
        self._group = self._bound_group(f"/orgs/{owner}/actions/runner-groups", facts, group)

    def register(self, name: str, label: str) -> Registration:
        """Register a runner with one label.

        Raises:
            ApiError: if the request fails; the token must be allowed to administer the repository, or the
                runners of its organisation.
        """
        body: dict[str, object] = {"name": name, "runner_group_id": self._group, "labels": [label]}
        made = self._rest.write(_JustInTimeConfig, "POST", f"{self._runners}/generate-jitconfig", body)
        labels = tuple(found.name for found in made.runner.labels) or (label,)
        return Registration(made.runner.id, labels, made.encoded_jit_config)

    def remove(self, registration: Registration) -> None:
        """Remove a runner, unless GitHub has removed it after its job."""
        try:
            self._rest.send(ApiRequest(method="DELETE", address=f"{self._runners}/{registration.id}"))
        except ApiError as error:
            if error.status != _NOT_FOUND:
                raise

    def _bound_group(self, path: str, facts: RepositoryFacts, name: str) -> int:
        """Return the number of a group that serves only the workflow ``evaluate`` on the default branch."""
        wanted = f"{facts.full_name}/{WORKFLOW}@refs/heads/{facts.default_branch}"
        if not name:
            problem = f"{facts.full_name} belongs to an organisation, so its runners need a runner group"
            raise BadInput(
                "--group", "", problem, f"make a group for the workflow {wanted} only, and give its name"
            )
        groups = self._rest.pages(RunnerGroup, path, within="runner_groups")
        group = next((group for group in groups if group.name == name), None)
        if group is None:
            fix = "make it in the organisation's Settings → Actions → Runner groups"
            raise BadInput("--group", "", f"there is no runner group {quote_value(name)}", fix)
        place = f"runner group {quote_value(name)}"
        short = wanted.replace("@refs/heads/", "@")
        workflows = set(group.selected_workflows)
        if not group.restricted_to_workflows or not workflows or not workflows <= {wanted, short}:
            fix = f"select only {wanted} under Workflow access"
            raise BadInput("--group", place, "other workflows may use it", fix)
        repositories = self._rest.pages(
            NamedRepository, f"{path}/{group.id}/repositories", within="repositories"
        )
        if group.visibility != "selected" or {found.full_name for found in repositories} != {facts.full_name}:
            fix = f"select only {facts.full_name} under Repository access"
            raise BadInput("--group", place, "other repositories may use it, or this one may not", fix)
        if not facts.private and not group.allows_public_repositories:
            raise BadInput(
                "--group", place, "public repositories may not use it", "allow public repositories"
            )
        return group.id


def _check_personal(repository: Repository, facts: RepositoryFacts, group: str) -> None:
    if group:
        problem = f"{facts.full_name} belongs to a person; only organisations have runner groups"
        raise BadInput("--group", "", problem, "leave --group out")
    if facts.private:
        return  # only collaborators can open a pull request in a private repository
    found = RepositorySettings(repository).contributor_approval()
    if found is None or found.approval_policy != _EVERYBODY:
        problem = (
            "workflows of outside contributors run without approval, or this token may not read that setting"
        )
        fix = "require approval for all external contributors in Settings → Actions → General"
        raise BadInput("--repository", facts.full_name, problem, fix)
