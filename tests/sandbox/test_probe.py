import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import probe


def test_everything_is_kept_out() -> None:
    findings = probe.probe()
    assert len(findings) == 22
    assert [finding.what for finding in findings if not finding.kept_out] == []


def test_an_open_door_stops_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    probe.guest_versions.cache_clear()
    monkeypatch.setattr(probe, "quick_probe", lambda: (probe.Finding("reach a network", kept_out=False),))
    with pytest.raises(SandboxFailure, match="could reach a network"):
        probe.guest_versions()
