"""What a submission must keep beside its schema; each rule yields what breaks it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from benchmark.core.errors import shown
from benchmark.core.suite import offers
from benchmark.files.wording import Loc
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import ModelConfig, Submission, SubmissionRun

EXAMPLES = "_examples"  #: the folder of the bundled examples

_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(?:/[A-Za-z0-9_][A-Za-z0-9._-]*)*")

#: Well-known variables → the only host that gets what they hold.
_HOMES = {
    "OPENAI_API_KEY": "openai.com",
    "ANTHROPIC_API_KEY": "anthropic.com",
    "GEMINI_API_KEY": "googleapis.com",
    "GOOGLE_API_KEY": "googleapis.com",
    "OPENROUTER_API_KEY": "openrouter.ai",
    "MISTRAL_API_KEY": "mistral.ai",
    "DEEPSEEK_API_KEY": "deepseek.com",
    "XAI_API_KEY": "x.ai",
    "GROQ_API_KEY": "groq.com",
    "TOGETHER_API_KEY": "together.xyz",
    "FIREWORKS_API_KEY": "fireworks.ai",
    "HF_TOKEN": "huggingface.co",
}
#: Provider → where it asks without a base_url.
_HOSTS = {
    "openai": "https://api.openai.com",
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
    "google-legacy": "https://generativelanguage.googleapis.com",
}


class BrokenRule(NamedTuple):
    """A field that breaks a rule."""

    loc: Loc
    problem: str
    fix: str


def broken_rules(
    submission: Submission, folder: Path, known: Mapping[str, SuiteNames]
) -> Iterator[BrokenRule]:
    """Everything that is wrong with a submission of the right schema.

    Args:
        submission: as its file says.
        folder: absolute path of the folder of the file.
        known: what runs may name, by suite.
    """
    yield from _about_the_model(submission, folder)
    seen: dict[object, int] = {}
    for index, run in enumerate(submission.runs):
        loc: Loc = ("runs", index)
        if (first := seen.setdefault(run.key, index)) != index:
            yield BrokenRule(
                loc, f"is the same as runs[{first}]", "keep one, or change what makes it another run"
            )
        for broken in (*_names(run, known), *_source(run, folder), *_models(run, folder, known)):
            yield BrokenRule((*loc, *broken.loc), broken.problem, broken.fix)


def _about_the_model(submission: Submission, folder: Path) -> Iterator[BrokenRule]:
    if submission.slug != folder.name:
        problem = f"{submission.slug} is not the name of the folder, {shown(folder.name)}"
        yield BrokenRule(("slug",), problem, "rename one of them")
    if submission.predecessor == submission.slug:
        yield BrokenRule(("predecessor",), "a model cannot be its own predecessor", "remove it")
    if len({login.lower() for login in submission.owners}) < len(submission.owners):
        yield BrokenRule(("owners",), "a login comes twice", "keep one of them")
    release, cutoff = submission.release_date, submission.training_cutoff
    if release and cutoff:
        shorter = min(len(release), len(cutoff))
        if cutoff[:shorter] > release[:shorter]:
            yield BrokenRule(
                ("training_cutoff",), f"{cutoff} is after the release, {release}", "check both dates"
            )
    if not submission.owners and any(run.baseline is None for run in submission.runs):
        yield BrokenRule(
            ("owners",), "this field is required for a model", "the GitHub logins who may change it"
        )


def _names(run: SubmissionRun, known: Mapping[str, SuiteNames]) -> Iterator[BrokenRule]:
    suite = known.get(run.suite)
    if suite is None:
        yield BrokenRule(("suite",), f"no suite {shown(run.suite)}", f"one of {', '.join(sorted(known))}")
        return
    for name, names in (
        ("dataset", suite.datasets),
        ("setting", suite.settings),
        ("protocol", suite.protocols),
    ):
        value = getattr(run, name)
        if not offers(names, value):
            yield BrokenRule(
                (name,), f"{run.suite} has no {name} {shown(value)}", f"one of {', '.join(names)}"
            )
    names_a_coder = offers(suite.coders, run.setting)
    if names_a_coder and run.model is not None and run.coder is None:
        problem = f"is missing: the setting {run.setting} names another model for the program"
        yield BrokenRule(("coder",), problem, "say which, as in model")
    elif suite.coders and run.coder is not None and not names_a_coder:
        problem = f"is another model, and the setting {run.setting} does not say so"
        yield BrokenRule(("coder",), problem, f"name the setting {suite.coders[0][:-1]}NAME, or remove it")


def _source(run: SubmissionRun, folder: Path) -> Iterator[BrokenRule]:
    if run.baseline is not None and folder.parent.name != EXAMPLES:
        yield BrokenRule(
            ("baseline",), "is for the bundled examples only", "give model or predictions instead"
        )
    if run.predictions is not None:
        yield from _inside(run.predictions, folder, ("predictions",))


def _inside(path: str, folder: Path, loc: Loc) -> Iterator[BrokenRule]:
    if not _PATH.fullmatch(path) or ".." in path:
        problem = f"must be a path inside the folder, got {shown(path)}"
        yield BrokenRule(loc, problem, "letters, digits, . _ - and /, such as predictions.jsonl.gz")
    elif leaves(folder / path, folder):
        yield BrokenRule(loc, "is a link that leads out of the folder", "put the file itself there")


def _models(run: SubmissionRun, folder: Path, known: Mapping[str, SuiteNames]) -> Iterator[BrokenRule]:
    for name, config in (("model", run.model), ("coder", run.coder)):
        if config is None:
            continue
        yield from (broken._replace(loc=(name, *broken.loc)) for broken in _key_goes_home(config))
        if config.provider == "replay":
            yield from _inside(config.model, folder, (name, "model"))
        suite = known.get(run.suite)
        drawn = {} if suite is None or name == "coder" else suite.drawn(run.protocol, run.setting)
        for parameter, value in drawn.items():
            own = getattr(config.parameters, parameter)
            if own not in (None, []) and own != value:
                problem = f"{shown(own)} is not what the protocol {run.protocol} says: {shown(value)}"
                yield BrokenRule(
                    (name, "parameters", parameter), problem, "remove it, or name another protocol"
                )


def _key_goes_home(config: ModelConfig) -> Iterator[BrokenRule]:
    """A vendor's key is sent to the vendor and to nobody else."""
    home = _HOMES.get(config.api_key_env or "")
    host = host_of(config)
    if home is not None and host != home and not host.endswith(f".{home}"):
        problem = (
            f"{config.api_key_env} is the key for {home}, and would be sent to {host or 'another server'}"
        )
        yield BrokenRule(("api_key_env",), problem, "name a variable of its own for this server")


def host_of(config: ModelConfig) -> str:
    """The host that is asked, and gets the key; empty where the provider asks none."""
    return urlsplit(config.base_url or _HOSTS.get(config.provider, "")).hostname or ""


def leaves(path: Path, folder: Path) -> bool:
    """Whether ``path``, with all links followed, lies outside ``folder``."""
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return True
