"""Rules for submissions in addition to the schema. Each rule yields the fields that break the rule."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, get_args

from benchmark.core.errors import quote_value
from benchmark.core.lookalike import mixed_script_word, name_key, slug_key
from benchmark.core.names import DRY_RUN, is_fresh, is_set_name
from benchmark.core.secret import OWN_PREFIX
from benchmark.core.suite import DrawProtocol, Suite, offers
from benchmark.files.wording import Loc, field_path
from benchmark.generation.providers.keys import is_within, key_domain, may_receive, own_variable, server_host
from benchmark.generation.providers.values import refused_values
from benchmark.submissions.schema import Baseline, ModelConfig, Submission, SubmissionRun

EXAMPLES = "_examples"  #: the folder of the bundled examples
READY = "_ready"  #: the folder of submissions that nobody has made yet, of the newest models

#: Names that a vendor moves from version to version.
_ALIAS = re.compile(r"(?:^|[-_:./])latest$")
_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*(?:/[A-Za-z0-9_][A-Za-z0-9._+-]*)*")


class BrokenRule(NamedTuple):
    """A field that breaks a rule, with the problem and a fix."""

    loc: Loc
    problem: str
    fix: str


def broken_rules(submission: Submission, folder: Path, known: Mapping[str, Suite]) -> Iterator[BrokenRule]:
    """Yield everything that is wrong with a submission that matches the schema; ``folder`` is absolute."""
    yield from _submission_rules(submission, folder)
    seen: dict[object, SubmissionRun] = {}
    for run in submission.runs:
        loc = run.written[:2]
        if (first := seen.setdefault(run.key, run)) is not run:
            fix = "remove it, or change its suite, dataset, setting, protocol, prompt or thinking"
            yield BrokenRule(run.written, f"is the same as {field_path(first.written)}", fix)
        suite = known.get(run.suite)
        if suite is None:
            problem = f"there is no suite {quote_value(run.suite)}"
            yield BrokenRule((*loc, "suite"), problem, f"use one of {', '.join(sorted(known))}")
        else:
            yield from within(loc, _name_rules(run, suite))
            yield from within(loc, _combination_rules(run, suite))
        if run.baseline is not None and folder.parent.name != EXAMPLES:
            problem = "is only for the bundled examples"
            yield BrokenRule((*loc, "baseline"), problem, "use model or predictions instead")
        if run.prediction_file is not None:
            yield from within((*loc, "predictions"), _path_rules(run.prediction_file, folder))
        for name, config in run.configs.items():
            yield from within((*loc, name), _model_rules(config, folder))
            blind = () if suite is None else suite.blind.without_picture
            shows_pictures = config is run.seeing and not offers(blind, run.setting)
            for broken in _value_rules(config, shows_pictures=shows_pictures):
                of_list = config is run.model and broken.loc[-1] in ("thinking", "thinking_tokens")
                place = run.written if of_list and len(run.written) > len(loc) else (*loc, name, *broken.loc)
                yield broken._replace(loc=place)
            protocol = None if suite is None else suite.asked.protocols.get(run.protocol)
            # The coder writes greedily in every protocol.
            if protocol is not None and name != "coder":
                rules = _drawn_rules(config, run.protocol, protocol.within(run.setting))
                yield from within((*loc, name, "parameters"), rules)


def lent_variables(submission: Submission) -> Iterator[BrokenRule]:
    """Refuse variables that only a user can lend to a server by hand: CI never sends them."""
    for run in submission.runs:
        for name, config in run.configs.items():
            variable, host = config.api_key_env or "", server_host(config.provider, config.base_url)
            if variable and host and key_domain(variable) is None and not may_receive(host, variable, {}):
                problem = (
                    f"{variable} may not be sent to {host}: it is not a vendor's variable, and does not begin"
                    f" with {OWN_PREFIX}"
                )
                loc = (*run.written[:2], name, "api_key_env")
                yield BrokenRule(loc, problem, f"name it {own_variable(variable)}")


def not_its_owner(slug: str, allowed: str, author: str) -> BrokenRule:
    """Return the problem of a slug that only others may use."""
    problem = f"{slug} belongs to {allowed} on the base branch, not to {author}"
    return BrokenRule(("owners",), problem, "ask them, or choose another slug")


def slug_rules(slug: str, taken: dict[str, str]) -> Iterator[BrokenRule]:
    """Refuse a new slug that looks like another; ``taken`` maps keys of slugs to slugs, and gets this one."""
    taken |= {slug_key(name): name for name in get_args(Baseline)}
    if slug in get_args(Baseline):
        problem = f"{slug} is the name of a baseline of the benchmark"
        yield BrokenRule(("slug",), problem, "choose another slug")
    elif (like := taken.setdefault(slug_key(slug), slug)) != slug:
        problem = f"{slug} is too similar to {like}, which is already taken"
        yield BrokenRule(("slug",), problem, "choose another slug")


def name_rules(submission: Submission, names: dict[str, tuple[str, str]]) -> Iterator[BrokenRule]:
    """Refuse a new name that must not stand on a page, or looks like another model's.

    ``names`` maps keys of names to the slug and words of their model, and gets this one.
    """
    slug, name = submission.slug, submission.name
    fix = "choose the name that the model's makers use, or ask the maintainers"
    names |= {name_key(baseline): (baseline, baseline) for baseline in get_args(Baseline)}
    if word := mixed_script_word(name):
        problem = f"{quote_value(word)} mixes letters of alphabets that look alike"
        yield BrokenRule(("name",), problem, "write each word in one alphabet")
    elif not name_key(name):
        yield BrokenRule(("name",), f"{quote_value(name)} has no letter and no digit", fix)
    elif (like := names.setdefault(name_key(name), (slug, quote_value(name))))[0] != slug:
        problem = f"{quote_value(name)} is too similar to {like[1]}, the name of another model ({like[0]})"
        yield BrokenRule(("name",), problem, fix)


def names_of(others: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the argument of :func:`name_rules` for models with these names, by slug."""
    return {
        name_key(text): (slug, quote_value(name)) for slug, name in others.items() for text in (slug, name)
    }


