"""Dangerous edits of nightly.yml, which the rules must refuse like those of ``mutations.py``."""

from .mutations import KEY, M

# ruff: noqa: E501 - a table with one edit per line
# fmt: off

DISCOVERY_KEY = "${{ secrets.OPENAI_API_KEY }}"

NIGHT = (
    M("nightly", "", "group: nightly\n", "group: nightly-${{ inputs.step }}\n", "two runs plan the same night"),
    M("nightly", "", "group: nightly\n", "group: nightly\n  cancel-in-progress: true\n", "a night is cancelled after its reservations"),
    M("nightly", "", '    - cron: "23 1 * * *"', '    - cron: "23 * * * *"', "panels are drawn every hour", by_list_only=True),
    M("nightly", "", "        options: [draw, decide]\n", "        options: [draw, decide, all]\n", "a person can start another step", by_list_only=True),
    M("nightly", "", "on:\n", "on:\n  pull_request:\n", "a pull request draws panels"),
    M("nightly", "", "on:\n", "on:\n  issues:\n", "an issue draws panels", by_list_only=True),
    M("nightly", "discover", "github.ref == 'refs/heads/main' && ", "", "any branch gets the keys of providers"),
    M("nightly", "discover", "github.ref == 'refs/heads/main' && ", "github.ref == 'refs/heads/main' || ", "any branch draws panels"),
    M("nightly", "discover", '["23 1 * * *", "draw"]', '["37 11 * * *", "draw"]', "nothing is drawn by schedule", by_list_only=True),
    M("nightly", "discover", "    environment: generate\n", "", "keys are read outside their environment"),
    M("nightly", "discover", f"OPENAI_API_KEY: {DISCOVERY_KEY}", f"KEY: {DISCOVERY_KEY}", "a key has another name"),
    M("nightly", "discover", f"OPENAI_API_KEY: {DISCOVERY_KEY}", "OPENAI_API_KEY: ${{ secrets.RUBRIC_API_KEY }}", "a provider gets the key of the judge"),
    M("nightly", "discover", f"          OPENAI_API_KEY: {DISCOVERY_KEY}\n", "", "a provider is not asked", by_list_only=True),
    M("nightly", "discover", "contents: read", "contents: write", "the job with all keys can write"),
    M("nightly", "discover", "--nightly rows/nightly", "%s --base-url openai=https://example.org", "the list of models comes from elsewhere"),
    M("nightly", "discover", "--nightly rows/nightly", "%s --believe openai", "a list that lost its models is believed"),
    M("nightly", "discover", "uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the job with all keys"),
    M("nightly", "discover", "-- night-discover --nightly rows/nightly --out out", "-- score --job x --plan plan --out out", "answers run next to keys"),
    M("nightly", "plan", "!cancelled() && needs.discover.result != 'skipped'", "always()", "a night of any branch is planned"),
    M("nightly", "plan", "--rows rows/results", "--rows out", "panels are drawn a second time"),
    M("nightly", "plan", "needs: [discover, publish]", "needs: [discover]", "new versions of tonight are planned before they are on the branch", by_list_only=True),
    M("nightly", "plan", "actions: read #", "actions: write #", "the job that reads submissions can start workflows"),
    M("nightly", "plan", "GITHUB_TOKEN: ${{ github.token }}", f"%s\n          OPENAI_API_KEY: {KEY}", "the plan has a key"),
    M("nightly", "keep", "retention-days: 90\n", "retention-days: 1\n", "a night's reservation is gone before the month ends", by_list_only=True),
    M("nightly", "keep", "name: ${{ matrix.reservation }}\n", "name: reservation\n", "the name of a night's reservation says no amount", by_list_only=True),
    M("nightly", "start", "needs: [plan, keep]", "needs: [plan]", "panels are drawn before money is reserved", by_list_only=True),
    M("nightly", "start", "--workflow evaluate.yml", "--workflow site.yml", "another workflow is started by the night"),
    M("nightly", "start", "-s ci -- start --plans plan --workflow evaluate.yml", "-s ci -- generate --job x --plan plan", "the job that starts workflows draws panels"),
    M("nightly", "decide", "contents: read", "contents: write", "the job that decides can write", by_list_only=True),
    M("nightly", "decide", "ref: results", "ref: main", "decisions are made from another branch"),
    M("nightly", "decide", "    if: ${{ github.ref == 'refs/heads/main' }}\n", "", "another branch decides and publishes"),
    M("nightly", "decide", '["37 11 * * *", "decide"]', '["23 1 * * *", "draw"]', "a day is decided before its panels are there", by_list_only=True),
    M("nightly", "decide", "--nightly rows/nightly", "--nightly out", "decisions are made without panels"),
    M("nightly", "publish", "needs.decide.result != 'skipped'", "needs.decide.result != 'x'", "any branch publishes decisions"),
    M("nightly", "publish", "needs: [discover, decide]", "needs: [decide]", "lists of models are published before they are read", by_list_only=True),
    M("nightly", "publish", "--branch results", "--branch main", "decisions go to the code"),
    M("nightly", "publish", "${{ github.server_url }}/${{ github.repository }}", "https://example.org/x/y", "decisions and the token go to another remote"),
    M("nightly", "publish", '--repository "$REPOSITORY"', "--repository octo/bench", "issues of another repository are changed"),
    M("nightly", "publish", "--found artifacts", "%s --policy artifacts/policy.yml", "an artifact says who is a maintainer"),
    M("nightly", "publish", "-- night-publish --found artifacts", "-- night-discover --nightly artifacts", "the job that writes asks providers"),
    M("nightly", "decide", "-- night-decide --nightly rows/nightly --out out", "-- score --job x --plan plan --out out", "answers run where plans and decisions are artifacts"),
    M("nightly", "publish", 'pattern: "found-*"', 'pattern: "*"', "plans and reservations are read as records"),
    M("nightly", "publish", "path: artifacts", "path: rows", "an artifact replaces rows that are published"),
    M("nightly", "publish", "issues: write", "issues: write\n      attestations: write\n      id-token: write", "what is published without an evaluation is signed"),
    M("nightly", "publish", "issues: write", "issues: write\n      actions: write", "the job that publishes can start workflows"),
    M("nightly", "publish", "uses: ./.github/actions/python", "%s\n        with:\n          wheels: restore", "wheels reach the job that publishes"),
    M("nightly", "site", " && needs.publish.outputs.added == 'true'", "", "pages are built although nothing was published"),
)
