"""Small dangerous edits of the real workflow files and actions, each of which the rules must refuse.

An edit replaces the first such text of the file, or of one of its jobs. In the new text, `%s` stands for the old one.
When a workflow changes and an edit no longer applies, its test fails and names it: write the edit again.
"""

import re
from dataclasses import dataclass

from .lists import EVERYWHERE

# ruff: noqa: E501 - a table with one edit per line
# fmt: off


@dataclass(frozen=True)
class Mutation:
    """One edit of one file."""

    file: str  #: `evaluate` for workflows/evaluate.yml, `/python` for actions/python/action.yml
    job: str  #: name of a job; empty for the whole file
    old: str
    new: str
    why: str  #: what would go wrong
    by_list_only: bool = False  #: whether a change of the list would allow it, as no other rule forbids it

    @property
    def path(self) -> str:
        """Path of the file in `.github`."""
        return f"actions{self.file}/action.yml" if self.file.startswith("/") else f"workflows/{self.file}.yml"

    def apply(self, text: str) -> str:
        """Return the changed text.

        Raises:
            ValueError: the file has no such job or text, or would not change.
        """
        start, end = 0, len(text)
        if self.job:
            start = text.find(f"\n  {self.job}:\n")
            following = re.search(r"\n  [a-z-]+:\n", text[start + 1 :])
            end = start + 1 + following.start() if following else end
        place = text.find(self.old, start, end)
        new = self.new.replace("%s", self.old)
        if start < 0 or place < 0 or new == self.old:
            where = f".github/{self.path}{' in the job ' * bool(self.job)}{self.job}"
            raise ValueError(f"write this edit again: {where} lacks {self.old!r}, or it changes nothing")
        return text[:place] + new + text[place + len(self.old) :]


def _step(script: str, more: str = "") -> str:
    """Return a step of a job with a script, to stand before the step `%s`."""
    return f"- name: More\n        run: {script}\n{more}      %s"


M = Mutation
HEAD = "${{ github.event.pull_request.head.sha }}"
TITLE = "${{ github.event.pull_request.title }}"
KEY = "${{ secrets.OPENAI_API_KEY }}"
TOKEN = "${{ github.token }}"  # noqa: S105 - the name of the token
GUARD = "${{ contains(matrix.key, 'OPENAI_API_KEY') && secrets.OPENAI_API_KEY || '' }}"
PYTHON, SANDBOX = "- name: Set up Python", "- name: Set up the sandbox"
KEEP = "persist-credentials: false"
CHECKOUT = f"actions/checkout@{EVERYWHERE['actions']['actions/checkout']}"
LAST_FETCH = 'run: git fetch --quiet --depth=2147483647 --no-tags --no-recurse-submodules origin "$BASE" "$HEAD"'

#: Edits of the review of November 2026 that the rules, zizmor, the schemas and actionlint accepted.
REVIEWED = (
    M("/pull-request", "", LAST_FETCH, "%s && git checkout --quiet \"$HEAD\"", "an action checks out the head of a pull request"),
    M("/sandbox", "", "run: command -v bwrap", "run: sudo chmod 4755 /usr/bin/bwrap; command -v bwrap", "an action makes a program run as root"),
    M("validate", "", "--rows rows/results", "%s --policy rows/policy.yml", "the policy comes from elsewhere"),
    M("validate", "", " --rows rows/results", "", "identities are not compared with the rows"),
    M("evaluate", "score", f"{SANDBOX}\n        uses: ./.github/actions/sandbox\n      ", "", "answers are judged without the sandbox"),
    M("evaluate", "record", "path: artifacts", "path: .", "artifacts overwrite the checkout of the job that writes"),
    M("evaluate", "record", "path: artifacts", "path: benchmark", "artifacts become code of the job that writes"),
    M("evaluate", "record", "${{ github.server_url }}/${{ github.repository }}", "https://example.org/x/y", "rows and the token go to another remote"),
    M("evaluate", "record", "subject-path: ", "subject-path: artifacts/* # ", "another file is attested than the rows"),
    M("evaluate", "score", "path: out\n", "path: .\n", "the whole checkout is kept as an artifact"),
    M("evaluate", "score", "path: out\n", "path: ~\n", "the home folder is kept as an artifact"),
    M("/generate", "", "path: out\n        overwrite", "path: ~/\n        overwrite", "the home folder of the job with keys is kept"),
    M("evaluate", "generate", GUARD, KEY, "every job gets every key"),
    M("evaluate", "", "group: evaluate-${{ inputs.plan }}\n", "group: evaluate-${{ github.run_id }}\n", "each run has its own group, and pays again"),
    M("evaluate", "generate", "resume: ${{ matrix.resume }}", "resume: ${{ inputs.run }}", "whoever starts a run names the checkpoint"),
    M("plan", "plan", '"$ONLY"', "$ONLY", "an input becomes options of the command"),
    M("ci", "", "SESSIONS: ${{ matrix.sessions }}", f"SESSIONS: {TITLE}", "a title chooses the sessions"),
    M("report", "", " &&\n      contains(fromJSON('[\"success\", \"failure\"]'), github.event.workflow_run.conclusion)", "", "a cancelled check is reported"),
)

