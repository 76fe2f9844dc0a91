import os, signal, sys, threading
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.pipeline.judge.parsing import LintProcess

if __name__ == "__main__":
    task = Task(id="t", suite="s", dataset="d", parts=(), entry_point="f", check=FunctionCheck(tests=()))
    process = LintProcess()
    try:
        threading.Timer(float(sys.argv[1]), lambda: os.killpg(0, signal.SIGINT)).start()
        process.lint(Sample(task=task, draw=0, answer=Answer(code="x = 1", program="x = 1")))
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        process.close()
