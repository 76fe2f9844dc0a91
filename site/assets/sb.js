// Sorting, filtering and copying. Every table is whole without this script.
(() => {
  const body = document.body;
  body.classList.add("js");

  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    return text === "" ? null : Number.isNaN(Number(text)) ? text : Number(text);
  };
  // Missing values come last in both directions; equal ones keep their order.
  const compare = (left, right, direction) => {
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return (left > right ? 1 : -1) * direction;
  };
  for (const table of document.querySelectorAll("table.sort")) {
    for (const head of table.querySelectorAll("thead th[data-k]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const first = head.dataset.k === "asc" ? "ascending" : "descending";
        const direction = (head.getAttribute("aria-sort") === first) === (first === "ascending") ? -1 : 1;
        const column = head.cellIndex;
        for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", direction < 0 ? "descending" : "ascending");
        // Brackets join rows that stand together in order of place.
        table.classList.toggle("loose", !head.classList.contains("pl") || direction < 0);
        for (const part of table.tBodies) {
          const rows = [...part.rows];
          rows.sort((a, b) => compare(value(a, column), value(b, column), direction));
          part.append(...rows);
        }
      });
    }
  }

  for (const form of document.querySelectorAll("form[data-for]")) {
    const rows = [...document.querySelectorAll(`${form.dataset.for} tbody:not(.base) tr`)];
    const said = form.querySelector("[role=status]");
    const run = () => {
      const wanted = Object.entries(Object.fromEntries(new FormData(form))).filter(([, text]) => text);
      let shown = 0;
      for (const row of rows) {
        const name = row.querySelector("th").textContent.toLowerCase();
        const fits = wanted.every(([key, text]) =>
          key === "q" ? name.includes(text.toLowerCase()) : row.dataset[key] === text);
        row.hidden = !fits;
        shown += fits;
      }
      for (const table of document.querySelectorAll(form.dataset.for)) table.classList.toggle("sifted", shown < rows.length);
      said.textContent = `${shown} of ${rows.length} rows`;
      const query = new URLSearchParams(wanted);
      history.replaceState(null, "", query.size ? `?${query}${location.hash}` : location.pathname + location.hash);
    };
    for (const [key, text] of new URLSearchParams(location.search)) {
      if (form.elements[key]) form.elements[key].value = text;
    }
    form.addEventListener("input", run);
    form.addEventListener("submit", (event) => event.preventDefault());
    run();
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
    });
  }
})();
