"""Draw many instances of a family, and count those whose worked examples allow a rival."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from benchmark.authoring.family import Family, UnfitError
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import shown_rules
from benchmark.authoring.instance_search import InstanceSearch
from benchmark.authoring.rivals.misleading import Misleading, misleading_rivals
from benchmark.authoring.shown_rule import ShownRule
from benchmark.core.errors import BadInput

#: Instances that are drawn of each family unless a caller says otherwise.
INSTANCES = 200

_COMPARED = 3  #: instances that are drawn in both ways before the fast way is used


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalStudy:
    """The instances that a number of seeds draw of one family."""

    family: str
    seeds: int  #: 0 if the family's pictures have no worked examples
    refused: int  #: number of seeds whose first instance with twins allows a rival, so that another is drawn
    rivals: tuple[tuple[str, int], ...]  #: rival → number of instances refused for it, the most first
    faults: tuple[GateFault, ...]  #: seeds of which no instance is good
    indexes: tuple[int, ...]  #: index of the good instance of each other seed
    cpu_seconds: float

    def line(self) -> str:
        """Return the line that describes the study to people."""
        if not self.seeds:
            return f"{self.family}: has no worked examples"
        most = f", most often because of {self.rivals[0][0]}" if self.rivals else ""
        state = f"{len(self.faults)} faults" if self.faults else "ok"
        seeds = "1 seed" if self.seeds == 1 else f"{self.seeds} seeds"
        return (
            f"{self.family}: {seeds}, {state}; {self.refused} needed another instance{most}; "
            f"{self.cpu_seconds:.1f} s"
        )


def study_rivals(family: Family, seeds: range) -> RivalStudy:
    """Draw an instance from each of the seeds ``rivals-0``, ``rivals-1`` and so on, as a fresh set does.

    Args:
        family: the family.
        seeds: numbers of the seeds.

    Raises:
        BadInput: if a function of the family fails, or a seed has no instance with twins.
    """
    started = time.process_time()
    refused: Counter[str] = Counter()
    faults = []
    indexes = []
    first_refused = 0
    once = _samples_the_same(family)
    for number in seeds:
        seed = f"rivals-{number}"
        search = InstanceSearch(
            family=family.name,
            make=partial(shown_rules, family, seed, sampled_once=once),
            parts="sample, calls, examples",
            fix="let `sample` choose among more values",
        )
        found: list[Misleading] = []
        for rules in search.twins():
            if not any(rule.examples for rule in rules.values()):
                return RivalStudy(
                    family=family.name, seeds=0, refused=0, rivals=(), faults=(), indexes=(), cpu_seconds=0.0
                )
            rival = _first_rival(family, rules)
            if rival is None:
                indexes.append(next(iter(rules.values())).index)
                break
            found.append(rival)
        else:
            problem = f"no instance of the seed {seed} is good; the last rival: {found[-1]}"
            faults.append(GateFault(family.name, "rivals", problem))
        first_refused += bool(found)
        refused.update(f"`{rival.short_name}`" for rival in found)
    return RivalStudy(
        family=family.name,
        seeds=len(seeds),
        refused=first_refused,
        rivals=tuple(refused.most_common()),
        faults=tuple(faults),
        indexes=tuple(indexes),
        cpu_seconds=round(time.process_time() - started, 3),
    )


def _samples_the_same(family: Family) -> bool:
    """Whether the choices of one mutation, with another name, are those of the others."""
    for index in range(_COMPARED):
        try:
            apart = shown_rules(family, "rivals", index)
            together = shown_rules(family, "rivals", index, sampled_once=True)
        except UnfitError:
            continue
        except BadInput:  # the parameter object does not name the mutation
            return False
        if apart != together:
            return False
    return True


def _first_rival(family: Family, rules: Mapping[str, ShownRule]) -> Misleading | None:
    every = (rival for rule in rules.values() for rival in misleading_rivals(rule, family.settled))
    return next(every, None)