def within(loc: Loc, broken: Iterator[BrokenRule]) -> Iterator[BrokenRule]:
    """Yield broken rules of a part of a record, with the field's path in the whole record."""
    return (each._replace(loc=(*loc, *each.loc)) for each in broken)


def _submission_rules(submission: Submission, folder: Path) -> Iterator[BrokenRule]:
    if submission.slug != folder.name:
        problem = f"{submission.slug} is not the name of the folder, {quote_value(folder.name)}"
        yield BrokenRule(("slug",), problem, "rename one of them")
    if submission.slug == DRY_RUN and folder.parent.name != EXAMPLES:
        yield BrokenRule(("slug",), f"{DRY_RUN} is the stand-in of dry runs", "choose another name")
    if submission.predecessor == submission.slug:
        yield BrokenRule(("predecessor",), "a model cannot be its own predecessor", "remove it")
    if len({login.lower() for login in submission.owners}) < len(submission.owners):
        yield BrokenRule(("owners",), "has a login twice", "remove one of them")
    release, cutoff = submission.release_date, submission.training_cutoff
    if release and cutoff and cutoff[: len(release)] > release[: len(cutoff)]:  # the day may be missing
        problem = f"{cutoff} is after the release, {release}"
        yield BrokenRule(("training_cutoff",), problem, "check both dates")
    names = [submission.slug, *(config.model for run in submission.runs for config in run.configs.values())]
    if release and (alias := next(filter(_ALIAS.search, names), "")):
        problem = f"{quote_value(alias)} is an alias, which has no release date"
        yield BrokenRule(("release_date",), problem, "remove it, and say in notes which version answered")
    if not submission.owners and any(run.baseline is None for run in submission.runs):
        fix = "list the GitHub logins that may change this submission"
        yield BrokenRule(("owners",), "this field is required for a model", fix)


def _name_rules(run: SubmissionRun, suite: Suite) -> Iterator[BrokenRule]:
    for name, names in (
        ("dataset", suite.submittable),
        ("setting", suite.asked.settings),
        ("protocol", suite.asked.protocols),
    ):
        value = getattr(run, name)
        if not offers(names, value):
            problem = f"{run.suite} has no {name} {quote_value(value)}"
            yield BrokenRule((name,), problem, f"use one of {', '.join(names)}")
        elif name == "dataset" and is_fresh(value) and not is_set_name(value):
            problem = f"{quote_value(value)} is not the name of a fresh set"
            yield BrokenRule((name,), problem, "write the name that `python -m workshop build` printed")
    yield from _other_model_rules(run, suite)


def _other_model_rules(run: SubmissionRun, suite: Suite) -> Iterator[BrokenRule]:
    """Refuse a second model that the setting does not name, and a named second model that is missing."""
    settings = {
        "coder": (suite.asked.coder_settings, "writes the program"),
        "captioner": (suite.asked.captioner_settings, "describes the pictures"),
    }
    if not any(patterns for patterns, _ in settings.values()):
        return
    for name, (patterns, does) in settings.items():
        named, given = offers(patterns, run.setting), name in run.configs
        if named and run.model is not None and not given:
            problem = f"is missing: in the setting {run.setting} another model {does}"
            yield BrokenRule((name,), problem, "describe that model, with the fields of model")
        elif given and not named:
            problem = f"is another model, but the setting {run.setting} does not name it"
            instead = f"use the setting {patterns[0][:-1]}NAME, or " if patterns else ""
            yield BrokenRule((name,), problem, f"{instead}remove {name}")
    prefixes = [pattern[:-1] for pattern in suite.asked.captioner_settings if offers((pattern,), run.setting)]
    if prefixes and run.captioner is not None and run.captioner.provider != "replay":
        name, model = run.setting.removeprefix(prefixes[0]), run.captioner.model
        letters, all_letters = (re.sub(r"[\W_]", "", text.casefold()) for text in (name, model))
        if letters not in all_letters:  # tables show the name that the setting has
            problem = f"{quote_value(model)} is not the model {name} that the setting {run.setting} names"
            fix = f"use the setting {prefixes[0]}NAME with its own name"
            yield BrokenRule(("captioner", "model"), problem, fix)


