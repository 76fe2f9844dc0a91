import contextlib, json, os, sys
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
if __name__ == "__main__":
    program = "import pandas\ndef f():\n    return pandas.VALUE\n"
    check = FunctionCheck(tests=(f"assert f() == {sys.argv[2]}",))
    task = Task(id="own/1", check=check, entry_point="f", reference="def f(): return " + sys.argv[2])
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    if sys.argv[1] == "pool":
        (outcome,) = judge_samples([sample], executor=LocalPool(1))
    else:
        if sys.argv[1] == "user":
            os.geteuid = lambda: 1000  # then nothing is copied
        with contextlib.closing(Judge()) as judge:
            outcome = judge.judge(sample)
    fields = [getattr(outcome, name, "") for name in ("status", "reason")]
    print(json.dumps([type(outcome).__name__, *fields]))
