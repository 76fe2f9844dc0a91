"""Submissions that draw, and a stand-in for the model that scores them: a scripted server on loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import vendor  # noqa: F401 - adds the server on loopback to the path
from loopback import ApiRequest, LoopbackServer, Rule, Script, Status

from benchmark.chain.plan.policy import JUDGE_KEY
from benchmark.pipeline.sources import from_suite

KEY = "a-judge-key-of-nobody"
SECRETS = {JUDGE_KEY: KEY}
SUITE, DATASET, SETTING = "mathopeval", "open-free", "free-direct"
#: Answers with code. All others are empty, so that scoring takes seconds.
DRAWN = 8

_RUN = f"""\
  - suite: {SUITE}
    dataset: {DATASET}
    setting: {SETTING}
    protocol: greedy
    prompt: sightbench
    predictions: predictions.jsonl
"""
_POLICY = f"""\
rubric:
  model:
    provider: openai
    model: stand-in-judge
    base_url: {{url}}
    price: {{{{input: 1, output: 2, date: 2026-11}}}}
    limits: {{{{attempts: 1, wait: 0.1}}}}
  datasets: [{SUITE}/{DATASET}]
  run_usd: 5
  month_usd: 20
"""


def _judge(request: ApiRequest, _index: int, _repetition: int) -> str:
    """Answer like a model that gives every answer a seven."""
    return "Good.\n\\boxed{7}" if "Score the answer" in request.text else "The figures are the same."


@contextmanager
def judge_model() -> Iterator[LoopbackServer]:
    """Run the server of the model that scores; it accepts only its own key."""
    with LoopbackServer(Script(keys=frozenset({KEY})), _judge) as server:
        yield server


def fail(server: LoopbackServer) -> None:
    """Let the server answer nothing from now on."""
    server.script = Script(rules=(Rule(fault=Status(code=503)),))


def with_judge(policy: str, server: LoopbackServer) -> str:
    """Return the text of a policy that also names the model and its server."""
    return policy + _POLICY.format(url=server.openai_url)


def submission(slug: str) -> dict[str, str]:
    """Return the files of a submission whose first answers draw what they should."""
    head = f"schema: sightbench/submission/1\nslug: {slug}\nname: {slug}\nowners: [kim]\nruns:\n{_RUN}"
    lines = (
        {"task_id": task.id, "completion": f"```python\n{task.reference}\n```" if place < DRAWN else ""}
        for place, task in enumerate(from_suite(SUITE, DATASET, "rehearsal").tasks)
    )
    answers = "".join(json.dumps(line) + "\n" for line in lines)
    return {"submission.yaml": head, "predictions.jsonl": answers}