#: Who starts a workflow, with which rights.
STARTS = (
    M("validate", "", "on:\n  pull_request:", "on:\n  pull_request_target:", "a fork runs with our token"),
    M("ci", "", "  pull_request:\n", "%s  pull_request_target:\n", "a fork runs with our token"),
    M("evaluate", "", "on:\n", "on:\n  pull_request:\n", "a pull request is paid for"),
    M("plan", "", "    branches: [main]\n", "", "every branch is planned", by_list_only=True),
    M("plan", "", "submissions/**", "**", "every push is planned", by_list_only=True),
    M("evaluate", "", '        required: true\n', '%s      x:\n        type: string\n', "a run has another input", by_list_only=True),
    M("evaluate", "", "on:\n", "on:\n  issue_comment:\n", "a comment starts a paid run", by_list_only=True),
    M("report", "", "workflows: [validate]", "workflows: [validate, ci]", "reports of code of pull requests are posted", by_list_only=True),
    M("report", "", "github.event.workflow_run.event == 'pull_request' &&", "", "a report of any event is posted"),
    M("ci", "", "name: ci\n", "name: validate\n", "report.yml follows another workflow"),
    M("ci", "", "permissions: {}", "permissions: write-all", "every job may write"),
    M("validate", "", "permissions: {}\n", "", "jobs get the default rights"),
    M("ci", "check", "contents: read", "%s\n      id-token: write", "code of a pull request signs as we do"),
    M("evaluate", "score", "contents: read", "contents: write", "answers run next to write permission"),
    M("evaluate", "record", "    permissions:\n", "%s      actions: write\n", "record may start workflows"),
    M("evaluate", "site", "      pages: write", "      pages: read", "the called workflow does not start"),
    M("evaluate", "plan", "    if: ${{ github.ref == 'refs/heads/main' }}\n", "", "a plan of any branch is paid for"),
    M("site", "build", "    if: ${{ github.ref == 'refs/heads/main' }}\n", "", "any branch publishes pages"),
    M("reconcile", "publish", "needs.check.result == 'success'", "needs.check.result != 'skipped'", "a replaced history is published", by_list_only=True),
    M("reconcile", "publish", " && needs.check.result == 'success'", "", "the site is published from any branch"),
    M("reconcile", "reconcile", "== 'refs/heads/main'", "!= ''", "any branch starts runs"),
    M("plan", "plan", "== 'refs/heads/main'", "== 'refs/heads/main' || inputs.only != ''", "an input replaces the branch"),
    M("evaluate", "generate", "    needs: [plan]\n", "", "a key is lent before the branch is checked"),
    M("evaluate", "record", "!cancelled() && ", "always() || ", "rows are written of a run on any branch"),
    M("evaluate", "score", " && needs.plan.outputs.any_score == 'true'", "", "answers are judged without a plan"),
    M("evaluate", "site", " && needs.record.outputs.added == 'true'", "", "pages are published after a failure"),
    M("evaluate", "record", "rubric]", "score]", "record does not wait for the grades", by_list_only=True),
)

