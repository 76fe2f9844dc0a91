"""The colours of organisations: seven hues for those with most judged models; all others share a grey.

A colour is a class of the stylesheet, ``o1`` to ``o7`` or ``o0``. It never stands alone: the name of the
model or of its organisation is next to each mark.
"""

import re
from collections import Counter
from collections.abc import Mapping

from benchmark.analysis.groups import is_baseline
from benchmark.leaderboard.inputs.facts import row_submission
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row

OTHERS = "o0"
#: Organisations that have a hue of their own, in the order of the hues, and how names of their models begin.
_OWN = {
    "OpenAI": "gpt|openai",
    "Google": "gemini",
    "Anthropic": "claude",
    "Meta": "llama",
    "Microsoft": "phi",
    "OpenBMB": "minicpm",
    "Alibaba": "qwen|qvq",
}


def organisation_of(sources: Sources, row: Row) -> str:
    """Return the organisation of a row's model; empty if it is not known."""
    return row_submission(row, sources.submissions.get(row.result.submission.slug)).organisation


def organisation_named(model: str) -> str:
    """Return the organisation of a model that only a paper names, such as OpenAI for GPT-4V; may be empty."""
    found = (
        name for name, starts in _OWN.items() if re.match(rf"(?:{starts})(?![a-z])", model, re.IGNORECASE)
    )
    return next(found, "")


def model_hue(sources: Sources, row: Row) -> str:
    """Return the class of the colour of a row's model, that of its organisation."""
    return hue_of(sources, organisation_of(sources, row))


def hue_of(sources: Sources, organisation: str) -> str:
    """Return the class of an organisation's colour."""
    return _hues(sources).get(organisation, OTHERS)


def _hues(sources: Sources) -> Mapping[str, str]:
    def find() -> dict[str, str]:
        models = {
            row.slug: organisation_of(sources, row) for row in sources.light_rows if not is_baseline(row)
        }
        counted = Counter(name for name in models.values() if name)
        most = sorted(counted, key=lambda name: (-counted[name], name not in _OWN, name))
        shown = [*most, *(name for name in _OWN if name not in most)][: len(_OWN)]
        numbers = {name: number for number, name in enumerate(_OWN, 1) if name in shown}
        free = iter({*range(1, len(_OWN) + 1)} - {*numbers.values()})
        return {name: f"o{numbers[name] if name in numbers else next(free)}" for name in shown}

    return sources.once("hues", find)
