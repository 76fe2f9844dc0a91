// The lists of a model's tasks: filtering, searching, and opening answers. Without this script, the list shows
// every task with its result and the first failed check.
(() => {
  const FIRST = 25; // rows shown before the button "Show all" is clicked
  const PRINTED = 40; // rows on paper, of all states together
  const { all, made, make, plural: words } = sight;
  let address = new URL(location.href);
  // The address holds the state of one list, the one that was used last.
  const NAMES = ["show", "subset", "level", "type", "aspect", "category", "result", "find", "open"];
  const MAX_RESULTS = 24; // a list with more different results has no select of them
  const note = (list, name, value) => {
    address = new URL(location.href); // the search changes it, too
    if (address.searchParams.get("list") !== list) for (const one of NAMES) address.searchParams.delete(one);
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    if (NAMES.some((one) => address.searchParams.has(one))) address.searchParams.set("list", list);
    else address.searchParams.delete("list");
    history.replaceState(null, "", address.search ? address.href : address.pathname + address.hash);
  };

  const { shown } = globalThis.answers;

  // -- each list of tasks
  for (const list of all(".ml")) {
    const table = list.querySelector("table.tasks");
    const rows = all("tbody > tr", table);
    const radios = all("[type=radio]", list);
    const find = list.querySelector("[type=search]");
    const said = list.querySelector("[role=status]");
    const scroll = list.querySelector(".scroll");
    const id = table.dataset.list;
    const state = (name) => (address.searchParams.get("list") === id ? (address.searchParams.get(name) ?? "") : "");
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const results = rows.map((row) => row.cells[1].textContent);
    const kinds = rows.map((row) => ({ x: "failed", m: "missing" })[row.parentElement.className] ?? "passed");
    // The letters of the tasks' states are in natural order of ids, and the rows failures first.
    const placesOf = (state) => [...table.dataset.states].flatMap((letter, place) => (letter === state ? place : []));
    const places = [..."fmp"].flatMap(placesOf);
    rows.forEach((row, at) => (row.dataset.n = places[Number(table.dataset.first ?? 0) + at]));

    // Selects of subset, level, type, aspect and category are in the page; that of results is made here.
    const different = [...new Set(results)].sort(new Intl.Collator("en", { numeric: true }).compare);
    let bar = list.querySelector(".fl");
    if (different.length > 2 && different.length <= MAX_RESULTS) {
      if (!bar) {
        bar = make("span", "", "fl");
        find.closest("label").before(bar);
      }
      const options = different.map((words) => new Option(words, words));
      bar.append(made("select", { name: "result", ariaLabel: "Result" }, new Option("Any result", ""), ...options));
    }
    const selects = all("select", list);
    const picked = (field, place) => {
      if (!field.value) return true;
      if (field.name === "result") return results[place] === field.value;
      return field.selectedOptions[0].dataset.c.includes(field.dataset.of[Number(rows[place].dataset.n)]);
    };
    const opened = new Map();
    let everything = false;

    const more = made("button", { type: "button", className: "btn" });
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
        const fit = (kind === "all" || kinds[place] === kind) && texts[place].includes(word) && selects.every((field) => picked(field, place));
        fits += fit;
        const visible = fit && (everything || fits <= FIRST || opened.has(row));
        seen += visible;
        row.hidden = !visible;
        row.toggleAttribute("data-later", fit && !visible); // printed nevertheless
        row.toggleAttribute("data-cut", fit && fits > PRINTED);
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
      const [below, cell] = sight.rowBelow(row);
      opened.set(row, below);
      button.setAttribute("aria-expanded", "true");
      note(id, "open", name(row));
      const place = Number(row.dataset.n);
      cell.append(make("p", "Loading the answer …", "sub"));
      cell.setAttribute("aria-busy", "true");
      try {
        const shard = await loadShardOf(table.dataset.shard.replace(/\/\d+\.js$/, ""), place, Number(table.dataset.size));
        cell.replaceChildren(shown(shard.tasks[place - shard.first], row.querySelector("th a")?.href));
      } catch (error) {
        cell.replaceChildren(make("p", error.message, "sub"));
      }
      cell.removeAttribute("aria-busy");
    };
    const name = (row) => row.querySelector("th > :is(a, bdi)").textContent;
    if (table.dataset.shard) {
      for (const row of rows) {
        row.cells[0].prepend(made("button", { type: "button", className: "op", ariaExpanded: "false", ariaLabel: `Answer to ${name(row)}` }));
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
    for (const field of selects) {
      field.value = state(field.name);
      if (field.value !== state(field.name)) field.value = ""; // this list does not have that option
    }
    list.addEventListener("change", (event) => {
      const { type, name, value } = event.target;
      if (type !== "radio" && !selects.includes(event.target)) return;
      note(id, type === "radio" ? "show" : name, value === "all" ? "" : value);
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
      const button = named.querySelector("button.op");
      const settled = toggle(named, button);
      choose();
      const reach = () => {
        named.scrollIntoView({ block: "start" });
        button.focus({ preventScroll: true });
      };
      reach();
      settled.then(() => {
        if (document.activeElement === button) reach(); // unless the reader has gone on meanwhile
      });
    }
  }
})();
