// Sorting, filtering, copying, colours. All tables are complete without this script; their state is in the address.
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const asked = (name) => new URL(location.href).searchParams.get(name);
  const remember = (values) => {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(values)) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    if (address.href !== location.href) history.replaceState(null, "", address.search ? address.href : address.pathname + address.hash);
  };
  const figures = (number) => number.toLocaleString("en-US");
  // For the other scripts, which come later.
  const make = (tag, words = "", name = "") => {
    const element = document.createElement(tag);
    if (words) element.textContent = words;
    if (name) element.className = name;
    return element;
  };
  // The lines of an answer: ``kept`` ones were judged, "as" if it is unknown which were, and "gone" says what was left out.
  const listed = (answer, text, name) => {
    const lines = text.split("\n");
    const gaps = new Map(answer.gaps ?? []);
    const gap = (place) => (gaps.has(place) ? [make("span", `… ${plural(gaps.get(place), "line")} left out`, "gone")] : []);
    const kept = (place) => answer.kept.some(([first, behind]) => first <= place && place < behind);
    const shown = (line, place) => make("span", line || " ", !answer.kept ? "as" : kept(place) ? "" : "cut");
    const parts = lines.flatMap((line, place) => [...gap(place), shown(line, place)]);
    return made("pre", { className: name, tabIndex: 0 }, ...parts, ...gap(lines.length));
  };
  const plural = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  // A row below ``row`` of a table, as wide as it, and its only cell.
  const rowBelow = (row) => {
    const cell = made("td", { role: "cell", colSpan: row.cells.length });
    const below = made("tr", { className: "open", role: "row" }, cell);
    if (row.dataset.s) below.dataset.s = row.dataset.s;
    row.after(below);
    return [below, cell];
  };
  // On phones the cells of some tables are stacked, which removes their roles: set the roles explicitly.
  const setRoles = (table) => {
    table.setAttribute("role", "table");
    for (const group of [table.tHead, ...table.tBodies]) group.setAttribute("role", "rowgroup");
    for (const row of table.rows) {
      row.setAttribute("role", "row");
      for (const cell of row.cells) {
        const head = cell.tagName === "TH" ? (cell.scope === "col" ? "columnheader" : "rowheader") : "cell";
        cell.setAttribute("role", head);
      }
    }
  };
  for (const table of all("table.tb")) setRoles(table);
  Object.assign(sight, { all, made, make, asked, remember, figures, plural, listed, rowBelow });
  const modelRows = (table) => all("tbody:not(.base) > tr", table);

  // -- sorting
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    return text === "" || text === "–" ? null : Number.isNaN(Number(text)) ? text : Number(text);
  };
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  // Missing values come last in both directions; rows with equal values keep the order of the page.
  const compare = (left, right, direction) => {
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return (typeof left === "number" ? left - right : order.compare(left, right)) * direction;
  };
  const sorted = all("table.sort");
  const places = new Map(all("table.sort tbody > tr").map((row, place) => [row, place]));
  const FIRST = 25; // rows of a long table that are shown until a click
  const whole = () => asked("rows") === "all";
  const long = new Set(); // parts of tables that start with their first rows; board.css hides those that are cut
  const FEW = 15; // rows that move within one frame
  const latest = new Map(); // order of the rows of each part of a table

  // -- rows move and appear over many frames, because many take long to lay out
  // Yields how many rows have to be laid out again for the last move. A row swaps places with the one that it replaces,
  // so that the other rows stay where they are.
  function* settle(part, order) {
    const now = [...part.rows];
    const where = new Map(now.map((row, place) => [row, place]));
    const most = long.has(part) && !whole() ? FIRST : Infinity;
    let seen = 0;
    for (const [place, row] of order.entries()) {
      if (seen === most) {
        const rest = order.slice(place);
        for (const other of rest) {
          if (other.classList.contains("cut")) continue;
          other.classList.add("cut");
          yield 0.2;
        }
        if (rest.some((other, at) => other !== now[place + at])) order[place - 1].after(...rest);
        return;
      }
      let moved = !row.hidden && row.classList.contains("cut") ? 1 : 0;
      const other = now[place];
      if (other !== row) {
        const old = where.get(row);
        const away = row.classList.contains("cut") || old >= FIRST;
        const next = row.nextSibling;
        other.before(row);
        part.insertBefore(other, next);
        other.classList.toggle("cut", away);
        [now[place], now[old]] = [row, other];
        where.set(other, old);
        moved = Number(!row.hidden) + Number(!away && !other.hidden);
      }
      row.classList.remove("cut");
      if (!row.hidden) seen += 1;
      if (moved) yield moved;
    }
  }
  const waiting = new Map(); // what is left to do in each part of a table
  const [SHORT, LONG] = [10, 40]; // ms: shorter frames get more rows, and longer ones fewer
  let share = 6; // rows per frame
  let running = false;
  const step = () => {
    let left = share;
    for (const [part, steps] of waiting) {
      while (left > 0) {
        const { done, value } = steps.next();
        if (done) {
          waiting.delete(part);
          break;
        }
        left -= value;
      }
    }
    running = waiting.size > 0;
    if (!running) return;
    requestAnimationFrame(() => {
      const start = performance.now();
      setTimeout(() => {
        const took = performance.now() - start; // styles, layout and paint of this frame
        if (took > LONG) share = Math.max(4, share / 2);
        else if (took < SHORT) share = Math.min(48, share * 2);
        step();
      });
    });
  };
  const arrange = (part, rows = latest.get(part) ?? [...part.rows], atOnce = false) => {
    latest.set(part, rows);
    waiting.set(part, settle(part, rows));
    if (atOnce || rows.length <= FEW) {
      while (!waiting.get(part).next().done);
      waiting.delete(part);
    } else if (!running) step();
  };
  const sort = (table, head, direction, atOnce = false) => {
    const column = head.cellIndex;
    for (const other of all("th[aria-sort]", table)) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction < 0 ? "descending" : "ascending");
    // Brackets can be drawn only while rows are in order of place. It is an attribute, because Chromium restyles a whole
    // table when its class changes.
    table.toggleAttribute("data-loose", !head.classList.contains("pl") || direction < 0);
    // Phones show no column but the score, and the one that the table is sorted by.
    for (const cell of all("td.by", table)) cell.classList.remove("by");
    for (const row of all("tbody > tr", table)) row.cells[column].classList.toggle("by", row.cells[column].matches(".mt"));
    for (const part of table.tBodies) {
      const keys = new Map([...part.rows].map((row) => [row, value(row, column)]));
      const before = (a, b) => compare(keys.get(a), keys.get(b), direction) || places.get(a) - places.get(b);
      arrange(part, [...keys.keys()].sort(before), atOnce);
    }
  };
  const headOf = (table, name) => all("thead th[data-c]", table).find((head) => head.dataset.c === name);
  const usual = (head) => (head.dataset.k === "asc" ? 1 : -1);
  const told = []; // functions that show the order in the selects
  const choose = (table, head, direction) => {
    const name = head.dataset.c;
    // This comes before rows move, because browsers lay the page out for it.
    remember({ sort: !name || (name === "place" && direction > 0) ? "" : `${direction < 0 ? "-" : ""}${name}` });
    for (const other of sorted) {
      const same = other === table ? head : name && headOf(other, name);
      if (same) sort(other, same, direction); // the address sorts all tables with this column
    }
    for (const tell of told) tell();
  };
  for (const table of sorted) {
    for (const head of all("thead th[data-k]", table)) {
      const of = head.dataset.of; // two columns may have one title: a reader who sees no groups hears which it is
      const button = made("button", of ? { type: "button", ariaLabel: `${head.textContent.trim()}, ${of}` } : { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        choose(table, head, now ? (now === "ascending" ? -1 : 1) : usual(head));
      });
    }
    const wanted = asked("sort") ?? "";
    const head = headOf(table, wanted.replace(/^-/, ""));
    if (head) sort(table, head, wanted.startsWith("-") ? -1 : 1, true);
  }
  // Where rows are stacked, the heads are hidden: the bar has a select with the columns, and a button.
  for (const form of all("form[data-for]")) {
    const tables = sorted.filter((table) => table.matches(`.stack${form.dataset.for}`));
    const heads = new Map();
    for (const head of tables.flatMap((table) => all("thead th[data-c]", table))) {
      if (!heads.has(head.dataset.c)) heads.set(head.dataset.c, head);
    }
    if (!heads.size) continue;
    const titles = [...heads].map(([name, head]) => new Option(head.textContent.trim(), name));
    const select = made("select", {}, ...titles);
    const turn = made("button", { type: "button", className: "btn by" }, "Reverse");
    const tell = () => {
      const now = tables.map((table) => table.querySelector("th[aria-sort]")).find(Boolean);
      if (!now) return;
      select.value = now.dataset.c;
      turn.ariaPressed = (now.ariaSort === "ascending") !== usual(now) > 0;
    };
    const pick = (turned) => {
      const head = heads.get(select.value);
      choose(head.closest("table"), head, turned ? -usual(head) : usual(head));
    };
    select.addEventListener("change", () => pick(false));
    turn.addEventListener("click", () => pick(turn.ariaPressed === "false"));
    const order = [made("label", { className: "by" }, "Sort by ", select), turn];
    const strip = form.querySelector(".fl");
    if (strip) strip.prepend(...order);
    else form.append(...order);
    form.addEventListener("reset", () => setTimeout(tell));
    told.push(tell);
    tell();
  }

  // -- long tables: a button shows the rows after the first ones
  const counted = []; // functions that say on the buttons how many rows there are
  for (const table of all(".lb, .models, .categories, .heat, .scroll > .sort")) {
    const rows = modelRows(table);
    if (rows.length <= FIRST) continue;
    const [part] = table.tBodies;
    long.add(part);
    const button = made("button", { type: "button", className: "btn" });
    (table.closest(".across, .scroll") ?? table).after(made("p", { className: "cap" }, button));
    const count = () => {
      const shown = rows.filter((row) => !row.hidden).length;
      button.hidden = shown <= FIRST;
      button.textContent = whole() ? `Show the first ${FIRST}` : `Show ${figures(shown - FIRST)} more`;
    };
    button.addEventListener("click", () => {
      remember({ rows: whole() ? "" : "all" });
      for (const each of counted) each();
      for (const one of [part, ...long]) arrange(one);
      const shown = (latest.get(part) ?? rows).filter((row) => !row.hidden);
      const first = shown[whole() ? FIRST : 0]; // the first row that is new
      first.classList.remove("cut");
      (first.querySelector("a") ?? button).focus();
    });
    counted.push(count);
    count();
    arrange(part, undefined, true);
  }
  // A link to a row that is cut shows it.
  const aim = () => {
    for (const row of all("tr.cut:target")) row.classList.remove("cut");
    document.querySelector("tr:target")?.scrollIntoView();
  };
  addEventListener("hashchange", aim);
  aim();
  // Results of a task are never sorted or filtered: their rows just appear.
  for (const table of all(".solvers")) {
    const rest = all("tbody > tr", table).slice(FIRST);
    if (!rest.length) continue;
    for (const row of rest) row.classList.add("cut");
    const button = made("button", { type: "button", className: "btn" }, `Show ${figures(rest.length)} more`);
    (table.closest(".scroll") ?? table).after(made("p", { className: "cap" }, button));
    button.addEventListener("click", () => {
      for (const row of rest) row.classList.remove("cut");
      button.parentElement.remove();
      rest[0].querySelector("a, button")?.focus();
    });
  }

  // Further tables of a long page are laid out and painted when they come near; until then they keep their height.
  addEventListener("load", () => setTimeout(() => {
    const parts = long.size ? all(".across, .board ~ .board").filter((part) => part.offsetHeight) : [];
    const heights = parts.map((part) => part.offsetHeight);
    for (const [at, part] of parts.entries()) {
      part.style.containIntrinsicHeight = `auto ${heights[at]}px`;
      part.classList.add("later");
    }
  }));

  // -- filtering
  for (const form of all("form[data-for]")) {
    const tables = all(form.dataset.for);
    const rows = tables.flatMap(modelRows);
    const status = form.querySelector("[role=status]");
    if (!status) continue;
    const fields = [...form.elements].filter((field) => field.name);
    // Several values are separated by line breaks, because a setting's name may contain spaces.
    const words = (row, key) => (row.dataset[key] ?? row.closest("section")?.dataset[key] ?? "").split("\n");
    const fits = (row, key, text) => {
      if (key === "name") return row.querySelector("th").textContent.toLowerCase().includes(text.toLowerCase());
      if (key === "since") return row.dataset.date >= text;
      if (key === "released") return (row.dataset.released ?? "") >= text;
      if (key === "organisation") return row.dataset.organisation === text;
      if (key === "size" && text === "unknown") return !row.dataset.size;
      if (key === "size" && text !== "more") return Boolean(row.dataset.size) && Number(row.dataset.size) <= Number(text);
      return words(row, key).includes(text);
    };
    // A model may be in several tables; it is counted once.
    const pages = new Map(rows.map((row) => [row, row.querySelector("th a")?.href ?? row]));
    const count = (some) => new Set(some.map((row) => pages.get(row))).size;
    const run = (atOnce) => {
      const wanted = fields.filter((field) => field.value.trim()).map((field) => [field.name, field.value.trim()]);
      // This comes before rows change, because browsers lay the page out for it.
      remember(Object.fromEntries(fields.map((field) => [field.name, field.value.trim()])));
      for (const row of rows) {
        const hidden = !wanted.every(([key, text]) => fits(row, key, text));
        if (row.hidden && !hidden) row.classList.add("cut"); // until its frame comes
        if (row.hidden !== hidden) row.hidden = hidden;
      }
      for (const table of tables) {
        const left = modelRows(table);
        const seen = left.filter((row) => !row.hidden).length;
        table.toggleAttribute("data-sifted", seen < left.length);
        const part = table.closest(".board");
        if (part) part.hidden = wanted.length > 0 && seen === 0;
        for (const body of table.tBodies) arrange(body, undefined, atOnce);
      }
      for (const each of counted) each();
      // Next to it stand the first table's tasks.
      const first = tables.find((table) => table.closest(".board")?.hidden === false);
      const own = first ? modelRows(first) : rows;
      const number = count(own);
      const singular = form.dataset.noun ?? "model";
      const noun = number === 1 ? singular : (form.dataset.plural ?? `${singular}s`);
      status.textContent = `${wanted.length ? `${figures(count(own.filter((row) => !row.hidden)))} of ` : ""}${figures(number)} ${noun}`;
      for (const reset of all("[type=reset]", form)) reset.hidden = wanted.length === 0;
      const folded = wanted.filter(([key]) => key !== "name").length;
      for (const summary of all("summary", form)) summary.textContent = folded ? `Filter: ${folded}` : "Filter";
      // For board.js: the set that all filters but the name have chosen, and whether the name hides some of it.
      const choosing = wanted.filter(([key]) => key !== "name");
      for (const table of tables) {
        const set = new Set(modelRows(table).filter((row) => choosing.every(([key, text]) => fits(row, key, text))));
        const detail = { set, named: choosing.length < wanted.length };
        table.dispatchEvent(new CustomEvent("sift", { detail }));
      }
    };
    for (const field of fields) {
      const text = asked(field.name);
      if (text === null) continue;
      field.value = text;
      if (field.value !== text) field.value = ""; // this page does not have that option
    }
    form.classList.add("set"); // phones show the fields from now on, so that none moves
    form.addEventListener("input", () => run(false));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => run(false)));
    run(true);
  }

  // -- Escape or a click elsewhere closes the panel of filters, which covers rows of the table
  const popped = () => document.querySelector("details[name=tools][open]");
  document.addEventListener("keydown", (event) => {
    const box = event.key === "Escape" ? popped() : null;
    if (!box) return;
    box.open = false;
    box.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => {
    const box = popped();
    if (box && !box.contains(event.target)) box.open = false;
  });

  // -- wide tables and long lines of written pages scroll by keyboard too
  const reachable = () => {
    for (const box of all(".md-typeset__scrollwrap, .md-typeset__scrollwrap > table, .md-typeset pre > code")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("load", reachable);
  addEventListener("resize", reachable);

  // -- print shows what is folded, and the contents of a written page mark the part that is read
  const opened = [];
  addEventListener("beforeprint", () => {
    for (const box of all("details:not([open], .load)")) opened.push(Object.assign(box, { open: true }));
  });
  addEventListener("afterprint", () => {
    for (const box of opened.splice(0)) box.open = false;
  });
  const contents = all(".md-nav--secondary a");
  const heads = contents.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const at = heads.findLastIndex((head) => head?.getBoundingClientRect().top < 120);
    for (const [place, link] of contents.entries()) {
      if (place === at) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  if (contents.length) {
    addEventListener("scroll", mark, { passive: true });
    mark();
  }

  // -- copying; addresses for other programs are whole, also where the site was built without its own
  for (const address of all("code[data-address]")) address.textContent = new URL(address.dataset.address, sight.base).href;
  for (const button of all("[data-copy]")) {
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.previousElementSibling.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(button.previousElementSibling);
      }
    });
  }

  // -- colours: those of the system, until the reader switches
  for (const button of all("[data-scheme-switch]")) {
    button.addEventListener("click", () => {
      const root = document.documentElement;
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const next = (root.dataset.scheme ?? system) === "dark" ? "light" : "dark";
      if (next === system) delete root.dataset.scheme;
      else root.dataset.scheme = next;
      sight.keep(next === system ? null : next);
    });
  }

  // -- menu and search, by keyboard too
  if (!document.querySelector(".sb-side")) {
    // A page without a column for the menu has it in the header only, which a phone has no room for.
    const list = made("ul", {}, ...all(".sb-nav li").map((item) => item.cloneNode(true)));
    const side = made("nav", { className: "md-sidebar__inner sb-side", ariaLabel: "Navigation" }, list);
    const column = made("div", { className: "md-sidebar md-sidebar--primary", hidden: true }, made("div", { className: "md-sidebar__scrollwrap" }, side));
    document.querySelector(".md-content").before(column);
  }
  const label = document.querySelector(".sb-menu label");
  const menu = { type: "button", className: label.className, ariaLabel: "Menu", ariaExpanded: "false" };
  label.replaceWith(made("button", menu, ...label.childNodes));
  document.querySelector(".sb-menu button").dataset.opens = label.htmlFor;
  for (const button of all("[data-opens]")) {
    const box = document.getElementById(button.dataset.opens);
    const tell = () => button.setAttribute("aria-expanded", String(box.checked));
    button.addEventListener("click", () => {
      box.click();
      tell();
      const inside = document.querySelector(box.id === "__drawer" ? ".sb-side a" : ".md-search__input");
      if (box.checked) requestAnimationFrame(() => inside?.focus()); // it can take the focus once it is visible
    });
    box.addEventListener("change", tell);
    const escape = (event) => {
      if (event.key !== "Escape" || !box.checked) return;
      box.click();
      setTimeout(() => button.focus());
    };
    document.addEventListener("keydown", escape, { capture: true });
  }

  // -- search: its script, which loads its index, is loaded when it is first used
  const finding = document.getElementById("__search");
  const query = document.querySelector(".md-search__input");
  const find = () => {
    if (!finding.checked) finding.click();
    query.focus();
  };
  const load = () => {
    document.head.append(made("link", { rel: "stylesheet", href: new URL("assets/search.css", sight.base) }));
    // In this order: the search loads its index as a shard.
    for (const path of globalThis.loadShard ? ["search.js"] : ["shards.js", "search.js"]) {
      document.head.append(made("script", { async: false, src: new URL(`assets/${path}`, sight.base) }));
    }
  };
  query.addEventListener("focus", load, { once: true });
  for (const event of ["focus", "click"]) query.addEventListener(event, find);
  document.addEventListener("keydown", (event) => {
    const typing = document.activeElement.matches("input, select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !["/", "f", "s"].includes(event.key)) return;
    event.preventDefault();
    find();
  });
  if (asked("q") !== null) find();
})();
