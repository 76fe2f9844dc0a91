"""Options and types of options that several commands share, and the executor that ``--executor`` names."""

import functools
import importlib.util
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.executor import Executor
from benchmark.core.install import install_extra
from benchmark.core.names import plain_setting
from benchmark.scoring.installed import need_statistics

Command = TypeVar("Command", bound=Callable[..., object])
Options = TypeVar("Options")


class _LocalPath(click.Path):
    """A path on this machine; an address is refused with what to do instead."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and re.match(r"[a-z]+://", value):
            self.fail(f"{value!r} is an address; download the file and name its path.", param, ctx)
        return super().convert(value, param, ctx)


class GroupedCommand(click.Command):
    """A command whose help lists its options in groups, and the others last."""

    groups: Mapping[str, Collection[str]]  #: heading → names of its options, as parameters of the function

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each group's options."""
        listed = {each.name: line for each in self.get_params(ctx) if (line := each.get_help_record(ctx))}
        named = {name for names in self.groups.values() for name in names}
        groups = {**self.groups, "Others": [name for name in listed if name not in named]}
        for heading, names in groups.items():
            if lines := [listed[name] for name in names if name in listed]:
                with formatter.section(heading):
                    formatter.write_dl(lines)


PATH = _LocalPath(path_type=Path)
FOLDER = _LocalPath(path_type=Path, file_okay=False)
#: An option whose default is shown by the help.
preset_option = functools.partial(click.option, show_default=True)


def preset_path(*names: str, default: str | Path, **others: Any) -> Callable[[Command], Command]:
    """Return such an option that names a folder, or a file with ``type=PATH``."""
    return preset_option(*names, **{"type": FOLDER, **others}, default=Path(default))


#: Names of prompts that suites have.
PROMPTS = ("sightbench", "upstream", "paper")
#: What a line of a task file needs, for the help of options that name such files.
TASK_FIELDS = (
    "Each line needs id and check, and a prompt if a model is asked. A check has a kind, and"
    " function needs tests (and entry_point in the line), stdio needs cases, choice needs answer,"
    " figure needs reference, operation and type, rubric needs rubric and reference (both also original, if a"
    " figure is changed)."
)
#: Values of ``--exp_type`` in HumanEval-V's second version; each is a setting of the suite.
EXPERIMENTS = click.Choice(["V2C", "V2C-CoT", "V2T2C", "V2T2C-4o", "GT-T2C"])


#: Options that name the files of HumanEval-V's second version together.
EXPERIMENT_OPTIONS = ("model_name", "exp_type", "sample_num", "exp_base_dir")
#: Options that are spelled as in HumanEval-V's scripts.
UPSTREAM_OPTIONS = (*EXPERIMENT_OPTIONS, "prediction_file", "score_only")


class _SettingName(click.ParamType[str]):
    """The type of options that name a setting, by any of its names."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the name of the setting as rows have it."""
        return plain_setting(value)


SETTING = _SettingName()

estimate_option = click.option(
    "--estimate",
    is_flag=True,
    help="Only estimate calls, tokens, cost and time; makes no call and needs no key.",
)

