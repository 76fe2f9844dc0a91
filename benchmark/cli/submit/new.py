"""`sightbench submit new`: create a submission, from options or from answers on a terminal."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmark.cli.shared.options import PATH, PROMPTS, SETTING, preset_option, preset_path
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value

if TYPE_CHECKING:
    from pydantic import BaseModel

#: Field that every submission needs → the question for it.
_QUESTIONS = {
    "slug": "Slug (name of the folder, such as acme-vl-7b)",
    "name": "Name of the model, as pages show it",
    "owners": "Your GitHub login",
    "suite": "Suite",
    "dataset": "Data set",
    "setting": "Setting: what the model sees",
    "protocol": "Protocol: how samples are drawn",
}
#: Further fields of a run whose answers CI generates.
_MODEL_QUESTIONS = {"provider": "Provider", "model": "Id of the model at the provider"}


#: Options of a new submission that describe its model.
_DESCRIPTION = (
    click.option(
        "--slug", help="Name of the folder: lower-case letters and digits, with single . _ - between them."
    ),
    click.option("--name", help="Name of the model, as pages show it."),
    click.option("--organisation", help="Organisation that made the model."),
    click.option(
        "--link",
        "links",
        multiple=True,
        metavar="LABEL=URL",
        help="Link with its label, https only; may be repeated.",
    ),
    click.option(
        "--owner",
        "owners",
        multiple=True,
        help="GitHub login of a person who may change the submission; may be repeated.",
    ),
    click.option("--weights", type=click.Choice(["open", "closed"]), help="Whether the weights are public."),
    click.option(
        "--reasoning/--no-reasoning", default=None, help="Whether the model thinks before it answers."
    ),
    click.option("--parameters-b", type=float, help="Number of parameters in billions."),
    click.option("--decoder", help="Language model inside the vision model."),
    click.option("--licence", help="Licence of the weights, or terms of use."),
    click.option("--release-date", help="Date of the release, YYYY-MM-DD or YYYY-MM."),
    click.option("--training-cutoff", help="Date of the newest training data, YYYY-MM-DD or YYYY-MM."),
    click.option("--predecessor", help="Slug of the previous model of this series."),
)


def description_options(work: Callable[..., None]) -> Callable[..., None]:
    """Add the options that describe the model of a new submission."""
    return functools.reduce(lambda command, option: option(command), reversed(_DESCRIPTION), work)


@click.command()
@description_options
@click.option("--suite", help="Suite, such as code-vision; `sightbench suites` lists all.")
@click.option("--dataset", help="Data set, such as rebuilt.")
@click.option("--setting", type=SETTING, help="What the model sees, such as text.")
@click.option("--protocol", help="How samples are drawn, such as cool-1.")
@preset_option(
    "--prompt",
    type=click.Choice(PROMPTS),
    default="sightbench",
    help="Our prompt, or that of the published benchmark or of its paper.",
)
@click.option(
    "--predictions",
    type=PATH,
    help="Prediction file, which is copied into the folder and judged by CI.",
)
@click.option(
    "--provider",
    help="Provider with which CI generates completions, such as openai or local.",
)
@click.option("--model", help="Id of the model at the provider.")
@click.option("--base-url", help="Address of a server with a compatible API.")
@click.option("--api-key-env", help="Name of the environment variable with the key; never the key itself.")
@click.option("--revision", help="Revision of open weights, such as a commit.")
@click.option("--temperature", type=float, help="Sampling temperature.")
@click.option("--top-p", type=float, help="Sampling parameter top_p.")
@click.option("--top-k", type=int, help="Sampling parameter top_k.")
@click.option("--max-tokens", type=int, help="Maximum number of tokens per completion.")
@click.option("--seed", type=int, help="Sampling seed.")
@click.option("--stop", multiple=True, help="Text that ends a completion; may be repeated.")
@click.option(
    "--thinking",
    multiple=True,
    help="How much it thinks: off, minimal, low, medium, high, xhigh, max or adaptive, or a number of tokens;"
    " may be repeated, for one run with each.",
)
@click.option("--thinking-tokens", type=int, help="Maximum number of tokens for thinking.")
@preset_path("--into", default="submissions", help="Folder of all submissions.")
def command(*, into: Path, predictions: Path | None, **given: Any) -> None:
    """Create a submission with one run, or one per --thinking; add more runs in the file.

    Asks for missing values if it runs on a terminal, and offers what this version can judge; without a
    terminal, names all missing values with their valid ones. `sightbench suites` lists them. Reads the
    file of --predictions, if given. Writes INTO/SLUG/submission.yaml and a copy of that file, both or
    neither. Never overwrites: a second call with the same slug is refused. Needs no network and no keys.
    """
    from benchmark.submissions.create import create_submission
    from benchmark.submissions.schema import ModelConfig, ModelParameters, Submission, SubmissionRun
    from benchmark.suites.run_names import known_suites

    check_folder(into)
    if predictions is not None:
        _follow(given, predictions)
    efforts = tuple(int(word) if word.isdecimal() else word for word in given.pop("thinking"))
    _ask_for_missing(given, predictions)
    given["links"] = dict(parse_link(text) for text in given["links"])
    config = given_fields(given, ModelConfig)
    if parameters := given_fields(given, ModelParameters):
        config["parameters"] = parameters
    run = given_fields({**given, "thinking": efforts}, SubmissionRun)
    copied: dict[str, Path] = {}
    if predictions is None:
        run["model"] = config
    else:
        run["predictions"] = _copied_name(predictions)
        copied[_copied_name(predictions)] = predictions
    fields = {**given_fields(given, Submission), "runs": [run]}
    folder = create_submission(into, fields, copied, known_suites())
    click.echo(f"wrote {folder / 'submission.yaml'}")
    click.echo(f"next: sightbench submit check {folder}")


def _follow(given: dict[str, Any], predictions: Path) -> None:
    """Set suite, data set, setting and protocol, if not given, to what a prediction file says.

    They are those of the manifest next to the file. Without one, the ids decide the data set, and setting and
    protocol are its first ones, as in `evaluate`; the protocol has as many draws as the file.
    """
    from benchmark.cli.shared.say import say_note
    from benchmark.cli.submit.choices import matching_datasets
    from benchmark.files.predictions import store_predictions
    from benchmark.files.stored_completions import draws_per_task, keys_of
    from benchmark.pipeline.identity import read_generation_record
    from benchmark.suites.run_names import known_suites

    fields = [name for name in ("suite", "dataset", "setting", "protocol") if not given[name]]
    if not fields or not predictions.is_file():
        return
    known, record = known_suites(), read_generation_record(predictions)
    completions = store_predictions(predictions, record.excused)
    found = dict[str, str]()
    if record.manifest is not None:
        found = {name: str(getattr(record.manifest.config, name, None) or "") for name in fields}
    elif matches := matching_datasets(known, {task for task, _ in keys_of(completions)}, given):
        found["suite"], found["dataset"] = matches[0]
    else:
        say_note(f"{predictions}: no data set on this machine has exactly the ids of these answers")
    if suite := known.get(given["suite"] or found.get("suite", "")):
        dataset, draws = given["dataset"] or found.get("dataset", ""), draws_per_task(completions)
        rules = (name for name, rule in suite.asked.protocols.items() if rule.draws == draws)
        found["setting"] = found.get("setting") or next(iter(suite.settings_for(dataset)), "")
        found["protocol"] = found.get("protocol") or next(rules, "")
    taken = {name: found[name] for name in fields if found.get(name)}
    given.update(taken)
    if taken:
        words = " ".join(f"--{name} {value}" for name, value in taken.items())
        say_note(f"{predictions} has answers for {words}; give these options if that is wrong")


def check_folder(into: Path) -> None:
    """Refuse the default folder outside of a clone, where no pull request would find it."""
    if into == Path("submissions") and not into.is_dir():
        raise no_folder(into)


def no_folder(into: Path) -> BadInput:
    """Return the error for a folder of all submissions that does not exist."""
    fix = "run this in a clone of the repository, or name the folder of all submissions with --into"
    return BadInput("--into", "", f"there is no folder {into} in {Path.cwd()}", fix)


def _ask_for_missing(given: dict[str, Any], predictions: Path | None) -> None:
    """Ask for missing values on a terminal; elsewhere raise one error that names all of them."""
    from benchmark.cli.submit.choices import OfferedName, RunChoices
    from benchmark.submissions.schema import ModelConfig, ModelParameters
    from benchmark.suites.run_names import known_suites

    asked = predictions is None
    if not asked and (stray := [*given_fields(given, ModelConfig), *given_fields(given, ModelParameters)]):
        problem = "cannot be used with --predictions"
        raise BadInput(_option_name(stray[0]), "", problem, "leave one of them out")
    questions = _QUESTIONS | (_MODEL_QUESTIONS if asked else {})
    missing = [name for name in questions if given[name] in (None, ())]
    choices = RunChoices(known_suites(), asked=asked)
    # Both: with the output in a pipe, nobody would see the questions.
    if missing and not (sys.stdin.isatty() and sys.stdout.isatty()):
        fixes = {name: choices.sentence(name, given) or questions[name] for name in missing}
        if "provider" in fixes:
            fixes["provider"] += "; or give your answers with --predictions FILE"
        unknown = [name for name in questions if name not in missing and not choices.may_be(name, given)]
        raise ManyBadInputs(
            [
                *(BadInput(_option_name(name), "", "is required", fix) for name, fix in fixes.items()),
                *(
                    BadInput(
                        _option_name(name),
                        "",
                        f"cannot be {quote_value(given[name])}",
                        choices.sentence(name, given),
                    )
                    for name in unknown
                ),
            ]
        )
    for name in missing:
        # Each answer narrows the next question: the settings follow from suite and data set.
        offered = OfferedName(choices.names(name, given))
        answer = click.prompt(offered.question(questions[name]), type=offered)
        given[name] = (answer,) if name == "owners" else answer


def _option_name(name: str) -> str:
    return "--owner" if name == "owners" else "--" + name.replace("_", "-")


def given_fields(given: dict[str, Any], record: type[BaseModel]) -> dict[str, object]:
    """Return the given values of a record's fields, in the order of the record."""
    # Not by truth value: a temperature of 0 and --no-reasoning were given.
    values = {name: given[name] for name in record.model_fields if given.get(name) not in (None, (), {})}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def parse_link(text: str) -> tuple[str, str]:
    """Return label and address of a link; BadInput if the text has no label."""
    label, equals, url = text.partition("=")
    if not equals:
        raise BadInput(
            "--link",
            "",
            f"must be LABEL=URL, got {quote_value(text)}",
            "use a form such as paper=https://example.org/x",
        )
    return label, url


def _copied_name(predictions: Path) -> str:
    """Return the name of the copy: ``predictions`` with the endings of the original."""
    # The user's own name may have spaces or letters that no file of a submission may have.
    return "predictions" + "".join(
        ending for ending in (".json", ".jsonl", ".gz") if ending in predictions.suffixes
    )
