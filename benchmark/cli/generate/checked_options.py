"""The options of `sightbench generate`, and the check that they can be used together."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from benchmark.cli.shared.options import refuse_with, require_together
from benchmark.core.errors import BadInput, quote_value


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions:
    """The options of the command, by their Python names."""

    submission: Path | None = None
    runs: tuple[int, ...] = ()
    out: Path | None = None
    tasks: Path | None = None
    ids: Path | None = None
    limit: int | None = None
    budget: float | None = None
    concurrency: int | None = None
    estimate: bool = False
    price: tuple[float, float] | None = None
    debug_http: Path | None = None
    model_name: str | None = None
    prediction_file: Path | None = None
    protocol: str | None = None
    sample_num: int | None = None
    temperature: float | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    suite: str | None = None
    dataset: str = ""
    setting: str | None = None
    exp_type: str | None = None
    exp_base_dir: Path | None = None
    prompt: str | None = None
    lend: Mapping[str, str] = field(default_factory=dict)
    probe: str | None = None
    batch: bool = False

    @property
    def http_log(self) -> Path | None:
        """Return the file for HTTP requests; None for an estimate, which makes none."""
        return None if self.estimate else self.debug_http


def check_options(options: GenerateOptions) -> None:
    """Check that the options can be used together.

    Raises:
        BadInput: for the first option that cannot be used with the others.
    """
    if options.probe is not None:
        fields = (
            *("submission", "model_name", "prediction_file", "exp_type", "out", "limit", "estimate"),
            "protocol",
        )
        refuse_with("--probe", options, fields, "leave it out: a probe has its own calls")
        return
    if options.price is not None and not options.estimate:
        fix = "write the price in the model config, so that rows record it; --estimate takes this option"
        raise BadInput("--price", "", "is only for an estimate", fix)
    path = options.prediction_file
    # `.` and `/` have no name.
    if path is not None and (not path.name or path.is_dir()):
        problem = f"{quote_value(str(path))} is a folder"
        raise BadInput("--prediction_file", "", problem, "name a file in it")
    if options.submission is not None:
        others = ("model_name", "prediction_file", "base_url", "api_key_env", "suite", "setting", "exp_type")
        fix = "leave one of them out: the submission contains this value"
        refuse_with("SUBMISSION", options, (*others, "exp_base_dir", "prompt", "protocol"), fix)
        return
    if options.exp_type is not None or options.exp_base_dir is not None:
        require_together(options, ("model_name", "exp_type", "exp_base_dir"))
        refuse_with("--exp_type", options, ("prediction_file", "setting", "out"))
    elif options.model_name is None and options.prediction_file is None:
        return
    else:
        require_together(options, ("model_name", "prediction_file"))
    refuse_with("--prediction_file", options, ("out",))
    refuse_with("--model_name", options, ("runs", "ids"), "leave it out: it is for a submission")
    if options.suite is not None:
        refuse_with("--suite", options, ("tasks",))


def typed_again(**changed: object) -> str:
    """Return the command as it was typed, with other values for some of its parameters.

    Args:
        changed: values by the name of a parameter; one that is None is left out.
    """
    context = click.get_current_context()
    words = ["sightbench", str(context.info_name)]
    for parameter in context.command.params:
        name = parameter.name or ""
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        value: Any = changed.get(name, context.params.get(name) if typed else None)
        if value is None:
            continue
        if isinstance(value, Mapping):  # of --lend
            value = [f"{variable}={host}" for variable, host in value.items()]
        option = parameter.opts[:1] if isinstance(parameter, click.Option) else []
        for given in value if parameter.multiple else [value]:
            parts = given if isinstance(given, tuple) else [] if given is True else [given]
            words += [*option, *map(str, parts)]
    return shlex.join(words)
