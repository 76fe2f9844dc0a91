// Runs the code that GitHub's actions and runner are made of, from npm, in a folder with these packages. Reads one case
// per line of standard input, and writes one result per line to the file RESULTS.
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { registerHooks } from "node:module";
import { dirname, join, resolve } from "node:path";

import artifacts from "@actions/artifact";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { create } from "@actions/glob";
import { Minimatch } from "minimatch";

// The parser imports JSON files as programs for browsers may.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".json")) return next(url, context);
    const source = `export default ${readFileSync(new URL(url), "utf-8")}`;
    return { format: "module", source, shortCircuit: true };
  },
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");

const DAY = 24 * 3600 * 1000;
let kept = new Map(); // artifacts of the run, by name
let count = 0;

const blob = (name) => `${address}/account/container/${kept.get(name).id}?sig=1`;

// GitHub's storage: the service that the client of artifacts calls, and the store of its files.
const answers = {
  CreateArtifact({ name, expires_at: expires }) {
    if (kept.has(name)) return null;
    const days = expires ? Math.round((new Date(expires) - Date.now()) / DAY) : null;
    kept.set(name, { id: ++count, days, blocks: new Map(), content: Buffer.alloc(0) });
    return { ok: true, signed_upload_url: blob(name) };
  },
  FinalizeArtifact: ({ name }) => ({ ok: true, artifact_id: String(kept.get(name).id) }),
  ListArtifacts({ name_filter: name, id_filter: id }) {
    const found = [...kept].filter(([key, { id: number }]) => [undefined, key].includes(name) && [undefined, String(number)].includes(id));
    const listed = ([key, { id: number, content }]) => ({
      workflow_run_backend_id: "run",
      workflow_job_run_backend_id: "job",
      database_id: String(number),
      name: key,
      size: String(content.length),
      digest: `sha256:${createHash("sha256").update(content).digest("hex")}`,
    });
    return { artifacts: found.map(listed) };
  },
  GetSignedArtifactURL: ({ name }) => ({ signed_url: blob(name) }),
  DeleteArtifact({ name }) {
    const { id } = kept.get(name);
    kept.delete(name);
    return { ok: true, artifact_id: String(id) };
  },
};

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const url = new URL(request.url, "http://127.0.0.1");
    const body = Buffer.concat(parts);
    const last = url.pathname.split("/").at(-1);
    const reply = (status, type, content) => response.writeHead(status, { "content-type": type }).end(content);
    if (url.pathname.startsWith("/twirp/")) {
      const answer = answers[last](JSON.parse(body));
      const refused = { code: "already_exists", msg: "an artifact with this name already exists" };
      return reply(answer ? 200 : 409, "application/json", JSON.stringify(answer ?? refused));
    }
    const artifact = [...kept.values()].find(({ id }) => String(id) === last);
    if (request.method === "GET") return reply(200, "application/zip", artifact.content);
    if (url.searchParams.get("comp") === "block") artifact.blocks.set(url.searchParams.get("blockid"), body);
    else if (url.searchParams.get("comp") === "blocklist") {
      const order = [...body.toString().matchAll(/<Latest>(.*?)<\/Latest>/g)];
      artifact.content = Buffer.concat(order.map(([, id]) => artifact.blocks.get(id)));
    } else artifact.content = body;
    return reply(201, "application/xml", "");
  });
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${server.address().port}`;
const claims = Buffer.from(JSON.stringify({ scp: "Actions.Results:run:job" })).toString("base64url");
Object.assign(process.env, {
  ACTIONS_RESULTS_URL: address,
  ACTIONS_RUNTIME_TOKEN: `e30.${claims}.x`,
  GITHUB_RETENTION_DAYS: "90",
});

// What upload-artifact does with its inputs: src/upload/upload-artifact.ts and src/shared/search.ts of its version 7.
async function upload({ name, path, overwrite, "retention-days": days, "if-no-files-found": missing }) {
  const options = { followSymbolicLinks: true, implicitDescendants: true, omitBrokenSymbolicLinks: true };
  const globber = await create(path, { ...options, excludeHiddenFiles: true });
  const files = (await globber.glob()).filter((file) => !statSync(file).isDirectory());
  if (files.length === 0) {
    if (missing === "error") throw new Error("no files were found");
    return;
  }
  const [root, ...more] = globber.getSearchPaths();
  if (more.length > 0) throw new Error("write here what the action does with several paths");
  if (overwrite === "true") await artifacts.deleteArtifact(name).catch(() => {});
  if (days && Number.isNaN(parseInt(days))) throw new Error("Invalid retention-days");
  const folder = files.length === 1 && files[0] === root ? dirname(root) : root;
  await artifacts.uploadArtifact(name, files, folder, days ? { retentionDays: parseInt(days) } : {});
}

// What download-artifact does with its inputs: src/download-artifact.ts of its version 8.
async function download({ name, pattern, path, "merge-multiple": merged }) {
  let found = [];
  if (name) found = [(await artifacts.getArtifact(name)).artifact];
  else {
    found = (await artifacts.listArtifacts({ latest: true })).artifacts;
    if (pattern) found = found.filter((artifact) => new Minimatch(pattern).match(artifact.name));
  }
  for (const artifact of found) {
    const flat = name || merged === "true" || found.length === 1;
    const options = { path: flat ? resolve(path) : join(resolve(path), artifact.name), expectedHash: artifact.digest };
    const { digestMismatch } = await artifacts.downloadArtifact(artifact.id, options);
    if (digestMismatch) throw new Error(`Digest validation failed for ${artifact.name}`);
  }
}

const results = {
  async run({ folder, steps }) {
    process.chdir(folder);
    kept = new Map();
    const outcomes = [];
    for (const [action, inputs] of steps) {
      const step = { "upload-artifact": upload, "download-artifact": download }[action](inputs);
      outcomes.push(await step.then(() => "", (error) => error.message || String(error)));
    }
    const days = Object.fromEntries([...kept].map(([name, artifact]) => [name, artifact.days]));
    return { outcomes, days };
  },
  async parse({ name, file }) {
    const { context, value } = parseWorkflow({ name, content: readFileSync(file, "utf-8") }, new NoOperationTraceWriter());
    const template = value && (await convertWorkflowTemplate(context, value));
    return [...context.errors.getErrors(), ...(template?.errors ?? [])].map((error) => error.message);
  },
  evaluate({ text, contexts }) {
    const values = JSON.parse(JSON.stringify(contexts), data.reviver);
    const status = { name: "cancelled", minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) };
    return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression) => {
      const { tokens } = new Lexer(expression).lex();
      const parsed = new Parser(tokens, Object.keys(contexts), [status]).parse();
      return new Evaluator(parsed, values, new Map([["cancelled", status]])).evaluate().coerceString();
    });
  },
};

for (const line of readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
  const { kind, ...given } = JSON.parse(line);
  appendFileSync(process.env.RESULTS, JSON.stringify(await results[kind](given)) + "\n");
}
server.closeAllConnections();
server.close();
