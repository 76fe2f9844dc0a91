"""Every failure of ours says what to do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_github import TOKEN, FakeGitHub, Fault

import benchmark.chain
from benchmark.chain.github.ci_run import write_outputs
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.plan.policy import read_policy
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


PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "formats" / "index.md"


def test_the_policy_on_the_page_is_valid(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## policy.yml")[2]
    found = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    (tmp_path / "policy.yml").write_text(found[1], encoding="utf-8")
    policy = read_policy(tmp_path / "policy.yml")
    assert policy.owners_of("acme-7") == {"acme-bot"}
    assert [gpu.name for gpu in policy.gpus] == ["l4"]
    named = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert named == set(type(policy).model_fields) - {"schema_"}
