"""What a gate says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateFault:
    """A task or a family that does not pass a gate."""

    where: str  #: task id, or name of the family
    gate: str  #: such as ``mutants``
    problem: str

    def __str__(self) -> str:
        return f"{self.where}: {self.gate}: {self.problem}"
