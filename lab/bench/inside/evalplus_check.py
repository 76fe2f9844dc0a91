"""Runs EvalPlus' ``untrusted_check`` on its base inputs in a pool of processes, as EvalPlus itself does.

The results of the reference answers are computed once and stored (``expected.pickle``), as EvalPlus does.
"""

import json
import pickle
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from evalplus.eval import PASS, untrusted_check

EXPECTED = Path("expected.pickle")


def expected_of(problem: dict) -> tuple[list, list[float]]:
    """Return the outputs of the reference answer, and the seconds that each takes."""
    namespace: dict = {}
    exec(problem["prompt"] + problem["canonical_solution"], namespace)  # noqa: S102 - inside bubblewrap
    outputs, seconds = [], []
    for arguments in json.loads(json.dumps(problem["base_input"])):
        started = time.perf_counter()
        outputs.append(namespace[problem["entry_point"]](*arguments))
        seconds.append(time.perf_counter() - started)
    return outputs, seconds


def judge(problem: dict, program: str, outputs: list, seconds: list[float]) -> bool:
    """Judge one program, in a worker of the pool."""
    status, _ = untrusted_check(
        "humaneval",
        program,
        problem["base_input"],
        problem["entry_point"],
        expected=outputs,
        atol=problem["atol"],
        ref_time=seconds,
        fast_check=True,
    )
    return status == PASS


if __name__ == "__main__":
    problems = {
        problem["task_id"]: problem
        for problem in map(json.loads, Path("plus.jsonl").read_text().splitlines())
    }
    if not EXPECTED.is_file():
        found = {name: expected_of(problem) for name, problem in problems.items()}
        EXPECTED.write_bytes(pickle.dumps(found))
    expected = pickle.loads(EXPECTED.read_bytes())  # noqa: S301 - this script has written the file
    samples = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    with ProcessPoolExecutor(int(sys.argv[2])) as pool:
        futures = [
            pool.submit(judge, problems[sample["problem"]], sample["program"], *expected[sample["problem"]])
            for sample in samples
        ]
        print(sum(future.result() for future in futures))
