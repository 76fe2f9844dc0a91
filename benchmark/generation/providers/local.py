"""Open weights on this machine, served by vLLM, transformers or llama.cpp, which we start and stop.

Only safetensors at a pinned commit and GGUF files are used, and no code that comes with a model.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Any

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import install_engine
from benchmark.generation.local.engine import Engine, find_program
from benchmark.generation.local.weights import GGUF, Weights, find_weights
from benchmark.generation.providers.openai import OpenAIProvider
from benchmark.generation.wire.failure import Outage
from benchmark.generation.wire.provider import Endpoint, Provider
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request, Sampling

_START_SECONDS = 1800.0
_ALL = frozenset(Sampling.__dataclass_fields__)
_ADDRESS = ("--host", "127.0.0.1", "--port", "{port}")
_CONTEXT = 8192  #: tokens of prompt and answer that llama.cpp holds unless ``max_model_len`` says otherwise
#: Config option → option of vLLM. No other option is passed, so no config can load code or other weights.
_VLLM_OPTIONS = {
    "dtype": "--dtype",
    "max_model_len": "--max-model-len",
    "tensor_parallel": "--tensor-parallel-size",
    "memory_utilization": "--gpu-memory-utilization",
    "quantization": "--quantization",
    "max_num_seqs": "--max-num-seqs",
    "reasoning_parser": "--reasoning-parser",
}


class TransformersServe(OpenAIProvider):
    """Calls ``transformers serve``, which reads sampling from a field of its own and is greedy without it.

    What that field leaves out comes from the weights' ``generation_config.json``, and ``top_k`` then is 50.
    """

    def fields(self, request: Request) -> dict[str, Any]:
        """Return the arguments of the SDK call."""
        sampling = request.sampling
        settings: dict[str, object] = {"repetition_penalty": 1.0, "max_new_tokens": sampling.tokens_limit}
        if sampling.temperature is not None:  # else the weights decide
            settings |= {
                "do_sample": bool(sampling.temperature),
                "temperature": sampling.temperature or None,
                "top_p": sampling.top_p or 1.0,
                "top_k": sampling.top_k or 0,
            }
        known = {name: value for name, value in settings.items() if value is not None}
        plain = Sampling(max_tokens=sampling.max_tokens, seed=sampling.seed)
        fields = super().fields(replace(request, sampling=plain))
        body = {**fields.get("extra_body", {}), "generation_config": json.dumps(known)}
        return {**fields, "extra_body": body}


class LlamaServer(OpenAIProvider):
    """Calls llama.cpp, which penalises repetition unless told not to; code repeats itself."""

    def fields(self, request: Request) -> dict[str, Any]:
        """Return the arguments of the SDK call."""
        fields = super().fields(request)
        return {**fields, "extra_body": {"repeat_penalty": 1.0, **fields.get("extra_body", {})}}


@dataclass(frozen=True, slots=True)
class _Served:
    """What differs between the engines, apart from their command lines."""

    package: str  #: as pip installs it
    client: type[OpenAIProvider] = OpenAIProvider
    parameters: frozenset[str] = _ALL
    draws: int = 1  #: answers per call
    health: str = "/health"  #: URL path that answers once the model is loaded


_ENGINES = {
    "vllm": _Served("vllm", draws=8),
    # ``transformers serve`` 5.23 ignores n silently and fails on stop.
    "transformers": _Served("transformers[serving]", TransformersServe, _ALL - {"stop", "thinking"}),
    "llama.cpp": _Served("llama-cpp-python[server]", LlamaServer, health="/v1/models"),
}
#: Engines that answer one call after the other. Calls that waited in their queue would time out there, the
#: server would still answer them, and ``transformers`` would seed all of them before it answers the first.
ONE_CALL_ENGINES = frozenset({"transformers", "llama.cpp"})


class LocalProvider:
    """The provider ``local``, which starts a model server and calls it.

    ``endpoint.server`` has ``engine`` (``vllm``, ``transformers`` or ``llama.cpp``), ``start_seconds``, for
    vLLM and llama.cpp ``max_model_len``, for vLLM and transformers ``dtype``, and for vLLM
    ``tensor_parallel``, ``memory_utilization``, ``quantization``, ``max_num_seqs``, ``reasoning_parser`` and
    ``pictures`` (maximum per prompt).
    """

    name = "local"

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._engine_name = str(endpoint.server.get("engine", "vllm"))
        if self._engine_name not in _ENGINES:
            problem = f"{quote_value(self._engine_name)} is not an engine"
            raise BadInput("server", "engine", problem, f"use one of: {', '.join(_ENGINES)}")
        self._kind = _ENGINES[self._engine_name]
        self.parameters = self._kind.parameters
        self.draws_per_call = endpoint.draws_per_call or self._kind.draws
        self.versions: Mapping[str, str] = {self._engine_name: _version(self._engine_name)}
        self._served = endpoint.model  # the server's name of the model
        self._weights: Weights | None = None
        self._engine: Engine | None = None
        self._client: Provider | None = None

    async def open(self) -> None:
        """Download the weights if needed, start the server and wait until it answers."""
        self._weights = find_weights(self._endpoint.model, self._endpoint.revision)
        if self._engine_name == "transformers":
            self._served = str(self._weights.folder.resolve())
        self._engine = Engine(
            self._command(self._weights),
            log=self._endpoint.log,
            health=self._kind.health,
            seconds=float(str(self._endpoint.server.get("start_seconds", _START_SECONDS))),
        )
        await self._engine.start()
        base_url = f"http://127.0.0.1:{self._engine.port}/v1"
        self._client = self._kind.client(replace(self._endpoint, base_url=base_url, api_key=None))
        self.versions = {**self.versions, "weights": self._weights.revision}

    async def call(self, request: Request) -> Reply:
        """Make one call. The resolved model is the id and the revision of the weights that we started.

        Raises:
            CallFailed: if no complete reply arrives.
            OurFailure: if the server has ended.
        """
        if self._client is None or self._weights is None or self._engine is None:
            raise RuntimeError("call open() first")
        try:
            reply = await self._client.call(replace(request, model=self._served))
        except Outage:
            self._engine.check()
            raise
        return replace(reply, resolved_model=f"{request.model}@{self._weights.revision}"[:200])

    async def close(self) -> None:
        """Close the HTTP client and stop the server."""
        if self._client is not None:
            await self._client.close()
            self._client = None
        if self._engine is not None:
            await self._engine.stop()
            self._engine = None

    def _command(self, loaded: Weights) -> list[str]:
        folder = str(loaded.folder.resolve())
        gguf = loaded.folder.suffix == GGUF
        if gguf != (self._engine_name == "llama.cpp"):
            problem = f"{self._engine_name} cannot load {loaded.folder.name}"
            fix = "give llama.cpp a GGUF file, and vllm and transformers a folder of safetensors"
            raise BadInput("server", "engine", problem, fix)
        if gguf:
            context = str(self._endpoint.server.get("max_model_len") or _CONTEXT)
            command = [sys.executable, "-m", "llama_cpp.server", "--model", folder, "--n_ctx", context]
            command += ["--model_alias", self._endpoint.model, "--verbose", "false"]
            return [*command, *_ADDRESS]
        command = [find_program(self._engine_name), "serve", folder, *_ADDRESS]
        if self._engine_name == "transformers":
            return [*command, "--dtype", str(self._endpoint.server.get("dtype", "auto"))]
        command += ["--served-model-name", self._endpoint.model, "--load-format", "safetensors"]
        command += ["--generation-config", "vllm"]  # no sampling defaults from the weights
        for name, option in _VLLM_OPTIONS.items():
            if (value := self._endpoint.server.get(name)) is not None:
                command += [option, str(value)]
        if (pictures := self._endpoint.server.get("pictures")) is not None:
            command += ["--limit-mm-per-prompt", json.dumps({"image": pictures})]
        return command


def _version(engine: str) -> str:
    package = _ENGINES[engine].package
    try:
        return metadata.version(package.partition("[")[0])
    except metadata.PackageNotFoundError:
        fix = install_engine(package)
        raise BadInput("provider local", "", f"{engine} is not installed here", fix) from None


PROVIDER = LocalProvider
