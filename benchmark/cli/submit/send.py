"""`sightbench submit send`: open the pull request of a submission."""

from __future__ import annotations

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value


@click.command()
@click.argument("path", type=PATH)
@click.option(
    "--repository", default="", metavar="OWNER/NAME", help="The benchmark; by default the remote origin."
)
@click.option("--print", "only_print", is_flag=True, help="Print the lines; push nothing.")
def command(*, path: Path, repository: str, only_print: bool) -> None:
    """Open a pull request with the submission PATH, a folder in submissions/ of a clone.

    Checks it first, as `submit check --ci` does. With GitHub's `gh`, forks the repository, makes the branch
    submit-SLUG with this folder only, pushes it and opens the pull request; prints each line before it runs.
    Without `gh`, or with --print, prints the lines that do it, and the address that opens the pull request.
    If origin is not on GitHub, prints the lines that push the branch there.
    Needs the network, and a login of `gh` or git. Safe to repeat: a second call pushes what changed. Exit
    code 2 if CI would refuse the submission; then nothing is pushed.
    """
    from benchmark.chain.doctor.clone import origin_of, repository_of
    from benchmark.chain.github.repository import is_repository
    from benchmark.chain.pull_request import sending
    from benchmark.chain.pull_request.local_check import check_submissions_here, clone_around
    from benchmark.submissions.check import read_submission
    from benchmark.suites.run_names import known_suites

    found = check_submissions_here([path], known_suites())
    if found.problems:
        raise ManyBadInputs([problem.error() for problem in found.problems])
    submission = read_submission(path, known_suites(), whole=False)
    clone = sending.check_place(path, clone_around(path), submission.slug)
    repository, origin = repository or repository_of(clone), origin_of(clone)
    if not is_repository(repository) and (repository or not origin):
        problem = f"{quote_value(repository)} is not OWNER/NAME" if repository else "there is no origin"
        raise BadInput("--repository", "", problem, "write it like acme/sightbench")
    if repository and sending.has_gh() and not only_print:
        sending.send_with_gh(submission, repository, clone, say)
        return
    login = submission.owners[0]
    lines = sending.pull_request_lines(submission, repository, login)
    way, then = "whose origin is not on GitHub", "propose the merge of this branch there"
    if repository:
        way = f"as {login}, whose fork is made once at https://github.com/{repository}/fork"
        then = f"open: {lines.page}"
    click.echo("\n".join([f"# in {clone}, {way}:", *lines.push, f"# then {then}"]))
