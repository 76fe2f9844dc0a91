import sys

import pytest

from benchmark.sandbox.guest import rehearsal


def test_every_request_of_the_rehearsal_gets_its_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [])
    loaded, *called = rehearsal.rehearse()
    assert loaded == {"id": "0123456789abcdef", "ok": None}
    assert [reply["ok"] for reply in called[:2]] == [[3, "12ab", 2]] * 2
    assert len(called) >= 40
    assert all("error" not in reply for reply in called)


def test_the_rehearsal_leaves_no_module_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [])
    modules = {name: module for name, module in sys.modules.items() if name == "answer"}
    rehearsal.rehearse()
    assert {name: module for name, module in sys.modules.items() if name == "answer"} == modules