#: What a job can steal or spend.
SECRETS = (
    M("evaluate", "score", "JOB: ${{ matrix.job }}", f"%s\n          KEY: {KEY}", "answers run next to a key"),
    M("evaluate", "record", "        env:\n", f"%s          KEY: {KEY}\n", "the writing job has a key"),
    M("validate", "", "          AUTHOR:", f"          KEY: {KEY}\n%s", "code of a pull request runs next to a key"),
    M("evaluate", "generate", GUARD, "${{ secrets.OTHER }}", "a job has a secret that policy.yml does not lend"),
    M("evaluate", "generate", GUARD, "${{ contains(matrix.key, 'OPENAI_API_KEY') && secrets.RUBRIC_API_KEY || '' }}", "a job has the key of the judge"),
    M("evaluate", "generate", f"          openai-api-key: {GUARD}\n", "", "a run fails for lack of its key", by_list_only=True),
    M("evaluate", "generate", GUARD, "${{ toJSON(secrets) }}", "a job has all secrets"),
    M("evaluate", "generate", GUARD, "${{ secrets[matrix.key] }}", "the plan names any secret"),
    M("evaluate", "generate", GUARD, "${{ contains(matrix.key, 'KEY') && secrets.OPENAI_API_KEY || '' }}", "the guard fits every key"),
    M("evaluate", "generate", "          openai-api-key: ", "          x: ", "a key goes to another input"),
    M("evaluate", "gpu", "          resume: ${{ matrix.resume }}", f"%s\n          openai-api-key: {KEY}", "a machine that we do not know has a key"),
    M("evaluate", "gpu", "environment: gpu", "environment: generate", "a machine that we do not know can ask for keys", by_list_only=True),
    M("evaluate", "generate", "    environment: generate\n", f"%s    env:\n      KEY: {KEY}\n", "every step of a job has the key"),
    M("evaluate", "generate", "        uses: ./.github/actions/python", f"%s\n        env:\n          KEY: {KEY}", "two steps have a key"),
    M("evaluate", "", "permissions: {}\n", f"%senv:\n  KEY: {KEY}\n", "every job has the key"),
    M("evaluate", "site", "    uses: ./.github/workflows/site.yml\n", "%s    secrets: inherit\n", "the site has every secret"),
    M("/python", "", "    - name: Install Python\n", f"%s      env:\n        KEY: {KEY}\n", "an action takes a secret"),
    M("evaluate", "score", "JOB: ${{ matrix.job }}", f"%s\n          GITHUB_TOKEN: {TOKEN}", "answers run next to the token"),
    M("validate", "", "          AUTHOR:", f"          GITHUB_TOKEN: {TOKEN}\n%s", "code of a pull request runs next to the token"),
    M("/generate", "", "        JOB: ${{ inputs.job }}", f"%s\n        T: {TOKEN}", "an action gives the token to a command"),
    M("evaluate", "record", "        env:\n", f"%s          T: {TOKEN}\n", "the token has a second name"),
    M("evaluate", "generate", "    environment: generate\n", "", "any branch reads the keys"),
    M("evaluate", "rubric", "environment: rubric", "environment: generate", "the judge's job can ask for other keys", by_list_only=True),
    M("evaluate", "rubric", "    environment: rubric\n", "", "any branch reads the key of the judge"),
    M("evaluate", "rubric", "${{ secrets.RUBRIC_API_KEY }}", KEY, "the judge's server gets another key"),
    M("evaluate", "rubric", "-- rubric --job", "-- score --job", "answers run next to the key of the judge"),
    M("evaluate", "rubric", "contents: read", "contents: write", "the job with the judge's key can change rows"),
    M("evaluate", "rubric", "--out out\n", "--policy artifacts/policy.yml %s", "an artifact names the judge"),
    M("evaluate", "rubric", "needs: [plan, score]", "needs: [score]", "the judge's key is lent before the branch is checked", by_list_only=True),
    M("evaluate", "rubric", "        if: ${{ !cancelled() }}\n", "", "the reason of a failure is lost", by_list_only=True),
    M("evaluate", "score", "    permissions:", "    environment: generate\n%s", "answers run where keys are"),
    M("reconcile", "check", "permissions:\n      contents: read", "permissions:\n      contents: write", "the check of the rows can change them", by_list_only=True),
    M("reconcile", "check", "--workflow reconcile.yml", "--workflow site.yml", "the newest commit comes from another workflow"),
    M("reconcile", "check", "--workflow reconcile.yml --out", "--out", "the check names no workflow"),
    M("reconcile", "check", "name: ${{ steps.check.outputs.artifact }}", "name: seen", "the kept commit is lost when the artifact expires", by_list_only=True),
    M("reconcile", "check", "retention-days: 90", "retention-days: 1", "the newest commit is kept for a day", by_list_only=True),
    M("reconcile", "publish", "ref: results", "ref: main", "the newest rows are those of another branch"),
    M("reconcile", "publish", "--workflow site.yml", "--workflow evaluate.yml", "another workflow is started"),
    M("site", "build", "github.ref == 'refs/heads/main'", "github.ref != ''", "any branch publishes"),
    M("/generate", "", "--minutes 60", "--minutes 600", "no checkpoint is kept for ten hours", by_list_only=True),
    M("/generate", "", "      if: ${{ !cancelled() }}\n", "      if: ${{ success() }}\n", "a failed hour loses what it paid for", by_list_only=True),
)