assets_option = click.option(
    "--assets",
    metavar="OWNER/NAME",
    default="",
    help="GitHub repository whose releases hold the files above 1 MB. Smaller files are stored next to the"
    " row.",
)
cache_option = preset_path(
    "--cache",
    default="build/ranks",
    help="Folder for cached comparisons and packed answers. May be deleted at any time; entries expire after"
    " 60 days unused.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
metric_option = click.option(
    "--metric",
    default="",
    help="Metric: pass@K, execution_success, parsing_success, points, share:STATUS, passes:KIND or"
    " fails_only:KIND. Only verdict files have the last two: rows do not keep the kinds of each sample."
    " By default the metric that ranks the data set: points for MathOPEval's free-form answers, else pass@1.",
)
plot_option = click.option(
    "--plot", type=PATH, help="Also draw this as a forest plot: a new file, NAME.png or NAME.svg."
)
rows_option = preset_path(
    "--rows", default="results", help="Folder of rows, <suite>/<dataset>/<slug>/<id>.json."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Number of parallel processes; one per CPU core by default.",
)

executor_option = preset_option(
    "--executor",
    default="local",
    metavar="local|dask://HOST:PORT",
    help="Where to judge: in processes of this machine, or on workers of a Dask cluster (extra `cluster`).",
)


def ledger_options(work: Callable[..., None]) -> Callable[..., None]:
    """Add --rows and filters of rows, and pass them as one ``LedgerLookup`` named ``ledger``.

    Commands with these options compare rows, so the extra `statistics` is checked before it is loaded.
    """

    @functools.wraps(work)
    def command(*, rows: Path, suite: str, dataset: str, setting: str, protocol: str, **given: Any) -> None:
        need_statistics()
        from benchmark.analysis.ranks.subjects import LedgerLookup

        filters = {"suite": suite, "dataset": dataset, "setting": setting, "protocol": protocol}
        work(ledger=LedgerLookup(rows=rows, **filters), **given)

    for option in (
        click.option("--protocol", default="", help="Only rows of this protocol."),
        click.option("--setting", type=SETTING, default="", help="Only rows of this setting."),
        click.option("--dataset", default="", help="Only rows of this data set."),
        click.option("--suite", default="", help="Only rows of this suite."),
        rows_option,
    ):
        command = option(command)
    return command


def tasks_options(command: Command) -> Command:
    """Add --suite, --dataset and --tasks, which name the tasks with their stems and categories."""
    for option in (
        click.option("--dataset", default="", help="Data set of the suite; its first one by default."),
        click.option("--suite", default="", help="Suite of the tasks, such as code-vision."),
        click.option(
            "--tasks",
            type=PATH,
            multiple=True,
            help=f"Task file (JSONL), instead of --suite; may be repeated. {TASK_FIELDS}",
        ),
    ):
        command = option(command)
    return command


def attestation_options(command: Command) -> Command:
    """Add --policy, --repository and --trusted-root."""
    for option in (
        click.option(
            "--trusted-root",
            type=PATH,
            help="File with another root of trust in Sigstore's format; by default Sigstore's public one.",
        ),
        click.option(
            "--repository",
            metavar="OWNER/NAME#ID",
            default="",
            help="GitHub repository whose workflow must have signed the rows, with its number; by default the"
            " one in --policy.",
        ),
        preset_path(
            "--policy",
            default="policy.yml",
            help="Policy that names the repository whose workflow signs rows; may be missing.",
            type=PATH,
        ),
    ):
        command = option(command)
    return command


def option_name(field: str) -> str:
    """Return the option for a field of a command's record; HumanEval-V's options keep underscores."""
    return f"--{field if field in UPSTREAM_OPTIONS else field.removeprefix('as_').replace('_', '-')}"


def refuse_with(
    other: str, options: object, fields: Iterable[str], fix: str = "leave one of them out"
) -> None:
    """Refuse options that cannot be used with another one.

    Args:
        other: the other option or argument, which was given.
        options: the record of the command.
        fields: the fields of options that must not have been given.
        fix: what to do instead.

    Raises:
        BadInput: for the first such option that was given.
    """
    for field in fields:
        if getattr(options, field) not in (None, (), False, ""):
            raise BadInput(option_name(field), "", f"cannot be used with {other}", fix)


def refuse_others(given: str, kept: Collection[str], fix: str = "leave one of them out") -> None:
    """Refuse all options and arguments of the command that cannot be used with one that was given.

    Args:
        given: the option, or the value of an argument.
        kept: names of the parameters that may be used with it.
        fix: what to do instead.

    Raises:
        BadInput: for the first other option that was given.
    """
    context = click.get_current_context()
    for parameter in context.command.params:
        typed = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if typed and parameter.expose_value and parameter.name not in kept:
            name = parameter.get_error_hint(context).strip("'\"")
            raise BadInput(name, "", f"cannot be used with {given}", fix)


def require_together(options: object, fields: Sequence[str]) -> None:
    """Require all options of a group.

    Raises:
        BadInput: for the first one that is missing.
    """
    for field in fields:
        if getattr(options, field) is None:
            *others, last = map(option_name, fields)
            fix = f"use {', '.join(others)} and {last} together"
            raise BadInput(option_name(field), "", "is missing", fix)


def one_record(kind: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Pass the options of a command as one record, a frozen dataclass with a field per option."""

    def decorate(work: Callable[[Options], None]) -> Callable[..., None]:
        @functools.wraps(work)
        def command(**given: Any) -> None:
            work(kind(**given))

        return command

    return decorate


LOCAL = "local"
_DASK = re.compile(r"dask://((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5}))")
_HIGHEST_PORT = 65535


@contextmanager
def executor_of(value: str, workers: int | None) -> Iterator[Executor]:
    """Yield the executor that an option names, and close it at the end.

    Args:
        value: ``local`` or ``dask://HOST:PORT``.
        workers: number of processes of the local executor; None for one per core.

    Raises:
        BadInput: if the value is not valid, or Dask is not installed.
        OurFailure: if no scheduler replies, or a worker cannot be used.
    """
    if value == LOCAL:
        from benchmark.pipeline.judge.local_pool import LocalPool

        # Kept until the end: some answers are judged again with changed tests, and new workers take a second.
        pool = LocalPool(workers, keep=True)
        try:
            yield pool
        finally:
            pool.close()
        return
    address = _checked_address(value, workers)
    from benchmark.pipeline.judge.dask_run import DaskExecutor

    with DaskExecutor(address) as executor:
        yield executor


def executor_when_needed(value: str, workers: int | None, stack: ExitStack) -> Callable[[], Executor]:
    """Return a function that returns the executor for the next set of completions.

    A cluster is only joined when the function is first called, and left at the end of ``stack``.

    Raises:
        BadInput: if the value is not valid, or Dask is not installed.
    """
    if value == LOCAL:
        from benchmark.pipeline.judge.local_pool import LocalPool

        return lambda: LocalPool(workers)
    _checked_address(value, workers)
    return cache(lambda: stack.enter_context(executor_of(value, workers)))


def _checked_address(value: str, workers: int | None) -> str:
    address = dask_address(value)
    if workers is not None:
        fix = "leave it out: the cluster decides how many workers it has"
        raise BadInput("--workers", "", "cannot be used with --executor dask://…", fix)
    if importlib.util.find_spec("distributed") is None:
        fix = install_extra("cluster")
        raise BadInput("--executor", "", "needs dask.distributed, which is not installed", fix)
    return address


def dask_address(value: str) -> str:
    """Return ``HOST:PORT`` of ``dask://HOST:PORT``.

    Raises:
        BadInput: if the value has another form.
    """
    found = _DASK.fullmatch(value)
    if found is None or not 1 <= int(found[2]) <= _HIGHEST_PORT:
        problem = f"{quote_value(value)} is not an executor"
        raise BadInput("--executor", "", problem, "use local, or dask://HOST:PORT with a scheduler's address")
    return found[1]
