"""Prompts with ``![image](1.png)`` marks, and the sources of the marked pictures."""

import base64
import binascii
import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from benchmark.core.task import Part, Picture, Text
from benchmark.files.wording import entries, refusal

_PATH_LIMIT = 500
#: The mark ``![image](n.png)`` in a prompt is replaced by the n-th entry of ``images``, from 1.
MARK = re.compile(r"!\[image\]\((\d{1,4})\.png\)")
_DATA_URL = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/]++={0,2})")


def picture_source(source: str) -> str:
    """Check that ``source`` is a relative path inside the folder, or a data URL of a picture; return it.

    Raises:
        PydanticCustomError: for anything else. Whether the file exists is only checked when it is used.
    """
    if source.startswith("data:"):
        if not _is_picture(source):
            raise refusal(
                "must be a data URL of a picture",
                "write data:image/png;base64,... (or jpeg, gif, webp instead of png)",
            )
        return source
    if not stays_inside(source):
        raise refusal(
            "must be a path inside the task file's folder, or a data URL",
            "write a relative path with / and without ..",
        )
    return source


def stays_inside(path: str) -> bool:
    """Whether a relative path, as written, stays inside its folder on every operating system."""
    parts = PurePosixPath(path).parts
    return (
        path.isprintable()
        and bool(parts)
        and not path.startswith("/")
        and ".." not in parts
        and not set(path) & set('\\:*?"<>|')
        and len(path) <= _PATH_LIMIT
    )


def _is_picture(url: str) -> bool:
    match = _DATA_URL.fullmatch(url)
    try:
        return match is not None and bool(base64.b64decode(match[1], validate=True))
    except binascii.Error:
        return False


def split_prompt(
    prompt: str, images: Sequence[str], categories: Sequence[Sequence[str]] = ()
) -> tuple[Part, ...]:
    """Split a prompt at its marks into texts and pictures.

    Args:
        prompt: the text with its marks.
        images: the source of each picture.
        categories: the categories of each picture; empty if they are unknown.

    Raises:
        PydanticCustomError: if a mark has no picture, a picture has no mark, or ``categories`` has another
            length than ``images``.
    """
    if categories and len(categories) != len(images):
        raise refusal(
            f"image_categories has {entries(categories)}, but images has {entries(images)}",
            "write one list of categories per picture, which may be empty, or leave image_categories out",
            show=False,
        )
    parts: list[Part] = []
    used: set[int] = set()
    end = 0
    for mark in MARK.finditer(prompt):
        number = int(mark[1])
        if not 1 <= number <= len(images) or mark[1] != str(number):
            raise refusal(
                f"prompt has the mark {mark[0]}, but images has {len(images)} entries",
                "number the marks from 1.png, without leading zeros",
                show=False,
            )
        parts += [Text(text=prompt[end : mark.start()])] if mark.start() > end else []
        kinds = tuple(categories[number - 1]) if categories else ()
        parts.append(Picture(number=number, source=images[number - 1], categories=kinds))
        used.add(number)
        end = mark.end()
    if unused := sorted(set(range(1, len(images) + 1)) - used):
        problem = f"prompt has no mark for picture {unused[0]}"
        problem = problem if prompt.strip() else "prompt is missing, although there are images"
        raise refusal(problem, f"write ![image]({unused[0]}.png) where the prompt shows it", show=False)
    return (*parts, *([Text(text=prompt[end:])] if end < len(prompt) else []))
