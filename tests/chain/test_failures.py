"""Every failure of ours says what to do."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

import benchmark.chain
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.core.errors import OurFailure

CHAIN = Path(benchmark.chain.__file__).parent
#: Number of arguments with which an error is raised, including its fix.
WITH_FIX = {"OurFailure": 2, "ApiError": 4}


def raised() -> Iterator[tuple[str, int, int]]:
    """Yield place, arguments and wanted arguments of each failure that the chain raises."""
    for path in sorted(CHAIN.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                wanted = WITH_FIX.get(ast.unparse(node.exc.func))
                if wanted is not None:
                    yield f"{path.relative_to(CHAIN)}:{node.lineno}", len(node.exc.args), wanted


def test_a_failure_names_a_fix() -> None:
    found = list(raised())
    assert len(found) > 10
    assert [place for place, given, wanted in found if given < wanted] == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 410, 418, 422, 451, 500, 502])
def test_a_refused_request_names_a_fix(hub: FakeGitHub, status: int) -> None:
    hub.faults.append(Fault("GET", "", status, times=9))
    with RestApi(TOKEN, hub.url, seconds=0) as rest, pytest.raises(ApiError) as refused:
        rest.get(dict[str, object], "/repos/octo/bench")
    assert refused.value.fix


def test_outputs_that_cannot_be_written_name_a_fix(tmp_path: Path) -> None:
    with pytest.raises(OurFailure) as failed:
        write_outputs({"GITHUB_OUTPUT": str(tmp_path)}, {"a": "b"})
    assert "GITHUB_OUTPUT" in failed.value.fix
