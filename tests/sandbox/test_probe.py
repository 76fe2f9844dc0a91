import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import probe
from benchmark.sandbox.host.probe import Calibration


def test_the_sandbox_prevents_everything_that_the_probe_tries() -> None:
    findings, _ = probe.probe()
    assert len(findings) == 22
    assert [finding.what for finding in findings if not finding.kept_out] == []


def test_a_failed_probe_stops_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    open_door = probe.ProbeFinding("reach a network", kept_out=False)
    probe.guest_versions.cache_clear()
    probe.calibration.cache_clear()
    monkeypatch.setattr(probe, "quick_probe", lambda: ((open_door,), Calibration(0.001)))
    with pytest.raises(SandboxFailure, match="could reach a network"):
        probe.guest_versions()
