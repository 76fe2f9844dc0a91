"""A class of your own in a Python file, in place of upstream's ``models/*.py``; refused in CI.

The file holds a class with one method::

    class Model:
        def query(self, parts, **sampling):  # or async def
            ...
            return text

``parts`` are the texts (``str``) and pictures (``bytes`` of a PNG, JPEG, GIF or WebP file) in order;
``sampling`` has the protocol's parameters, such as ``temperature``, ``top_p`` and ``max_tokens``. ``query``
returns the text of one answer, or a mapping with ``text`` and any of ``tokens_in``, ``tokens_out``,
``tokens_thinking`` and ``finish_reason``. A class attribute ``concurrency`` sets how many calls may run at
once (1 by default); a method that is not ``async`` runs in that many threads.

Upstream's own classes ``LMM`` have another interface; they are recognised without being loaded, and refused.
"""

import ast
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

from benchmark.core.errors import BadInput, quote_value
from benchmark.generation.asking.job import sent_parameters
from benchmark.generation.asking.threads import Threads
from benchmark.generation.prompts.message import TextPart
from benchmark.generation.wire.access import environment_secrets
from benchmark.generation.wire.body import count_or_none, printable_name
from benchmark.generation.wire.failure import CallFailed, Cause, ModelMisconfigured, Outage
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Choice, Finish, Reply
from benchmark.generation.wire.request import Request, Sampling
from benchmark.generation.wire.status import one_line
from benchmark.generation.wire.usage import Usage

_CI_VARIABLES = ("CI", "GITHUB_ACTIONS")
_MAX_THREADS = 256
#: Parameters of ``query`` by which upstream's interface is recognised, and how it differs from ours.
_UPSTREAM = {
    "text_prompt": "first version: query gets one picture as a PIL image, and returns all samples of a task",
    "text_prompts": "second version: query gets all tasks, with PIL images, and writes the file itself",
}


class PythonProvider:
    """The provider ``python``, which calls a class of yours. The endpoint's model is ``FILE.py[:CLASS]``.

    Raises:
        BadInput: in CI, or if the file has no such class.
    """

    name = "python"
    draws_per_call = 1
    parameters = frozenset(Sampling.__dataclass_fields__)  # the class decides which ones it uses

    def __init__(self, endpoint: Endpoint) -> None:
        if variable := next((name for name in _CI_VARIABLES if os.environ.get(name)), None):
            problem = f"runs your own file, which is not allowed in CI ({variable} is set)"
            raise BadInput("provider python", "", problem, "name a provider such as openai or local")
        path, _, wanted = endpoint.model.partition(".py:")
        self._path = Path(path if path.endswith(".py") else f"{path}.py")
        if upstream := upstream_interface(self._path):
            problem = f"has the interface of HumanEval-V's {upstream}"
            fix = (
                "write query(self, parts, **sampling), which gets the texts and pictures (bytes of files)"
                " of one call and returns one text; load the model in __init__ instead of load_model"
            )
            raise BadInput(self._path, "LMM", problem, fix)
        model_class = _find_class(self._path, _load_module(self._path), wanted)
        try:
            self._model = model_class()
        except (Exception, SystemExit) as error:
            problem = f"cannot be created: {_error_line(error)}"
            raise BadInput(self._path, model_class.__name__, problem, "correct the class") from error
        self._is_async = inspect.iscoroutinefunction(self._model.query)
        concurrency = _concurrency(self._path, model_class)
        self._slots = asyncio.Semaphore(concurrency)
        self._threads = Threads(0 if self._is_async else min(concurrency, _MAX_THREADS), "query")
        digest = hashlib.sha256(self._path.read_bytes()).hexdigest()
        self.versions: Mapping[str, str] = {self._path.name: f"sha256 {digest}"}

    async def open(self) -> None:
        """Do nothing: the class is ready as soon as it is created."""

    async def call(self, request: Request) -> Reply:
        """Call the method ``query`` of the class."""
        parts = [
            part.text if isinstance(part, TextPart) else part.data
            for message in request.messages
            for part in message.parts
        ]
        sampling = dict(sent_parameters(request.sampling))
        async with self._slots:
            began = time.monotonic()
            try:
                if self._is_async:
                    answer = await self._model.query(parts, **sampling)
                else:
                    answer = await self._threads.run(lambda: self._model.query(parts, **sampling))
            except (Exception, SystemExit) as error:
                raise self._failure(error) from error
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    raise  # the run was stopped
                raise self._failure(error) from error
            return self._reply(answer, time.monotonic() - began)

    async def close(self) -> None:
        """End the threads and call the method ``close`` of the class, if it has one."""
        self._threads.close()
        close = getattr(self._model, "close", None)
        with contextlib.suppress(Exception, SystemExit):  # an error here must not hide the run's own error
            if callable(close) and inspect.isawaitable(done := close()):
                await done

    def _failure(self, error: BaseException) -> CallFailed:
        if isinstance(error, CallFailed):  # a class may raise our failures on purpose
            return error
        if isinstance(error, OSError | TimeoutError):
            return Outage(f"query failed: {_error_line(error)}", cause=Cause.CONNECTION, unsure=True)
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(self._path)]
        where = f", line {lines[-1]}" if lines else ""
        return ModelMisconfigured(
            f"{self._path.name}{where}: query raised {_error_line(error)}", fix="correct the class"
        )

    def _reply(self, answer: object, seconds: float) -> Reply:
        fields: Mapping[str, object] = answer if isinstance(answer, Mapping) else {"text": answer}
        text = fields.get("text")
        if not isinstance(text, str):
            problem = f"{self._path.name}: query returned {type(text).__name__} instead of a text"
            raise ModelMisconfigured(problem, fix="return the text of one answer, or a mapping with text")
        return Reply(
            choices=(Choice(text=text, finish=Finish.of(fields.get("finish_reason", "stop"))),),
            usage=Usage(
                tokens_in=count_or_none(fields.get("tokens_in")),
                tokens_out=count_or_none(fields.get("tokens_out")),
                tokens_thinking=count_or_none(fields.get("tokens_thinking")),
            ),
            seconds=seconds,
            resolved_model=printable_name(fields.get("model")),
        )


