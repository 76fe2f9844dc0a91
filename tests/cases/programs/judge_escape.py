# Judges tests that attack the worker in which they run, with the real pool. Arguments: a JSON object of test sources.
import json, sys
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool

ANSWER = Answer(code="def f(x): return 2 * x", program="def f(x): return 2 * x")
samples = [
    Sample(task=Task(id=name, entry_point="f", check=FunctionCheck(tests=(test,)), reference=""), draw=0, answer=ANSWER)
    for name, test in json.load(sys.stdin).items()
]
for outcome in judge_samples(samples, executor=LocalPool(1)):
    print(json.dumps([outcome.task_id, getattr(outcome, "status", ""), getattr(outcome, "reason", outcome.detail if hasattr(outcome, "detail") else "")]))
