"""Reservations: artifacts of a plan whose names say what each of its runs may cost at most.

Only the name counts, so a reservation holds even after the artifact has expired. Each planned run has one,
even a run that costs nothing, because the reservation also records that the run was tried.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.chain.plan.job import ARTIFACT_PATTERN, Plan
from benchmark.core.errors import OurFailure

REQUEST_DIGITS = 20  #: digits of a request's digest in a name
CONFIG_DIGITS = 10  #: digits of a config's digest in a name

_NAME = re.compile(
    rf"reserved\.(?P<artifact>{ARTIFACT_PATTERN})\.(?P<number>\d{{1,4}})-of-(?P<count>\d{{1,4}})"
    rf"\.(?P<request>[0-9a-f]{{{REQUEST_DIGITS}}})\.(?P<config>[0-9a-f]{{{CONFIG_DIGITS}}})\.(?P<cents>\d{{1,9}})"
    r"(?:\.rubric-(?P<rubric>[1-9]\d{0,8}))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """What one run of a plan may cost at most."""

    artifact: str  #: name of the plan's artifact
    number: int  #: position of the run in the plan, from 1
    count: int  #: runs of the plan
    request: str  #: first digits of the request's digest
    config: str  #: first digits of the config's digest
    cents: int  #: US cents for generating; 0 if nothing is paid for
    rubric_cents: int = 0  #: US cents for scoring by a model, from a budget of its own

    @property
    def slug(self) -> str:
        """The submission."""
        return slug_of(self.artifact)

    @property
    def is_night(self) -> bool:
        """Whether the plan is one of a night, so that its runs get panels."""
        return is_night(self.artifact)

    @property
    def name(self) -> str:
        """The name of the reservation's artifact."""
        run = f"{self.artifact}.{self.number}-of-{self.count}"
        rubric = f".rubric-{self.rubric_cents}" if self.rubric_cents else ""
        return f"reserved.{run}.{self.request}.{self.config}.{self.cents}{rubric}"


def is_night(artifact: str) -> bool:
    """Whether an artifact is the plan of a night for one submission."""
    return artifact.startswith("night-")


def slug_of(artifact: str) -> str:
    """Return the submission of a plan's artifact, such as ``acme`` for ``plan-acme``."""
    return artifact.partition("-")[2]


def reservations_of(plan: Plan) -> tuple[Reservation, ...]:
    """Return the reservations of a plan for one submission."""
    return tuple(
        Reservation(
            artifact=plan.artifact,
            number=number,
            count=len(plan.runs),
            request=run.request[:REQUEST_DIGITS],
            config=run.config[:CONFIG_DIGITS],
            cents=run.reserved_cents,
            rubric_cents=run.rubric_cents,
        )
        for number, run in enumerate(plan.runs, 1)
    )


def parse_reservation(name: str) -> Reservation | None:
    """Return the reservation that an artifact's name states; None for another artifact."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    return Reservation(
        artifact=found["artifact"],
        number=int(found["number"]),
        count=int(found["count"]),
        request=found["request"],
        config=found["config"],
        cents=int(found["cents"]),
        rubric_cents=int(found["rubric"] or 0),
    )


def are_complete(artifact: str, reservations: Iterable[Reservation]) -> bool:
    """Whether a plan's reservations are complete; a plan that only records statuses needs none."""
    found = [reservation for reservation in reservations if reservation.artifact == artifact]
    counts = {reservation.count for reservation in found}
    if not counts:
        return artifact.startswith("note-")
    return {reservation.number for reservation in found} == set(range(1, max(counts) + 1))


def check_reserved(plan: Plan, kept: Sequence[str]) -> None:
    """Check that a plan and its reservations were kept as artifacts, before anything is paid for.

    Args:
        plan: a plan for one submission.
        kept: names of the artifacts of its workflow run.

    Raises:
        OurFailure: if one is missing.
    """
    needed = [plan.artifact, *(reservation.name for reservation in reservations_of(plan))]
    if missing := [name for name in needed if name not in kept]:
        problem = f"the artifact {missing[0]} was not kept, so {plan.artifact} is not evaluated"
        raise OurFailure(problem, "plan again; nothing was paid for")


def cents_of(usd: float) -> int:
    """Return an amount in US cents, rounded up."""
    return math.ceil(round(100 * usd, 6))
