"""Judges with the same processes as HumanEval-V's evaluation, in our own code.

There is a pool of workers. For each sample a worker runs pylint's ``Run`` on a file, and starts a manager
process with a shared list and a process that runs the program. That process runs in its own folder, its
output goes to an object in memory, and a signal limits its wall time. See evaluate.py and execution.py of
HumanEval-V-Benchmark.
"""

import contextlib
import io
import json
import multiprocessing
import os
import signal
import sys
import tempfile
import uuid
from collections.abc import MutableSequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from pylint.lint import Run
from pylint.reporters import JSONReporter

SECONDS = 3.0


def parses(program: str) -> bool:
    """Whether pylint finds no error, apart from functions that are defined twice."""
    file = Path(f"cache/{uuid.uuid4()}.py")
    file.write_text(program)
    report = io.StringIO()
    Run([str(file)], reporter=JSONReporter(report), exit=False)
    file.unlink()
    messages = json.loads(report.getvalue())
    return not any(
        message["type"] in ("error", "fatal") and message["symbol"] != "function-redefined"
        for message in messages
    )


def run(program: str, result: MutableSequence[str]) -> None:
    """Run the program and its test, in their own process."""

    def late(_number: int, _frame: object) -> None:
        raise TimeoutError

    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            sink = io.StringIO()
            with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
                signal.signal(signal.SIGALRM, late)
                signal.setitimer(signal.ITIMER_REAL, SECONDS)
                try:
                    exec(program, {})  # noqa: S102 - inside bubblewrap
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            result.append("passed")
        except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
            result.append(str(error))
        finally:
            os.chdir(before)


def judge(program: str) -> bool:
    """Check that a program parses and then run it, in a worker of the pool."""
    if not parses(program):
        return False
    result = multiprocessing.Manager().list()
    process = multiprocessing.Process(target=run, args=(program, result))
    process.start()
    process.join(timeout=SECONDS + 1)
    if process.is_alive():
        process.kill()
    return bool(result) and result[0] == "passed"


if __name__ == "__main__":
    Path("cache").mkdir(exist_ok=True)
    samples = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    with ProcessPoolExecutor(int(sys.argv[2])) as pool:
        futures = [pool.submit(judge, f"{sample['program']}\n\n{sample['test']}") for sample in samples]
        print(sum(future.result() for future in futures))
