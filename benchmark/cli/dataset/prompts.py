"""`sightbench dataset prompts`: store the prompts that a paper prints."""

from __future__ import annotations

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH
from benchmark.core.errors import BadInput, quote_value


@click.command()
@click.argument("suite")
@click.option(
    "--from",
    "source",
    type=PATH,
    required=True,
    help="The paper, or with --trust one prompt: a .txt, .html or .pdf file.",
)
@click.option(
    "--trust",
    metavar="NAME",
    default="",
    help="Store the whole text of --from as this prompt, whose digest is not known here.",
)
def command(*, suite: str, source: Path, trust: str) -> None:
    """Find the prompts that the paper of SUITE prints, check them, and store them: humaneval-v, mathopeval.

    We may not copy these texts, so they are read from the paper that you have, by their headings. Each found
    text is shown with its first words and compared with the SHA-256 of the paper's. White space, quotes,
    dashes and marks of Markdown and LaTeX do not count, as they differ between a PDF file, a page and a
    transcript. If a text differs, nothing is stored.

    The digests of HumanEval-V's Figure 9 (image+description) and of MMCode's Appendix C (language-only,
    vision+language, caption-cot) are not known here. --trust NAME stores your own text of one of them, with
    {code_context} and {description}, or {question} and, if you like, {starter_code}, where a task's texts
    belong. A text without these places, with others or of over 8,000 characters is refused. Rows name the
    digest of that text, and tables keep rows of different texts apart.

    Then `prompt: paper` can be used in submissions, `--prompt paper` in `generate` and `tasks`, and for
    mathopeval also `rubric --rubrics paper`. Reads PAPER; PDF files need the program pdftotext. Writes to
    this user's folder of data sets (or to that in SIGHTBENCH_DATASETS). Needs no network and no keys. Safe
    to repeat.
    """
    from benchmark.suites import SUITES, load
    from benchmark.suites.paper_prompts import (
        describe_found,
        find_prompts,
        printed_prompts,
        read_paper,
        store_prompts,
        trust_prompt,
    )

    if suite not in SUITES or not printed_prompts(suite):
        having = ", ".join(name for name in SUITES if printed_prompts(name))
        problem = f"no prompt of a paper is known for {quote_value(suite)}"
        raise BadInput("SUITE", "", problem, f"use one of: {having}")
    text = read_paper(source)
    if trust:
        path = trust_prompt(suite, trust, source.name, text)
        prompt = load(suite).prompt("paper", trust)
        click.echo(f"{trust}: stored in {path}, unchecked; rows name the digest {prompt.digest}")
        return
    found = find_prompts(suite, text)
    for each in found:
        click.echo(describe_found(each))
    # A prompt that was not found is only left out; one that differs may be a mistake in the text.
    wrong = [each.printed.name for each in found if each.problem and each.text]
    right = [each for each in found if not each.problem]
    if wrong:
        problem = f"{', '.join(wrong)}: the text found is not the paper's, so nothing was stored"
        raise BadInput(
            source, "", problem, "give a .txt file, and correct it where it differs from the paper"
        )
    if not right:
        title = paper.title if (paper := load(suite).display.paper) else suite
        fix = f"give the paper {quote_value(title)}, whole"
        if not any(each.printed.sha256 for each in found):
            fix = "give your own text of one prompt alone, and name it with --trust"
        raise BadInput(source, "", "has none of the prompts that can be checked", fix)
    path = store_prompts(suite, source.name, right)
    click.echo(f"{len(right)} of {len(found)} prompts stored in {path}")
