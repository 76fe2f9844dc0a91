"""What starting the command line loads."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"jinja2", "mkdocs", "numpy", "pandas", "pydantic", "rich", "scipy", "statsmodels", "sympy", "yaml"}
HEAVY |= {"PIL", "aiolimiter", "anthropic", "asyncio", "genai_prices", "httpx2", "openai", "stamina"}

LIST_MODULES = """
import atexit, sys
from benchmark.cli import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main({arguments})
"""


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["generate", "--help"], ["ci", "--help"]], ids=" ".join
)
def test_asking_what_there_is_loads_nothing_heavy(arguments: list[str]) -> None:
    program = LIST_MODULES.format(arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert "sightbench" in done.stdout
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert "click" in loaded
    assert loaded & HEAVY == set()


def test_scoring_verdicts_loads_no_statistics(tmp_path: Path) -> None:
    """What judging asks for stays light: numpy and its like are an extra."""
    file = tmp_path / "v.jsonl"
    file.write_text('{"task_id": "a", "draw": 0, "status": "passed"}\n', encoding="utf-8")
    program = LIST_MODULES.format(arguments=["score", str(file)])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert "pass@1" in done.stdout
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert loaded & {"numpy", "pandas", "scipy", "statsmodels"} == set()