#: Whose code runs.
CODE = (
    M("ci", "check", CHECKOUT, "actions/checkout@v7", "a tag can be moved"),
    M("ci", "check", CHECKOUT, "actions/checkout@" + "0" * 40, "another commit of an action"),
    M("ci", "check", CHECKOUT, CHECKOUT.replace("actions/", "other/"), "another action at the same commit"),
    M("ci", "check", CHECKOUT, "docker://alpine:3", "a container is an action"),
    M("ci", "check", "./.github/actions/python", "./.github/actions/none", "an action is missing"),
    M("ci", "check", "./.github/actions/python", "./.github/actions/none/python", "an action from a hidden folder"),
    M("validate", "", "./.github/actions/python", "./rows/action", "an action from a checkout"),
    M("evaluate", "site", "./.github/workflows/site.yml", "other/x/.github/workflows/y.yml@main", "a foreign workflow has our rights"),
    M("/python", "", "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97", "actions/setup-python@v7", "an action uses a tag"),
    M("ci", "check", KEEP, "persist-credentials: true", "code of a pull request finds the token"),
    M("evaluate", "record", f"        with:\n          {KEEP}\n", "", "the token with write permission stays in the checkout"),
    M("validate", "", "ref: ${{ github.event.pull_request.base.sha", "ref: ${{ github.event.pull_request.head.sha", "code of a fork runs outside the sandbox"),
    M("validate", "", "          ref: ${{ github.event.pull_request.base.sha", "          # %s", "the merge commit is checked out"),
    M("validate", "", PYTHON, f"- uses: {CHECKOUT}\n        with:\n          ref: {HEAD}\n          {KEEP}\n      %s", "a later checkout replaces the code"),
    M("report", "", f"          {KEEP}", "%s\n          ref: ${{ github.event.workflow_run.head_sha }}", "code of a fork runs with write permission"),
    M("report", "", f"          {KEEP}", "%s\n          repository: ${{ github.event.workflow_run.head_repository.full_name }}", "a fork is checked out"),
    M("plan", "plan", KEEP, "%s\n          submodules: true", "foreign repositories are checked out"),
    M("validate", "", '"$AUTHOR"', "${{ github.event.pull_request.user.login }}", "a name becomes part of a script"),
    M("/pull-request", "", '"$HEAD"', "${{ inputs.head }}", "an input becomes part of a script"),
    M("/pull-request", "", '"$HEAD"', "$HEAD", "an input becomes options of git"),
    M("/pull-request", "", "git fetch", "git -c core.sshCommand=x fetch", "git starts another program"),
    M("/pull-request", "", "origin ", "origin '+refs/pull/*:refs/heads/*' ", "branches of forks replace ours"),
    M("plan", "plan", "run: ./noxw", "run: pip install x && ./noxw", "a script installs what no lock file has"),
    M("plan", "plan", "run: ./noxw -s ci -- plan", "run: |\n          curl https://example.org\n          ./noxw -s ci -- plan", "a script loads a page"),
    M("evaluate", "record", PYTHON, _step("./noxw -s demo"), "another session runs next to write permission"),
    M("evaluate", "record", "-- record --plan", "-- score --plan", "the writing job runs answers"),
    M("evaluate", "record", "--branch results", "--branch main", "rows go to the code"),
    M("/sandbox", "", "sudo sysctl -w", "sudo sysctl kernel.yama.ptrace_scope=0; sudo sysctl -w", "a runner's protection is off"),
    M("/python", "", "      with:\n        python-version", "      env:\n        PIP_INDEX_URL: https://example.org\n%s", "packages come from elsewhere"),
    M("ci", "check", "run: ./noxw -s $SESSIONS", "shell: bash -x {0}\n        %s", "another shell runs the command"),
    M("evaluate", "score", "run: ./noxw", "working-directory: generated\n        %s", "a command of an artifact runs"),
    M("validate", "", "run: ./noxw", "run: rows/noxw", "a command of another branch runs"),
    M("evaluate", "score", "        env:\n", "%s          PYTHONPATH: generated\n", "an artifact becomes code"),
    M("evaluate", "score", SANDBOX, "- name: Set up the sandbox\n        if: ${{ matrix.sandbox }}", "the sandbox has a condition"),
    M("evaluate", "score", "- name: Judge\n", "%s        continue-on-error: true\n", "a failure of the judge is not seen"),
    M("evaluate", "score", "    runs-on: ubuntu-24.04\n", "%s    continue-on-error: true\n", "a failure of the job is not seen"),
    M("ci", "check", "{name: Tests, sessions: gates tests}", "{name: Tests, sessions: lint}", "a required check tests nothing", by_list_only=True),
    M("validate", "", "      - name: Check and judge\n", "%s        if: ${{ github.event.pull_request.number > 0 }}\n", "a skipped step counts as passed"),
    M("validate", "", "    branches: [main]\n", "%s    paths: [submissions/**]\n", "a pull request without submissions is not checked"),
    M("validate", "", "    branches: [main]\n", "%s    types: [opened]\n", "a later push is not checked"),
    M("evaluate", "record", "      added: ", "      token: ${{ github.token }}\n%s", "the token is an output"),
    M("site", "deploy", "${{ needs.build.outputs.artifact }}", "github-pages", "another artifact is published", by_list_only=True),
    M("site", "build", "SIGHTBENCH_REPO_URL: ${{ github.server_url }}", "SIGHTBENCH_REPO_URL: https://example.org", "pages link to another repository", by_list_only=True),
    M("reconcile", "check", "!cancelled() && needs.reconcile.result != 'skipped'", "needs.reconcile.result == 'success'", "a failure hides a rewritten branch", by_list_only=True),
    M("report", "", "--report report/report.json", "%s --event report/event.json", "an artifact says which pull request it is about"),
    M("/generate", "", "${{ inputs.anthropic-api-key }}", "${{ inputs.openai-api-key }}", "a key goes to another vendor", by_list_only=True),
    M("/pull-request", "", "using: composite", "using: composite\n  pre: x.sh", "an action runs a script of its folder"),
    M("ci", "check", "    runs-on:", "    if: ${{ github.event_name == 'push' }}\n%s", "a skipped check counts as passed"),
    M("evaluate", "score", "    runs-on: ubuntu-24.04", "    runs-on: self-hosted", "answers run on a machine of ours"),
    M("validate", "", "    runs-on: ubuntu-24.04", "    runs-on: [self-hosted]", "a pull request runs on a machine of ours"),
    M("evaluate", "generate", "    runs-on: ubuntu-24.04", "    runs-on: ${{ matrix.runs_on }}", "a key goes to any machine"),
    M("evaluate", "gpu", "    runs-on: ${{ matrix.runs_on }}", "    runs-on: [self-hosted, gpu]", "a runner that waits takes the job, and any other"),
    M("evaluate", "gpu", "    runs-on: ${{ matrix.runs_on }}", "    runs-on: ['${{ matrix.runs_on[0] }}', self-hosted]", "the runner needs a label that other jobs name"),
    M("ci", "check", "    permissions:", "    container: alpine:3\n%s", "a foreign image runs the job"),
)

