"""The workflow files have the rights of their lists, and call commands and actions that exist."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest
import yaml

from benchmark.chain.plan.policy import read_policy
from benchmark.cli import ci, group

from .files import ROOT, parse, sources
from .rights import secret_names

FILES = parse(sources())
STAND_INS = yaml.safe_load((ROOT / "rehearsal" / "actions.yml").read_text(encoding="utf-8"))


def stages() -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """Yield the place, arguments and variables of each step that calls a command of ours."""
    for place, step_ in FILES.steps():
        match = re.fullmatch(r"\./noxw -s (ci|site) -- (.+)", step_.get("run", ""))
        if match:
            words = shlex.split(match[2])
            yield place, words if match[1] == "ci" else [match[1], *words], step_.get("env", {})


@pytest.mark.parametrize(("place", "words", "variables"), list(stages()), ids=lambda value: str(value)[:40])
def test_a_step_calls_an_existing_command(place: str, words: list[str], variables: dict[str, str]) -> None:
    """The step passes only options that exist and all required ones, and sets each variable that it uses."""
    parent: click.Group = group if words[0] == "site" else ci.command
    command = parent.get_command(click.Context(parent), words[0])
    assert command is not None, words[0]
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    given = [word for word in words if word.startswith("--")]
    assert set(given) <= known, place
    required = {option.opts[0] for option in command.params if option.required and not option.envvar}
    assert required <= set(given), place
    named = {word[1:] for word in words if word.startswith("$")}
    assert named <= {*variables, "GITHUB_RUN_ATTEMPT"}, place


def test_the_keys_of_the_policy_are_those_that_the_workflow_passes_on() -> None:
    keys = set(read_policy(ROOT / "policy.yml").keys)
    assert secret_names(FILES)["run", "generate"] == keys
    assert secret_names(FILES)["care", "discover"] == keys


def test_every_action_has_a_stand_in_with_the_same_inputs() -> None:
    missing = []
    for place, step_ in FILES.steps():
        used = step_.get("uses", "")
        if not used.startswith("actions/"):
            continue
        known = STAND_INS.get(used.split("@")[0].split("/")[1])
        if known is None or not set(step_.get("with", {})) <= set(known.get("inputs", {})):
            missing.append(place)
    assert missing == []


def test_stand_ins_imitate_the_major_versions_of_the_pinned_actions() -> None:
    """An action is not raised to another major version before its stand-in does what that version does."""
    text = "".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / ".github").rglob("*.yml")))
    pinned = set(re.findall(r"uses: actions/([a-z-]+)\S*@\w+ # v(\d+)", text))
    assert pinned == {(name, str(known["version"])) for name, known in STAND_INS.items()}
