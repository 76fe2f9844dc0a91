"""`submit send` makes a branch with the folder only, and opens the pull request."""

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest
import yaml

from benchmark.cli import main

SUBMISSION = {
    "schema": "sightbench/submission/1",
    "slug": "acme-1",
    "name": "Acme's One",
    "owners": ["alice"],
    "runs": [
        {
            "suite": "code-vision",
            "dataset": "rebuilt",
            "setting": "flowchart",
            "protocol": "cool-1",
            "prompt": "sightbench",
            "model": {"provider": "replay", "model": "notes.jsonl"},
        }
    ],
}
PAGE = Path(__file__).resolve().parents[3] / "site" / "pages" / "submit" / "index.md"
GH = """#!/bin/sh
echo "$@" >> "$GH_LOG"
case "$1 $2" in
  "api user") echo alice;;
  "pr list") test -e "$GH_LOG.open" && echo https://github.com/octo/bench/pull/7;;
  "pr create") touch "$GH_LOG.open";;
esac
"""


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of octo/bench with one new submission, and a change that does not belong to it."""
    for name in ("octo", "alice"):
        subprocess.run(
            ["git", "init", "-q", "--bare", "-b", "main", tmp_path / name / "bench.git"], check=True
        )
    config = tmp_path / "gitconfig"
    config.write_text(
        f'[url "{tmp_path}/"]\n  insteadOf = https://github.com/\n'
        "[user]\n  name = Alice\n  email = alice@example.org\n[init]\n  defaultBranch = main\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "https://github.com/octo/bench.git", folder], check=True)
    monkeypatch.chdir(folder)
    (folder / "submissions").mkdir()
    (folder / "policy.yml").write_text("schema: sightbench/policy/1\nmaintainers: [octo]\n")
    (folder / "submissions/README.md").write_text("One folder per model.\n")
    git("add", ".")
    git("commit", "-q", "-m", "Begin")
    git("push", "-q", "origin", "main")
    (folder / "policy.yml").write_text("schema: sightbench/policy/1\nmaintainers: [octo, alice]\n")
    git("add", "policy.yml")
    (folder / "submissions/acme-1").mkdir()
    (folder / "submissions/acme-1/submission.yaml").write_text(yaml.safe_dump(SUBMISSION))
    (folder / "submissions/acme-1/notes.jsonl").write_text('{"task_id": "t", "completion": "x"}\n')
    return folder


def git(*arguments: str, cwd: Path | None = None) -> str:
    done = subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout


def pushed(tmp_path: Path, owner: str = "alice") -> list[str]:
    """Return what the pushed branch changes."""
    bare = tmp_path / owner / "bench.git"
    return git(
        "diff", "--name-only", "--no-renames", "submit-acme-1~1", "submit-acme-1", cwd=bare
    ).splitlines()


def send(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["submit", "send", *arguments])
    assert isinstance(caught.value.code, int)
    return caught.value.code


CHANGED = ["submissions/acme-1/notes.jsonl", "submissions/acme-1/submission.yaml"]


@pytest.mark.gate
def test_the_printed_lines_push_only_the_folder_and_may_be_pasted_twice(clone, tmp_path, capsys) -> None:
    assert send("submissions/acme-1", "--print") == 0
    lines = capsys.readouterr().out
    page = "https://github.com/octo/bench/compare/main...alice:bench:submit-acme-1?expand=1"
    assert lines.endswith(f"# then open: {page}\n")
    subprocess.run(["bash", "-e", "-c", lines], cwd=clone, check=True, capture_output=True)
    assert pushed(tmp_path) == CHANGED
    assert "policy.yml" in git("diff", "--name-only", "--cached"), "the user's other change is left alone"
    (clone / CHANGED[0]).write_text('{"task_id": "t", "completion": "y"}\n')
    for _ in range(2):
        subprocess.run(["bash", "-e", "-c", lines], cwd=clone, check=True, capture_output=True)
    assert pushed(tmp_path) == CHANGED[:1]
    subject = git("log", "-1", "--format=%s", "submit-acme-1", cwd=tmp_path / "alice" / "bench.git")
    assert subject == "Submit Acme's One\n"


def test_the_lines_of_the_page_push_only_the_folder(clone, tmp_path) -> None:
    (lines,) = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for shown, used in (("acme-vl-7b", "acme-1"), ("octocat/NAME", "alice/bench")):
        assert shown in lines
        lines = lines.replace(shown, used)
    subprocess.run(["bash", "-e", "-c", lines], cwd=clone, check=True, capture_output=True)
    assert pushed(tmp_path) == CHANGED


@pytest.mark.gate
@pytest.mark.usefixtures("clone")
def test_gh_forks_pushes_and_opens_one_pull_request(tmp_path, monkeypatch, capfd) -> None:
    log, program = tmp_path / "gh.log", tmp_path / "bin" / "gh"
    program.parent.mkdir()
    program.write_text(GH)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("GH_LOG", str(log))
    assert send("submissions/acme-1") == 0
    assert pushed(tmp_path) == CHANGED
    assert send("submissions/acme-1") == 0
    assert "https://github.com/octo/bench/pull/7" in capfd.readouterr().out
    asked = log.read_text().splitlines()
    assert asked.count("repo fork octo/bench --clone=false") == 2
    (created,) = [line for line in asked if line.startswith("pr create")]
    assert "--repo octo/bench --base main --head alice:submit-acme-1 --title Submit Acme's One" in created


def test_an_owner_of_the_repository_needs_no_fork(clone, tmp_path, capsys) -> None:
    fields = {**SUBMISSION, "owners": ["Octo"]}
    (clone / "submissions/acme-1/submission.yaml").write_text(yaml.safe_dump(fields))
    assert send("submissions/acme-1", "--print") == 0
    subprocess.run(["bash", "-e", "-c", capsys.readouterr().out], cwd=clone, check=True, capture_output=True)
    assert pushed(tmp_path, "octo") == CHANGED


@pytest.mark.gate
@pytest.mark.parametrize("address", ["https://gitlab.com/octo/bench.git", "{folder}/octo/bench.git"])
def test_an_origin_that_is_not_on_github_gets_the_branch(address, clone, tmp_path, capsys) -> None:
    with (tmp_path / "gitconfig").open("a") as config:
        config.write(f'[url "{tmp_path}/"]\n  insteadOf = https://gitlab.com/\n')
    address = address.format(folder=tmp_path)
    git("remote", "set-url", "origin", address)
    assert send("submissions/acme-1") == 0
    lines = capsys.readouterr().out
    assert lines.startswith(f"# in {clone}, whose origin is not on GitHub:\ngit fetch ")
    subprocess.run(["bash", "-e", "-c", lines], cwd=clone, check=True, capture_output=True)
    assert pushed(tmp_path, "octo") == CHANGED
    git("remote", "remove", "origin")
    assert send("submissions/acme-1") == 2
    assert "error: --repository: there is no origin\n  fix: " in capsys.readouterr().err


def test_what_ci_would_refuse_and_what_lies_elsewhere_is_not_sent(clone, capsys) -> None:
    (clone / "submissions/acme-1").rename(clone / "acme-1")
    assert send("acme-1", "--print") == 2
    assert "acme-1: is not submissions/acme-1 of a clone\n  fix: move it to" in capsys.readouterr().err
    (clone / "acme-1").rename(clone / "submissions/acme-1")
    file, run = clone / "submissions/acme-1/submission.yaml", dict(SUBMISSION["runs"][0])  # type: ignore[index]
    run["model"] = {"provider": "openai", "model": "m", "base_url": "http://127.0.0.1:1/v1"}
    file.write_text(yaml.safe_dump({**SUBMISSION, "runs": [run]}))
    assert send("submissions/acme-1") == 2
    assert "which CI cannot reach" in capsys.readouterr().err
    assert git("branch", "--list", "submit-*") == ""
