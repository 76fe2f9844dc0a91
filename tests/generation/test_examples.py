"""The example class on the page about generating runs against the loopback server."""

import asyncio
import re
from pathlib import Path

import pytest
from loopback import LoopbackServer, Script

from benchmark.generation.prompts.message import Message, TextPart
from benchmark.generation.providers.python import PythonProvider
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.request import Request, Sampling

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
