"""The command `sightbench`: one module per command, imported when the command is used."""

import errno
import importlib
import io
import os
import signal
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from benchmark import __version__
from benchmark.cli.shared.console import with_quiet
from benchmark.cli.shared.say import say, say_click_error, say_traceback
from benchmark.core.errors import SightbenchError
from benchmark.core.exit_codes import SENTENCE, ExitCode
from benchmark.core.install import runnable_here
from benchmark.core.similar import similar_names

#: Command or group → (its place, its line in the group's ``--help``). The place is a module with an attribute
#: ``command``, or ``MODULE:NAME`` where a module has several commands.
CommandList = Mapping[str, tuple[str, str]]
#: Earlier command → what does the same today, both after the name of the program.
_MOVED = {"analyse fresh": "analyse gains fresh", "results money": "results list --money"}


class LazyGroup(click.Group):
    """A group that lists its commands without importing them.

    Args:
        listed: the commands.
        first: names of those that ``--help`` lists first; empty for all.
        others: arguments of every click group.
    """

    def __init__(self, *, listed: CommandList, first: Collection[str] = (), **others: Any) -> None:
        super().__init__(**others)
        self._listed = listed
        self._first = first or listed

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature is click's
        """Return the names of the commands, sorted."""
        return sorted(self._listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import the command with this name; None if there is none."""
        if cmd_name not in self._listed:
            return None
        module, _, name = self._listed[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name or "command")
        if command.help:  # a docstring with backslashes is raw, and click wants the character \\b
            command.help = command.help.replace("\\b\n", "\b\n")
        return command if isinstance(command, click.Group) else with_quiet(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names; if there is none, suggest similar ones."""
        name = args[0]
        if name in self._listed or ctx.resilient_parsing or name.startswith("-"):
            return super().resolve_command(ctx, args)
        problem = f"No such command '{name}'."
        program, _, group = ctx.command_path.partition(" ")
        if moved := _MOVED.get(f"{group} {name}"):
            problem += f" Use '{program} {moved}'."
        elif similar := self._similar(ctx, name):
            listed = ", ".join(f"'{each}'" for each in similar)
            problem += (
                f" (Did you mean {listed}?)" if len(similar) == 1 else f" (Did you mean one of: {listed}?)"
            )
        raise click.UsageError(problem, ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin with ``incomplete``, without importing a command."""
        found = [
            CompletionItem(name, help=self._listed[name][1])
            for name in sorted(self._listed)
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def _similar(self, ctx: click.Context, name: str) -> Sequence[str]:
        """Return the commands of this group and of its groups whose last word is most similar."""
        places: dict[str, list[str]] = {}
        for listed in sorted(self._listed):
            places.setdefault(listed, []).append(listed)
            group = self.get_command(ctx, listed)
            for nested in group.list_commands(ctx) if isinstance(group, click.Group) else ():
                places.setdefault(nested, []).append(f"{listed} {nested}")
        return [place for word in similar_names(name, places) for place in places[word]]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write each command's name and line."""
        others = set(self._listed) - set(self._first)
        for heading, names in (("Commands", self._first), ("Other commands", others)):
            if names:
                with formatter.section(heading):
                    formatter.write_dl([(name, self._listed[name][1]) for name in sorted(names)])


#: Command or group → (module with an attribute ``command``, its line in ``sightbench --help``).
COMMANDS: CommandList = {
    "adopt": ("benchmark.cli.adopt", "Judge the answers of somebody else's run again, all of them."),
    "analyse": ("benchmark.cli.analyse", "Analyse many verdicts, many rows or whole tables."),
    "ci": ("benchmark.cli.ci", "Run one step of a workflow or a night."),
    "compare": ("benchmark.cli.compare", "Compare two models: is the difference real?"),
    "dataset": ("benchmark.cli.dataset", "Fetch official data sets, pinned by revision and digest."),
    "demo": ("benchmark.cli.demo", "Judge the bundled submissions and build the site from them."),
    "doctor": ("benchmark.cli.doctor", "Find out what a repository needs to run its own benchmark."),
    "evaluate": ("benchmark.cli.evaluate.evaluate", "Judge completions in the sandbox and print scores."),
    "export": ("benchmark.cli.export", "Write rows and data sets in the formats of other tools."),
    "generate": ("benchmark.cli.generate.generate", "Ask a model for completions, within a budget."),
    "import": ("benchmark.cli.import_", "Convert files of other benchmarks to Sightbench's formats."),
    "rank": ("benchmark.cli.rank", "Rank models, with ties where the difference may be luck."),
    "reproduce": ("benchmark.cli.reproduce", "Make a table of a paper again, next to its printed numbers."),
    "rescore": ("benchmark.cli.verify.rescore", "Judge stored completions again with a suite's new version."),
    "results": ("benchmark.cli.results", "Create, check and list the results branch; withdraw a row."),
    "review": ("benchmark.cli.review", "Draw samples for people to label, and analyse their labels."),
    "rubric": ("benchmark.cli.rubric", "Let a model score answers that draw, by a rubric."),
    "site": ("benchmark.cli.site", "Build the leaderboard site from rows."),
    "submit": ("benchmark.cli.submit", "Create, check or send a submission."),
    "suites": ("benchmark.cli.suites", "List suites, data sets, settings, protocols and prompts."),
    "tasks": ("benchmark.cli.tasks", "Write what a model is shown, and a prediction file to fill in."),
    "try": ("benchmark.cli.try_", "Ask a model a small sample, judge it, and see what failed."),
    "verify": ("benchmark.cli.verify.verify", "Check published rows, and judge them again, offline."),
    "view": ("benchmark.cli.view", "Write a page with the answers of a run, and what failed."),
}

#: Commands that few users need; the help lists them under a second heading.
_OTHERS = ("adopt", "ci", "export", "import", "reproduce", "rescore", "results", "review", "rubric")
_OUR_FAULT = "error: this is a fault of Sightbench\n  fix: report it, with the lines above and the command"


class _TerminationSignal(KeyboardInterrupt):
    """Raised on SIGTERM, so that the same cleanup runs as after Ctrl-C."""


@click.group(
    cls=LazyGroup,
    listed=COMMANDS,
    first=[name for name in COMMANDS if name not in _OTHERS],
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=SENTENCE,
)
@click.version_option(__version__, prog_name="sightbench")
def group() -> None:
    """Measure whether the code that models write from pictures is right."""


def main(
    arguments: Sequence[str] | None = None, command: click.Group = group, name: str = "sightbench"
) -> None:
    """Run a command line; turn every error into a message and an exit code.

    An unexpected exception keeps its traceback; without this, Python would end with 1, as if scores differed.
    """
    sys.excepthook = say_traceback
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without UTF-8 gets escapes, not an error
            stream.reconfigure(errors="backslashreplace")
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        code = _run(arguments, command, name)
    except KeyboardInterrupt as interrupt:  # while an error message was being printed
        code = _print_ending(interrupt)
    except Exception as error:  # noqa: BLE001 - printed with its traceback
        if (named := _named_interrupt(error)) is not None:
            code = _print_ending(named)
        else:
            say_traceback(type(error), error, error.__traceback__)
            click.echo(_OUR_FAULT, err=True)
            code = ExitCode.FAILED
    finally:
        # Tests call this function in their own process, which keeps its handler.
        signal.signal(signal.SIGTERM, before)
    # Click returns what the command returned, mostly None, or the number of an `Exit`.
    sys.exit(code if isinstance(code, int) else 0)


def _named_interrupt(error: Exception) -> KeyboardInterrupt | None:
    """Return the interrupt that an error names: pydantic keeps only its name if it was making a model."""
    if type(error).__name__ == "SchemaError":
        for kind in (_TerminationSignal, KeyboardInterrupt):
            if f"{kind.__name__}: " in str(error):
                return kind()
    return None


def _run(arguments: Sequence[str] | None, command: click.Group, name: str) -> object:
    stdout = sys.stdout
    try:
        # Not standalone: click would end the process itself, with 1 for an abort; 1 says that scores differ.
        code: object = command.main(arguments, prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except SightbenchError as error:
        say(runnable_here(error.render()), err=True)
        code = error.exit_code
    except click.ClickException as error:
        say_click_error(error)
        code = ExitCode.BAD_INPUT
    except click.Abort as abort:
        code = _print_ending(abort.__cause__)
    except RuntimeError as error:  # Python 3.11 wraps errors of `__set_name__` during an import
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        code = _print_ending(error.__cause__)
    except SystemExit as ended:
        # If the reader has closed the pipe, click, which replaces the stream, and rich end with 1.
        is_unread = sys.stdout is not stdout or isinstance(ended.__context__, BrokenPipeError)
        if ended.code != 1 or not is_unread:
            raise
        code = _discard_output(ExitCode.UNREAD)
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        code = _discard_output(ExitCode.UNREAD)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        from benchmark.cli.shared.full_disk import say_full

        code = _discard_output(ExitCode.FAILED) if say_full(error) else ExitCode.FAILED
    return code


def _print_ending(interrupt: BaseException | None) -> int:
    terminated = isinstance(interrupt, _TerminationSignal)
    click.echo("terminated" if terminated else "interrupted", err=True)
    return ExitCode.TERMINATED if terminated else ExitCode.INTERRUPTED


def _terminate(_number: int, _frame: object) -> None:
    raise _TerminationSignal


def _discard_output(code: ExitCode) -> ExitCode:
    """Redirect standard output to /dev/null, so that Python does not try to flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