#: What passes between jobs and runs.
DATA = (
    M("validate", "", "AUTHOR: ${{ github.event.pull_request.user.login", "AUTHOR: ${{ github.actor", "the last pusher counts as the author"),
    M("validate", "", "BASE: ${{ github.event.pull_request.base.sha", "BASE: ${{ github.event.pull_request.head.sha", "owners and policy come from the fork"),
    M("validate", "", "base: ${{ github.event.pull_request.base.sha", "base: ${{ github.event.pull_request.head.sha", "the base branch is not fetched"),
    M("evaluate", "score", "          overwrite: true\n", "", "a repeated job fails"),
    M("report", "", "name: report\n          path", "pattern: '*'\n          path", "artifacts of any name are read"),
    M("report", "", "path: report\n", "path: .\n", "an artifact of a fork becomes code"),
    M("report", "", "          path: report\n", "", "an artifact of a fork is unpacked over the code"),
    M("report", "", "run-id: ${{ github.event.workflow_run.id }}", "run-id: ${{ github.run_id }}", "the report of another run is read"),
    M("evaluate", "rubric", "          path: artifacts\n", "%s          merge-multiple: true\n", "an artifact overwrites a file of another"),
    M("evaluate", "record", '"{generate,score,rubric}.*"', '"*"', "record reads artifacts of any name"),
    M("evaluate", "record", "          path: artifacts\n", "%s          run-id: ${{ inputs.run }}\n", "record reads another run"),
    M("evaluate", "score", "name: plan\n", "name: ${{ matrix.job }}\n", "the judge's plan comes from elsewhere", by_list_only=True),
    M("evaluate", "score", "          name: ${{ matrix.job }}\n", "          name: plan\n", "a job with answers replaces the plan", by_list_only=True),
    M("validate", "", "          path: out/report.json\n", "%s          include-hidden-files: true\n", "hidden files are kept"),
    M("site", "build", "path: build/site", "path: .", "the checkout is published"),
    M("evaluate", "record", "added: ${{ steps.record.outputs.added }}", "added: 'true'", "pages are built without rows", by_list_only=True),
    M("validate", "", "        uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach code of a pull request"),
    M("evaluate", "generate", "        uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach a job with a key"),
    M("evaluate", "record", "        uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the writing job"),
    M("evaluate", "score", "wheels: restore", "wheels: save", "a job with answers saves wheels"),
    M("/python", "", "        python-version", "        cache: pip\n%s", "every job uses a cache"),
    M("/python", "", "      if: ${{ inputs.wheels == 'restore' }}\n", "", "every job restores wheels"),
    M("/python", "", "path: ~/.cache/pip", "path: .nox", "programs are cached, which nothing checks"),
    M("/python", "", "        key: wheels", "        restore-keys: wheels\n        key: wheels", "wheels of other lock files are used"),
    M("evaluate", "score", "    timeout-minutes: 350\n", "", "a job has no time limit"),
    M("evaluate", "score", "timeout-minutes: 350", "timeout-minutes: 1440", "a job takes a day"),
    M("evaluate", "score", "timeout-minutes: 350", "timeout-minutes: ${{ matrix.minutes }}", "a plan sets the time limit"),
    M("evaluate", "", "concurrency:\n  group: evaluate-${{ inputs.plan }}\n", "", "two runs pay for the same work"),
    M("evaluate", "", "  group: evaluate-${{ inputs.plan }}\n", "%s  cancel-in-progress: true\n", "a paid run is cancelled"),
    M("site", "", "  group: site\n", "%s  cancel-in-progress: true\n", "a deployment is cancelled"),
    M("evaluate", "score", "      fail-fast: false\n", "", "one failure cancels paid work"),
    M("evaluate", "record", "    name: Record", "    concurrency: ${{ github.run_id }}\n%s", "a job has a group of its own"),
    M("reconcile", "", "41 */6 * * *", "*/5 * * * *", "runs are started every five minutes", by_list_only=True),
    M("reconcile", "", "--workflow plan.yml", "--workflow site.yml", "another workflow is started", by_list_only=True),
    M("reconcile", "reconcile", "ref: results", "ref: main", "rows come from the code's branch"),
    M("ci", "", "name: ci\n", f"name: ci\nrun-name: {TITLE}\n", "a title names the run"),
    M("evaluate", "plan", "    name: Check the plan", "    name: Plan ${{ github.event.head_commit.message }}", "a message names a job"),
    M("ci", "check", "      - name: Check out\n", "      - name: Check ${{ github.head_ref }}\n", "a branch names a step"),
)

