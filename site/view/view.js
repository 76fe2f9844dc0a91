// Shows the answers in #data. Every text there is untrusted: it only becomes the text of an element.
(() => {
  const d = document, { runs, tasks, prompts, pictures } = JSON.parse(d.getElementById("data").textContent);
  const WORDS = { runtime_error: "error", memory_limit: "out of memory", timeout: "too slow", output_limit: "too much output", missing: "no verdict" };
  const word = (status) => WORDS[status] ?? status.replaceAll("_", " ");
  const many = (status, n) => word(status) + (n > 1 && /(answer|error)$/.test(word(status)) ? "s" : "");
  const q = (selector) => d.querySelector(selector);
  const el = (tag, name, text) => { const node = d.createElement(tag); if (name) node.className = name; if (text !== undefined) node.textContent = text; return node; };
  const OPEN = new Set(["passed", "missing", "not_judged"]), failed = (a) => !OPEN.has(a.s);
  const want = new URLSearchParams(location.search);
  if (/^(light|dark)$/.test(want.get("scheme"))) d.documentElement.dataset.scheme = want.get("scheme");
  const S = { run: Math.min(+want.get("run") || 0, runs.length - 1), out: want.get("out") || "failed", cat: "", text: "", at: +want.get("at") || 0, duo: want.has("duo"), other: "" };
  let list = [];

  // -- texts: code with key words and texts in other colours; `kept` are the judged lines
  const TOKEN = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|#.*)|\b(def|return|for|in|if|elif|else|while|not|and|or|import|from|class|try|except|lambda|is|None|True|False|with|as|pass|break|continue|assert|raise|yield)\b/g;
  const indent = (line) => line.search(/\S|$/);
  // Join the lines of sentences that their author broke; in code (not `all`) those of docstrings only.
  const flow = (text, all) => {
    let long = all;
    return text.split("\n").reduce((out, line, i, lines) => {
      const before = lines[i - 1] ?? "", joins = long && before.length > 60 && before.trim().split(" ").length > 6 && !/:\s*$/.test(before) && /^\s*(?!\w{1,3}[.)] )[A-Za-z(`]/.test(line) && indent(line) >= indent(before);
      if (!all && (line.match(/"""|'''/g) ?? []).length % 2) long = !long;
      return joins ? [...out.slice(0, -1), `${out.at(-1)} ${line.trim()}`] : [...out, line];
    }, []).join("\n");
  };
  const code = (text, kept, gaps = []) => {
    const box = el("div", "code mono"), lines = text.split("\n"), on = (i) => kept?.some(([first, behind]) => i >= first && i < behind);
    const gap = (i) => { const [, left] = gaps.find(([line]) => line === i) ?? []; if (left) box.append(el("div", "gap", `… ${left} more line${left > 1 ? "s" : ""}`)); };
    let long = false;
    lines.forEach((line, i) => {
      gap(i);
      const dim = kept && !on(i), row = el("span", `l${dim ? " off" : kept ? " k" : ""}`), ends = (line.match(/"""|'''/g) ?? []).length % 2;
      row.style.setProperty("--i", `${Math.min(indent(line), 16)}ch`);
      if (dim) row.textContent = line;
      else if (long || ends || /"""|'''/.test(line)) { row.append(el("span", "st", line)); if (ends) long = !long; }
      else {
        let at = 0;
        for (const m of line.matchAll(TOKEN)) { row.append(line.slice(at, m.index), el("span", m[1] ? "st" : "kw", m[0])); at = m.index + m[0].length; }
        row.append(line.slice(at));
      }
      box.append(row);
    });
    gap(lines.length);
    return box;
  };
  const first = (a) => (a.f?.call ? a.f.call + (a.f.got ?? a.f.message ? ` → ${a.f.got ?? a.f.message}` : "") : a.f?.message ?? a.f?.check ?? "").slice(0, 120);
  const about = (a) => {
    const found = [];
    if (a.tokens) found.push(`${a.tokens[0] ?? "?"} tokens in, ${a.tokens[1] ?? "?"} out`);
    if (a.seconds !== undefined) found.push(`${a.seconds} s`);
    if (a.end === "length") found.push("cut off at the limit of tokens"); else if (a.end && a.end !== "stop") found.push(`ended with ${a.end}`);
    if (a.points !== undefined) found.push(`${a.points} of 10 points`);
    return found.join(" · ");
  };
  const answer = (a, name) => {
    const box = el("section", "ans"), head = el("h2");
    head.append(el("i", `dot s-${a.s}`), a.s === "reference" ? name : `${name}: ${word(a.s)}`, el("span", "", a.k?.length ? "marked = judged" : "")); box.append(head);
    const title = { passed: "All checks passed", syntax_error: "It could not be read as Python", missing: "No verdict", not_judged: "Not judged yet" }[a.s] ?? "First failed check";
    const check = el("div", `chk${a.s === "passed" ? " ok" : failed(a) ? "" : " none"}`); check.append(el("h3", "", title));
    const rows = el("dl"), add = (label, value, got) => { if (value) { const dd = el("dd"); dd.append(el("code", got ? "got" : "", value)); rows.append(el("dt", "", label), dd); } };
    if (a.f && a.s !== "passed") { add("Call", a.f.call); add("Expected", a.f.expected); add("Got", a.f.got, true); if (!a.f.expected || !a.f.call) add("Check", a.f.check); add(a.s === "runtime_error" && a.f.call ? "Raised" : "Reason", a.f.message, !a.f.got && a.s !== "missing"); }
    for (const [kind, status] of Object.entries(a.kinds ?? {})) add(kind, word(status));
    if (rows.childElementCount) check.append(rows);
    if (a.s !== "reference") box.append(check);
    if (a.x === undefined) box.append(el("p", "note", "There is no text of this answer.")); else if (!a.x.trim()) box.append(el("p", "note", "The answer is empty.")); else box.append(code(a.x, a.k, a.gaps));
    if (a.code) box.append(el("h2", "", "What was judged"), code(a.code));
    for (const line of [about(a), ...(a.n ?? [])]) if (line) box.append(el("p", "meta", line));
    return box;
  };
  const picture = (task, run) => {
    const box = el("figure", "fig"); box.append(el("h2", "", task.i.length > 1 ? "Pictures" : "Picture"));
    task.i.forEach((index, n) => {
      const plate = el("button", "plate"), image = el("img"), [source, width, height] = pictures[index];
      plate.type = "button"; plate.setAttribute("aria-label", "Enlarge the picture"); plate.onclick = () => plate.classList.toggle("big");
      image.src = source; image.alt = `Picture ${task.i.length > 1 ? `${n + 1} ` : ""}of task ${task.id}`; image.width = width; image.height = height;
      plate.append(image); box.append(plate);
    });
    for (const problem of task.e ?? []) box.append(el("p", "note", problem));
    if (!task.i.length && !task.e) box.append(el("p", "note", "This task has no picture."));
    if (run.say) box.append(el("figcaption", "", run.say));
    return box;
  };
  const prompt = ([text, sent]) => {
    const box = el("section", "pr"), title = el("h2", "", "Prompt "); if (!sent) title.append(el("span", "", "in our words; what was sent is not recorded")); box.append(title);
    text.split(/```\w*\n?/).forEach((part, i) => { const shown = part.replace(/^\n+|\n+$/g, ""); 
      // Prompts of some suites have a function without a fence, up to the end of the text.
      const at = i % 2 ? 0 : shown.search(/^(?:def|class|import|from) \w/m), prose = at < 0 ? shown : shown.slice(0, at).trim();
      if (prose) box.append(...prose.split(/\n\n+/).map((part) => el("p", "", flow(part, true))));
      if (at >= 0 && shown) box.append(code(flow(shown.slice(at), false)));
    });
    return box;
  };

  // -- side by side: the same task and draw of another run, or the reference
  const others = (run) => [...runs.flatMap((r, i) => (r !== run && r.of === run.of ? [[String(i), r.n]] : [])), ...(run.a.some((a) => tasks[a.t].r) ? [["reference", "Reference"]] : [])];
  const second = (a) => {
    if (S.other === "reference") return tasks[a.t].r && [{ s: "reference", x: tasks[a.t].r }, "Reference"];
    const run = runs[S.other], found = run && (run.a.find((b) => b.t === a.t && b.d === a.d) ?? run.a.find((b) => b.t === a.t));
    return found && [found, run.n];
  };
  const show = () => {
    const run = runs[S.run], box = q(".va"), a = list[S.at];
    q(".mob span").textContent = a ? `${S.at + 1} of ${list.length}` : "0"; q("#duo").setAttribute("aria-pressed", S.duo); q("#other").hidden = !S.duo;
    box.replaceChildren();
    if (!a) { box.append(el("h1", "", "Nothing to show"), el("p", "note", "No answer fits. Choose another outcome or category.")); return; }
    const task = tasks[a.t], head = el("div", "ttl"), end = el("span", "end");
    head.append(el("h1", "", task.h), el("span", "", [...(task.h === task.id ? [] : [task.id]), ...(run.draws > 1 ? [`draw ${a.d}`] : []), ...task.c].join(" · ")));
    end.append(el("span", "", `${S.at + 1} of ${list.length}`)); for (const [key, words] of [["k", "back"], ["j", "on"], ["s", "side by side"]]) end.append(" ", el("kbd", "", key), el("span", "", words));
    head.append(end);
    const pair = S.duo ? second(a) : null, cols = el("div", `cols${pair ? " duo" : ""}`), asked = prompt(prompts[a.p]);
    cols.append(picture(task, run)); if (!pair) cols.append(asked); cols.append(answer(a, run.n)); if (pair) cols.append(answer(...pair), asked);
    box.append(head, cols); box.scrollTop = 0;
    d.querySelectorAll(".vl button").forEach((button, i) => { if (i === S.at) { button.setAttribute("aria-current", "true"); button.scrollIntoView({ block: "nearest" }); } else button.removeAttribute("aria-current"); });
  };
  const fits = (a) => (S.out === "all" || (S.out === "failed" ? failed(a) : a.s === S.out)) && (!S.cat || tasks[a.t].c.includes(S.cat)) && (!S.text || `${tasks[a.t].id} ${tasks[a.t].h} ${first(a)}`.toLowerCase().includes(S.text));
  const fill = () => {
    const run = runs[S.run]; list = run.a.filter(fits); S.at = Math.max(0, Math.min(S.at, list.length - 1));
    q(".vl ol").replaceChildren(...list.map((a, i) => {
      const item = el("li"), button = el("button"); button.type = "button";
      button.append(el("i", `dot s-${a.s}`), el("b", "", tasks[a.t].h + (run.draws > 1 ? ` #${a.d}` : "")), el("small", "", first(a) || word(a.s)));
      button.onclick = () => { S.at = i; show(); }; item.append(button); return item;
    }));
    d.querySelectorAll(".outs button").forEach((button) => button.setAttribute("aria-pressed", button.dataset.out === S.out)); show();
  };
  const load = () => {
    const run = runs[S.run], n = {}, cats = {};
    for (const a of run.a) { n[a.s] = (n[a.s] ?? 0) + 1; for (const c of tasks[a.t].c) cats[c] = (cats[c] ?? 0) + 1; }
    const fails = run.a.filter(failed).length; if (!fails && S.out === "failed") S.out = "all";
    q(".sum").replaceChildren(el("b", "", run.score), ` ${run.range} · ${n.passed ?? 0} of ${run.a.length} passed`);
    q(".own").hidden = !run.own; q(".own").textContent = run.own;
    const add = (key, words, count, grow) => { const button = el("button", key === "failed" ? "all" : `s-${key}`); button.type = "button"; button.dataset.out = key; button.style.setProperty("--n", grow); button.append(el("b", "", count), ` ${words}`); button.title = `${count} ${words}`; button.onclick = () => { S.out = S.out === key ? "all" : key; S.at = 0; fill(); }; q(".outs").append(button); };
    q(".outs").replaceChildren(); add("failed", "failed", fails, 0);
    Object.entries(n).sort((a, b) => (a[0] === "passed") - (b[0] === "passed") || b[1] - a[1]).forEach(([key, count]) => add(key, many(key, count), count, count));
    q("#cat").replaceChildren(new Option("All categories", ""), ...Object.entries(cats).sort((a, b) => b[1] - a[1]).map(([key, count]) => new Option(`${key} (${count})`, key)));
    const pairs = others(run); q("#other").replaceChildren(...pairs.map(([key, name]) => new Option(name, key)));
    if (!pairs.some(([key]) => key === S.other)) S.other = pairs[0]?.[0] ?? "";
    q("#other").value = S.other; q("#duo").hidden = !pairs.length; S.duo &&= pairs.length > 0; fill();
  };
  const go = (step) => { if (list.length) { S.at = (S.at + step + list.length) % list.length; show(); } };
  const duo = () => { if (!q("#duo").hidden) { S.duo = !S.duo; show(); } };
  q("#run").append(...runs.map((run, i) => new Option(`${run.n} · ${run.of}`, i))); q("#run").value = S.run;
  q("#run").onchange = (e) => { Object.assign(S, { run: +e.target.value, at: 0, cat: "", out: "failed" }); load(); };
  q("#cat").onchange = (e) => { S.cat = e.target.value; S.at = 0; fill(); };
  q("#other").onchange = (e) => { S.other = e.target.value; show(); };
  q("#find").oninput = (e) => { S.text = e.target.value.toLowerCase(); S.at = 0; fill(); };
  q("#duo").onclick = duo; q("#prev").onclick = () => { go(-1); scrollTo(0, 0); }; q("#next").onclick = () => { go(1); scrollTo(0, 0); };
  q("#scheme").onclick = () => { const root = d.documentElement; root.dataset.scheme = (root.dataset.scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark" ? "light" : "dark"; };
  d.addEventListener("keydown", (e) => {
    if (e.key === "Escape") { q(".plate.big")?.classList.remove("big"); if (e.target.id === "find") e.target.blur(); return; }
    if (/INPUT|SELECT|TEXTAREA/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return;
    ({ j: () => go(1), k: () => go(-1), s: duo, "/": () => { q("#find").focus(); e.preventDefault(); } })[e.key]?.();
  });
  load();
})();
