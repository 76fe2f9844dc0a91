// Pages of tasks and data sets: loads an answer of an opened group, names the cells of the map of verdicts, and leads to a
// task at random. Without this script, groups link to the answers on the pages of models.
(() => {
  const { all, make } = sight;
  const CHARACTERS = 4096; // of a shown answer, as many as a file of answers has

  // -- results and names of models become links to the opened answers, which need a script, too
  const leaf = /index\.html$/.test(location.pathname) ? "index.html" : "";
  const open = (row, task, part) => {
    const query = row.dataset.q ?? row.closest("table").dataset.q;
    const page = row.querySelector("th a").href;
    if (!query) return "";
    const list = new URLSearchParams(query).get("list");
    return `${part ? new URL(`${list}/${part}/${leaf}`, page).href : page}${query}${task}`;
  };
  const linked = (text, address) => {
    const link = sight.made("a", { href: address });
    text.replaceWith(link);
    link.append(text);
  };
  for (const about of all("p[data-who]")) {
    const { who } = about.dataset;
    const { task } = about.closest("[data-task]").dataset;
    const solvers = (about.closest("[data-part]") ?? document).querySelector("table.solvers");
    const at = [...solvers.tHead.rows[0].cells].findIndex((head) => head.dataset.open === task);
    who.split(" ").forEach((place, number) => {
      const row = solvers.tBodies[0].rows[Number(place)];
      const name = about.querySelectorAll("bdi")[number];
      const address = open(row, task, row.cells[at]?.dataset.p);
      if (address) linked(name, address);
    });
  }
  for (const table of all("table.solvers")) {
    const heads = [...table.tHead.rows[0].cells];
    for (const row of table.tBodies[0].rows) {
      for (const cell of row.querySelectorAll("th ~ td")) {
        const head = heads[cell.cellIndex];
        if (table.matches(".many")) cell.dataset.l = head.firstChild.textContent;
        const address = cell.matches(".m") ? "" : open(row, head.dataset.open, cell.dataset.p);
        if (address) linked(cell.firstChild, address);
      }
    }
  }

  // -- answers of groups; every text in them is untrusted
  const lines = (answer) => {
    const judged = { kept: [[0, Infinity]] };
    return sight.listed(answer.code ? judged : answer, (answer.code || answer.text).slice(0, CHARACTERS), "lines");
  };
  const load = async (group) => {
    const { shard, n, draw = 0, choice } = group.dataset;
    const about = group.querySelector("p");
    about.setAttribute("aria-busy", "true");
    const said = make("span", " Loading an answer …");
    about.append(said);
    try {
      const file = await loadShard(shard);
      const answer = file.tasks[Number(n)]?.answers.find((one) => one.draw === Number(draw));
      if (!answer?.text) said.textContent = " The text of this answer is not in the file of answers.";
      else {
        said.replaceChildren(...(choice ? [" ", make("bdi", choice)] : []));
        about.after(lines(answer));
      }
    } catch (error) {
      said.textContent = ` ${error.message}`;
      delete group.dataset.done; // closing and opening the group tries again
      group.addEventListener("toggle", () => said.remove(), { once: true });
    }
    about.removeAttribute("aria-busy");
  };
  for (const group of all("details.load")) {
    group.addEventListener("toggle", () => {
      if (!group.open || group.dataset.done) return;
      group.dataset.done = "1";
      load(group);
    });
  }

  // -- the map of verdicts: the cell under the pointer or with the focus is named in the head, which sticks
  for (const table of all("table.heat")) {
    const head = table.querySelector(".cell");
    head.ariaLive = "polite";
    const rows = [...table.tBodies[0].rows];
    const here = document.createElementNS("http://www.w3.org/2000/svg", "path");
    here.setAttribute("class", "here");
    let [map, latest, now] = [null, 0, 0];
    const addressOf = (row, model) => {
      const [name, folder, part] = map.tasks[now];
      const opened = open(row, encodeURIComponent(name), model.pages?.[now]);
      return opened || model.sources?.[now] || new URL(`${folder}${leaf}${part && `#${part}`}`, sight.base).href;
    };
    const strips = rows.map((row, place) => {
      const svg = row.querySelector("svg");
      const link = row.querySelector("th a");
      const strip = sight.made("a", { className: "strip", href: link.href, tabIndex: place ? -1 : 0, ariaLabel: `Verdicts of ${link.textContent}` });
      const show = async (column) => {
        const mine = ++latest;
        now = Math.min(Math.max(column, 0), svg.viewBox.baseVal.width - 1);
        here.setAttribute("d", `M${now} 0h1v1h-1z`);
        svg.append(here);
        try {
          map = await loadShard(head.dataset.shard);
        } catch (error) {
          head.textContent = error.message;
          return;
        }
        if (mine !== latest) return;
        const model = map.models[place];
        const outcome = map.outcomes[model.results.charCodeAt(now) - 48];
        strip.href = addressOf(row, model);
        head.replaceChildren(make("b", map.tasks[now][0]), " · ", link.firstChild.cloneNode(true), `: ${outcome}`);
        strip.ariaLabel = head.textContent;
      };
      const columnAt = ({ clientX }) => {
        const { left, width } = svg.getBoundingClientRect();
        return Math.floor(((clientX - left) / width) * svg.viewBox.baseVal.width);
      };
      svg.replaceWith(strip);
      strip.append(svg);
      for (const kind of ["pointermove", "pointerdown"]) strip.addEventListener(kind, (event) => show(columnAt(event)));
      strip.addEventListener("focus", () => {
        for (const other of strips) other.tabIndex = other === strip ? 0 : -1;
        if (strip.matches(":focus-visible")) show(now);
      });
      strip.addEventListener("click", async (event) => {
        if (map) return; // the address is already that of the cell
        event.preventDefault();
        await show(columnAt(event));
        if (map) location.assign(strip.href);
      });
      strip.addEventListener("keydown", (event) => {
        const across = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: Infinity }[event.key];
        const shown = strips.filter((other) => other.offsetParent);
        const down = shown[shown.indexOf(strip) + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN)];
        if (across === undefined && !down) return;
        event.preventDefault();
        if (down) down.focus();
        else show(across);
      });
      return strip;
    });
  }

  // -- a task at random
  const pick = (some) => some[Math.floor(Math.random() * some.length)];
  for (const link of all("a[data-random]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      let next = link.href;
      if (link.dataset.random) {
        const here = decodeURIComponent(location.pathname.replace(/index\.html$/, "")).split("/").at(-2);
        try {
          const folders = await loadShard(link.dataset.random);
          const other = pick(folders.filter((folder) => folder !== here));
          next = new URL(`../${encodeURIComponent(other)}/${leaf}`, location.href).href;
        } catch {} // the link leads to the data set
      } else {
        const shown = all("table.gl tbody tr:not([hidden]) th > a");
        next = pick(shown)?.href ?? next;
      }
      location.assign(next);
    });
  }
})();
