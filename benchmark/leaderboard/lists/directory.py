"""Lists: all models, the decision notes, the JSON schemas and the commands; and the page on privacy."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import click

from benchmark.analysis.catalog import suite_order, suite_title, tabs
from benchmark.analysis.groups import is_baseline, rows_by_slug
from benchmark.analysis.wording import clean, count, number_word
from benchmark.core.errors import BadInput
from benchmark.core.exit_codes import MEANINGS
from benchmark.leaderboard.board.models_table import models_tables
from benchmark.leaderboard.inputs.facts import description, submission_name
from benchmark.leaderboard.inputs.provenance import safe_link
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import MODELS, model_page
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.results.row import Row
from benchmark.submissions.schema import Submission

_TITLE_CHARACTERS = 200
#: A note's title, and the day on which it was accepted, such as ``2026-11-20``, in the line below.
_NOTE = re.compile(
    r"^[ \t]*# (?P<title>.*)(?:\s*\n[ \t]*\*Accepted, (?P<date>\d{4}-\d\d-\d\d)\.\*[ \t]*$)?", re.MULTILINE
)


def model_directory(sources: Sources) -> SimpleNamespace:
    """Return the list of models with rows."""
    rows, submissions = tuple(sources.light_rows), sources.submissions
    suites = sorted({*tabs(), *(row.result.suite for row in rows)}, key=suite_order)
    table, _ = models_tables(sources, suites)
    listed = {line.page for line in table.lines}
    apart = rows_by_slug(rows, efforts=False).values()
    by_name = sorted(apart, key=lambda same: submission_name(same[0]).casefold())
    models = [same for same in by_name if not is_baseline(same[0])]
    entries = [(is_baseline(same[0]), _entry(same, submissions)) for same in by_name]
    return SimpleNamespace(
        sentence=_sentence(len(models), _suite_titles(row for same in models for row in same)),
        table=table,
        # those without a line in the table
        models=tuple(entry for baseline, entry in entries if not baseline and entry.page not in listed),
        baselines=tuple(entry for baseline, entry in entries if baseline),
    )


def _suite_titles(rows: Iterable[Row]) -> list[str]:
    return sorted({clean(suite_title(row.result.suite)) for row in rows})


def _sentence(models: int, suites: Sequence[str]) -> str:
    if not models:
        return "No model has a row yet."
    who = "One model has" if models == 1 else f"{number_word(models).capitalize()} models have"
    if len(suites) == 1:
        return f"{who} rows so far, {'all ' if models > 1 else ''}on {suites[0]}."
    return f"{who} rows, on {number_word(len(suites))} suites."


def _entry(rows: tuple[Row, ...], submissions: Mapping[str, Submission]) -> SimpleNamespace:
    latest = rows[0]
    return SimpleNamespace(
        name=submission_name(latest),
        page=model_page(latest.slug),
        description=description(latest, submissions.get(latest.result.submission.slug)),
        suites=", ".join(_suite_titles(rows)),
        rows=count(len(rows)),
        date=latest.run.started[:10],  # day of its newest row, such as ``2026-01-31``
    )


def decision_notes(folder: Path) -> list[SimpleNamespace]:
    """Return the decision notes in ``folder``, in order of file name.

    Raises:
        BadInput: if a note has no title, or below it no line with status and date.
    """
    found = []
    for path in sorted(folder.glob("*.md")):
        note = _NOTE.search(path.read_text(encoding="utf-8"))
        if note is None:
            fix = "start the note with a line such as `# What was decided`"
            raise BadInput(path, "", "has no title", fix)
        try:
            accepted = str(date.fromisoformat(note["date"] or ""))
        except ValueError:
            problem = "has no line with status and date below its title"
            raise BadInput(path, "", problem, "add a line such as `*Accepted, 2026-11-20.*`") from None
        title = clean(note["title"].replace("`", "").strip(), _TITLE_CHARACTERS)
        found.append(SimpleNamespace(title=title, page=f"decisions/{path.name}", date=accepted))
    return found


def published_schemas(folder: Path) -> list[tuple[str, str]]:
    """Return name and description of the schemas in ``folder``, which `./noxw -s docs` writes.

    Raises:
        BadInput: if a file is not a JSON object.
    """
    found = []
    for path in sorted(folder.glob("*.json")):
        fix = "write it again with `./noxw -s docs`"
        try:
            schema = json.loads(path.read_bytes())
        except ValueError as error:
            raise BadInput(path, "", f"is not JSON: {error}", fix) from error
        if not isinstance(schema, dict):
            raise BadInput(path, "", "is not a JSON object", fix)
        words = str(schema.get("title") or schema.get("description") or "").strip().split("\n\n")[0]
        found.append((path.name, clean(words, 200)))
    return found


_WIDTH = 96
_SENTENCE = 200  #: maximum characters of a command's first sentence


def command_views(group: click.Group, context: click.Context) -> Iterator[SimpleNamespace]:
    """Yield what ``--help`` prints for every command, in order of name, each group before its commands."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        own = click.Context(
            command, info_name=name, parent=context, terminal_width=_WIDTH, max_content_width=_WIDTH
        )
        yield SimpleNamespace(
            anchor=own.command_path.replace(" ", "-"),
            name=own.command_path,
            help=command.get_help(own),
            sentence=command.get_short_help_str(_SENTENCE),  # the first sentence of its help
            options=tuple(
                name
                for option in command.params
                if isinstance(option, click.Option) and not option.hidden
                for name in option.opts
                if name.startswith("--")
            ),
        )
        if isinstance(command, click.Group):
            yield from command_views(command, own)


