// Boards of models: what the places prove about the models that filters leave, and ticks that lead to the comparison.
// Names are untrusted and only ever set as text.
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const figures = (number) => number.toLocaleString("en-US");
  const MOST_CHARACTERS = 48;
  const named = (row) => {
    const name = row.querySelector("th a").textContent;
    return made("bdi", {}, name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS - 1)}…` : name);
  };

  // -- the best of the models that filters leave
  // What the places of a table prove about these rows: a lead, a shared first place, or only a highest score. A model
  // whose worst place is before the best place of another is better; a bracket joins models up to number data-tied.
  const best = (rows) => {
    const [top, ...others] = rows
      .map((row) => ({ row, cell: row.querySelector(".pl") }))
      .map(({ row, cell }) => ({ row, cell, places: cell?.textContent.match(/\d+/g)?.map(Number) }))
      .filter(({ places }) => places)
      .sort((one, other) => one.cell.dataset.v - other.cell.dataset.v);
    if (!top) return [];
    const score = top.row.querySelector(".sc");
    const words = [named(top.row), `, ${score.querySelector("b").textContent} (${score.querySelector("small").textContent})`];
    const same = others.filter(({ cell }) => Number(cell.dataset.v) <= Number(top.cell.dataset.tied));
    if (same.length) {
      const more = same.length > 1 ? ` and ${figures(same.length - 1)} more` : "";
      return ["First place among these is shared: ", ...words, ", cannot be told apart from ", named(same[0].row), `${more}.`];
    }
    return others.every(({ places }) => places[0] > top.places.at(-1))
      ? ["Best of these: ", ...words, "."]
      : ["Highest score of these: ", ...words, ". Compare shows whether its lead is real."];
  };
  const filtered = () => all("form[data-compare] [type=reset]").some((reset) => !reset.hidden);
  all(".lb").forEach((table, at) => {
    const line = made("p", { className: "sub note", ariaLive: at ? "off" : "polite" });
    const tell = () => line.replaceChildren(...(filtered() ? best(all("tbody:not(.base) > tr:not([hidden])", table)) : []));
    table.before(line);
    table.addEventListener("sift", tell);
    tell();
  });

  // -- ticks: two to four models of a table lead to the page that compares them
  const MOST = 4;
  const remember = (text) => {
    const address = new URL(location.href);
    if (text) address.searchParams.set("ticked", text);
    else address.searchParams.delete("ticked");
    if (address.href !== location.href) history.replaceState(null, "", address.href);
  };
  for (const form of all("form[data-compare]")) {
    let ticked = []; // boxes, in the order in which they were ticked
    const said = made("span", { ariaLive: "polite" });
    const go = made("a", { className: "btn" });
    const clear = made("button", { type: "button", className: "btn" }, "Untick all");
    const strip = made("div", { className: "ticked" }, said, go, clear);
    const slug = (box) => box.closest("tr").dataset.slug;
    const tell = (refused) => {
      const table = ticked[0]?.closest("table").dataset.table;
      const slugs = ticked.map(slug);
      document.body.classList.toggle("ticking", Boolean(table));
      go.hidden = slugs.length < 2;
      go.textContent = `Compare ${slugs.length}`;
      const query = new URLSearchParams([["table", table], ...slugs.map((one, at) => ["abcd"[at], one])]);
      go.href = `${form.dataset.compare}?${query}`;
      const names = ticked.flatMap((box, at) => [at ? ", " : "", named(box.closest("tr"))]);
      if (slugs.length < 2) names.unshift("Tick another model to compare with ");
      said.replaceChildren(...(refused ? [refused] : names));
      remember(table ? [table, ...slugs].join(",") : "");
    };
    const change = (box) => {
      let refused = "";
      if (!box.checked) ticked = ticked.filter((other) => other !== box);
      else if (ticked.length === MOST) refused = "You can compare at most four models.";
      else if (ticked[0] && ticked[0].closest("table") !== box.closest("table")) {
        refused = "You can only compare models of one table. Untick the others first.";
      } else ticked.push(box);
      if (refused) box.checked = false;
      tell(refused);
    };
    clear.addEventListener("click", () => {
      const [first] = ticked;
      for (const box of ticked) box.checked = false;
      ticked = [];
      tell();
      first.focus();
    });
    const [wanted, ...slugs] = (new URL(location.href).searchParams.get("ticked") ?? "").split(",");
    for (const row of all(`${form.dataset.for} tr[data-slug]`)) {
      const box = made("input", { type: "checkbox", ariaLabel: `Compare ${row.querySelector("th a").textContent}` });
      row.cells[0].append(box);
      box.addEventListener("change", () => change(box));
      box.checked = row.closest("table").dataset.table === wanted && slugs.includes(row.dataset.slug);
      if (box.checked) ticked.push(box);
    }
    ticked = ticked.sort((one, other) => slugs.indexOf(slug(one)) - slugs.indexOf(slug(other)));
    for (const box of ticked.splice(MOST)) box.checked = false;
    form.append(strip);
    tell();
  }
})();
