import os
import time
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.core.install import install_program
from benchmark.core.task import Limits
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host import runtime
from benchmark.sandbox.host import zygote as host_zygote
from benchmark.sandbox.host.zygote import Zygote, only_imports


def test_the_error_without_bubblewrap_has_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime.shutil, "which", lambda *_, **__: None)
    with pytest.raises(SandboxFailure, match="bubblewrap is not installed") as caught:
        Zygote("plain")
    assert caught.value.fix == install_program("bubblewrap")


def test_the_error_has_bubblewrap_s_message_and_a_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "bwrap: setting up uid map: Permission denied"
    script = ["/bin/sh", "-c", f"echo '{message}' >&2; exit 1"]
    monkeypatch.setattr(host_zygote, "command", lambda *_: script)
    with pytest.raises(SandboxFailure, match=message) as caught:
        Zygote("plain")
    assert "user namespaces" in caught.value.fix


def test_processes_of_a_half_started_sandbox_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script acts like bubblewrap that is killed before its inner process can notice."""
    script = ["/bin/sh", "-c", "sleep 4321 & kill -9 $$"]
    monkeypatch.setattr(host_zygote, "command", lambda *_: script)
    started = time.monotonic()
    with pytest.raises(SandboxFailure, match="could not be started"):
        Zygote("plain")
    assert time.monotonic() - started < 20

    def sleepers() -> list[str]:
        lines = [path for path in Path("/proc").glob("[0-9]*/cmdline") if _text(path) == "sleep\x004321\x00"]
        return [str(path.parent) for path in lines if "\nState:\tZ" not in _text(path.parent / "status")]

    while sleepers() and time.monotonic() - started < 20:
        time.sleep(0.02)
    assert not sleepers()


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def test_a_sandbox_that_dies_is_our_failure() -> None:
    zygote = Zygote("plain")
    zygote._process.kill()
    with (
        pytest.raises(SandboxFailure, match=r"ended unexpectedly \(exit status -9\): it printed"),
        zygote.start("function", Limits()) as child,
    ):
        child.wait()
    zygote.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_root_gives_up_root_before_it_starts_the_sandbox() -> None:
    zygote = Zygote("plain")
    try:
        status = Path(f"/proc/{zygote._process.pid}/status").read_text()
        uids = next(line for line in status.splitlines() if line.startswith("Uid:")).split()[1:]
        assert set(uids) == {str(runtime.UNPRIVILEGED_ID)}
    finally:
        zygote.close()


@pytest.mark.parametrize(
    ("preamble", "may_run_in_the_zygote"),
    [
        ("", True),
        ("from typing import List\nimport math, collections.abc\nfrom sympy import *", True),
        ("import networkx as nx\nfrom scipy.special import comb", True),
        ("import not_allowed", False),
        ("from . import x", False),
        ("import os; os.mkdir('/tmp/x')", False),
        ("x = 1", False),
        ("import math as (", False),
        ("import math\n" * 1000, False),
    ],
)
def test_only_plain_imports_run_before_the_fork(preamble: str, may_run_in_the_zygote: bool) -> None:
    assert only_imports(preamble) is may_run_in_the_zygote


def test_a_child_has_namespaces_of_its_own() -> None:
    """Without that for messages, an answer could change limits in /proc/sys for others."""
    folder = "/proc/self/ns"
    links = f"{{name: os.readlink('{folder}/' + name) for name in os.listdir('{folder}')}}"
    program = f"import os\ndef f():\n    return {links}\n"
    zygote = Zygote("plain")
    try:
        with zygote.start("function", Limits()) as child:
            session = Session(child.channel)
            session.load(program)
            found: Any = session.entry("f")()
            outside = {name: str(Path(folder, name).readlink()) for name in found}
            assert zygote._process is not None
            of_zygote = _namespaces(zygote._process.pid)
    finally:
        zygote.close()
    sandbox = {"ipc", "mnt", "net", "pid", "user", "uts"}
    assert {name for name in sandbox if found[name] == outside[name]} == set()
    assert {name for name in sandbox if found[name] == of_zygote[name]} == {"net", "user", "uts"}


def _namespaces(pid: int) -> dict[str, str]:
    """Return the namespaces of the zygote, which is the first process of Python below bubblewrap."""
    while "python" not in Path(f"/proc/{pid}/comm").read_text():
        (pid,) = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return {path.name: str(path.readlink()) for path in Path(f"/proc/{pid}/ns").iterdir()}
