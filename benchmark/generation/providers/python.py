"""A class of your own in a Python file, in place of upstream's ``models/*.py``: on a laptop, never in CI.

The file holds a class with one method::

    class Model:
        def query(self, parts, **sampling):  # or async def
            ...
            return text

``parts`` are the texts (``str``) and pictures (``bytes`` of a PNG, JPEG, GIF or WebP file) in their order;
``sampling`` has what the protocol says, such as ``temperature``, ``top_p`` and ``max_tokens``. What is
returned is the text of one answer, or a mapping with ``text`` and any of ``tokens_in``, ``tokens_out``,
``tokens_thinking`` and ``finish_reason``. A class attribute ``concurrency`` says how many calls may run at
once (1 by default); methods that are not ``async`` run in as many threads.
"""

import asyncio
import contextlib
import hashlib
import importlib.util
import inspect
import os
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmark.core.errors import BadInput, shown
from benchmark.generation.asking.job import parameters
from benchmark.generation.asking.threads import Threads
from benchmark.generation.prompts.message import TextPart
from benchmark.generation.wire.access import own_secrets
from benchmark.generation.wire.body import count, name
from benchmark.generation.wire.failure import CallFailed, Cause, ModelMisconfigured, Outage
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Choice, Finish, Reply, Usage
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.status import line

_CI = ("CI", "GITHUB_ACTIONS")
_MOST = 256  #: threads


class PythonProvider:
    """See :class:`benchmark.generation.wire.provider.Provider`. The endpoint's model is ``FILE.py[:CLASS]``.

    Raises:
        BadInput: in CI, and when the file has no such class.
    """

    name = "python"
    draws_per_call = 1
    parameters = frozenset(Sampling.__dataclass_fields__)  # what it does with them is its own business

    def __init__(self, endpoint: Endpoint) -> None:
        if variable := next((name for name in _CI if os.environ.get(name)), None):
            problem = f"runs a file of yours, and never in CI ({variable} is set)"
            raise BadInput("provider python", "", problem, "name a provider such as openai or local")
        path, _, wanted = endpoint.model.partition(".py:")
        self._path = Path(path if path.endswith(".py") else f"{path}.py")
        found = _class(self._path, _module(self._path), wanted)
        try:
            self._model = found()
        except (Exception, SystemExit) as error:
            raise BadInput(self._path, found.__name__, f"cannot be made: {_said(error)}") from error
        self._is_async = inspect.iscoroutinefunction(self._model.query)
        at_once = _at_once(self._path, found)
        self._slots = asyncio.Semaphore(at_once)
        self._threads = Threads(0 if self._is_async else min(at_once, _MOST), "query")
        digest = hashlib.sha256(self._path.read_bytes()).hexdigest()
        self.versions: Mapping[str, str] = {self._path.name: f"sha256 {digest}"}

    async def open(self) -> None:
        """See the protocol; nothing to do."""

    async def call(self, request: Request) -> Reply:
        """See the protocol."""
        parts = [
            part.text if isinstance(part, TextPart) else part.data
            for message in request.messages
            for part in message.parts
        ]
        sampling = dict(parameters(request.sampling))
        async with self._slots:
            began = time.monotonic()
            try:
                if self._is_async:
                    said = await self._model.query(parts, **sampling)
                else:
                    said = await self._threads.run(lambda: self._model.query(parts, **sampling))
            except (Exception, SystemExit) as error:
                raise self._failure(error) from error
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    raise  # it is we who stop
                raise self._failure(error) from error
            return self._reply(said, time.monotonic() - began)

    async def close(self) -> None:
        """See the protocol; also calls a method ``close`` of the class, where it has one."""
        self._threads.close()
        close = getattr(self._model, "close", None)
        with contextlib.suppress(Exception, SystemExit):  # its answers are in; how the run ended says more
            if callable(close) and inspect.isawaitable(done := close()):
                await done

    def _failure(self, error: BaseException) -> CallFailed:
        if isinstance(error, CallFailed):  # one of ours, raised on purpose
            return error
        if isinstance(error, OSError | TimeoutError):
            return Outage(f"query failed: {_said(error)}", cause=Cause.CONNECTION, unsure=True)
        lines = [
            one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == str(self._path)
        ]
        where = f", line {lines[-1]}" if lines else ""
        return ModelMisconfigured(
            f"{self._path.name}{where}: query raised {_said(error)}", fix="correct the class"
        )

    def _reply(self, said: object, seconds: float) -> Reply:
        fields: Mapping[str, object] = said if isinstance(said, Mapping) else {"text": said}
        text = fields.get("text")
        if not isinstance(text, str):
            problem = f"{self._path.name}: query gave {type(text).__name__} where text is needed"
            raise ModelMisconfigured(problem, fix="return the text of one answer, or a mapping with text")
        return Reply(
            choices=(Choice(text=text, finish=Finish.of(fields.get("finish_reason", "stop"))),),
            usage=Usage(
                tokens_in=count(fields.get("tokens_in")),
                tokens_out=count(fields.get("tokens_out")),
                tokens_thinking=count(fields.get("tokens_thinking")),
            ),
            seconds=seconds,
            resolved_model=name(fields.get("model")),
        )


def _module(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadInput(path, "", "no such file", "name a Python file, such as models/mine.py")
    spec = importlib.util.spec_from_file_location(f"sightbench_model_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadInput(path, "", "is no Python file", "name one that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses and pickle look for it
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)  # so that it finds what lies beside it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadInput(path, "", f"cannot be loaded: {_said(error)}", "correct the file") from error
    finally:
        sys.path.remove(folder)
    sys.path.append(folder)  # what it imports later; behind all that we import
    return module


def _at_once(path: Path, found: type[Any]) -> int:
    value = getattr(found, "concurrency", 1)
    if not isinstance(value, int) or value < 1:
        problem = f"must be a number of calls from 1, got {shown(value)}"
        raise BadInput(path, f"{found.__name__}.concurrency", problem, "such as 8; 1 when left out")
    return value


def _class(path: Path, module: ModuleType, wanted: str) -> type[Any]:
    own = {
        name: one
        for name, one in vars(module).items()
        if inspect.isclass(one)
        and one.__module__ == module.__name__
        and callable(getattr(one, "query", None))
    }
    if wanted:
        if wanted not in own:
            raise BadInput(path, "", f"has no class {shown(wanted)} with a method query", _listed(own))
        return own[wanted]
    if len(own) != 1:
        problem = f"has {len(own) or 'no'} classes with a method query"
        raise BadInput(path, "", problem, _listed(own) if own else "see CONTRIBUTING.md for an example")
    return next(iter(own.values()))


def _listed(own: Mapping[str, object]) -> str:
    return (
        f"one of: {', '.join(f'FILE.py:{name}' for name in own)}" if own else "write one with a method query"
    )


def _said(error: BaseException) -> str:
    return line(f"{type(error).__name__}: {error}", own_secrets(os.environ))
