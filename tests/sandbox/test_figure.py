"""Answers that draw, in the real sandbox."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.core.install import install_extra
from benchmark.core.task import Limits
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host import probe, runtime
from benchmark.sandbox.host.zygote import Zygote
from tests.case_files import read_text

pytestmark = pytest.mark.skipif(
    not runtime.is_installed("figure"), reason='matplotlib is absent: pip install "sightbench[figure]"'
)

DRAWING = read_text("programs/figure_drawing.py")
STATE = read_text("programs/figure_state.py")


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    zygote = Zygote("figure")
    yield zygote
    zygote.close()


@pytest.fixture
def call(zygote: Zygote) -> Callable[[str, str], object]:
    """A function that calls a function of a program in a new child."""

    def call_in_child(program: str, name: str) -> object:
        with zygote.start("function", Limits()) as child:
            session = Session(child.channel)
            session.load(program)
            return session.entry(name)()

    return call_in_child


def test_a_drawing_is_saved_to_the_child_s_tmp(call: Callable[[str, str], object]) -> None:
    picture = call(DRAWING, "picture")
    assert isinstance(picture, bytes)
    assert picture.startswith(b"\x89PNG\r\n")
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (640, 320)


@pytest.mark.gate
def test_a_drawing_is_the_same_each_time(call: Callable[[str, str], object]) -> None:
    first = call(DRAWING, "picture")
    assert first == call(DRAWING, "picture")
    other = Zygote("figure")
    try:
        with other.start("function", Limits()) as child:
            session = Session(child.channel)
            session.load(DRAWING)
            assert session.entry("picture")() == first
    finally:
        other.close()


def test_the_zygote_s_drawings_leave_no_traces(call: Callable[[str, str], object]) -> None:
    assert call(STATE, "figures") == ([], 1)
    assert call(STATE, "settings") == set()


def test_fonts_of_the_machine_are_not_used(call: Callable[[str, str], object]) -> None:
    strange, known = call(STATE, "strange_fonts")  # type: ignore[misc]  # a pair
    assert strange == []
    assert known > 50
    assert call(STATE, "system_fonts") == []
    assert call(STATE, "writable") is None


def test_an_answer_that_draws_is_isolated_like_any_other(zygote: Zygote) -> None:
    # The second run would find anything that the first one left behind.
    findings = [*probe._try_findings(zygote), *probe._try_findings(zygote)]
    assert [finding.what for finding in findings if not finding.kept_out] == []


@pytest.mark.gate
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_a_worker_that_has_given_up_root_can_draw() -> None:
    program = """
from benchmark.sandbox.host.wall import give_up_root
from benchmark.sandbox.host.zygote import Zygote
give_up_root(["figure"])
Zygote("figure").close()
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_error_without_matplotlib_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda _: False)
    runtime.runtime.cache_clear()
    with pytest.raises(SandboxFailure, match="matplotlib is not installed") as caught:
        Zygote("figure")
    runtime.runtime.cache_clear()
    assert caught.value.fix == install_extra("figure")
