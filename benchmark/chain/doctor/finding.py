"""Makes the requirements that the doctor prints, from lists of problems."""

from collections.abc import Sequence

from benchmark.chain.doctor.clone import Requirement, State

_UNSEEN = "this token cannot see it"
_ADMIN = "use a token that may read the repository's administration, or look in its settings"


def requirement(name: str, wrong: Sequence[str], fix: str, said: str = "set up correctly") -> Requirement:
    """Return a requirement, whose state is ``missing`` if anything is wrong."""
    state: State = "missing" if wrong else "ok"
    return Requirement(name=name, state=state, said="; ".join(wrong) or said, fix=fix if wrong else "")


def unknown(name: str, fix: str = _ADMIN) -> Requirement:
    """Return a requirement whose state is ``unknown``, because the token may not read the setting."""
    return Requirement(name=name, state="unknown", said=_UNSEEN, fix=fix)
