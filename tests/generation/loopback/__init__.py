"""A server on loopback that speaks the APIs of OpenAI, Google and Anthropic, and fails on command.

A script is a plain value; the server itself counts what it served::

    script = Script(rules=(Rule(fault=RateLimited(retry_after="2"), share=0.3, seed=7),))
    with LoopbackServer(script) as server:
        client = openai.OpenAI(base_url=server.openai_url, api_key="any", max_retries=0)
        ...
    assert server.totals.answered == 100

Answers follow from prompt, temperature, seed and index, so that two runs can be compared. The server applies
``max_tokens`` and stop strings. Four characters count as one token, a picture as 85.
:class:`LoopbackProcess` is the same server in a process of its own, for benchmarks.
"""

from loopback.faults import *  # noqa: F403 - every name in it is a fault
from loopback.script import Batching as Batching
from loopback.script import ListedModels as ListedModels
from loopback.script import Prices as Prices
from loopback.script import Rule as Rule
from loopback.script import Script as Script
from loopback.server import LoopbackProcess as LoopbackProcess
from loopback.server import LoopbackServer as LoopbackServer
from loopback.wire import ApiRequest as ApiRequest
from loopback.wire import ServedRequest as ServedRequest