def _combination_rules(run: SubmissionRun, suite: Suite) -> Iterator[BrokenRule]:
    """Refuse combinations that no data set supports, although each name alone is known."""
    if not offers(suite.asked.settings, run.setting):
        return
    theirs = {"upstream": suite.asked.upstream_prompts, "paper": suite.asked.paper_prompts}.get(run.prompt)
    if theirs is not None and not offers(theirs, run.setting):
        who = "the authors of" if run.prompt == "upstream" else "the authors of the paper of"
        problem = f"{who} {run.suite} have no prompt for the setting {run.setting}"
        fix = "use sightbench"
        if theirs:
            fix += f", or one of the settings that they have: {', '.join(theirs)}"
        yield BrokenRule(("prompt",), problem, fix)
    allowed = suite.asked.first_picture
    if run.first_picture_only and not offers(allowed, run.setting):
        seeing = () if run.single_picture else ("model" if run.captioner is None else "captioner",)
        problem = f"the first picture alone cannot be shown in the setting {run.setting} of {run.suite}"
        fix = "remove it" + (f", or use one of the settings {', '.join(allowed)}" if allowed else "")
        yield BrokenRule((*seeing, "single_picture"), problem, fix)
    fitting = suite.settings_for(run.dataset)
    if not offers(fitting, run.setting):
        problem = f"{run.setting} does not fit the tasks of {run.suite} {run.dataset}"
        yield BrokenRule(("setting",), problem, f"use one of {', '.join(fitting)}; or another data set")
    unshown = suite.asked.unshown.get(run.dataset, ())
    if run.model is not None and offers(unshown, run.setting):
        problem = f"the pictures for {run.setting} of {run.suite} {run.dataset} are not installed"
        others = [name for name in fitting if not offers(unshown, name)]
        elsewhere = [name for name in suite.submittable if name not in suite.asked.unshown]
        if whole := suite.data.parts.get(run.dataset):
            problem = f"{run.suite} {run.dataset} has no pictures and no charts"
            if not offers(suite.asked.unshown.get(whole, ()), run.setting):
                elsewhere.insert(0, whole)
        fix = f"use one of the settings {', '.join(others)}; or one of the data sets {', '.join(elsewhere)};"
        yield BrokenRule(("setting",), problem, f"{fix} or give answers with predictions")


def _path_rules(path: str, folder: Path) -> Iterator[BrokenRule]:
    if not _PATH.fullmatch(path) or ".." in path:
        problem = f"must be a path inside the folder, got {quote_value(path)}"
        yield BrokenRule((), problem, "use letters, digits, . _ + - and /, such as predictions.jsonl.gz")
    elif points_outside(folder / path, folder):
        yield BrokenRule((), "is a link to a file outside the folder", "copy the file into the folder")


def _model_rules(config: ModelConfig, folder: Path) -> Iterator[BrokenRule]:
    home, host = key_domain(config.api_key_env or ""), server_host(config.provider, config.base_url)
    if home is not None and not is_within(host, home):
        problem = (
            f"{config.api_key_env} is the key for {home}, but would be sent to {host or 'another server'}"
        )
        yield BrokenRule(("api_key_env",), problem, "use another variable for the key of this server")
    if config.provider == "replay":
        yield from within(("model",), _path_rules(config.model, folder))


def _value_rules(config: ModelConfig, *, shows_pictures: bool) -> Iterator[BrokenRule]:
    """Refuse values that no call of the provider can have."""
    found = refused_values(
        config.provider,
        config.base_url,
        detail=config.detail,
        shows_pictures=shows_pictures,
        thinking=config.parameters.thinking,
        thinking_tokens=config.parameters.thinking_tokens,
    )
    return (BrokenRule(tuple(name.split(".")), problem, fix) for name, problem, fix in found)


def _drawn_rules(config: ModelConfig, named: str, protocol: DrawProtocol) -> Iterator[BrokenRule]:
    """Refuse parameters that contradict the protocol, which sets them."""
    for name in ("temperature", "top_p", "top_k", "max_tokens", "stop"):
        value, own = getattr(protocol, name), getattr(config.parameters, name)
        value = list(value) if name == "stop" else value
        if own not in (None, []) and own != value:
            sets = "leaves it to the vendor" if value is None else f"sets {quote_value(value)}"
            problem = f"{quote_value(own)} differs from the protocol {named}, which {sets}"
            yield BrokenRule((name,), problem, "remove it, or use another protocol")


def points_outside(path: Path, folder: Path) -> bool:
    """Whether ``path``, with all links followed, is outside ``folder``."""
    try:
        followed = path.resolve()
        return followed.is_symlink() or not followed.is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a circle of links; Python 3.13 returns one of them instead
        return True
