"""The blocks of keys in workflows are those that the records of providers need."""

import tomllib
from collections.abc import Iterator

from benchmark.core.provider import listing_providers, providers

from .files import OURS, ROOT, Files, parse, sources

OTHERS = {"job", "accepted", "resume"}  #: inputs without a key


def wrong_blocks(files: Files) -> Iterator[str]:
    """Name each block of keys that differs from the first variables of the providers."""
    variables = {name: next(iter(known.keys)) for name, known in providers().items() if known.keys}
    inputs = {variable: variable.lower().replace("_", "-") for variable in variables.values()}
    action = files.actions["generate"]
    if action["inputs"].keys() - OTHERS != set(inputs.values()):
        yield "generate/action.yml: inputs"
    wanted = {variable: f"${{{{ inputs.{given} }}}}" for variable, given in inputs.items()}
    for step in action["runs"]["steps"]:
        env = step.get("env", {})
        if "JOB" in env and {name: env[name] for name in env if name not in ("JOB", "ACCEPTED")} != wanted:
            yield f"generate/action.yml: {step['name']}"
    guarded = {
        given: f"${{{{ contains(fromJSON(matrix.keys), '{variable}') && secrets.{variable} || '' }}}}"
        for variable, given in inputs.items()
    }
    for step in files.workflows["run"]["jobs"]["generate"]["steps"]:
        if step.get("uses") == f"{OURS}generate":
            lent = {name: value for name, value in step["with"].items() if name not in OTHERS}
            if lent != guarded:
                yield "run.yml: generate"
    listing = {variables[name] for name in listing_providers()}
    for step in files.workflows["care"]["jobs"]["discover"]["steps"]:
        if "env" in step and step["env"] != {name: f"${{{{ secrets.{name} }}}}" for name in listing}:
            yield "care.yml: discover"


def test_workflows_lend_exactly_the_keys_of_providers() -> None:
    assert list(wrong_blocks(parse(sources()))) == []


def test_each_sdk_is_an_extra_with_the_name_of_its_provider() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for provider in providers().values():
        assert provider.extra in ("", provider.name)
        assert not provider.extra or provider.extra in extras["optional-dependencies"]
