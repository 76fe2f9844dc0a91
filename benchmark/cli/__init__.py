"""The command `sightbench`: one module a command, loaded when it is asked for."""

import errno
import os
import signal
import sys
from collections.abc import Sequence

import click

from benchmark import __version__
from benchmark.cli.shared.lazy import CommandList, LazyGroup
from benchmark.core.errors import OurFailure, SightbenchError

#: Command or group → (module with an attribute ``command``, line in ``sightbench --help``).
COMMANDS: CommandList = {
    "analyse": ("benchmark.cli.analyse", "Answer questions about many verdicts or whole tables."),
    "author": ("benchmark.cli.author", "Write, look at, check and build open tasks."),
    "ci": ("benchmark.cli.ci", "What the steps of the workflows call."),
    "compare": (
        "benchmark.cli.scores.compare",
        "Compare two models on the same tasks: is the difference real?",
    ),
    "dataset": ("benchmark.cli.dataset", "Fetch official data sets, pinned by revision and digest."),
    "demo": ("benchmark.cli.demo", "Judge the bundled submissions and build the site from them."),
    "doctor": ("benchmark.cli.doctor", "Check what a repository lacks to run its own benchmark."),
    "evaluate": (
        "benchmark.cli.evaluate.evaluate",
        "Judge a file of completions in the sandbox and print scores.",
    ),
    "generate": ("benchmark.cli.generate.generate", "Ask models for completions, within a budget."),
    "import": ("benchmark.cli.import_", "Turn other benchmarks' output files into Sightbench's formats."),
    "leaderboard": ("benchmark.cli.scores.leaderboard", "Print the leaderboard, as of now or of any day."),
    "power": ("benchmark.cli.scores.power", "Print which differences a suite can see."),
    "rank": ("benchmark.cli.scores.rank", "Rank models: the places that the verdicts allow."),
    "replicate": ("benchmark.cli.replicate", "Compare our verdicts with published ones."),
    "rescore": ("benchmark.cli.verify.rescore", "Judge kept completions again under a suite's new version."),
    "results": ("benchmark.cli.results", "Keep the branch of results: begin, check, list, withdraw a row."),
    "review": ("benchmark.cli.review", "Draw samples for people to label, and read their labels back."),
    "sandbox": ("benchmark.cli.sandbox", "Show what the sandbox keeps out on this machine."),
    "schema": ("benchmark.cli.schema", "Write the JSON schemas of all files, or check that they are fresh."),
    "site": ("benchmark.cli.site", "Build the leaderboard site from rows."),
    "score": ("benchmark.cli.scores.score", "Score a row or a file of verdicts."),
    "submit": ("benchmark.cli.submit", "Make or check a submission."),
    "verify": ("benchmark.cli.verify.verify", "Check published rows, and judge them again, offline."),
}

_INTERRUPTED, _TERMINATED = 130, 143  #: as a shell reports a program that SIGINT or SIGTERM ended


class _Terminated(KeyboardInterrupt):
    """SIGTERM came: what Ctrl-C would tidy up is tidied up."""


@click.group(
    cls=LazyGroup,
    listed=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 scores or checks differ or fail, 2 bad input, 3 a failure of ours.",
)
@click.version_option(__version__, prog_name="sightbench")
def group() -> None:
    """Measure, in the open, whether the code that models write from pictures is right."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every deliberate error becomes one message and its exit code."""
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        code = _run(arguments)
    except KeyboardInterrupt as interrupt:  # while another error was being shown
        code = _ended_by(interrupt)
    finally:
        signal.signal(signal.SIGTERM, before)
    sys.exit(code if isinstance(code, int) else 0)


def _run(arguments: Sequence[str] | None) -> object:
    try:
        code: object = group.main(arguments, prog_name="sightbench", standalone_mode=False)
        sys.stdout.flush()
    except SightbenchError as error:
        click.echo(error.render(), err=True)
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.Abort as abort:
        code = _ended_by(abort.__cause__)
    except BrokenPipeError:  # whoever read the output has seen enough
        code = _discard_output()
    except OSError as error:
        if error.filename is not None or error.errno != errno.ENOSPC:
            raise
        click.echo("error: standard output: no space left to write on", err=True)
        code = _discard_output()
    return code


def _ended_by(interrupt: BaseException | None) -> int:
    terminated = isinstance(interrupt, _Terminated)
    click.echo("terminated" if terminated else "interrupted", err=True)
    return _TERMINATED if terminated else _INTERRUPTED


def _terminate(_number: int, _frame: object) -> None:
    raise _Terminated


def _discard_output() -> int:
    """Let the interpreter end without another try to write what cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OurFailure.exit_code
