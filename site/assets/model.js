// The lists of a model's tasks: filtering, searching, and opening answers. Without this script, the list shows
// every task with its result and the first failed check.
(() => {
  const FIRST = 25; // rows shown before the button "Show all" is clicked
  const all = (selector, from) => [...from.querySelectorAll(selector)];
  const address = new URL(location.href);
  // The address holds the state of one list, the one that was used last.
  const NAMES = ["show", "find", "open"];
  const note = (list, name, value) => {
    if (address.searchParams.get("list") !== list) for (const one of NAMES) address.searchParams.delete(one);
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    if (NAMES.some((one) => address.searchParams.has(one))) address.searchParams.set("list", list);
    else address.searchParams.delete("list");
    history.replaceState(null, "", address.search ? address.href : address.pathname + address.hash);
  };
  const make = (tag, words = "", name = "") => {
    const made = document.createElement(tag);
    if (words) made.textContent = words;
    if (name) made.className = name;
    return made;
  };
  const words = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  // -- the contents of a file of answers as elements; every text in it is untrusted
  const code = (answer) => {
    const pre = make("pre", "", "code");
    pre.tabIndex = 0;
    const gaps = new Map(answer.gaps ?? []);
    const gap = (place) => {
      if (gaps.has(place)) pre.append(make("span", `… ${words(gaps.get(place), "line")} left out`, "gone"));
    };
    const lines = answer.text.split("\n");
    const kept = (place) => answer.kept.some(([first, behind]) => first <= place && place < behind);
    lines.forEach((line, place) => {
      gap(place);
      pre.append(make("span", line || " ", !answer.kept ? "as" : kept(place) ? "" : "cut"));
    });
    gap(lines.length);
    return pre;
  };
  const aboutKept = (answer) => {
    const shown = answer.text.split("\n").length;
    const left = (answer.gaps ?? []).reduce((sum, [, lines]) => sum + lines, 0);
    const total = words(shown + left, "line");
    if (!answer.kept) return answer.code ? total : `${total}; it is unknown which of them were judged`;
    const kept = answer.kept.reduce((sum, [first, behind]) => sum + behind - first, 0);
    if (!kept) return `${total}; none was extracted as code`;
    if (kept === shown + left) return `${total}, all judged`;
    if (left) return `${total}; ${kept} of the ${words(shown, "line")} shown were judged, marked at the left`;
    return `${kept} of ${total} were judged, marked at the left`;
  };
  const wrote = (answer) => {
    const part = make("div");
    const head = make("h3", "Whole answer ");
    part.append(head);
    if (answer.text === undefined) {
      head.textContent = "Answer";
      part.append(make("p", "The text of this answer is not in the file of answers.", "sub"));
      return part;
    }
    head.append(make("small", answer.text.trim() ? aboutKept(answer) : "empty"));
    if (answer.text.trim()) part.append(code(answer));
    if (answer.code) {
      part.append(make("h3", "What was judged"));
      const pre = make("pre", "", "code");
      pre.tabIndex = 0;
      for (const line of answer.code.split("\n")) pre.append(make("span", line || " ", "as"));
      part.append(pre);
    }
    const notes = [...(answer.notes ?? []), answer.finish ? `the model stopped with the reason “${answer.finish}”` : ""].filter(Boolean);
    if (notes.length) part.append(make("p", `Extraction: ${notes.join("; ")}.`, "sub"));
    return part;
  };
  const checked = (answer, title, draws, more) => {
    const part = make("div");
    const failed = answer.failed ?? {};
    const passed = answer.status === "passed";
    part.append(make("h3", passed ? "Every check passed" : answer.status === "missing" ? "No verdict" : "First failed check"));
    const list = make("dl", "", "kv");
    const add = (label, value, mono) => {
      if (value) list.append(make("dt", label), make("dd", value, mono ? "mono" : ""));
    };
    add("Call", failed.call, true);
    add("Expected", failed.expected, true);
    add("Got", failed.got, true);
    add("Check", failed.check, true);
    add(answer.status === "missing" ? "Reason" : "Message", failed.message, true);
    add("Result", title);
    const kinds = Object.entries(answer.kinds ?? {}).map(([kind, status]) => `${kind}: ${(TITLES[status] ?? status).toLowerCase()}`);
    add("Kinds of tests", kinds.join(", "));
    add("Sample", draws > 1 ? `draw ${answer.draw} of ${draws}, counted from 0` : `draw ${answer.draw}`);
    part.append(list);
    if (more) part.append(more);
    return part;
  };
  const TITLES = {
    passed: "Passed", wrong_answer: "Wrong answer", runtime_error: "Runtime error", syntax_error: "Syntax error",
    no_answer: "No answer", no_figure: "No figure", unsupported: "Unsupported", timeout: "Timeout",
    memory_limit: "Memory limit", output_limit: "Output limit", forbidden: "Forbidden", missing: "Missing",
  };
  const shown = (entry, row, source) => {
    const parts = make("div");
    const links = make("p", "", "more");
    const task = row.querySelector("th a");
    if (task) {
      const link = make("a", "Task page");
      link.href = task.href;
      links.append(link, " · ");
    }
    const json = make("a", "These answers as gzipped JSON");
    json.href = source;
    links.append(json);
    entry.answers.forEach((answer, number) => {
      const two = make("div", "", "two wide");
      const last = number === entry.answers.length - 1;
      two.append(wrote(answer), checked(answer, TITLES[answer.status] ?? answer.status, entry.draws, last ? links : null));
      parts.append(two);
    });
    if (!entry.answers.length) parts.append(make("p", "Nothing is recorded for this task.", "sub"));
    const left = entry.draws - entry.answers.length;
    if (left > 0) parts.append(make("p", `This list shows one answer per result, and at most four. ${words(left, "more sample")} ${left === 1 ? "is" : "are"} not shown.`, "sub"));
    return parts;
  };

  // -- each list of tasks
  for (const list of all(".ml", document)) {
    const table = list.querySelector("table.tasks");
    const rows = all("tbody > tr", table);
    const radios = all("[type=radio]", list);
    const find = list.querySelector("[type=search]");
    const said = list.querySelector("[role=status]");
    const scroll = list.querySelector(".scroll");
    const id = table.dataset.list;
    const state = (name) => (address.searchParams.get("list") === id ? (address.searchParams.get(name) ?? "") : "");
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const opened = new Map();
    let everything = false;

    // On phones the cells are stacked, which removes their roles: set the roles explicitly.
    for (const row of table.rows) {
      row.setAttribute("role", "row");
      for (const cell of row.cells) {
        const head = cell.tagName === "TH" ? (cell.scope === "col" ? "columnheader" : "rowheader") : "cell";
        cell.setAttribute("role", head);
      }
    }
    for (const group of [table.tHead, ...table.tBodies]) group.setAttribute("role", "rowgroup");
    for (const name of ["tabindex", "role", "aria-label"]) scroll.removeAttribute(name);

    const more = make("button", "", "btn");
    more.type = "button";
    more.addEventListener("click", () => {
      const hidden = rows.filter((row) => row.hidden);
      everything = true;
      choose();
      const next = hidden.find((row) => !row.hidden);
      next?.querySelector("th button, th a")?.focus();
    });
    scroll.after(more);
    const choose = () => {
      const kind = radios.find((radio) => radio.checked).value;
      const word = find.value.trim().toLowerCase();
      let fits = 0;
      let seen = 0;
      rows.forEach((row, place) => {
        const fit = (kind === "all" || row.dataset.s === kind) && texts[place].includes(word);
        fits += fit;
        const visible = fit && (everything || fits <= FIRST || opened.has(row));
        seen += visible;
        row.hidden = !visible;
        row.toggleAttribute("data-later", fit && !visible); // printed nevertheless
        const below = opened.get(row);
        if (below) below.hidden = !visible;
      });
      said.textContent = seen < fits ? `${seen} of ${words(fits, "task")} shown` : words(fits, "task");
      more.hidden = seen >= fits;
      more.textContent = `Show all ${words(fits, "task")}`;
      list.classList.add("ready");
    };

    const toggle = async (row, button) => {
      const known = opened.get(row);
      if (known) {
        known.remove();
        opened.delete(row);
        button.setAttribute("aria-expanded", "false");
        if (state("open") === name(row)) note(id, "open", "");
        return;
      }
      const below = make("tr", "", "open");
      below.setAttribute("role", "row");
      below.dataset.s = row.dataset.s;
      const cell = make("td");
      cell.colSpan = row.cells.length;
      cell.setAttribute("role", "cell");
      below.append(cell);
      row.after(below);
      opened.set(row, below);
      button.setAttribute("aria-expanded", "true");
      note(id, "open", name(row));
      const place = Number(row.dataset.n);
      const number = String(Math.floor(place / Number(table.dataset.size))).padStart(2, "0");
      const source = new URL(table.dataset.shard.replace(/[0-9]+(\.json\.gz)$/, `${number}$1`), location.href).href;
      cell.append(make("p", "Loading the answer …", "sub"));
      cell.setAttribute("aria-busy", "true");
      try {
        const shard = await fetchJson(source);
        cell.replaceChildren(shown(shard.tasks[place - shard.first], row, source));
      } catch (error) {
        const failed = make("p", `The answer could not be loaded (${error.message}). `, "sub");
        const link = make("a", "Download the file");
        link.href = source;
        failed.append(link);
        cell.replaceChildren(failed);
      }
      cell.removeAttribute("aria-busy");
    };
    const name = (row) => row.querySelector("bdi").textContent;
    if (table.dataset.shard) {
      for (const row of rows) {
        const button = make("button", "", "op");
        button.type = "button";
        button.setAttribute("aria-expanded", "false");
        button.setAttribute("aria-label", `Answer to ${name(row)}`);
        row.cells[0].prepend(button);
        row.classList.add("can");
      }
      table.addEventListener("click", (event) => {
        const row = event.target.closest("tr.can");
        if (!row || event.target.closest("a") || getSelection().toString()) return;
        toggle(row, row.querySelector("button.op"));
      });
    }

    const asked = radios.find((radio) => radio.value === state("show"));
    if (asked) asked.checked = true;
    find.value = state("find");
    list.addEventListener("change", (event) => {
      if (event.target.type !== "radio") return;
      note(id, "show", event.target.value === "all" ? "" : event.target.value);
      choose();
    });
    find.addEventListener("input", () => {
      note(id, "find", find.value.trim());
      choose();
    });
    choose();
    const wanted = state("open");
    const named = rows.find((row) => name(row) === wanted);
    if (named && table.dataset.shard) {
      named.hidden = false;
      toggle(named, named.querySelector("button.op")).then(() => named.scrollIntoView({ block: "center" }));
      choose();
    }
  }
})();