#: Edits that a second review found, and that no rule refused before.
SECOND_LOOK = (
    M("evaluate", "generate", "timeout-minutes: 350", "timeout-minutes: 55", "a job ends before its first checkpoint is kept", by_list_only=True),
    M("plan", "plan", "name: Find runs without rows", "name: Find ${{ inputs.only }}", "an input names a step"),
    M("evaluate", "record", "name: Fetch the plan", "name: Fetch ${{ needs.plan.outputs.score }}", "a submission names a step"),
    M("validate", "", "  pull_request:", "%s # zizmor: ignore[dangerous-triggers]", "another checker is told to look away"),
    M("ci", "check", "          persist-credentials: false", "%s # zizmor: ignore[artipacked]", "another checker is told to look away here"),
    M("plan", "", "      only:\n", "      description:\n%s", "an input has the name of a key that lists leave out", by_list_only=True),
    M("/python", "", "Install the Python that", "Install ${{ github.token }}, which", "a description reads a value"),
    M("ci", "check", "SESSIONS: ${{ matrix.sessions }}", f"%s\n          GITHUB_TOKEN: {TOKEN}", "code of a pull request has the token"),
    M("report", "", '["success", "failure"]', '["success", "failure", "cancelled"]', "a check that did not end is reported"),
    M("validate", "", "--rows rows/results", "--rows out", "identities are compared with an empty folder"),
    M("evaluate", "record", "-s ci -- record", "-s tests -- record", "the writing job runs tests"),
    M("evaluate", "record", "        env:\n", "%s          HOME: artifacts\n", "an artifact sets up git"),
    M("evaluate", "record", "        env:\n", "%s          SIGHTBENCH_PYTHON: artifacts/python\n", "an artifact is the Python"),
    M("/sandbox", "", ">/dev/null || {", "> >(tee x) || {", "a script starts another program"),
    M("/sandbox", "", "command -v bwrap >/dev/null", 'command -v bwrap >>"$GITHUB_PATH"', "a script changes where later steps find programs"),
    M("/pull-request", "", '"$HEAD"', '"+$HEAD:refs/heads/results"', "a head replaces a branch"),
    M("/pull-request", "", "  steps:\n", f"  steps:\n    - uses: {CHECKOUT}\n      with:\n        ref: ${{{{ inputs.head }}}}\n        {KEEP}\n", "an action checks out the head with another action"),
    M("evaluate", "record", "path: artifacts", "path: rows", "artifacts replace the rows"),
    M("evaluate", "score", "path: out\n", "path: |\n            out\n            ~/.cache\n", "a second folder is kept"),
    M("evaluate", "record", "outputs.paths }}", "outputs.rows }}/artifacts/*", "artifacts are attested"),
    M("evaluate", "record", "subject-path: ", "predicate-type: x\n          %s", "a signature says something else"),
    M("evaluate", "record", '--bundles "$BUNDLES" ', "", "rows are pushed without signatures"),
    M("evaluate", "record", "${{ steps.sign.outputs.bundle-path }}", "artifacts/bundles.json", "signatures come from an artifact", by_list_only=True),
    M("evaluate", "record", "--branch results", "%s --trusted-root artifacts/root.json", "an artifact says whom to trust"),
    M("evaluate", "record", "--out made", "%s --policy artifacts/policy.yml", "an artifact says who signs"),
    M("evaluate", "record", " --out made", "", "rows are neither made to be signed nor pushed"),
    M("evaluate", "record", "--out made", "--out made --remote origin", "rows are pushed before they are signed"),
    M("reconcile", "publish", "reconcile --site", "reconcile", "runs are counted by the job of the site", by_list_only=True),
    M("evaluate", "record", "--out made", "--out artifacts", "rows to sign are made among the artifacts"),
    M("evaluate", "record", "${{ steps.rows.outputs.sign == 'true' }}", "${{ steps.rows.outputs.sign == 'never' }}", "rows are not signed", by_list_only=True),
    M("evaluate", "record", "!cancelled() && steps.rows.outputs.sign != ''", "always()", "rows are pushed that were not made", by_list_only=True),
    M("validate", "", "cancel-in-progress: true", "cancel-in-progress: 'true'", "a text is not a setting"),
    M("ci", "check", "persist-credentials: false", "# yes\u2028          %s", "GitHub reads a setting as part of a comment"),
    M("evaluate", "score", "runs-on: ubuntu-24.04", "%s # \u202emarker", "a line is shown in another order than it has"),
    M("ci", "check", "persist-credentials: false", "persist-credentials: no", "GitHub reads no as a text"),
    M("evaluate", "plan", "github.ref == 'refs/heads/main'", "contains(github.ref, 'main')", "a branch such as maintenance counts as main"),
    M("evaluate", "score", "          path: out\n", "%s          Path: .\n", "an input has a second spelling"),
    M("/pull-request", "", "--no-tags", "%s --upload-pack=x", "git starts another program on the server"),
)

