"""Tests of the registration: a runner is registered only where other workflows cannot use it."""

from typing import Any

import pytest
from fake_github import FakeGitHub
from lent_machine import LABEL, Machine

from benchmark.core.errors import BadInput

GROUP = {
    "id": 5,
    "name": "gpus",
    "visibility": "selected",
    "allows_public_repositories": True,
    "restricted_to_workflows": True,
    "selected_workflows": ["octo/bench/.github/workflows/evaluate.yml@refs/heads/main"],
}


def test_a_person_s_public_repository_must_hold_back_workflows_of_strangers(
    hub: FakeGitHub, machine: Machine
) -> None:
    hub.contributor_approval["approval_policy"] = "first_time_contributors"
    with pytest.raises(BadInput, match="workflows of outside contributors run without approval") as caught:
        machine.server()
    assert "all external contributors" in caught.value.fix
    hub.facts["private"] = True
    machine.server()
    with pytest.raises(BadInput, match="only organisations have runner groups"):
        machine.server("gpus")


@pytest.fixture
def organisation(hub: FakeGitHub) -> FakeGitHub:
    """A repository of an organisation with a runner group for the workflow."""
    hub.facts["owner"] = {"login": "octo", "id": 12, "type": "Organization"}
    hub.lent.groups += [{"id": 1, "name": "Default", "visibility": "all"}, dict(GROUP)]
    hub.lent.group_repositories = {1: [], 5: ["octo/bench"]}
    return hub


def test_an_organisation_s_runner_is_in_its_group(organisation: FakeGitHub, machine: Machine) -> None:
    organisation.lent.add_run(LABEL, steps=[machine.marks("planned")])
    machine.serve("gpus")
    assert machine.marked == ["planned"]
    (request,) = organisation.lent.registered
    assert request["path"] == "/orgs/octo/actions/runners/generate-jitconfig"
    assert (request["runner_group_id"], request["labels"]) == (5, [LABEL])


@pytest.mark.parametrize(
    ("name", "fields", "problem"),
    [
        ("", {}, "belongs to an organisation"),
        ("other", {}, "there is no runner group 'other'"),
        ("Default", {}, "other workflows may use it"),
        ("gpus", {"restricted_to_workflows": False}, "other workflows may use it"),
        ("gpus", {"selected_workflows": []}, "other workflows may use it"),
        (
            "gpus",
            {"selected_workflows": [*GROUP["selected_workflows"], "octo/bench/.github/workflows/x.yml@main"]},
            "other workflows may use it",
        ),
        (
            "gpus",
            {"selected_workflows": ["octo/bench/.github/workflows/evaluate.yml@topic"]},
            "other workflows may use it",
        ),
        ("gpus", {"visibility": "all"}, "other repositories may use it"),
        ("gpus", {"allows_public_repositories": False}, "public repositories may not use it"),
    ],
)
def test_a_runner_group_must_be_bound_to_the_workflow_on_the_default_branch(
    name: str, fields: dict[str, Any], problem: str, organisation: FakeGitHub, machine: Machine
) -> None:
    organisation.lent.groups[1].update(fields)
    with pytest.raises(BadInput, match=problem) as caught:
        machine.server(name)
    assert caught.value.fix
    assert organisation.lent.registered == []


def test_a_group_of_several_repositories_is_refused(organisation: FakeGitHub, machine: Machine) -> None:
    organisation.lent.group_repositories[5] = ["octo/bench", "octo/other"]
    with pytest.raises(BadInput, match="other repositories may use it"):
        machine.server("gpus")
