"""The file names that HumanEval-V's code gives to predictions.

The first version leaves the name to its users and suggests ``MODEL_sample_N.json``. The second writes
``MODEL_SETTING_sample_N.json``. With two stages it writes ``MODEL_V2T_sample_N.json`` (descriptions) and
``MODEL_V2T2C_T2C_sample_N.json`` (programs; ``V2T2C-4o`` if GPT-4o writes them).
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
    """The parts of a prediction file's name."""

    model: str
    setting: str  #: empty in the first version's names
    draws: int  #: number of samples per task
    descriptions: bool = False  #: whether the texts are descriptions, from the first of two stages


def prediction_name(path: Path) -> PredictionName | None:
    """Parse the name of ``path``; None if it is not one of upstream's names."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    return PredictionName(
        model=match["model"],
        setting=match["one"] or match["two"] or "",
        draws=int(match["draws"]),
        descriptions=match["descriptions"] is not None,
    )


def programs_path(folder: Path, model: str, setting: str, draws: int) -> Path:
    """Return the path that the second version gives to a file of programs.

    Args:
        folder: upstream's ``exp_base_dir``.
        model: upstream's ``model_name``; a name with a slash, such as ``openai/gpt-x``, adds a folder.
        setting: upstream's ``exp_type``.
        draws: number of samples per task.
    """
    stage = "_T2C" if setting.startswith("V2T2C") else ""
    return folder / f"{model}_{setting}{stage}_sample_{draws}.json"


def descriptions_path(programs: Path) -> Path:
    """Return the path of the descriptions from which a file of programs was written.

    If the programs have upstream's name, so do the descriptions; else their name is ``NAME.stage-1.json``.
    """
    name = prediction_name(programs)
    if name is None or not name.setting.startswith("V2T2C"):
        return programs.with_name(f"{programs.name.removesuffix('.json')}.stage-1.json")
    return programs.with_name(f"{name.model}_V2T_sample_{name.draws}.json")
