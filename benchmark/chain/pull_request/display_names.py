"""Check that a submission's display name is not another model's, and does not look like one."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from benchmark.analysis.catalog import BASELINES
from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.pull_request.checkout import PullRequestRules, TouchedSubmissions
from benchmark.chain.pull_request.owners import slugs_on
from benchmark.chain.pull_request.tree import blob_sizes, folder_ids, read_trees
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.lookalike import mixed_script_word, name_key
from benchmark.files.strict_yaml import Document, read_yaml
from benchmark.results.git import Git
from benchmark.results.objects import FILE, blobs
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT

_FIX = "choose the name that the model's makers use, or ask the maintainers"


def names_on(git: Git, commit: str, folder: Path) -> Mapping[str, str]:
    """Return the display name of each submission on a commit, by slug, without those that cannot be read.

    Args:
        git: the repository.
        commit: id of a commit.
        folder: an empty folder for one file at a time.
    """
    slugs = sorted(slugs_on(git, commit))
    trees = folder_ids(git, commit, [f"{SUBMISSIONS}/{slug}" for slug in slugs])
    by_slug = {slug: tree for slug, tree in zip(slugs, trees.values(), strict=True) if tree is not None}
    listed = read_trees(git, set(by_slug.values()))
    nodes = {slug: listed[tree].get(FILE_NAME.encode()) for slug, tree in by_slug.items()}
    files = {slug: node.id for slug, node in nodes.items() if node is not None and node.mode == FILE}
    sizes = zip(files, blob_sizes(git, files.values()), strict=True)
    small = {slug: files[slug] for slug, size in sizes if size <= SIZE_LIMIT}
    file, found = folder / FILE_NAME, {}
    for slug, data in zip(small, blobs(git, small.values()), strict=True):
        file.write_bytes(data)
        try:
            found[slug] = _name_in(read_yaml(file, SIZE_LIMIT))
        except BadInput:
            continue
    file.unlink(missing_ok=True)
    return found


def name_problems(
    root: Path,
    touched: TouchedSubmissions,
    rules: PullRequestRules,
    known: Mapping[str, str],
    recorded: Collection[str],
) -> Iterator[BadInput]:
    """Yield the problems of new and changed display names; maintainers may choose any name.

    Args:
        root: folder with the submissions as they would be after the merge.
        touched: the submissions of the pull request.
        rules: its author, and the policy.
        known: display names on the base branch, by slug.
        recorded: slugs that have rows.
    """
    if rules.policy.is_maintainer(rules.author):
        return
    taken = {name_key(slug): slug for slug in (*BASELINES, *recorded)}
    taken |= {name_key(slug): slug for slug in known} | {name_key(name): slug for slug, name in known.items()}
    for slug in touched.present:
        file = root / SUBMISSIONS / slug / FILE_NAME
        document = read_yaml(file, SIZE_LIMIT)
        name = _name_in(document)
        if name == known.get(slug):
            continue
        place = f"line {document.line_of(('name',))}: name"
        if word := mixed_script_word(name):
            problem = f"{quote_value(word)} mixes letters of alphabets that look alike"
            yield BadInput(file, place, problem, "write each word in one alphabet")
        elif not name_key(name):
            yield BadInput(file, place, f"{quote_value(name)} has no letter and no digit", _FIX)
        elif (like := taken.setdefault(name_key(name), slug)) != slug:
            other = quote_value(known[like]) if like in known else like
            problem = f"{quote_value(name)} is too similar to {other}, the name of another model"
            yield BadInput(file, place, problem, _FIX)


def _name_in(document: Document) -> str:
    value = document.value
    name = value.get("name") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""