def list_pages(sources: Sources, prose: Path, group: click.Group) -> Iterator[Page]:
    """Yield the pages; the folder ``prose`` has the notes and schemas that two of them list."""
    yield Page(
        source=MODELS,
        title="Models",
        template="models.html",
        view=vars(model_directory(sources)),
        search=SearchWords(
            keywords=(
                "list of models, all models, llm, vlm, open weights, closed weights, organisations, "
                "reasoning models, open source models"
            )
        ),
        styles=("board.css", "home.css"),
        scripts=("shards.js", "places.js", "board.js"),
    )
    yield Page(
        source="decisions/index.md",
        title="Decisions",
        template="decisions.html",
        view={"notes": decision_notes(prose / "decisions")},
        search=SearchWords(keywords="design, rationale, why, architecture"),
    )
    yield Page(
        source="schemas/index.md",
        title="JSON schemas",
        template="schemas.html",
        view={"schemas": published_schemas(prose / "schemas")},
        search=SearchWords(keywords="json schema, format, fields"),
    )
    commands = [*command_views(group, click.Context(group, info_name="sightbench", **group.context_settings))]
    yield Page(
        source="commands/index.md",
        title="Commands",
        template="commands.html",
        view={
            "commands": commands,
            "exit_codes": [(int(code), meaning) for code, meaning in MEANINGS.items()],
        },
        search=SearchWords(keywords="cli, command line, help, options"),
        search_parts=tuple(
            SearchWords(
                kind="section",
                within="Commands",
                name=command.name,
                line=f"{command.sentence} Options: {', '.join(command.options)}."
                if command.options
                else command.sentence,
                anchor=command.anchor,
            )
            for command in commands
        ),
    )


def privacy_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page; the addresses for contact follow from that of the repository."""
    repository = sources.where.repository.rstrip("/")
    known = safe_link(repository)
    yield Page(
        source="privacy/index.md",
        title="Privacy and contact",
        template="privacy.html",
        view={
            "issues": f"{repository}/issues" if known else "",
            "security": f"{repository}/security" if known else "",
        },
        search=SearchWords(
            keywords=(
                "privacy, data protection, cookies, tracking, analytics, gdpr, personal data, imprint, "
                "contact, email, who runs this, feedback, ask a question"
            )
        ),
        description="What this site stores in your browser, what its server sees, and whom to ask.",
    )
