"""The result of a gate that does not pass."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateFault:
    """A reason why a task or a family does not pass a gate."""

    where: str  #: task id, or name of the family
    gate: str  #: name of the gate, such as ``mutants``
    problem: str

    def __str__(self) -> str:
        return f"{self.where}: {self.gate}: {self.problem}"
