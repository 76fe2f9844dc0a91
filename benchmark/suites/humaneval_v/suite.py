"""The suite HumanEval-V: its settings, protocols, data sets, prompts and extraction rules."""

from dataclasses import replace
from functools import cache, partial

from benchmark.core import suite_facts as facts
from benchmark.core.prompt import PAPER, Prompt
from benchmark.core.suite import THINKING, Asked, Blind, Data, Display, DrawProtocol, Judged, Suite, offers
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.suites.humaneval_v import upstream
from benchmark.suites.humaneval_v.labels import ASPECT_MEANINGS, LEVEL_MEANINGS, LEVELS, TYPE_MEANINGS
from benchmark.suites.own_prompt import own_prompt
from benchmark.suites.template_prompt import TemplatePrompt

SUITE_ID = "humaneval-v"

_V2_SETTINGS = ("V2C", "V2C-CoT", "V2T2C", "V2T2C-*", "GT-T2C")
_LOOK = "V2C-look"  #: ours: the model may look closer


@cache
def _open() -> tuple[Task, ...]:
    from benchmark.datasets.collection import load_tasks
    from benchmark.suites.humaneval_v.open import OPEN

    return load_tasks(OPEN)


def _official(version: str) -> tuple[Task, ...]:
    from benchmark.datasets.store import load_tasks
    from benchmark.suites.humaneval_v.official import OFFICIAL

    official = OFFICIAL[version]
    return load_tasks(SUITE_ID, official.dataset, official.command)


#: The first version; its authors counted answers that the limit cut off.
_V1 = DrawProtocol(
    id="greedy", draws=1, temperature=0.0, max_tokens=1024, stop=("\n```\n",), cut_is_part=True
)


def _v1_protocol(draws: int) -> DrawProtocol:
    """Return a sampling protocol of the paper's first version; pass@10 and higher need many draws."""
    return replace(_V1, id=f"sampled-{draws}", draws=draws, temperature=0.8, top_p=0.95)


#: The second version allows answers that reason first: twice as many tokens, and no stop at the end of a
#: block.
_V2_GREEDY = DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048)

_TEMPLATES = "benchmark.suites.humaneval_v.prompts"
_IMAGE = TemplatePrompt(_TEMPLATES, "image.j2", needs_pictures=True)
_DESCRIPTION = TemplatePrompt(_TEMPLATES, "description.j2", needs_description=True)
_TWO_STAGES = TemplatePrompt(_TEMPLATES, "describe.j2", "described.j2", needs_pictures=True)
_PROMPTS = {
    "image": _IMAGE,
    "description": _DESCRIPTION,
    "image+description": TemplatePrompt(
        _TEMPLATES, "image+description.j2", needs_pictures=True, needs_description=True
    ),
    "signature-only": TemplatePrompt(_TEMPLATES, "signature-only.j2"),
    "V2C": _IMAGE,
    "V2C-CoT": TemplatePrompt(_TEMPLATES, "image-cot.j2", needs_pictures=True),
    "V2T2C": _TWO_STAGES,
    "GT-T2C": _DESCRIPTION,
}


