"""A machine that is lent to the jobs of a fake GitHub."""

from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub
from fake_runners import install_stand_in

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.runner.program import RunnerProgram
from benchmark.chain.runner.serving import GpuServer

LABEL = f"sightbench-l4-{'5' * 32}"  #: the label of one planned job


class StoppedError(Exception):
    """Raised instead of waiting before the next check of the queue."""


class Machine:
    """The lent machine."""

    def __init__(self, hub: FakeGitHub, rest: RestApi, folder: Path) -> None:
        self.hub, self.rest, self.said = hub, rest, list[str]()
        self.work, self.mark = folder / "work", folder / "mark"
        self.work.mkdir()
        self.runner = install_stand_in(folder / "runner")
        self.idle_seconds = 20.0

    def server(self, group: str = "") -> GpuServer:
        """Return a server that raises instead of waiting."""
        program = RunnerProgram(folder=self.runner, work=self.work, idle_seconds=self.idle_seconds)

        def stop(_: float) -> None:
            raise StoppedError

        return GpuServer(
            repository=Repository("octo/bench", self.rest),
            gpus=["l4"],
            group=group,
            program=program,
            report=self.said.append,
            sleep=stop,
        )

    def serve(self, group: str = "") -> None:
        """Serve jobs until the queue has no planned job."""
        with pytest.raises(StoppedError):
            self.server(group).serve()

    def marks(self, text: str, *, always: bool = False) -> dict[str, Any]:
        """Return a step that writes a text to a file of this test."""
        return {"run": f"echo {text} >> {self.mark}", "always": always}

    @property
    def marked(self) -> list[str]:
        """The texts that steps wrote."""
        return self.mark.read_text(encoding="utf-8").split() if self.mark.exists() else []
