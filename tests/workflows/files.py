"""The workflow files and composite actions of this repository, parsed as GitHub parses them."""

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
Tree = dict[str, Any]

#: A foreign action at a commit. Tags and branches can be moved, so they do not match.
PINNED = re.compile(r"(?P<action>[\w.-]+/[\w.-]+(?:/[\w./-]+)?)@(?P<commit>[0-9a-f]{40})")
OURS = "./.github/actions/"
_IGNORES = re.compile(r"#.*(?:zizmor|actionlint|shellcheck|yamllint|check-jsonschema|noqa)", re.IGNORECASE)
_PLACE = re.compile(r"workflows/([a-z-]+)\.yml|actions/([a-z-]+)/action\.yml")


class _Loader(yaml.CSafeLoader):
    """Reads YAML 1.2, as GitHub does: `on` and `no` are text, and a key may not be repeated."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Return the mapping; an error names a repeated key."""
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if len(set(keys)) != len(keys):
            raise yaml.constructor.ConstructorError(None, None, f"repeated key in {keys}", node.start_mark)
        return super().construct_mapping(node, deep)


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"true|false"), ["t", "f"])
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"0|[1-9][0-9]*"), list("0123456789"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"~|null|"), ["~", "n", ""])
# PyYAML matches only the beginning of a text.
for _resolvers in _Loader.yaml_implicit_resolvers.values():
    _resolvers[:] = [(tag, re.compile(f"(?:{pattern.pattern})$")) for tag, pattern in _resolvers]


@dataclass(frozen=True)
class Files:
    """All workflow files and composite actions by name without extension, and what else is next to them."""

    workflows: dict[str, Tree]
    actions: dict[str, Tree]
    others: tuple[str, ...] = ()  #: paths below `.github` that no rule reads
    #: Lines whose comment tells another checker to ignore them, or with characters that are not shown. GitHub
    #: and PyYAML end a line at different characters.
    hidden: tuple[str, ...] = ()

    def jobs(self) -> Iterator[tuple[str, str, Tree]]:
        """Yield each job with the name of its workflow and its own."""
        for name, workflow in self.workflows.items():
            for job_name, job in workflow["jobs"].items():
                yield name, job_name, job

    def steps(self) -> Iterator[tuple[str, Tree]]:
        """Yield the steps of jobs and of composite actions, each with its place."""
        for name, job_name, job in self.jobs():
            for step in job.get("steps", ()):
                yield f"{name}.yml: {job_name}: {step.get('name', step)}", step
        for name, action in self.actions.items():
            for step in action["runs"]["steps"]:
                yield f"{name}/action.yml: {step.get('name', step)}", step

    def all_steps(self, job: Tree) -> list[Tree]:
        """Return the steps of a job, with those of our own actions in place of their call."""
        found = []
        for step in job.get("steps", ()):
            found.append(step)
            used = str(step.get("uses", ""))
            if used.startswith(OURS):
                found += self.actions.get(used.removeprefix(OURS), {"runs": {"steps": []}})["runs"]["steps"]
        return found


def sources() -> dict[str, str]:
    """Return the text of every file below `.github`, by path in it; the text of a link is its kind."""
    github = ROOT / ".github"
    return {
        path.relative_to(github).as_posix(): "link" if path.is_symlink() else path.read_bytes().decode()
        for path in sorted(github.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def parse(texts: dict[str, str]) -> Files:
    """Parse files by path in `.github`.

    Raises:
        yaml.YAMLError: a file is not YAML, or repeats a key.
    """
    workflows, actions, others = {}, {}, []
    for path, text in texts.items():
        place = _PLACE.fullmatch(path)
        if place is None:
            others.append(path)
        elif place[1]:
            workflows[place[1]] = parse_yaml(text)
        else:
            actions[place[2]] = parse_yaml(text)
    lines = [line.strip(" ") for text in texts.values() for line in text.split("\n")]
    hidden = [line for line in lines if _IGNORES.search(line) or not line.isprintable()]
    return Files(workflows, actions, tuple(others), tuple(hidden))


def parse_yaml(text: str) -> Any:
    """Parse one YAML text as GitHub does."""
    return yaml.load(text, _Loader)  # noqa: S506 - a loader without objects


def texts(part: object) -> Iterator[str]:
    """Yield all texts of a tree, keys included."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield str(key)
            yield from texts(value)
    elif isinstance(part, list):
        for item in part:
            yield from texts(item)
    elif part is not None:
        yield str(part)


def uses(step: Tree, action: str) -> bool:
    """Return whether a step uses an action of GitHub's or of ours, such as `checkout` or `sandbox`."""
    return str(step.get("uses", "")).split("@")[0] in (f"actions/{action}", OURS + action)


def inputs_of(step: Tree) -> Tree:
    """Return the inputs that a step gives to its action."""
    return step.get("with") or {}