def upstream_interface(path: Path) -> str:
    """Return how a file's class ``LMM`` differs from ours if it is upstream's; else an empty text.

    The file is parsed and not run, because it may need packages that are not installed.
    """
    try:
        body = ast.parse(path.read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ""  # loading the file gives the error
    parameters = {
        argument.arg
        for model in body
        if isinstance(model, ast.ClassDef) and model.name == "LMM"
        for method in model.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.name == "query"
        for argument in (*method.args.args, *method.args.kwonlyargs)
    }
    return next((words for name, words in _UPSTREAM.items() if name in parameters), "")


def _load_module(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadInput(path, "", "no such file", "name a Python file, such as models/mine.py")
    spec = importlib.util.spec_from_file_location(f"sightbench_model_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadInput(path, "", "is not a Python file", "name a file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses and pickle look for it
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)  # so that the file can import its neighbours
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadInput(path, "", f"cannot be loaded: {_error_line(error)}", "correct the file") from error
    finally:
        sys.path.remove(folder)
    sys.path.append(folder)  # for its later imports; last, so that it hides none of our modules
    return module


def _concurrency(path: Path, model_class: type[Any]) -> int:
    value = getattr(model_class, "concurrency", 1)
    if not isinstance(value, int) or value < 1:
        problem = f"must be a whole number of at least 1, got {quote_value(value)}"
        fix = "set it to a number such as 8, or remove it for 1"
        raise BadInput(path, f"{model_class.__name__}.concurrency", problem, fix)
    return value


def _find_class(path: Path, module: ModuleType, wanted: str) -> type[Any]:
    own = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and callable(getattr(value, "query", None))
    }
    if wanted:
        if wanted not in own:
            problem = f"has no class {quote_value(wanted)} with a method query"
            raise BadInput(path, "", problem, _class_choices(own))
        return own[wanted]
    if len(own) != 1:
        problem = f"has {len(own) or 'no'} classes with a method query"
        fix = _class_choices(own) if own else "write one; site/pages/generate/index.md has examples"
        raise BadInput(path, "", problem, fix)
    return next(iter(own.values()))


def _class_choices(own: Mapping[str, object]) -> str:
    if not own:
        return "write a class with a method query"
    return f"name one of: {', '.join(f'FILE.py:{name}' for name in own)}"


def _error_line(error: BaseException) -> str:
    return one_line(f"{type(error).__name__}: {error}", environment_secrets(os.environ))


PROVIDER = PythonProvider
