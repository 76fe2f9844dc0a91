"""Check that a submission's display name is not another model's, and does not look like one."""

from collections.abc import Collection, Iterator
from pathlib import Path

from benchmark.analysis.catalog import BASELINES
from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.pull_request.checkout import PullRequestRules, TouchedSubmissions
from benchmark.chain.pull_request.owners import read_owned
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.lookalike import mixed_script_word, name_key
from benchmark.files.strict_yaml import read_yaml
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT

_FIX = "choose the name that the model's makers use, or ask the maintainers"


def name_problems(
    root: Path, touched: TouchedSubmissions, rules: PullRequestRules, recorded: Collection[str]
) -> Iterator[BadInput]:
    """Yield the problems of new and changed display names; maintainers may choose any name.

    Args:
        root: folder with the submissions as they would be after the merge.
        touched: the submissions of the pull request, which have been read without an error.
        rules: its author, and the policy.
        recorded: slugs that have rows.
    """
    if rules.policy.is_maintainer(rules.author):
        return
    taken = {name_key(slug): slug for slug in (*BASELINES, *recorded)}
    taken |= {name_key(text): slug for slug, other in touched.base.items() for text in (slug, other.name)}
    for slug in touched.present:
        file = root / SUBMISSIONS / slug / FILE_NAME
        document = read_yaml(file, SIZE_LIMIT)
        name = read_owned(file).name
        if slug in touched.base and name == touched.base[slug].name:
            continue
        place = f"line {document.line_of(('name',))}: name"
        if word := mixed_script_word(name):
            problem = f"{quote_value(word)} mixes letters of alphabets that look alike"
            yield BadInput(file, place, problem, "write each word in one alphabet")
        elif not name_key(name):
            yield BadInput(file, place, f"{quote_value(name)} has no letter and no digit", _FIX)
        elif (like := taken.setdefault(name_key(name), slug)) != slug:
            other = quote_value(touched.base[like].name) if like in touched.base else like
            problem = f"{quote_value(name)} is too similar to {other}, the name of another model"
            yield BadInput(file, place, problem, _FIX)
