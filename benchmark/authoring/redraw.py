"""Draw pictures again in another process, ``python -m benchmark.authoring.redraw``.

A drawing that depends on anything but its parameters (the order of a set, a clock, an address in memory) is
different there.
"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.authoring.collection import Collection
from benchmark.authoring.drawing.render import picture_digest
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.seeded_tasks import make_tasks
from benchmark.core.errors import OurFailure

#: Family → task id → SVG digest and pixel digest.
Digests = Mapping[str, Mapping[str, tuple[str, str]]]

_HASH_SEEDS = ("0", "20011")  #: the other process gets one that this process does not have


def redraw(collection: Collection, instances: Mapping[str, tuple[str, int]]) -> Digests:
    """Draw instances in a process with another hash seed, and return the digests of the drawings.

    Args:
        collection: the collection that the families belong to.
        instances: family → seed and index of the instance.

    Raises:
        OurFailure: if the other process fails.
    """
    fields = {"suite": collection.suite, "dataset": collection.dataset, "package": collection.package}
    reply = run_again("benchmark.authoring.redraw", {**fields, "instances": instances})
    return {
        name: {task: (digests[0], digests[1]) for task, digests in tasks.items()}
        for name, tasks in reply.items()
    }


def run_again(module: str, request: Mapping[str, object]) -> Any:
    """Run a module in a process with another hash seed; return its reply.

    Args:
        module: reads JSON from standard input, and prints JSON.
        request: what it reads.

    Raises:
        OurFailure: if the other process fails.
    """
    own_seed = os.environ.get("PYTHONHASHSEED", "")
    environment = {**os.environ, "PYTHONHASHSEED": next(seed for seed in _HASH_SEEDS if seed != own_seed)}
    done = subprocess.run(
        [sys.executable, "-m", module],
        # On standard input, because others can read a process's arguments and a seed may be secret.
        input=json.dumps(request),
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        raise OurFailure(f"the process that draws pictures again failed: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def drawing_digests(made: Sequence[FamilyTask]) -> dict[str, tuple[str, str]]:
    """Return the SVG digest and the pixel digest of each task's picture, by task id."""
    return {task.task_id: (task.svg_digest, picture_digest(task.svg)) for task in made}


def main() -> None:
    """Read a collection and instances from standard input, and print the digests of their drawings."""
    fields = json.load(sys.stdin)
    instances = fields.pop("instances")
    collection = Collection(**fields)
    with contextlib.redirect_stdout(sys.stderr):  # a family may print something
        reply = {
            name: drawing_digests(make_tasks(collection.family(name), seed, index=index))
            for name, (seed, index) in instances.items()
        }
    json.dump(reply, sys.stdout)


if __name__ == "__main__":
    main()