def _licence(options: str) -> facts.Licence:
    return facts.Licence(
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


def _prompt(suite: Suite, name: str, setting: str) -> Prompt:
    from benchmark.suites.humaneval_v.upstream_prompt import upstream_prompt

    plain = "V2T2C" if offers(("V2T2C-*",), setting) else setting
    if name == "upstream":
        return upstream_prompt(plain, setting)
    if name == PAPER and plain in suite.asked.paper_prompts:
        from benchmark.suites.paper_prompts import PaperPrompt, stored_prompt

        return PaperPrompt(
            stored_prompt(suite.id, plain),
            lambda task: {"{code_context}": task.starter_code, "{description}": task.description},
        )
    return own_prompt(suite, name, setting, _PROMPTS.get(plain))


_PAPER_TITLE = "HumanEval-V: Benchmarking High-Level Visual Reasoning with Complex Diagrams in Coding Tasks"
_DESCRIBED = "complete a function from a description of its picture"

SUITE = Suite(
    id=SUITE_ID,
    title="HumanEval-V",
    version=7,
    datasets={
        "open": _open,
        "official-v2": partial(_official, "v2"),
        "official-v1": partial(_official, "v1"),
    },
    data=Data(
        levels=LEVELS,  # of tasks from families; official tasks have none
        word_levels={"core": 1, "hard": 3},
        fetched={"official-v1": "v1", "official-v2": "v2"},
        counts={"open": 255},
        public=("open",),
        licences={
            "open": facts.OUR_LICENCE,
            "official-v1": _licence("--version v1 --record"),
            "official-v2": _licence("--record"),
        },
        published={
            "official-v1": facts.PublicationDate(tasks="2024-10", source="arXiv:2410.12381"),
            "official-v2": facts.PublicationDate(
                tasks="2025-02", source="upstream's leaderboard of 2025-02-26"
            ),
        },
    ),
    asked=Asked(
        # The settings of the first version, then of the second. In ``V2T2C-*`` the star stands for the model
        # that writes the program, such as ``V2T2C-gpt-4o``.
        settings=("image", "description", "image+description", "signature-only", *_V2_SETTINGS, _LOOK),
        protocols={
            "greedy": replace(_V1, elsewhere=tuple((each, _V2_GREEDY) for each in (*_V2_SETTINGS, _LOOK))),
            "sampled-6": DrawProtocol(
                id="sampled-6", draws=6, temperature=0.8, top_p=0.95, top_k=20, max_tokens=2048
            ),
            "sampled-20": _v1_protocol(20),
            "sampled-100": _v1_protocol(100),
            "sampled-1000": _v1_protocol(1000),
            THINKING.id: THINKING,
        },
        prompts=_prompt,
        looking={_LOOK: "V2C"},
        coder_settings=("V2T2C-*",),
        reasoning=("V2C-CoT",),
        upstream_prompts=("image", *_V2_SETTINGS),
        paper_prompts=("image", "image+description"),
    ),
    judged=Judged(
        extractions={"own": own.extract, "upstream": upstream.UPSTREAM, "upstream-v2": upstream.UPSTREAM_V2}
    ),
    display=Display(
        tagline="complete a function from a picture",
        taglines={
            "description": _DESCRIBED,
            "GT-T2C": _DESCRIBED,
            "signature-only": "complete a function whose picture is not shown",
        },
        tab=1,
        paper=facts.Paper(
            author=(
                "Zhang, Fengji and Wu, Linquan and Bai, Huiyu and Lin, Guancheng and Li, Xiao and Yu, Xiao "
                "and Wang, Yue and Chen, Bei and Keung, Jacky"
            ),
            year=2024,
            title=_PAPER_TITLE,
            arxiv="2410.12381",
            word="humanevalv",
        ),
        columns=(facts.PASS_10, facts.RAN, facts.PARSED, facts.BLIND),
        category_groups=(
            facts.CategoryGroup(kind="level", title="level", plural="levels", names=LEVEL_MEANINGS),
            facts.CategoryGroup(kind="type", title="task type", plural="task types", names=TYPE_MEANINGS),
            facts.CategoryGroup(
                kind="aspect",
                title="aspect",
                plural="aspects",
                names=ASPECT_MEANINGS,
                note="A task counts for each aspect of which it needs an ability.",
            ),
            facts.CategoryGroup(
                kind="category",
                title="kind of picture",
                plural="kinds of pictures",
                names={},
                note="A picture can be of several kinds.",
            ),
        ),
    ),
    blind=Blind(
        settings=("signature-only",),
        without_picture=("description", "signature-only", "GT-T2C"),
        described={"image": ("description", "image+description"), "V2C": ("GT-T2C",)},
    ),
)
