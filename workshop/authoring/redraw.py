"""Make tasks again in another process, ``python -m workshop.authoring.redraw``.

What depends on anything but its parameters (the order of a set, a clock, an address in memory) differs
between the two processes.
"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.core.errors import OurFailure
from workshop.authoring.dataset_files import captured_index
from workshop.authoring.forms import form_of
from workshop.authoring.gates.fault import GateFault
from workshop.family_collection import FamilyCollection

_HASH_SEEDS = ("0", "20011")  #: the other process gets one that this process does not have


def changed_faults(
    collection: FamilyCollection, made: Mapping[str, Sequence[Any]]
) -> dict[str, list[GateFault]]:
    """Return the faults of families, by name, whose tasks another process makes differently.

    Raises:
        OurFailure: if the other process fails.
    """
    digests = form_of(collection).digests
    own = {name: {task.task_id: digests(task) for task in tasks} for name, tasks in made.items()}
    if not any(any(tasks.values()) for tasks in own.values()):
        return {}
    fields = {name: getattr(collection, name) for name in ("suite", "dataset", "package", "form", "families")}
    instances = {name: (tasks[0].seed, tasks[0].index, captured_index(tasks)) for name, tasks in made.items()}
    reply = _run_again({**fields, "instances": instances})
    return {
        name: [
            GateFault(task, "redrawn", f"another process {what}")
            for task, found in tasks.items()
            for what, digest in found.items()
            if reply[name][task][what] != digest
        ]
        for name, tasks in own.items()
    }


def _run_again(request: Mapping[str, object]) -> Any:
    """Run this module in a process with another hash seed; return its reply."""
    own_seed = os.environ.get("PYTHONHASHSEED", "")
    environment = {**os.environ, "PYTHONHASHSEED": next(seed for seed in _HASH_SEEDS if seed != own_seed)}
    done = subprocess.run(
        [sys.executable, "-m", "workshop.authoring.redraw"],
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


def main() -> None:
    """Read a collection and instances from standard input, and print the digests of their tasks."""
    fields = json.load(sys.stdin)
    instances = fields.pop("instances")
    collection = FamilyCollection(**fields)
    form = form_of(collection)
    with contextlib.redirect_stdout(sys.stderr):  # a family may print something
        reply = {
            name: {
                task.task_id: form.digests(task)
                for task in form.tasks(form.family(collection, name), *instance)
            }
            for name, instance in instances.items()
        }
    json.dump(reply, sys.stdout)


if __name__ == "__main__":
    main()
