"""Draw again in another process: ``python -m benchmark.authoring.redraw``, asked by :func:`redrawn`.

A drawing that follows from anything but its parameters (the order of a set, a clock, an address) comes out
otherwise there.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from benchmark.authoring.collection import Collection
from benchmark.authoring.drawing.render import pixels
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.seeded_tasks import make
from benchmark.core.errors import OurFailure

#: SVG digest and pixel digest, by family and task id.
Digests = Mapping[str, Mapping[str, tuple[str, str]]]

_HASH_SEEDS = ("0", "20011")  #: of the other process; whichever this one does not have


def redrawn(collection: Collection, asked: Mapping[str, tuple[str, int]]) -> Digests:
    """Digests of drawings, made by a process with another hash seed.

    Args:
        collection: of the families.
        asked: seed and index of the instance, by family.

    Raises:
        OurFailure: when the other process fails.
    """
    mine = os.environ.get("PYTHONHASHSEED", "")
    environment = {**os.environ, "PYTHONHASHSEED": next(one for one in _HASH_SEEDS if one != mine)}
    named = {"suite": collection.suite, "dataset": collection.dataset, "package": collection.package}
    done = subprocess.run(
        [sys.executable, "-m", "benchmark.authoring.redraw"],
        input=json.dumps({**named, "asked": asked}),  # not an argument: a seed may be secret
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        raise OurFailure(f"drawing again in another process failed: {done.stderr.strip()[-500:]}")
    found: dict[str, dict[str, tuple[str, str]]] = json.loads(done.stdout)
    return {
        name: {task: (digests[0], digests[1]) for task, digests in tasks.items()}
        for name, tasks in found.items()
    }


def digests(made: Sequence[FamilyTask]) -> dict[str, tuple[str, str]]:
    """SVG digest and pixel digest by task id."""
    return {one.task_id: (one.svg_digest, pixels(one.svg)) for one in made}


def main() -> None:
    """Answer one question on standard input."""
    named = json.load(sys.stdin)
    asked = named.pop("asked")
    collection = Collection(**named)
    found = {
        name: digests(make(collection.family(name), seed, index=index))
        for name, (seed, index) in asked.items()
    }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
