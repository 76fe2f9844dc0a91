"""Names that HumanEval-V's code gives to prediction files.

The first version leaves the name to its users and suggests ``MODEL_sample_N.json``. The second writes
``MODEL_SETTING_sample_N.json``, and in two stages ``MODEL_V2T_sample_N.json`` (descriptions) and
``MODEL_V2T2C_T2C_sample_N.json`` (programs; ``V2T2C-4o`` where GPT-4o writes them).
"""

import re
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(
    r"(?P<model>.+?)"
    r"(?:_(?:(?P<one>V2C|V2C-CoT|GT-T2C)|(?P<two>V2T2C(?:-[^_]+)?)_T2C|(?P<descriptions>V2T)))?"
    r"_sample_(?P<draws>[1-9][0-9]{0,5})\.json(?:\.gz)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionName:
    """What the name of a prediction file says."""

    model: str
    setting: str  #: empty in the first version's names
    draws: int
    descriptions: bool = False  #: the texts are those of a first stage, no programs


def prediction_name(path: Path) -> PredictionName | None:
    """What the name of ``path`` says; None for a name that is not upstream's."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    return PredictionName(
        model=match["model"],
        setting=match["one"] or match["two"] or "",
        draws=int(match["draws"]),
        descriptions=match["descriptions"] is not None,
    )


def descriptions_path(programs: Path) -> Path:
    """Where the descriptions lie that a file of programs was written from.

    Upstream's name for it beside upstream's name for the programs, else ``NAME.stage-1.json``.
    """
    said = prediction_name(programs)
    if said is None or not said.setting.startswith("V2T2C"):
        return programs.with_name(f"{programs.name.removesuffix('.json')}.stage-1.json")
    return programs.with_name(f"{said.model}_V2T_sample_{said.draws}.json")