#: Edits that would break the rule of one workflow run per submission, or lend a key before money is reserved.
MONEY = (
    M("plan", "", "group: plan\n", "group: plan-${{ inputs.only }}\n", "two plans spend the same dollar"),
    M("plan", "", "group: plan\n", "group: plan\n  cancel-in-progress: true\n", "a plan is cancelled after its reservations"),
    M("evaluate", "", "group: evaluate-${{ inputs.plan }}\n", "group: evaluate-${{ inputs.run }}\n", "two plans of a submission are evaluated at once"),
    M("evaluate", "", "group: evaluate-${{ inputs.plan }}\n", "group: evaluate\n", "a submission waits for all others"),
    M("evaluate", "", "run-name: ${{ inputs.plan }} of plan ${{ inputs.run }}\n", "", "no plan finds the evaluation again"),
    M("evaluate", "", "of plan ${{ inputs.run }}", "of plan 1", "an evaluation names another plan"),
    M("evaluate", "plan", '--digest "$DIGEST" ', "", "a plan is not compared with its digest"),
    M("evaluate", "record", '--digest "$ACCEPTED" --artifacts artifacts --out made', "--artifacts artifacts --out made", "a plan that a job replaced is signed"),
    M("evaluate", "record", '--digest "$ACCEPTED" --artifacts artifacts --bundles', "--artifacts artifacts --bundles", "a plan that a job replaced is recorded"),
    M("evaluate", "plan", "DIGEST: ${{ inputs.digest }}", "DIGEST: ${{ inputs.plan }}", "another value is the digest"),
    M("evaluate", "plan", "PLAN: ${{ inputs.plan }}", "PLAN: plan-acme", "the group and the plan differ"),
    M("evaluate", "plan", "PLAN_RUN: ${{ inputs.run }}", "PLAN_RUN: ${{ github.run_id }}", "the plan comes from this run"),
    M("evaluate", "plan", "--rows rows/results", "--rows out", "a run is paid for although it has a row"),
    M("evaluate", "plan", "actions: read", "actions: write", "the check of a plan may start workflows"),
    M("evaluate", "", "on:\n", "on:\n  push:\n    branches: [main]\n", "a push is evaluated without a plan", by_list_only=True),
    M("plan", "keep", "retention-days: 90\n", "retention-days: 1\n", "a reservation is gone before the month ends", by_list_only=True),
    M("plan", "keep", "name: ${{ matrix.reservation }}\n", "name: reservation\n", "the name of a reservation says no amount", by_list_only=True),
    M("plan", "keep", "        if: ${{ matrix.reservation != '' }}\n", "        if: ${{ matrix.reservation == '' }}\n", "no money is set aside", by_list_only=True),
    M("plan", "keep", "path: plan/${{ matrix.plan }}", "path: .", "the folder of the job is kept"),
    M("plan", "keep", "permissions: {}", "permissions:\n      id-token: write\n      contents: write", "the job that keeps reservations may write", by_list_only=True),
    M("plan", "start", "needs: [plan, keep]", "needs: [plan]", "evaluations start before their reservations", by_list_only=True),
    M("plan", "start", "!cancelled() && needs.plan.outputs.any_kept == 'true'", "always()", "a plan of any branch is started"),
    M("plan", "start", "--workflow evaluate.yml", "--workflow site.yml", "another workflow is started by the plan"),
    M("plan", "start", "    permissions:", "    environment: generate\n%s", "the job that starts workflows can ask for keys"),
    M("plan", "start", "-s ci -- start --plans", "-s ci -- generate --plans", "the job that starts workflows asks a model"),
    M("plan", "start", PYTHON, f"- uses: {CHECKOUT}\n        with:\n          ref: results\n          path: rows\n          persist-credentials: true\n      %s", "the job that starts workflows keeps a token in a checkout"),
    M("plan", "start", "uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the job that starts workflows"),
    M("plan", "plan", "actions: read #", "actions: write #", "the job that reads submissions may start workflows"),
    M("plan", "plan", "--rows rows/results", "--rows out", "everything is planned again"),
)

MUTATIONS = MONEY + SECOND_LOOK + REVIEWED + STARTS + SECRETS + CODE + DATA
