"""The file names that HumanEval-V's code gives to predictions, and the data sets that files answer.

The first version leaves the name to its users and suggests ``MODEL_sample_N.json``. The second writes
``MODEL_SETTING_sample_N.json``. With two stages it writes ``MODEL_V2T_sample_N.json`` (descriptions) and
``MODEL_V2T2C_T2C_sample_N.json`` (programs; ``V2T2C-4o`` if GPT-4o writes them).
"""

import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.datasets.official import OfficialSet
from benchmark.datasets.store import load_tasks, read_fetched
from benchmark.files.predictions import read_prompts
from benchmark.suites.humaneval_v.official import OFFICIAL, is_official_id

_NAME = re.compile(
    # As short as possible, or the setting would be a part of the model's name.
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

    Raises:
        BadInput: if the model's name leads out of the folder.
    """
    if ".." in Path(model).parts or Path(model).is_absolute():
        problem = f"{quote_value(model)} leaves the folder --exp_base_dir"
        raise BadInput("--model_name", "", problem, "name a model without .. and without a leading slash")
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


def official_dataset(path: Path, ids: Collection[str]) -> str:
    """Return the official data set whose tasks a prediction file answers; empty if the ids are not official.

    If the ids do not decide, the spelling does: files of the second version have prompts, or a setting in
    their name; those of the first have neither.

    Args:
        path: the prediction file.
        ids: ids of the tasks in the file.

    Raises:
        BadInput: if the ids are those of official tasks, but the data set is unclear or not on this machine.
    """
    if not all(map(is_official_id, ids)):
        return ""
    known = {official.dataset: _ids(official) for official in OFFICIAL.values()}
    equal = [dataset for dataset, own in known.items() if own == set(ids)]
    if len(equal) == 1:
        return equal[0]
    fitting = {dataset for dataset, own in known.items() if own >= set(ids)}
    name = prediction_name(path)
    if name is not None and name.setting:
        return OFFICIAL["v2"].dataset
    has_prompts = bool(read_prompts(path))
    version = "v2" if has_prompts else "v1"
    spelled = OFFICIAL[version].dataset if has_prompts or name is not None else ""
    # No data set fits if none was fetched: then the spelling decides, and loading says how to fetch it.
    if spelled in fitting or (spelled and not fitting):
        return spelled
    facts = [_fact(dataset, own, ids) for dataset, own in known.items()]
    given = f"sightbench evaluate --prediction_file {shlex.quote(str(path))} --dataset"
    fix = "run " + " or ".join(f"`{given} {dataset}`" for dataset in known)
    if not all(known.values()):
        fetches = " or ".join(f"`{official.command}`" for official in OFFICIAL.values())
        fix += f"; fetch the data set first with {fetches}"
    problem = f"is missing, and does not follow from the {len(ids)} ids in {path}: {'; '.join(facts)}"
    raise BadInput("--dataset", "", problem, fix)


def _ids(official: OfficialSet) -> set[str]:
    """Return the ids of an official data set; empty if it is not on this machine."""
    if read_fetched(official.suite, official.dataset) is None:
        return set()
    return {task.id for task in load_tasks(official.suite, official.dataset, official.command)}


def _fact(dataset: str, known: set[str], ids: Collection[str]) -> str:
    if not known:
        return f"{dataset} is not on this machine"
    return f"{dataset} has {len(known)} tasks, {len(known & set(ids))} of them in the file"
