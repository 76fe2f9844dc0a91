"""What the scripts of workflows and of our actions may contain."""

import re
from collections.abc import Iterator

from .files import Files, Tree
from .lists import EVERYWHERE

#: Commands that run answers of models, in the sandbox.
ANSWERS = {"score", "validate"}
#: Commands that call a model with a key.
PAID = {"generate", "night-discover", "rubric"}
#: Commands that start workflows.
STARTERS = {"plan", "reconcile"}
#: Variables that change what programs do, or where packages come from.
CHANGES_PROGRAMS = re.compile(
    r"(?i).*PATH$|LD_|PYTHON|PIP_|UV_|NOX|GIT_|SSH_|BASH|.*ENV$|NODE_|NPM_|.*PROXY$|HOME$|TMP|TEMP|XDG_"
    r"|GITHUB_(?!TOKEN$)|RUNNER_|ACTIONS_|SIGHTBENCH_(?!SITE_URL$|REPO_URL$)"
)
#: One command of ours. Its words are plain, or one quoted variable.
_WORD = r'(?:[\w./,=-]+|"\$[A-Z_]+")'
_COMMAND = re.compile(rf"\./noxw -s (?:\$SESSIONS|[a-z-]+(?: -- (?P<words>{_WORD}(?: {_WORD})*))?)")
_VARIABLE = re.compile(r"\$\{?(\w+)")
_UNQUOTED = re.compile(r'(?<!")\$')
_BETWEEN_COMMANDS = re.compile(r"\n|;|\|+|&+|\$\(|`|\b(?:then|else|do|if|while|!)\s|[{}]")


def command(script: str) -> str:
    """Return the name of our command in a script, such as `score` or `night-publish`, or an empty text."""
    match = re.search(r"-s (ci|site) -- (\S+)", script)
    if match is None:
        return ""
    return match[2] if match[1] == "ci" else "site"


def commands_of(files: Files, job: Tree) -> set[str]:
    """Return the names of our commands that a job runs, in its own steps and in those of our actions."""
    return {command(str(step.get("run", ""))) for step in files.all_steps(job)} - {""}


def form(step: Tree) -> str:
    """Return what a step does: a command with the option that tells its form, a session, or an action's name.

    Such as `plan --night`, `check`, `./noxw -s weekly` or `attest`; empty if other scripts run.
    """
    script = str(step.get("run", ""))
    name, options = command(script), re.findall(r" (--[a-z-]+)", script)
    if not name:
        action = re.match(r"actions/([a-z-]+)@", str(step.get("uses", "")))
        return (
            action[1] if action else "rank" if " -s rank " in script else script if "./noxw" in script else ""
        )
    forms = [each for each in EVERYWHERE["required_options"] if each.split()[0] == name]
    fitting = [each for each in forms if set(each.split()[1:]) <= set(options)]
    return max(fitting, key=len, default=name)


def variables(script: str) -> set[str]:
    """Return the variables that a script reads."""
    return set(_VARIABLE.findall(script))


def problems(step: Tree, *, in_action: bool) -> Iterator[str]:
    """Say what is wrong with the script of one step."""
    script = str(step["run"])
    if "${{" in script or "${{" in str(step.get("shell", "")):
        yield "has an expression in its script; pass it with env instead"
    if step.get("shell", "bash") != "bash" or "working-directory" in step:
        yield "runs in another shell or folder"
    match = _COMMAND.fullmatch(script)
    if match is not None:
        yield from _option_problems(command(script), (match["words"] or "").split())
    elif in_action:
        if _UNQUOTED.search(script):
            yield "has a variable without quotes in its script"
        for part in map(str.strip, _BETWEEN_COMMANDS.split(script)):
            if part and part not in EVERYWHERE["script_commands"]:
                yield f"runs {part!r}, which everywhere.yml does not list"
    elif script != "true":  # a job whose name is all that it is for
        yield "is not one command of ours with quoted variables"


def _option_problems(name: str, words: list[str]) -> Iterator[str]:
    options = [word.split("=")[0] for word in words if word.startswith("--")]
    forms = [form.split() for form in EVERYWHERE["required_options"] if form.split()[0] == name]
    fitting = [form for form in forms if set(form[1:]) <= set(options)]
    chosen = [form for form in fitting if len(form) == max(map(len, fitting))]
    if forms and len(chosen) != 1:
        yield f"has {len(chosen)} of the forms {forms}, not one"
    required = [option for form in chosen for option in EVERYWHERE["required_options"][" ".join(form)]]
    missing = [option for option in required if f" {option} " not in f" {' '.join(words)} "]
    refused = set(EVERYWHERE["refused_options"]) & set(options)
    if " --branch " in (said := f" {' '.join(words)} ") and " --branch results " not in said:
        yield "reads or writes another branch than results"
    if missing or refused or len(set(options)) != len(options):
        yield f"lacks {missing}, has {sorted(refused)}, or repeats an option"
    for word in words:
        if word.startswith("/") or ".." in word.split("/"):
            yield f"names {word}, which is outside the checkout"
