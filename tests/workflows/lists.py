"""Compares the workflow files with the lists in `allowed`: what each job may run, read, write and use.

A list has the same keys as its file, without comments, descriptions and the names of steps. A
step of a list names its action without commit, and its inputs: `- upload-artifact: {name: plan, path: plan}`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from .files import OURS, PINNED, Files, Tree, parse_yaml

FOLDER = Path(__file__).resolve().parent / "allowed"


def read_lists() -> dict[str, Tree]:
    """Return the lists by path in `allowed`, such as `run.yml` or `actions/python.yml`."""
    return {
        file.relative_to(FOLDER).as_posix(): parse_yaml(file.read_text(encoding="utf-8"))
        for file in sorted(FOLDER.rglob("*.yml"))
    }


LISTS = read_lists()
EVERYWHERE = LISTS.pop("everywhere.yml")


def expected_lists(files: Files) -> dict[str, Tree]:
    """Return what the lists should contain for these files."""
    workflows = {f"{name}.yml": _workflow_entry(tree) for name, tree in files.workflows.items()}
    actions = {f"actions/{name}.yml": _action_entry(tree) for name, tree in files.actions.items()}
    return workflows | actions


def _workflow_entry(workflow: Tree) -> Tree:
    jobs = {
        name: _without(job, "steps")
        | ({"steps": [step_entry(step) for step in job["steps"]]} if "steps" in job else {})
        for name, job in workflow["jobs"].items()
    }
    return {**_without(workflow, "name"), "on": _without_descriptions(workflow["on"]), "jobs": jobs}


def _action_entry(action: Tree) -> Tree:
    runs = action["runs"]
    steps = [step_entry(step) for step in runs["steps"]]
    return {
        **_without_descriptions(_without(action, "name", "description")),
        "runs": {**runs, "steps": steps},
    }


def step_entry(step: Tree) -> Tree:
    """Return a step as lists have it."""
    rest = _without(step, "name", "uses", "with")
    if "uses" not in step:
        return rest | {key: step[key] for key in ("with",) if key in step}
    used = str(step["uses"])
    pinned = PINNED.fullmatch(used)
    if pinned:
        used = pinned["action"].removeprefix("actions/")
    elif used.startswith(OURS) and used.count("/") == OURS.count("/"):
        used = "./" + used.removeprefix(OURS)
    return {used: step.get("with") or {}, **rest}


def _without(tree: Tree, *keys: str) -> Tree:
    return {key: value for key, value in tree.items() if key not in keys}


def _without_descriptions(part: Any) -> Any:
    """Return a tree without the descriptions of inputs, which are only shown."""
    if not isinstance(part, dict):
        return part
    return {
        key: _without_descriptions(value)
        for key, value in part.items()
        if key != "description" or not isinstance(value, str)
    }


def allowed(files: Files) -> Iterator[str]:
    """Every part of a workflow or action is in its list, and every part of the list is in the file."""
    found = expected_lists(files)
    for name in sorted(found.keys() | LISTS.keys()):
        if name not in LISTS or name not in found:
            there, missing = ("the file", "a list") if name in found else ("a list", "the file")
            yield f"{name}: has {there}, but not {missing} in tests/workflows/allowed"
            continue
        yield from _differences(name, found[name], LISTS[name])


def _differences(place: str, found: Tree, wanted: Tree) -> Iterator[str]:
    for key in [*found, *(key for key in wanted if key not in found)]:
        here, there = found.get(key, "nothing"), wanted.get(key, "nothing")
        if _exactly(here) == _exactly(there):
            continue
        if key == "runs" and isinstance(here, dict) and isinstance(there, dict):
            yield from _differences(place, here, there)
        elif key == "jobs" and isinstance(here, dict):
            for job in [*here, *(job for job in there if job not in here)]:
                yield from _differences(f"{place}: {job}", here.get(job, {}), there.get(job, {}))
        elif key == "steps" and isinstance(here, list) and isinstance(there, list):
            yield from _different_steps(place, here, there)
        else:
            yield f"{place}: {key} is {_flow(here)}; the list in tests/workflows/allowed has {_flow(there)}"


def _different_steps(place: str, found: list[Tree], wanted: list[Tree]) -> Iterator[str]:
    """Name the steps that only one side has; with the same steps on both sides their order is wrong."""
    more, fewer = {_exactly(step): step for step in found}, {_exactly(step): step for step in wanted}
    for step in more.keys() & fewer.keys():
        del more[step], fewer[step]
    for step in more.values():
        yield f"{place}: this step is not in the list in tests/workflows/allowed: - {_flow(step)}"
    for step in fewer.values():
        yield f"{place}: this step is only in the list in tests/workflows/allowed: - {_flow(step)}"
    if not more and not fewer:
        yield f"{place}: has its steps in another order or number than the list in tests/workflows/allowed"


def _exactly(part: object) -> str:
    """Return a text that differs for different parts; in Python, 1 equals True."""
    return json.dumps(part, sort_keys=True, default=str)


def _flow(part: object) -> str:
    """Return a part as one line of YAML."""
    text: str = yaml.safe_dump(part, default_flow_style=True, sort_keys=False, width=10_000)
    return text.removesuffix("\n...\n").strip()
