"""The config of a model that a stand-in server answers, as users write it into a file."""

from pathlib import Path

import pytest
import yaml
from loopback import LoopbackServer

VARIABLE = "SIGHTBENCH_KEY_ACME"


def write_config(path: Path, server: LoopbackServer, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a config with prices, and set the variable that has its key; nothing is written for a CI job."""
    monkeypatch.setenv(VARIABLE, key)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    config = {
        "provider": "openai",
        "model": "acme",
        "base_url": server.openai_url,
        "api_key_env": VARIABLE,
        "price": {"input": 3, "output": 15, "date": "2026-01-31"},
        "limits": {"attempts": 1, "wait": 0.01, "concurrency": 4},
    }
    path.write_text(yaml.safe_dump(config))
