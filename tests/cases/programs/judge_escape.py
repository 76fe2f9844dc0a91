# Runs code in the worker that judges, with the real pool: an extraction rule executes it. Input: a JSON object of sources.
# No test could execute it: what tests may do in the worker is restricted, too.
import json, sys
from benchmark.core.sample import RawSample
from benchmark.core.task import FunctionCheck, Task
from benchmark.pipeline.judge.evaluate import extract_and_judge
from benchmark.pipeline.judge.local_pool import LocalPool

RULE = """
def rule(task, text):
    from benchmark.core.sample import Answer
    exec(SOURCE, {})
    return Answer(code=text, program=text)
"""


class Rule:
    """An extraction rule whose source is sent along, because no file of ours can be read behind the wall."""

    def __init__(self, source):
        self.source = source

    def __reduce__(self):
        return eval, (f"exec({RULE!r}, names := {{'SOURCE': {self.source!r}}}) or names['rule']",)


CHECK = FunctionCheck(tests=("assert f(2) == 4",))
samples = [
    RawSample(task=Task(id=name, entry_point="f", check=CHECK), draw=0, text="def f(x): return 2 * x", extraction=Rule(source))
    for name, source in json.load(sys.stdin).items()
]
for outcome in extract_and_judge(samples, executor=LocalPool(1))[1]:
    print(json.dumps([outcome.task_id, getattr(outcome, "status", ""), getattr(outcome, "reason", getattr(outcome, "detail", ""))]))
