"""A suite and a provider are one folder and one module each: nothing but its list names them.

A made-up suite and a made-up provider are added to a temporary copy, and go through the whole way there.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from loopback import FixedText, LoopbackServer, Rule, Script

ROOT = Path(__file__).resolve().parent.parent
#: Their entries in the lists.
SUITE = '    "made-up": "benchmark.suites.made_up.suite",\n'
PROVIDER = """    "made-up": ProviderRecord(
        module="benchmark.generation.providers.made_up",
        extra="openai",
        address="https://api.made-up.example",
        keys={"MADE_UP_API_KEY": "made-up.example"},
        vendor="made-up",
        lists_models=True,
        deployment="externally_managed",
    ),
"""
#: The made-up suite and provider; `plan.py` plans a run of the provider, and prints what its record means.
CASES = ROOT / "tests" / "cases" / "plug_ins"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with one folder, one module and their two entries more."""
    root = tmp_path_factory.mktemp("copy")
    # Pages of the tasks of other suites would take most of the time.
    left_out = ("__pycache__", "pictures", "tasks", "choice.jsonl.gz", "free.jsonl.gz")
    charts = "benchmark/suites/code_vision/rebuilt_charts/pictures"  # of tasks that a package brings
    shutil.copytree(ROOT / charts, root / charts)
    for name in ("benchmark", "site", ".github", "tests/workflows", "submissions/_ready"):
        shutil.copytree(
            ROOT / name, root / name, ignore=shutil.ignore_patterns(*left_out), dirs_exist_ok=True
        )
    for name in ("pyproject.toml", "CITATION.cff", "mkdocs.yml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, root / name)
    folder = root / "benchmark" / "suites" / "made_up"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Made-Up: double a number."""\n')
    shutil.copy(CASES / "suite.py", folder)
    shutil.copy(CASES / "provider.py", root / "benchmark" / "generation" / "providers" / "made_up.py")
    enter(root / "benchmark" / "suites" / "__init__.py", '    "mathopeval": ', SUITE)
    enter(root / "benchmark" / "generation" / "providers" / "__init__.py", '    "openai": ', PROVIDER)
    return root


def enter(path: Path, before: str, entry: str) -> None:
    """Write an entry into a list."""
    head, found, tail = path.read_text().partition(before)
    assert found
    path.write_text(head + entry + before + tail)


def call(copy: Path, *words: str | Path) -> str:
    """Run Python in the copy; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.gate
def test_a_suite_is_evaluated_and_shown(copy: Path) -> None:
    answers = (f"def double(x):\n    return {number} * x" for number in range(3))
    lines = [{"task_id": f"double-{place}", "completion": answer} for place, answer in enumerate(answers)]
    (copy / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    named = ("--suite", "made-up", "--slug", "acme", "--name", "Acme", "--rows", "results")
    call(copy, "-m", "benchmark", "evaluate", "--predictions", "p.jsonl", *named, "--workers", "1")
    (row,) = (copy / "results" / "made-up" / "open" / "acme").glob("*.json")
    assert json.loads(row.read_text())["result"]["setting"] == "text"
    call(copy, "-m", "benchmark", "site", "--rows", "results", "--out", "built", "--cache", "cache", "-q")
    page = (copy / "built" / "suite" / "made-up" / "index.html").read_text()
    for words in ("Made-Up", "double a number that nobody drew", "Odd, %", "33.3"):
        assert words in page
    assert "madeup" in (copy / "built" / "cite" / "index.html").read_text()


#: Prints what tests of all suites say about the made-up one.
PARTS = """
from pathlib import Path
from benchmark.suites import load
from tests.suite_parts import missing_parts
print(*missing_parts(Path.cwd(), load("made-up")), sep="\\n")
"""


@pytest.mark.gate
def test_a_suite_without_readme_and_tests_is_named(copy: Path) -> None:
    shutil.copy(ROOT / "tests" / "suite_parts.py", copy / "tests")
    missing = call(copy, "-c", PARTS).splitlines()
    assert [line.partition(":")[0] for line in missing] == [
        "benchmark/suites/made_up/README.md",
        "tests/suites/made_up/",
    ]


@pytest.mark.gate
def test_a_provider_generates_and_is_planned(copy: Path) -> None:
    run = {"suite": "made-up", "dataset": "open", "setting": "text", "protocol": "greedy"}
    folder = copy / "submissions" / "acme"
    folder.mkdir(parents=True)
    with LoopbackServer() as server:
        server.script = Script(
            rules=(Rule(fault=FixedText(text="def double(x):\n    return 2 * x"), holds=""),)
        )
        own = {"provider": "made-up", "model": "acme-1", "base_url": server.openai_url}
        document = {"slug": "acme", "name": "Acme", "owners": ["octocat"], "runs": [{**run, "model": own}]}
        (folder / "submission.yaml").write_text(yaml.safe_dump(document))
        call(copy, "-m", "benchmark", "generate", str(folder), "--out", "a.jsonl")
    assert "return 2 * x" in (copy / "a.jsonl").read_text()
    document["runs"] = [{**run, "model": {"provider": "made-up", "model": "acme-1", "max_cost": 1}}]
    (folder / "submission.yaml").write_text(yaml.safe_dump(document))
    watch = {"provider": "made-up", "models": "acme-*", "suites": ["made-up"], "budget_usd": 1}
    policy = {
        "schema": "sightbench/policy/1",
        "budgets": {"run_usd": 5, "month_usd": 5, "nightly_usd": 5},
        "keys": {
            "MADE_UP_API_KEY": {"host": "made-up.example", "prices": {"acme-*": {"input": 1, "output": 1}}}
        },
        "watch": [watch],
    }
    (copy / "policy.yml").write_text(yaml.safe_dump(policy))
    found = json.loads(call(copy, CASES / "plan.py"))
    assert found["keys"] == ["MADE_UP_API_KEY"]
    assert found["watched"] == ["made-up"]
    assert found["receives"] == [True, False]
    assert "MADE_UP_API_KEY" in found["refused"]
    assert "care.yml: discover" in found["blocks"]
    assert "run.yml: generate" in found["blocks"]
