"""Sightbench's own prompt for a setting, or the error that a suite has none."""

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import OWN_PROMPT, PAPER, Prompt
from benchmark.core.suite import Suite


def own_prompt(suite: Suite, name: str, setting: str, found: Prompt | None) -> Prompt:
    """Return the prompt that a suite has found for a setting.

    Args:
        suite: the suite.
        name: name of the prompt; only ``sightbench`` is known here.
        setting: the setting, as the user wrote it.
        found: the suite's prompt for the setting; None if it has none.

    Raises:
        BadInput: if the name is another, or there is no prompt for the setting.
    """
    if name != OWN_PROMPT:
        why = ": its authors publish none" if name == "upstream" else ""
        of = f" for the setting {quote_value(setting)}" if name == PAPER and suite.asked.paper_prompts else ""
        problem = f"{suite.id} has no prompt {quote_value(name)}{of}{why}"
        others = {"upstream": suite.asked.upstream_prompts, PAPER: suite.asked.paper_prompts}
        fix = " or ".join([OWN_PROMPT, *(other for other, settings in others.items() if settings)])
        raise BadInput("prompt", "", problem, f"use {fix}")
    if found is None:
        problem = f"{suite.id} has no prompt for the setting {quote_value(setting)}"
        raise BadInput("setting", "", problem, f"use one of: {', '.join(suite.asked.settings)}")
    return found
