"""The conditions of a table in plain words, made from the definitions of settings, protocols and rules.

``text instead of the picture · one try, temperature 0.2, at most 1,024 tokens`` says what ``text · cool-1``
means in Code-Vision. What a setting shows is found by asking its prompt for a task that has everything.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from benchmark.analysis.groups import AppliedProtocol, GroupKey
from benchmark.analysis.wording import clean, count, plural
from benchmark.core.errors import BadInput
from benchmark.core.first_picture import whole_name
from benchmark.core.suite import DrawProtocol, offers
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.suites import guessed_share, load, load_all, suite_of

_WORDS, _DESCRIPTION, _EARLIER = "words-of-the-task", "words-on-the-picture", "words-of-the-model"
_CHART = "chart-of-the-task"
#: A task that has all that a prompt can show.
_PROBE = Task(
    id="probe",
    check=FunctionCheck(tests=()),
    parts=(Text(text=_WORDS), Picture(number=1, source="1.png")),
    description=_DESCRIPTION,
    chart=_CHART,
    starter_code="def solution():\n    ",
    entry_point="solution",
)
#: Ids whose anchor in the glossary is not their own name in small letters.
_ANCHORS = {
    ("setting", "description"): "setting-description",
    ("setting", "image-replacement-*"): "image-replacement-captioner",
}
_DIGEST_DIGITS = 12  #: digits of a digest that tell tables apart
_OUR_PROMPT, _OUR_RULE, _UPSTREAM = "sightbench", "own", "upstream"


@dataclass(frozen=True, slots=True)
class Condition:
    """A setting, protocol, prompt or extraction rule in plain words."""

    words: str  #: such as ``one try, temperature 0.2, at most 1,024 tokens``
    name: str  #: what it is, its id, and what the words leave out: ``protocol cool-1, top-p 0.95``
    id: str  #: ``cool-1``
    anchor: str  #: of its definition on the page with the glossary

    def __str__(self) -> str:
        """Return the words."""
        return self.words


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of a table: setting, protocol, prompt and extraction rule; a run lacks some."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        """Return all words on one line."""
        return " · ".join(part.words for part in self.parts)

    @property
    def ids(self) -> str:
        """The ids, as commands take them: ``V2C · greedy · sightbench · own``."""
        return " · ".join(part.id for part in self.parts if part.id)

    @property
    def with_ids(self) -> str:
        """The words and the ids, for a text without links."""
        return f"{self} ({self.ids})"


def conditions(key: GroupKey) -> Conditions:
    """Return the conditions of a table; ids that this version does not know are kept as they are."""
    return Conditions(
        (
            setting_condition(key.suite, key.setting, key.dataset),
            protocol_condition(key.suite, key.setting, key.protocol),
            prompt_condition(key.prompt),
            extraction_condition(key.extraction, letters=guessed_share(key.suite, key.dataset) is not None),
        )
    )


def run_conditions(suite: str, setting: str, protocol: str, prompt: str) -> Conditions:
    """Return the conditions of a run that has no row; those that it does not name are left out."""
    asked, drawn = setting_condition(suite, setting), protocol_condition(suite, setting, protocol)
    found = (asked, drawn, prompt_condition(prompt))
    return Conditions(tuple(condition for condition in found if condition.id))


def distinct_conditions(keys: Iterable[GroupKey], parts: int = 4) -> dict[GroupKey, str]:
    """Return the first ``parts`` conditions of tables as texts that differ within a data set.

    Where these are the same for several tables, the words of other conditions that only some have are added;
    where those are the same, too, the ids that differ.
    """
    first: dict[tuple[str, str, str], dict[GroupKey, list[str]]] = {}
    for key in keys:
        texts = [part.words for part in conditions(key).parts]
        start = first.setdefault((key.suite, key.dataset, " · ".join(texts[:parts])), {})
        start[key] = ", ".join(texts[parts:]).split(", ")  # "6 tries, temperature 0.8" are two
    alike: dict[tuple[str, str, str], list[GroupKey]] = {}
    for (suite, dataset, words), others in first.items():
        for key, texts in others.items():
            added = ", ".join(text for text in texts if not all(text in other for other in others.values()))
            alike.setdefault((suite, dataset, f"{words} · {added}" if added else words), []).append(key)
    found = {}
    for (*_, words), same in alike.items():
        ids = [
            (
                *(part.id or part.words for part in conditions(key).parts),
                f"digest of prompt {key.prompt_digest[:_DIGEST_DIGITS] or 'unknown'}",
                f"task set {key.tasks_digest[:_DIGEST_DIGITS]}",
            )
            for key in same
        ]
        differ = [len({*values}) > 1 for values in zip(*ids, strict=True)]
        for key, own in zip(same, ids, strict=True):
            added = ", ".join(name for name, differs in zip(own, differ, strict=True) if differs)
            found[key] = f"{words} ({added})" if added else words
    return found


def distinct_words(conditions: Iterable[Condition]) -> dict[str, str]:
    """Return words by id that differ from one another; where they are the same, the id is added.

    Of an id with several meanings, such as ``greedy`` in settings of two versions of a benchmark, the words
    that all meanings share are kept.
    """
    meanings: dict[str, list[list[str]]] = {}
    for condition in conditions:
        meanings.setdefault(condition.id, []).append(condition.words.split(", "))
    words = {
        name: ", ".join(part for part in found[0] if all(part in other for other in found))
        for name, found in meanings.items()
    }
    every = list(words.values())
    return {
        name: said if said and every.count(said) == 1 else f"{said} ({name})".strip()
        for name, said in words.items()
    }


def setting_condition(suite: str, setting: str, dataset: str = "") -> Condition:
    """Return what models are shown in a setting: ``picture shown``, ``text instead of the picture``.

    With a ``dataset``, the words say if its worked examples lack the reasoning that is asked for.
    """
    words, of = _setting_words(suite, setting), suite_of(suite)
    listed, shots = of.asked.without_shots(setting)
    if shots and setting in of.asked.reasoning and dataset in of.asked.shots_without_reasoning:
        words += " without reasoning"
    if listed not in of.asked.settings:  # the glossary lists `V2T2C-*` for `V2T2C-gpt-4o`
        listed = next((name for name in of.asked.settings if offers((name,), listed)), listed)
    return _condition("setting", setting, words, listed)


@cache
def protocol_condition(suite: str, setting: str, protocol: str) -> Condition:
    """Return how answers are drawn: ``one try, temperature 0.2, at most 1,024 tokens``."""
    applied = AppliedProtocol.of(protocol)
    known = suite_of(suite).asked.protocols.get(applied.asked)
    if known is None:
        return _condition("protocol", protocol, "", protocol)
    drawn = known.within(setting)
    tries = "one try" if drawn.draws == 1 else f"{count(drawn.draws)} tries"
    words = f"{tries}, {_sampling_words(applied, drawn)}, at most {count(drawn.max_tokens)} tokens"
    found = _condition("protocol", protocol, words, "vendor-sampling" if applied.lost else applied.asked)
    lost = {"top-p", "top-k"} if "sampling" in applied.lost else {*applied.lost}
    finer = [f"top-p {drawn.top_p:g}"] if drawn.top_p != 1 and "top-p" not in lost else []
    finer += [f"top-k {drawn.top_k}"] if drawn.top_k is not None and "top-k" not in lost else []
    return replace(found, name=", ".join([found.name, *finer]))


def _sampling_words(applied: AppliedProtocol, drawn: DrawProtocol) -> str:
    if "sampling" in applied.lost:  # two protocols may differ in nothing else
        return f"the vendor's own sampling (asked as {applied.asked})"
    value = drawn.temperature if applied.temperature is None else applied.temperature
    if value is None:
        return "the vendor's own sampling"
    finer = " and ".join(name for name in applied.lost if name != "temperature")
    words = "the vendor's own temperature" if "temperature" in applied.lost else f"temperature {value:g}"
    return f"{words}, the vendor's own {finer}" if finer else words


def prompt_condition(prompt: str) -> Condition:
    """Return whose prompt was used: ``our prompt``."""
    words = {
        "": "prompt not recorded",
        _OUR_PROMPT: "our prompt",
        _UPSTREAM: "the authors' prompt",
        "paper": "the paper's prompt",
    }
    whole = whole_name(prompt)
    if whole is None or whole not in words:
        return _condition("prompt", prompt, words.get(prompt, ""), prompt)
    return _condition("prompt", prompt, f"{words[whole]}, first picture only", prompt)


def extraction_condition(extraction: str, *, letters: bool = False) -> Condition:
    """Return whose rule cut the code out of the completions: ``code extracted by our rule``.

    With ``letters``, the tasks are multiple choice: ``letter read by our rule``.
    """
    words = ""
    if extraction == _OUR_RULE:
        words = "letter read by our rule" if letters else "code extracted by our rule"
    elif any(extraction in suite.judged.extractions for suite in load_all().values()):
        version = extraction.removeprefix(_UPSTREAM).removeprefix("-")
        words = f"code extracted as the authors do{f', {version}' if version else ''}"
    return _condition("extraction rule", extraction, words, extraction)


@cache
def shows_picture(suite: str, setting: str) -> bool:
    """Whether models are shown the picture in a setting, in any stage; an unknown setting counts as one."""
    shown = _shown(suite, setting)
    if shown is None:
        return setting not in suite_of(suite).blind.without_picture
    return any("picture" in stage for stage in shown)


def _condition(kind: str, name: str, words: str, listed: str) -> Condition:
    """Return a condition; an id without words is shown as it is, and explained by the word for its kind."""
    name = clean(name)
    if not words or not name:
        return Condition(words or f"{kind} {name}", f"{kind} {name}".strip(), name, kind.replace(" ", "-"))
    anchor = _ANCHORS.get((kind, listed)) or re.sub("[^a-z0-9]+", "-", listed.lower().replace("*", "coder"))
    return Condition(words, f"{kind} {name}", name, anchor.strip("-"))


@cache
def _setting_words(suite: str, setting: str) -> str:
    shown = _shown(suite, setting)
    if shown is None:
        known = setting in suite_of(suite).blind.without_picture
        return "text instead of the picture" if known else ""
    last, has_pictures = shown[-1], any(shows_picture(suite, name) for name in load(suite).asked.settings)
    if "earlier" in last and "words" in last:
        captioner = _named_model(suite_of(suite).asked.captioner_settings, setting)
        whose = f"descriptions by {captioner}" if captioner else "the model's own descriptions"
        return f"text with {whose} in place of pictures"
    if "earlier" in last:
        coder = _named_model(suite_of(suite).asked.coder_settings, setting)
        return f"program{f' by {coder}' if coder else ''} from the model's own description of the picture"
    first = {
        frozenset({"picture"}): "picture shown",
        frozenset({"picture", "description"}): "picture and its description shown",
        frozenset({"picture", "words"}): "picture and text shown",
        frozenset({"chart"}): "flowchart as text instead of the picture",
        frozenset({"description"}): "description instead of the picture",
        frozenset({"words", "description"}): "text with descriptions instead of pictures",
        frozenset({"words"}): _text_words(suite, has_pictures=has_pictures),
        frozenset(): "picture not shown" if has_pictures else "only the signature shown",
    }.get(last, "")
    asked = ", reasoning asked for first" if setting in suite_of(suite).asked.reasoning else ""
    asked += ", parts of the picture enlarged on request" if setting in suite_of(suite).asked.looking else ""
    _, shots = suite_of(suite).asked.without_shots(setting)
    worked = f", after {plural(shots, 'worked example')}" if shots else ""
    return f"{first}{asked}{worked}" if first else ""


def _text_words(suite: str, *, has_pictures: bool) -> str:
    """Return what a setting shows that shows the text alone."""
    if not has_pictures:
        return "text shown, no pictures"
    both = any(
        {"picture", "words"} <= set(stage)
        for name in load(suite).asked.settings
        for stage in _shown(suite, name) or ()
    )
    return "text shown, pictures not shown" if both else "text instead of the picture"


def _named_model(settings: Iterable[str], setting: str) -> str:
    """Return the other model with which a setting's name ends; empty if there is none."""
    patterns = [name for name in settings if offers((name,), setting)]
    return clean(setting.removeprefix(patterns[0].removesuffix("*"))) if patterns else ""


@cache
def _shown(suite: str, setting: str) -> tuple[frozenset[str], ...] | None:
    """Return what our prompt shows in each stage; None if there is no prompt for the setting."""
    if not offers(suite_of(suite).asked.settings, setting):
        return None
    setting, _ = suite_of(suite).asked.without_shots(setting)  # examples show the same as the question
    try:
        prompt = suite_of(suite).prompt(_OUR_PROMPT, setting)
    except BadInput:
        return None
    marks = {"words": _WORDS, "description": _DESCRIPTION, "chart": _CHART, "earlier": _EARLIER}
    stages = []
    for stage in range(prompt.stages):
        parts = [part for turn in prompt.turns(_PROBE, stage, _EARLIER) for part in turn.parts]
        text = "".join(part.text for part in parts if isinstance(part, Text))
        shown = {name for name, mark in marks.items() if mark in text}
        pictures = {"picture" for part in parts if isinstance(part, Picture)}
        stages.append(frozenset(shown | pictures))
    return tuple(stages)
