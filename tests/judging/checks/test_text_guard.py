"""After a test has used the answer, no function runs a text of the answer in the process that judges."""

import importlib.util
import json
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmark.judging.checks import evaluated_text, text_guard
from benchmark.judging.checks.case_result import BrokenTest
from benchmark.judging.codec import libraries
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host.channel import Channel
from tests.case_files import FOLDER, table

#: Modules of the standard library whose functions take names of programs and texts of Python.
SOME = ("builtins", "code", "importlib", "operator", "os", "pickle", "pydoc", "runpy", "subprocess", "timeit")
OBJECTS = ("numpy.array()", "pandas.DataFrame()", "pandas.Series()", "builtins.str()")
LIBRARIES = ("sympy", "sympy.parsing.sympy_parser", "numpy", "pandas", *OBJECTS)
#: Modules that show a page or a window when they are imported.
LEFT_OUT = {"antigravity", "this", "idlelib", "turtledemo", "lib2to3"}


@pytest.fixture
def session() -> Iterator[Session]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Session(Channel(ours, time.monotonic() + 60))


def run(source: str, session: Session, *, used: bool = True) -> None:
    """Run the source of a test that has used an answer and has texts of it."""
    for module in ("colorsys", "xml.dom.minidom", "tkinter", "_tkinter"):
        sys.modules.pop(module, None)
    code = compile(f"use()\n{source}", "test.py", "exec")
    texts = {"text": " x = 1 "[1:], "name": "colorsys "[:8], "path": "colorsys.py "[:11]}
    names = {"__name__": "test", "use": lambda: setattr(session, "answer_used", used)}
    with libraries.used(("numpy", "pandas")), text_guard.Watch(session, code):
        exec(code, names | texts | evaluated_text.FUNCTIONS)  # noqa: S102 - our own source


@table("judging")
@pytest.mark.filterwarnings("ignore")
def test_an_event_after_the_first_use_is_allowed(source: str, session: Session) -> None:
    run(source, session)
    assert session.fault is None


@table("judging")
@pytest.mark.filterwarnings("ignore")
def test_an_event_after_the_first_use_is_refused(
    source: str, session: Session, tmp_path: Path, monkeypatch
) -> None:
    """Even if the test catches the refusal, the conversation has the fault, which decides the verdict."""
    monkeypatch.chdir(tmp_path)
    source = (
        "try:\n" + "".join(f"    {line}\n" for line in source.splitlines()) + "except BaseException: pass"
    )
    run(source, session)
    assert isinstance(session.fault, text_guard.TextRefused)
    assert session.text_evaluated
    assert list(tmp_path.iterdir()) == []


@table("judging")
def test_a_program_or_database_may_not_be_started_before_the_first_use_either(
    source: str, session: Session
) -> None:
    with pytest.raises(BrokenTest):
        run(source, session, used=False)
    assert session.fault is None


@pytest.mark.skipif(not importlib.util.find_spec("_tkinter"), reason="this Python has no Tcl")
@pytest.mark.parametrize("used", [True, False])
def test_tcl_is_refused_since_its_texts_are_no_events(used: bool, session: Session) -> None:
    with pytest.raises(text_guard.TextRefused if used else BrokenTest):
        run("import tkinter", session, used=used)


def test_events_outside_of_a_test_and_of_other_threads_are_free(session: Session, tmp_path: Path) -> None:
    """A process may judge and do something else meanwhile."""
    session.answer_used = True
    go, made = threading.Event(), tmp_path / "made"
    other = threading.Thread(target=lambda: go.wait() and made.write_text("2"))
    other.start()
    with text_guard.Watch(session, run.__code__):
        go.set()
        other.join()
    assert (made.read_text(), session.fault) == ("2", None)
    compile("1", "", "eval")


def test_a_thread_of_the_test_is_not_free(session: Session) -> None:
    lines = [
        "import threading, builtins",
        "run = lambda: builtins.eval(text)",
        "t = threading.Thread(target=run)",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading, "excepthook", lambda _: None)
        run("\n".join([*lines, "t.start()", "t.join()"]), session)
    assert isinstance(session.fault, text_guard.TextRefused)


def test_no_function_of_the_standard_library_leaves_a_mark() -> None:
    found = sweep("guarded", *SOME)
    assert found["marks"] == []
    assert found["next"] > 400
    assert found["refused"] > 100


def test_a_mark_is_found_where_nothing_is_refused() -> None:
    """Otherwise texts that nothing can run would look like texts that nothing runs."""
    found = sweep("free", "builtins", "runpy")
    assert {"builtins.eval-expression", "builtins.exec-statement", "leaves_mark"} < set(found["marks"])


@pytest.mark.gate
def test_no_function_of_any_library_leaves_a_mark() -> None:
    names = sorted(name for name in sys.stdlib_module_names - LEFT_OUT if not name.startswith("_"))
    modules = [name for name in names if importlib.util.find_spec(name)]
    found = sweep("guarded", *modules, *LIBRARIES)
    assert found["marks"] == []
    assert found["next"] > 4000
    free = sweep("free", *LIBRARIES)["marks"]
    assert {"sympy.sympify-expression", "sympy.simplify-expression", "sympy.S-expression"} < set(free)
    assert {"pandas.DataFrame().query-variable", "pandas.DataFrame().eval-variable"} < set(free)
    assert len(free) > 200


def sweep(mode: str, *modules: str) -> dict[str, Any]:
    """Call the callables of modules in a sandbox of its own, which cannot write on this machine."""
    program = FOLDER / "programs" / "text_takers.py"
    root = Path(__file__).parents[3]
    # Root and the environment once more, since they may lie in a folder that the empty ones hide.
    seen = [
        part for path in (root, sys.prefix, sys.base_prefix) for part in ("--ro-bind", str(path), str(path))
    ]
    command = [
        *(str(shutil.which("bwrap")), "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"),
        *("--uid", "65534", "--gid", "65534", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        *("--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/run", *seen, "--dir", "/tmp/marks"),
        *("--chdir", "/tmp/marks", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "MPLBACKEND", "Agg"),
        *("--setenv", "PYTHONPATH", str(root), "--setenv", "OPENBLAS_NUM_THREADS", "1"),
        *(sys.executable, str(program), mode, "/tmp/marks", *modules),
    ]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
