"""The processes that HumanEval-V's evaluation starts, in our own words.

A pool of workers; for each sample pylint's ``Run`` over a file in the worker, then a manager process with a
shared list and one more process that runs the program in a folder of its own, its output taken by an object
in memory, its wall time limited by a signal. See evaluate.py and execution.py of HumanEval-V-Benchmark.
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
    """Whether pylint finds no error; a function that is defined twice is none."""
    file = Path(f"cache/{uuid.uuid4()}.py")
    file.write_text(program)
    report = io.StringIO()
    Run([str(file)], reporter=JSONReporter(report), exit=False)
    file.unlink()
    messages = json.loads(report.getvalue())
    return not any(
        one["type"] in ("error", "fatal") and one["symbol"] != "function-redefined" for one in messages
    )


def run(program: str, result: MutableSequence[str]) -> None:
    """In a process of its own: run the program and its test."""

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
    """In a worker of the pool: parsing first, then execution."""
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
        futures = [pool.submit(judge, f"{one['program']}\n\n{one['test']}") for one in samples]
        print(sum(future.result() for future in futures))
