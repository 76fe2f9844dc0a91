"""The pictures of one problem: where they come from, which are removed, and their files."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from benchmark.suites.mmcode.categories import category_of, union
from benchmark.suites.mmcode.problems.flaws import Flaw
from benchmark.suites.mmcode.problems.html_text import html_to_text
from benchmark.suites.mmcode.problems.pictures import UnreadablePictureError, write_png
from benchmark.suites.mmcode.problems.raw_problem import RawProblem
from benchmark.suites.mmcode.problems.removal import RemovalList
from benchmark.suites.mmcode.problems.source import PictureMissingError, SourceProblem
from benchmark.suites.mmcode.problems.statement import MARKER


def has_html(problem: RawProblem) -> bool:
    """Whether a raw problem has a statement in HTML; white space alone is none."""
    return bool((problem.html or "").strip())


def shows_picture(problem: RawProblem) -> bool:
    """Whether the statement of a raw problem shows a picture."""
    text = problem.html if has_html(problem) else problem.question
    text = text or ""
    return "<img" in text.lower() or bool(problem.images) or MARKER.search(text) is not None


def statement_of(found: SourceProblem) -> tuple[str, list[str]]:
    """Return a statement with markers, and the source of each picture; empty where there is none.

    In HTML, the n-th picture is that of its data URL, else the entry of ``images`` for its ``src``, else the
    n-th entry of ``images``, else the file that ``src`` names. Entries beyond the last picture follow.
    """
    problem = found.problem
    images = problem.images
    if problem.html is None or not has_html(problem):
        entries = list(images.values()) if isinstance(images, dict) else list(images or ())
        return problem.question or "", entries
    plain = html_to_text(problem.html, found.file, found.place)
    sources = []
    for number, source in enumerate(plain.sources):
        if source.startswith("data:"):
            sources.append(source)
        elif isinstance(images, dict):
            sources.append(images.get(source, ""))
        elif images:
            sources.append(images[number] if number < len(images) else "")
        else:
            sources.append(source)
    if isinstance(images, list):
        sources += images[len(sources) :]
    return plain.text, sources


def tags_of(problem: RawProblem, count: int, flaws: list[Flaw]) -> tuple[list[list[str]], list[str]]:
    """Return the categories of each of ``count`` pictures, and those that belong to the problem only.

    A problem with one picture has all categories of the problem. Adds a flaw for tags that are left out.
    """
    each = []
    for number, entry in enumerate(problem.image_tags or [], 1):
        names = [entry] if isinstance(entry, str) else entry or []
        flaws += [
            Flaw(rule="unknown-tag", picture=number, detail=name[:80])
            for name in names
            if category_of(name) is None
        ]
        each.append([slug for name in names if (slug := category_of(name)) is not None])
    if len(each) == count:
        return [list(union([found])) for found in each], []
    if count == 1:
        return [list(union(each))], []
    if each:
        flaws.append(Flaw(rule="tags-of-problem", detail=f"{len(each)} tags, {count} pictures"))
    return [[] for _ in range(count)], list(union(each))


def write_pictures(
    found: SourceProblem, sources: Sequence[str], folder: Path, removals: RemovalList, flaws: list[Flaw]
) -> list[bool]:
    """Write the pictures as ``1.png``, ``2.png``, … without gaps, and remove other files of the folder.

    Args:
        found: the problem.
        sources: the source of each picture.
        folder: folder for the PNG files.
        removals: pictures to leave out.
        flaws: gets a flaw for each picture that is removed or changed.

    Returns:
        Whether each picture was written.

    Raises:
        BadInput: if a path leaves the source, or a file cannot be written.
    """
    present: list[bool] = []
    for number, source in enumerate(sources, 1):
        path = folder / f"{sum(present) + 1}.png"
        try:
            data = found.picture(source)
            removed = removals.has(found.problem.problem_id, number, data)
            rules = ("picture-listed",) if removed else write_png(data, path)
        except (PictureMissingError, UnreadablePictureError) as error:
            rule = "picture-missing" if isinstance(error, PictureMissingError) else "picture-unreadable"
            flaws.append(Flaw(rule=rule, picture=number, detail=str(error)))
            present.append(False)
            continue
        flaws += [Flaw(rule=rule, picture=number) for rule in rules]
        present.append(not removed)
    if folder.is_dir():
        names = {f"{number}.png" for number in range(1, sum(present) + 1)}
        for path in folder.iterdir():
            if path.name not in names:
                path.unlink()
        if not names:
            shutil.rmtree(folder)
    return present
