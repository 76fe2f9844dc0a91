"""Generated pages in mkdocs, which would read each as Markdown: 1.5 milliseconds for an empty text."""

from collections.abc import Mapping
from typing import Any

from benchmark.leaderboard.shared.page import Page


def leave_to_template(page: Any, generated: Mapping[str, Page]) -> None:
    """If a page is generated, give mkdocs its metadata and no text.

    Args:
        page: mkdocs' object for the page, before its source is read.
        generated: all generated pages, by source path.
    """
    if (made := generated.get(page.file.src_uri)) is None:
        return

    def read_source(config: object) -> None:  # noqa: ARG001
        page.markdown, page.meta = "", made.meta

    def render(config: object, files: object) -> None:  # noqa: ARG001
        page.content, page.toc, page.present_anchor_ids = "", [], set()

    page.read_source, page.render = read_source, render
