// Sorting, filtering, copying, colours. All tables are complete without this script; their state is in the address.
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const address = new URL(location.href);
  const remember = () => {
    note("q", new URL(location.href).searchParams.get("q")); // belongs to the search
    history.replaceState(null, "", address.search ? address.href : address.pathname + address.hash);
  };
  const note = (name, value) => {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  };

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
  const places = new Map(all("table.sort tbody > tr").map((row, place) => [row, place]));
  const sort = (table, head, direction) => {
    const column = head.cellIndex;
    for (const other of all("th[aria-sort]", table)) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction < 0 ? "descending" : "ascending");
    // Brackets can be drawn only while rows are in order of place.
    table.classList.toggle("loose", !head.classList.contains("pl") || direction < 0);
    for (const part of table.tBodies) {
      const keys = new Map([...part.rows].map((row) => [row, value(row, column)]));
      const before = (a, b) => compare(keys.get(a), keys.get(b), direction) || places.get(a) - places.get(b);
      part.append(...[...keys.keys()].sort(before));
    }
  };
  for (const table of all("table.sort")) {
    for (const head of all("thead th[data-k]", table)) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.dataset.k === "asc";
        const now = head.getAttribute("aria-sort");
        const direction = now ? (now === "ascending" ? -1 : 1) : up ? 1 : -1;
        for (const other of all("table.sort")) {
          const same = other === table ? head : all("thead th[data-c]", other).find((cell) => cell.dataset.c === head.dataset.c);
          if (same) sort(other, same, direction); // the address sorts all tables with this column
        }
        const usual = head.dataset.c === "place" && direction > 0;
        note("sort", usual || !head.dataset.c ? "" : `${direction < 0 ? "-" : ""}${head.dataset.c}`);
        remember();
      });
    }
    const wanted = address.searchParams.get("sort") ?? "";
    const head = all("thead th[data-c]", table).find((cell) => cell.dataset.c === wanted.replace(/^-/, ""));
    if (head) sort(table, head, wanted.startsWith("-") ? -1 : 1);
  }

  // -- filtering
  for (const form of all("form[data-for]")) {
    const tables = all(form.dataset.for);
    const rows = tables.flatMap((table) => all("tbody:not(.base) > tr", table));
    const status = form.querySelector("[role=status]");
    const fields = [...form.elements].filter((field) => field.name);
    // Several values are separated by line breaks, because a setting's name may contain spaces.
    const words = (row, key) => (row.dataset[key] ?? row.closest("section")?.dataset[key] ?? "").split("\n");
    const fits = (row, key, text) => {
      if (key === "name") return row.querySelector("th").textContent.toLowerCase().includes(text.toLowerCase());
      if (key === "since") return row.dataset.date >= text;
      return words(row, key).includes(text);
    };
    // A model may be in several tables; it is counted once.
    const count = (some) => new Set(some.map((row) => row.querySelector("th a")?.href ?? row)).size;
    const run = () => {
      const wanted = fields.filter((field) => field.value.trim()).map((field) => [field.name, field.value.trim()]);
      for (const row of rows) row.hidden = !wanted.every(([key, text]) => fits(row, key, text));
      const shown = rows.filter((row) => !row.hidden);
      for (const table of tables) {
        const left = all("tbody:not(.base) > tr", table);
        const seen = left.filter((row) => !row.hidden).length;
        table.classList.toggle("sifted", seen < left.length);
        const part = table.closest("section.board");
        if (part) part.hidden = wanted.length > 0 && seen === 0;
      }
      const number = count(rows);
      const singular = form.dataset.noun ?? "model";
      const noun = number === 1 ? singular : (form.dataset.plural ?? `${singular}s`);
      const figures = (some) => some.toLocaleString("en-US");
      status.textContent = `${wanted.length ? `${figures(count(shown))} of ` : ""}${figures(number)} ${noun}`;
      for (const reset of all("[type=reset]", form)) reset.hidden = wanted.length === 0;
      for (const field of fields) note(field.name, field.value.trim());
      remember();
    };
    for (const field of fields) {
      const asked = address.searchParams.get(field.name);
      if (asked === null) continue;
      field.value = asked;
      if (field.value !== asked) field.value = ""; // this page does not have that option
    }
    form.addEventListener("input", run);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(run));
    run();
  }

  // -- wide tables of written pages: Material lets them scroll, but not by keyboard
  const reachable = () => {
    for (const box of all(".md-typeset__scrollwrap")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("load", reachable);
  addEventListener("resize", reachable);

  // -- copying
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
      __md_set("scheme", next === system ? null : next);
    });
  }

  // -- menu and search, by keyboard too
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

  // -- search: its script and its index are loaded when it is first used
  const finding = document.getElementById("__search");
  const query = document.querySelector(".md-search__input");
  const find = () => {
    if (!finding.checked) finding.click();
    requestAnimationFrame(() => query.focus());
  };
  const load = () => {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL("assets/search.css", __md_scope);
    document.head.append(style);
    for (const path of ["search/index.js", "assets/search.js"]) {
      const script = document.createElement("script");
      script.async = false; // the index is there when the search starts
      script.src = new URL(path, __md_scope);
      document.head.append(script);
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
  if (address.searchParams.has("q")) find();
})();
