"""`sightbench ci night-discover` with a real server on loopback, and what stands in its files."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from loopback import ListedModels, LoopbackServer, Script, Status

from benchmark.generation.wire import model_list
from benchmark.generation.wire.patience import Patience
from benchmark.nightly import discovery
from benchmark.results.nights import ModelsSeen, NightlyEvent, read_records
from tests.case_files import table
from tests.conftest import ROOT, Sightbench
from tests.sampling import gate_of

KEY = "a-key-of-nobody-0"
POLICY = """\
schema: sightbench/policy/1
budgets: {nightly_usd: 5}
watch:
  - {provider: openai, models: acme-*, suites: [code-vision], budget_usd: 1}
  - {provider: anthropic, models: beta-*, suites: [code-vision], budget_usd: 1}
"""
Discover = Sightbench


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as server:
        yield server


@pytest.fixture
def discover(
    in_process: Sightbench,
    server: LoopbackServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Discover:
    """A function that plays one night and copies its files to the branch, as the publishing step does."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, KEY)
    hasty = Patience(attempts=2, wait_initial=0.001, wait_max=0.002)
    monkeypatch.setitem(discovery.list_models.__kwdefaults__, "patience", hasty)
    (tmp_path / "policy.yml").write_text(POLICY)
    for folder in ("submissions", "branch"):
        (tmp_path / folder).mkdir()

    def night(date: str, *more: str, models: str | None = None) -> CompletedProcess[str]:
        if models is not None:
            entries = tuple({"id": name, "created": 0} for name in models.split())
            server.script = Script(listed=ListedModels(models=entries, per_page=2))
        done = in_process(
            *("ci", "night-discover", "--nightly", "branch/nightly", "--out", f"out-{date}", "--date", date),
            *("--base-url", f"openai={server.openai_url}", "--base-url", f"anthropic={server.origin}"),
            *more,
        )
        if (tmp_path / f"out-{date}").exists():
            shutil.copytree(tmp_path / f"out-{date}", tmp_path / "branch", dirs_exist_ok=True)
        return done

    return night


@pytest.mark.gate
def test_a_new_version_is_found_and_written(discover: Discover, tmp_path: Path) -> None:
    assert discover("2026-11-20", models="acme-1 other-1").returncode == 0
    done = discover("2026-11-21", models="acme-1 acme-2 other-1 other-2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "anthropic: 4 models\n"
        "  nothing new\n"
        "openai: 4 models\n"
        "  new-version: openai lists acme-2 for the first time\n"
    )
    (event,) = read_records(tmp_path / "out-2026-11-21/nightly", NightlyEvent)
    assert (event.kind, event.provider, event.model) == ("new-version", "openai", "acme-2")
    lists = read_records(tmp_path / "branch/nightly", ModelsSeen, "openai")
    assert [(seen.date, seen.state) for seen in lists] == [
        ("2026-11-20", "complete"),
        ("2026-11-21", "complete"),
    ]
    assert event.models == [lists[-1].id]


@gate_of("nights")
def test_models_are_listed_without_the_extra_statistics(tmp_path: Path) -> None:
    """The environment that has the providers' SDKs has no scipy."""
    (tmp_path / "policy.yml").write_text("schema: sightbench/policy/1\n")
    (tmp_path / "submissions").mkdir()
    without = "import sys; sys.modules.update(scipy=None, statsmodels=None)"
    program = f"{without}; from benchmark.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "ci", "night-discover", "--nightly", "nightly", "--out", "out"]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the watch list is empty" in done.stdout


def test_a_provider_that_is_out_stops_no_other(discover, server, tmp_path) -> None:
    """The server fails at page 2, which only the list of one provider has."""
    entries = tuple({"id": name} for name in ("acme-1", "beta-1", "beta-2"))
    server.script = Script(listed=ListedModels(models=entries, per_page=2, faults={1: Status(code=503)}))
    done = discover("2026-11-20")
    assert done.returncode == 0
    assert "anthropic: 2 models, unknown: page 2 of the list was not read" in done.stdout
    assert "outage" in done.stdout
    assert "openai: 3 models\n" in done.stdout
    states = {
        seen.provider: (seen.state, len(seen.models))
        for seen in read_records(tmp_path / "branch/nightly", ModelsSeen)
    }
    assert states == {"anthropic": ("unknown", 2), "openai": ("complete", 3)}


def test_a_key_is_not_sent_to_another_address(discover: Discover, server: LoopbackServer) -> None:
    discover("2026-11-20", models="acme-1")
    assert len(server.list_requests) == 2
    assert not any(KEY in str(request.headers) for request in server.list_requests)


def test_a_key_is_sent_to_its_vendor_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key no request is made: the list is unknown, and says which variable is missing."""
    assert discovery.list_models("openai", {}) == model_list.ModelList(
        (), "the environment variable OPENAI_API_KEY is not set"
    )
    given = []
    monkeypatch.setattr(discovery, "load", lambda _name: lambda endpoint: given.append(endpoint) or _Silent())
    discovery.list_models("openai", {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": "another-key"})
    assert [(endpoint.base_url, endpoint.api_key) for endpoint in given] == [(None, KEY)]


class _Silent:
    """A provider that lists nothing."""

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def list_models(self, after: str | None) -> model_list.ModelsPage:
        assert after is None
        return model_list.ModelsPage(())


def test_a_provider_that_lists_no_models_is_refused(discover: Discover) -> None:
    done = discover("2026-11-20", "--believe", "local")
    assert done.returncode == 2
    assert "--believe: 'local' does not list its models" in done.stderr
    assert "use one of: anthropic, google, openai" in done.stderr


def test_an_empty_watch_list_asks_nobody(discover: Discover, tmp_path: Path) -> None:
    (tmp_path / "policy.yml").write_text("schema: sightbench/policy/1\n")
    done = discover("2026-11-20", models="acme-1")
    assert (done.returncode, done.stdout) == (
        0,
        "policy.yml: the watch list is empty, so no provider is asked\n",
    )


@table("nightly")
def test_wrong_options_give_one_error(discover: Discover, arguments: list[str], message: str) -> None:
    done = discover("2026-11-20", *arguments, models="acme-1")
    assert done.returncode == 2
    assert f"error: {message}" in done.stderr
    assert done.stderr.count("error: ") == 1
