"""Our requests, and the answers of the fake GitHub, are those of GitHub's description of its API.

The package @octokit/openapi has that description. Tests of the chain run here once more, and the fake
records its requests and answers.
"""

import functools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from .files import ROOT, Tree
from .test_stand_ins import PACKAGES

#: The tests whose traffic is compared; together they use nearly all routes of the fake.
TESTS = (
    *("chain/github/test_repository.py", "chain/test_money.py"),
    *("chain/plan", "chain/pull_request", "chain/doctor", "lab/engines/test_gpu_runner.py"),
    *("chain/jobs/test_recording.py", "chain/jobs/test_reconciling.py"),
)
#: What may differ; an answer may also lack fields, because the chain reads few of those that GitHub sends.
KNOWN = (
    # The description lacks the state of an asset whose upload did not end, which GitHub's pages name.
    "GET /repos/{owner}/{repo}/releases/{release_id}/assets: 200: /*/state is 'starter'",
    # It lacks the refusal of a tag that another release has.
    "PATCH /repos/{owner}/{repo}/releases/{release_id}: GitHub does not answer 422",
    # According to it, a fork always exists; for a deleted fork, GitHub sends null.
    "GET /repos/{owner}/{repo}/actions/runs: 200: /workflow_runs/*/head_repository is None",
    "GET /repos/{owner}/{repo}/pulls: 200: /*/head/repo is None",
)
_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}


def mismatches(schema: Tree, value: Any, place: str = "", *, required: bool = False) -> Iterator[str]:
    """Yield where a value has another type than its schema, or is not one of the listed values.

    Args:
        schema: schema of OpenAPI, without references.
        value: parsed JSON.
        place: keys that lead to the value.
        required: whether required fields must be there.
    """
    if value is None and schema.get("nullable"):
        return
    for several in ("anyOf", "oneOf"):
        found = [list(mismatches(each, value, place, required=required)) for each in schema.get(several, ())]
        if found and all(found):
            yield min(found, key=len)[0]
    for each in schema.get("allOf", ()):
        yield from mismatches(each, value, place, required=required)
    names = schema.get("type", [])
    kinds = [_TYPES[name] for name in ([names] if isinstance(names, str) else names)]
    if kinds and type(value) not in kinds and not (type(value) is int and float in kinds):
        yield f"{place} is {value!r}, not of the type {names}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{place} is {value!r}, not one of {schema['enum']}"
    elif isinstance(value, dict):
        if required:
            yield from (f"{place} lacks {key}" for key in schema.get("required", ()) if key not in value)
        for key, inside in schema.get("properties", {}).items():
            if key in value:
                yield from mismatches(inside, value[key], f"{place}/{key}", required=required)
    elif isinstance(value, list):
        for item in value:
            yield from mismatches(schema.get("items", {}), item, f"{place}/*", required=required)


@functools.cache
def description() -> list[tuple[str, re.Pattern[str], Tree]]:
    """Return the paths of the API, each with a pattern and its operations; the most exact ones come first."""
    file = PACKAGES / "@octokit" / "openapi" / "generated" / "api.github.com.deref.json"
    if not file.is_file():
        assert "SIGHTBENCH_ACTIONS" not in os.environ, f"{file} is missing"
        pytest.skip("needs GitHub's packages: ./noxw -s workflows installs them")
    paths = json.loads(file.read_text(encoding="utf-8"))["paths"]
    several = re.compile(r"\\{(?:basehead|tag|branch|name)\\}")  # a branch or a label may have a slash
    return [
        (path, re.compile(re.sub(r"\\{\w+\\}", "[^/]+", several.sub(".+", re.escape(path)))), operations)
        for path, operations in sorted(paths.items(), key=lambda pair: (pair[0].count("{"), -len(pair[0])))
    ]


def differences(exchange: Sequence[Any]) -> Iterator[str]:
    """Yield how a request (method, path, query, body) and its answer (status, content) differ from it."""
    method, path, query, body, status, answer = exchange
    fitting = [
        (name, operations[method.lower()])
        for name, pattern, operations in description()
        if method.lower() in operations and pattern.fullmatch(path)
    ]
    if not fitting:
        yield f"{method} {path}: GitHub has no such operation"
        return
    name, operation = fitting[0]
    known = {parameter["name"] for parameter in operation.get("parameters", ())}
    yield from (f"{method} {name}: no parameter {key}" for key in query if key not in known)
    schema = _json_schema(operation.get("requestBody", {}))
    if schema and isinstance(body, dict):
        yield from (f"{method} {name}: sends {text}" for text in mismatches(schema, body, required=True))
        if "properties" in schema:
            more = body.keys() - schema["properties"].keys()
            yield from (f"{method} {name}: sends {key}, which GitHub does not know" for key in more)
    described = operation["responses"].get(str(status))
    if described is None and status not in (401, 403, 404):  # any operation may be refused
        yield f"{method} {name}: GitHub does not answer {status}"
    elif described and status < 300 and answer is not None:
        for text in mismatches(_json_schema(described), answer):
            yield f"{method} {name}: {status}: {text}"


def _json_schema(part: Tree) -> Tree:
    schema: Tree = part.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def test_requests_and_answers_are_those_of_githubs_description(tmp_path: Path) -> None:
    description()
    traffic = tmp_path / "traffic"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider"]
    command += [str(ROOT / "tests" / name) for name in TESTS]
    env = {**os.environ, "SIGHTBENCH_TRAFFIC": str(traffic)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    lines = set(traffic.read_text(encoding="utf-8").splitlines())
    found = {text for line in lines for text in differences(json.loads(line))}
    wrong = sorted(text for text in found if not text.startswith(KNOWN))
    assert not wrong, "\n".join(wrong)
