"""Make tasks again in another process, ``python -m benchmark.authoring.problem_families.again``.

What depends on anything but its parameters (the order of a set, a clock, an address in memory) is different
there.
"""

import json
import sys
from collections.abc import Mapping, Sequence

from benchmark.authoring.collection import Collection
from benchmark.authoring.drawing.render import picture_digest
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.problem_families.dataset import content_digest
from benchmark.authoring.problem_families.family_module import read_problem_family
from benchmark.authoring.problem_families.instance import ProblemTask, make_instance
from benchmark.authoring.redraw import run_again
from benchmark.core.digest import digest_lines


def changed_faults(
    collection: Collection, made: Mapping[str, Sequence[ProblemTask]]
) -> dict[str, list[GateFault]]:
    """Return the faults of families, by name, whose tasks another process makes differently.

    Raises:
        OurFailure: if the other process fails.
    """
    fields = {"suite": collection.suite, "dataset": collection.dataset, "package": collection.package}
    instances = {name: (tasks[0].seed, tasks[0].index) for name, tasks in made.items()}
    reply = run_again("benchmark.authoring.problem_families.again", {**fields, "instances": instances})
    return {
        name: [
            GateFault(task, "redrawn", f"another process makes {what}")
            for task, digests in _digests(tasks).items()
            for what, own, other in zip(
                ("another text, input or program", "another picture"), digests, reply[name][task], strict=True
            )
            if own != other
        ]
        for name, tasks in made.items()
    }


def _digests(made: Sequence[ProblemTask]) -> dict[str, tuple[str, str]]:
    """Return for each task a digest of its text, inputs and programs, and one of its pictures."""
    return {
        task.task_id: (
            content_digest(task),
            digest_lines([list(task.svgs), [picture_digest(svg) for svg in task.svgs]]),
        )
        for task in made
    }


def main() -> None:
    """Read a collection and instances from standard input, and print the digests of their tasks."""
    fields = json.load(sys.stdin)
    instances = fields.pop("instances")
    collection = Collection(**fields, form="problems")
    reply = {
        name: _digests(make_instance(read_problem_family(*collection.imported(name)), seed, index))
        for name, (seed, index) in instances.items()
    }
    json.dump(reply, sys.stdout)


if __name__ == "__main__":
    main()
