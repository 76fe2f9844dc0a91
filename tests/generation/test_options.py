"""Options of models and of engines on this machine."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from loopback import LoopbackServer, Script

from benchmark.generation.local.engine import _environment
from benchmark.generation.local.weights import Weights
from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.providers import local
from benchmark.generation.providers.local import LocalProvider, TransformersServe
from benchmark.generation.providers.python import PythonProvider
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.request import Request, Sampling
from benchmark.submissions.schema import ModelConfig

WORDS = (Message(role="user", parts=(TextPart(text="words"),)),)


def test_an_engine_gets_named_variables_and_no_others() -> None:
    passed = {"NCCL_DEBUG": "INFO", "VLLM_LOGGING_LEVEL": "DEBUG", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    passed["HIP_VISIBLE_DEVICES"] = "0"
    secret = {"VLLM_API_KEY": "x", "NCCL_SECRET": "x", "CUDA_TOKEN": "x", "HF_TOKEN": "x"}
    given = _environment({**passed, **secret})
    assert passed.items() <= given.items()
    assert not secret.keys() & given.keys()


def test_options_of_an_engine_are_passed_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(local, "_version", lambda _: "1")
    options = {"quantization": "awq", "max_num_seqs": 8, "reasoning_parser": "qwen3"}
    config = ModelConfig.model_validate({"provider": "local", "model": "m", "server": options})
    server = config.server.model_dump(exclude_none=True)
    assert json.loads(json.dumps(options)).items() <= server.items()
    command = LocalProvider(Endpoint(model="m", server=server))._command(Weights(tmp_path, "1"))  # type: ignore[arg-type]
    for option, value in (
        ("--quantization", "awq"),
        ("--max-num-seqs", "8"),
        ("--reasoning-parser", "qwen3"),
    ):
        assert command[command.index(option) + 1] == value


@pytest.mark.parametrize(
    ("engine", "option", "value"), [("transformers", "max_model_len", 9), ("llama.cpp", "dtype", "float16")]
)
def test_an_option_that_its_engine_would_ignore_is_refused(engine, option, value) -> None:
    """Rows record these options, so none may be without effect."""
    server = {"engine": engine, option: value}
    with pytest.raises(ValueError, match=f"{engine} has no option {option}"):
        ModelConfig.model_validate({"provider": "local", "model": "m", "server": server})


def test_transformers_serve_gets_the_type_of_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_version", lambda _: "1")
    served = Endpoint(model="m", server={"engine": "transformers", "dtype": "float16"})
    assert LocalProvider(served)._command(Weights(Path("m"), "1"))[-2:] == ["--dtype", "float16"]


def test_transformers_serve_gets_no_sampling_defaults_of_the_weights() -> None:
    asked = Request(model="m", messages=WORDS, sampling=Sampling(temperature=1.0, max_tokens=9))
    fields = TransformersServe(Endpoint(model="m", base_url="http://127.0.0.1:1/v1")).fields(asked)
    given = json.loads(fields["extra_body"]["generation_config"])
    assert (given["top_k"], given["top_p"], given["repetition_penalty"]) == (0, 1.0, 1.0)


@pytest.mark.parametrize("value", ["--help", "a b", "../x", ""])
def test_a_name_of_an_option_cannot_be_another_option(value: str) -> None:
    for name in ("quantization", "reasoning_parser"):
        with pytest.raises(ValueError, match="pattern"):
            ModelConfig.model_validate({"provider": "local", "model": "m", "server": {name: value}})


PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "generate" / "index.md"
EXAMPLE = re.compile(r"<!-- example: api -->\n```python\n(.*?)```", re.DOTALL)


def test_the_example_for_an_api_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    (api,) = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    (tmp_path / "acme.py").write_text(api)
    with LoopbackServer(Script(keys=frozenset({"k"}))) as server:
        monkeypatch.setenv("ACME_URL", server.openai_url)
        monkeypatch.setenv("ACME_API_KEY", "k")
        provider = PythonProvider(Endpoint(model=str(tmp_path / "acme.py")))
        parts = (TextPart(text="Write f."),)
        sampling = Sampling(temperature=0.0, max_tokens=64, top_p=0.9)
        request = Request(model="m", messages=(Message(role="user", parts=parts),), sampling=sampling)
        reply = asyncio.run(provider.call(request))
        usage = server.served[0].usage
    assert reply.choices[0].text.startswith("Here is the function.")
    assert usage is not None
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (usage.tokens_in, usage.tokens_out)
