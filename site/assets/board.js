// Boards of models: places and headline of the set that filters leave, and ticks that lead to the comparison.
// Names are untrusted and only ever set as text.
(() => {
  const { all, made, asked, remember, figures } = sight;
  const MOST_CHARACTERS = 48;
  const named = (row) => {
    const name = row.querySelector("th a").textContent;
    return made("bdi", {}, name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS - 1)}…` : name);
  };

  // -- filters choose a set of models: places, headline and "real" follow for it
  const bar = document.querySelector("form[data-files]");
  const folder = bar?.dataset.files.replace(/index\.js$/, "");
  const own = (cell) => [...cell.childNodes].filter((part) => part.nodeName !== "INPUT");
  const built = new Map(); // what cells and the headline hold for the whole table
  const fill = (element, parts) => {
    if (!built.has(element)) built.set(element, own(element));
    for (const part of own(element)) part.remove();
    element.prepend(...parts);
  };
  const restore = (element) => {
    if (built.has(element)) fill(element, built.get(element));
  };
  const scoreOf = (cell) => {
    let next = cell.nextElementSibling;
    while (!next.matches(".sc")) next = next.nextElementSibling;
    return next;
  };
  const amount = (cell) => `${scoreOf(cell).querySelector("b").textContent} (${scoreOf(cell).querySelector("small").textContent})`;
  const UNLESS = " unless the missing samples would change that";
  // The headline of the set, as parts, from its places and the cells of its models, best score first.
  const sentence = async (head, file, found, cells) => {
    const [one, other] = found.places.map(({ slug }) => cells.get(slug));
    if (!one) return ["No judged model is in this set."];
    if (!other) return ["One model is in this set: ", named(one.closest("tr")), `, ${amount(one)}.`];
    const [first, second] = found.places.map(({ slug }) => file.models.indexOf(slug));
    const shard = await loadShardOf(`${folder}${head.dataset.table}`, first, file.each);
    const gap = shard.models.find((model) => model.slug === file.models[first]).pairs[0].difference[second - first - 1];
    const among = `Among these ${figures(found.places.length)}, `;
    if (gap === 0) return [among, named(one.closest("tr")), " and ", named(other.closest("tr")), " are level."];
    const points = `${(Math.abs(gap) / 10 ** file.decimals).toFixed(file.decimals)} points`;
    const proof = made("a", {});
    proof.href = `${bar.dataset.proof}?${new URLSearchParams({ table: head.dataset.table, a: file.models[first], b: file.models[second] })}`;
    const at = head.dataset.title ? ` on ${head.dataset.title}` : "";
    const { real, ahead, sure } = found.lead;
    if (gap < 0 || (real && !ahead)) return [among, named(one.closest("tr")), ` has the highest score${at}, but is not ahead of `, named(other.closest("tr")), " task by task."];
    if (!real || found.places[0].last > 1) {
      proof.textContent = `${points} ahead`;
      return [among, named(one.closest("tr")), " is ", proof, `${at}, but the lead may be luck.`];
    }
    proof.textContent = `${points}, and the lead is real${sure && found.places[0].sure ? "" : UNLESS}`;
    return [among, named(one.closest("tr")), ` leads${at} by `, proof, "."];
  };
  const shown = (place, bracketed) => [
    ...(bracketed ? place.brackets.map(([lane, end]) => made("i", { className: `l${lane} ${end}`.trim(), ariaHidden: "true" })) : []),
    place.first === place.last ? String(place.first) : `${place.first}–${place.last}`,
  ];
  const title = document.querySelector(".answer h1");
  const lead = title?.nextElementSibling;
  const tables = all(".lb").map((table) => [table, all("th.pl[data-table]", table)]).filter(([table, heads]) => heads.length && table.querySelector("[data-slug]"));
  for (const [at, [table, heads]] of (bar ? tables : []).entries()) {
    const line = made("p", { className: "sub note", ariaLive: "polite" });
    table.before(line);
    const lanes = table.className.match(/\bp\d\b/)?.[0];
    let latest = 0;
    const tell = async ({ set, named: byName }) => {
      const mine = ++latest;
      const whole = all("tbody:not(.base) > tr", table);
      const chosen = set.size < whole.length;
      const results = [];
      try {
        for (const head of chosen ? heads : []) {
          const file = await loadShard(`${folder}${head.dataset.table}/places.js`);
          const rows = whole.filter((row) => file.models.includes(row.dataset.slug));
          const cells = new Map(rows.map((row) => [row.dataset.slug, row.cells[head.cellIndex]]));
          const found = placesOf(file, rows.filter((row) => set.has(row)).map((row) => row.dataset.slug));
          const said = head === heads[0] ? await sentence(head, file, found, cells) : [];
          results.push({ head, file, found, cells, said });
        }
        if (mine !== latest) return;
        line.textContent = "";
      } catch (error) {
        if (mine !== latest) return;
        line.textContent = `Places are those of the whole table. ${error.message}`;
      }
      for (const element of built.keys()) if (table.contains(element) || (at === 0 && [title, lead].includes(element))) restore(element);
      if (lanes) table.classList.replace(table.className.match(/\bp\d\b/)[0], lanes);
      for (const part of at === 0 ? all("[data-whole]") : []) part.hidden = results.length > 0;
      for (const { head, file, found, cells, said } of results) {
        const first = head === heads[0];
        for (const place of found.places) fill(cells.get(place.slug), shown(place, first && !byName));
        if (!first) continue;
        table.toggleAttribute("data-sifted", byName);
        const lane = 1 + Math.max(-1, ...found.places.flatMap((place) => place.brackets.map(([number]) => number)));
        table.classList.replace(lanes, `p${Math.max(lane, Number(lanes.slice(1)))}`);
        if (at > 0) {
          line.replaceChildren(...said);
          continue;
        }
        fill(title, said);
        const pairs = `${figures(found.pairs)} pair${found.pairs === 1 ? "" : "s"}`;
        const allowed = found.pairs ? ` ${figures(found.real)} of its ${pairs} really differ; places allow for these pairs only, not for other sets that you may have tried.` : "";
        fill(lead, [`You chose this set: ${figures(found.places.length)} of ${figures(file.models.length)} models.${allowed}`]);
      }
    };
    table.addEventListener("sift", (event) => tell(event.detail));
  }
  if (tables.some(([table]) => table.hasAttribute("data-sifted"))) bar?.dispatchEvent(new Event("input", { bubbles: true }));

  // -- ticks: two to four models of a table lead to the page that compares them
  const MOST = 4;
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
      remember({ ticked: table ? [table, ...slugs].join(",") : "" });
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
    const [wanted, ...slugs] = (asked("ticked") ?? "").split(",");
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
