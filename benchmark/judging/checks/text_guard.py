"""Refuses what would run a text of the answer in this process, by whatever function a test calls.

Tests run here, outside the sandbox, and so do the functions to which they pass texts of the answer. Some of
these run a text: ``sympy.simplify``, ``DataFrame.query``, ``timeit.timeit``, ``getattr(builtins, f(1))``. No
list of them would be complete. So an audit hook (PEP 578) watches the process: once a test has used the
answer, nothing may be compiled, executed, unpickled, imported, opened or started, except what
:func:`_is_allowed` names.
"""

import ast
import collections
import dataclasses
import dis
import functools
import inspect
import os
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any, NoReturn, Self, TypeVar

from benchmark.judging.checks.case_result import BrokenTest
from benchmark.judging.codec import libraries
from benchmark.judging.codec.encoding import PLAIN_CLASSES
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host.channel import GuestFault
from benchmark.sandbox.host.runtime import LIBRARY_MOUNT
from benchmark.sandbox.host.zygote import waited_seconds

#: Events that run nothing and reach nothing. Every other event needs a reason, also one of a later Python.
_HARMLESS = frozenset(
    {"builtins.id", "object.__getattr__", "object.__setattr__", "object.__delattr__", "array.__new__"}
    | {"sys._getframemodulename", "sys._current_frames", "sys._current_exceptions", "sys.excepthook"}
    | {"sys.unraisablehook", "sys.set_asyncgen_hook_firstiter", "sys.set_asyncgen_hook_finalizer"}
    | {"gc.get_objects", "gc.get_referrers", "gc.get_referents", "time.sleep", "builtins.input"}
    | {"marshal.dumps", "builtins.input/result", "_thread.start_new_thread", "_thread.start_joinable_thread"}
    # A function is made of code that exists, and making code is refused. An event loop makes two sockets that
    # are connected to each other; ``socket.connect`` and ``socket.bind`` are events of their own.
    | {"function.__new__", "socket.__new__"}
)
#: What a test may not even prepare before it uses the answer: a program, database or library in C takes texts
#: later without an event.
_NEVER = frozenset(
    {"os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "subprocess.Popen"}
    | {"pty.spawn", "sqlite3.connect", "sqlite3.connect/handle", "ctypes.dlopen", "ctypes.dlsym"}
)
#: Modules in C that run texts without an event; see :data:`_NEVER`.
_RUNNING_MODULES = frozenset({"_tkinter", "_cffi_backend"})
_IMPORT_NAME = dis.opmap["IMPORT_NAME"]
_IMPORT_SYSTEM = "<frozen importlib"  #: how the file names of Python's import system start
#: Packages that functions in C import without an import statement, when they are called first:
#: ``datetime.strptime``, ``int(text)``, ``text.encode(name)``, functions of arrays and frames.
_IMPORTED_BY_C = frozenset({"_strptime", "_pylong", "encodings", "numpy", "pandas"})
#: Functions of numpy that look up the names in a text in the test's frame: ``np.r_["expected"]``.
_FRAME_READERS = frozenset({"bmat", "AxisConcatenator.__getitem__"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
#: Folders that libraries read from: lines of source for a warning, time zones, the number of CPUs.
_LIBRARY_FOLDERS = (
    *(f"{sysconfig.get_path(name)}/" for name in ("stdlib", "purelib", "platlib")),
    *(f"{LIBRARY_MOUNT}/", "/usr/share/zoneinfo/", "/sys/fs/cgroup/"),
)
#: Code that may compile and execute texts: ``namedtuple`` puts only names into its text that it has checked.
_TRUSTED: set[CodeType] = {collections.namedtuple.__code__}
#: Imports numpy when an answer returns an array.
_LOADS_LIBRARY: CodeType = libraries.load.__wrapped__.__code__
_MAKES_DATACLASS: CodeType = dataclasses._process_class.__code__  # type: ignore[attr-defined]
#: Parses how a function in C writes its parameters.
_READS_SIGNATURE: CodeType = inspect._signature_fromstr.__code__  # type: ignore[attr-defined]

_Function = TypeVar("_Function", bound=Callable[..., object])


class TextRefused(GuestFault):
    """A test would run a text that the answer may have written."""


class Watch:
    """Watches this process while one test runs.

    Args:
        session: the conversation with the answer. The test is restricted from its first use on.
        code: the test, which may evaluate its own texts.
    """

    def __init__(self, session: Session, code: CodeType) -> None:
        self.session, self.code = session, code
        #: Threads that do not run the test.
        self.others = {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}

    def __enter__(self) -> Self:
        _install()
        # A thread of the test that ends with an exception would print a traceback, which reads source files.
        self._shown, threading.excepthook = threading.excepthook, lambda _: None
        self.outer = sys._getframe(1)  #: the frame that runs the test
        _watches.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        threading.excepthook = self._shown
        _watches.remove(self)
        del self.outer  # a frame refers to all its values

    @functools.cached_property
    def own(self) -> dict[int, object]:
        """The texts that are written in the test, by identity; they stay alive, so no other gets theirs."""
        return dict(_text_constants(self.code))


_watches: list[Watch] = []  #: the present test, or none


def _text_constants(value: object) -> Iterator[tuple[int, object]]:
    """Yield each text in a constant, and its identity: the answer may return an equal text.

    Texts of one character are left out, because Python has only one object for each of them.
    """
    if isinstance(value, CodeType | tuple | frozenset):
        for part in value.co_consts if isinstance(value, CodeType) else value:
            yield from _text_constants(part)
    elif isinstance(value, str | bytes) and len(value) > 1:
        yield id(value), value


def is_own(text: object) -> bool:
    """Whether a text is written in the present test."""
    return any(id(text) in watch.own for watch in _watches)


def add_own(code: CodeType) -> None:
    """Record that the present test runs this code, which was made of a text that is its own."""
    for watch in _watches:
        watch.own.update(_text_constants(code))


def trusted(function: _Function) -> _Function:
    """Decorate a function of ours that may compile and execute: it knows whose text it gets."""
    _TRUSTED.add(function.__code__)
    return function


def note_evaluated() -> None:
    """Record that a test evaluates a text of the answer, or tries to."""
    for watch in _watches:
        watch.session.text_evaluated = True


def refuse(reason: str) -> NoReturn:
    """End the test, whatever it catches. If it has not used the answer, the test is broken."""
    if not _watches or not _watches[-1].session.answer_used:
        raise BrokenTest(reason)
    note_evaluated()
    raise _watches[-1].session.record_fault(TextRefused(reason))


@functools.cache
def _install() -> None:
    sys.addaudithook(_audit)  # cannot be removed, so once per process


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if event in _HARMLESS or not (present := _watches[-1:]):
        return
    (watch,) = present
    if event == "sys._getframe":  # comes from the next lines, too, so it is decided without them
        if args[0].f_code.co_qualname not in _FRAME_READERS or not watch.session.answer_used:
            return
    elif threading.get_ident() in watch.others or _is_allowed(event, args, sys._getframe(1), watch):
        return
    refuse(f"a test runs or opens what the answer may have written ({event})")


def _is_allowed(  # noqa: PLR0911 - one return per kind of event
    event: str, args: tuple[Any, ...], frame: FrameType, watch: Watch
) -> bool:
    """Whether an event runs no text of the answer, by the code that causes it."""
    if event == "import" and args[0] in _RUNNING_MODULES:
        return False
    if not watch.session.answer_used:
        return event not in _NEVER or _imports(frame, watch)
    match event:
        case "compile" | "exec" if frame.f_code in _TRUSTED or _is_decorator_of_networkx(frame.f_code):
            return True
        case "compile" if frame.f_code is ast.parse.__code__:
            return _may_parse(frame.f_back, watch)
        case "pickle.find_class":
            return _is_plain(*args)
        case "compile" | "exec" if frame.f_globals is vars(dataclasses):
            return _has_plain_fields(frame)
        case "import" if _is_importing(frame, args[0]):
            return True
        case "open" if frame.f_code is waited_seconds.__code__ or _is_library_file(*args):
            return True
        case _:
            return _imports(frame, watch)


def _is_decorator_of_networkx(code: CodeType) -> bool:
    """Whether code is what writes a wrapper around a function of networkx when that is called first."""
    return code.co_qualname == "argmap.compile" and code.co_filename.endswith("/networkx/utils/decorators.py")


def _may_parse(caller: FrameType | None, watch: Watch) -> bool:
    """Whether the caller of ``ast.parse`` runs nothing of the tree, or the text is the test's own."""
    if caller is None or caller.f_code is _READS_SIGNATURE:
        return caller is not None
    if caller.f_code is ast.literal_eval.__code__ or caller.f_code.co_filename == watch.code.co_filename:
        note_evaluated()
        return True
    while caller is not None and caller.f_code.co_qualname != "DataFrame.eval":  # ``frame.query("a > 1")``
        caller = caller.f_back
    return caller is not None and is_own(caller.f_locals.get("expr"))


def _is_plain(module: str, name: str) -> bool:
    """Whether a pickle makes an array or a plain value: ``pickle.loads(pickle.dumps(f(1)))``."""
    found = getattr(sys.modules.get(module), name, None)
    return (isinstance(found, type) and found in PLAIN_CLASSES) or (
        module.partition(".")[0] == "numpy" and name in ("_reconstruct", "ndarray", "dtype", "scalar")
    )


def _is_library_file(path: object, _mode: object, flags: int) -> bool:
    if not isinstance(path, str) or flags & _WRITING:
        return False
    # `/usr/share/zoneinfo/../../../etc/passwd` begins like a file of a library.
    return os.path.normpath(path).startswith(_LIBRARY_FOLDERS)


def _has_plain_fields(frame: FrameType | None) -> bool:
    """Whether the fields of a dataclass are names: it puts them unchecked into the text that it executes.

    A class statement has only names, unlike ``type("C", (), {"__annotations__": {f(1): int}})``.
    """
    while frame is not None and frame.f_globals is vars(dataclasses):
        if frame.f_code is _MAKES_DATACLASS:
            return all(map(str.isidentifier, frame.f_locals["fields"]))
        frame = frame.f_back
    return False


def _imports(frame: FrameType | None, watch: Watch) -> bool:
    """Whether an import is running: by a statement of the test or of a library, or by ours."""
    while frame is not None and frame is not watch.outer:
        name: str | None = None
        while frame is not None and frame.f_code.co_filename.startswith(_IMPORT_SYSTEM):
            name, frame = frame.f_locals.get("name", name or ""), frame.f_back
        if frame is not None and (
            frame.f_code is _LOADS_LIBRARY
            or frame.f_code.co_qualname == "import_optional_dependency"  # of pandas
            or (name is not None and _is_importing(frame, name))
        ):
            return True
        frame = frame and frame.f_back
    return False


def _is_importing(frame: FrameType, name: str) -> bool:
    """Whether a frame imports a module by a statement, not by a name that the answer may have chosen."""
    return frame.f_code.co_code[frame.f_lasti] == _IMPORT_NAME or name.partition(".")[0] in _IMPORTED_BY_C
