// Drawings of models: the model under the pointer, with the focus or in the table is named, and a click opens its page,
// or on home its comparison with the first. Names are untrusted and only ever set as text.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const NEAR = 24; // px from the pointer to a mark
  for (const figure of document.querySelectorAll("figure.plot[data-slugs]")) {
    const slugs = figure.dataset.slugs.split(" "); // in the order of the marks
    const near = figure.parentElement.querySelector("tbody tr[data-slug]") ? figure.parentElement : document;
    const rows = slugs.map((slug) => near.querySelector(`tbody tr[data-slug="${CSS.escape(slug)}"]`));
    const said = figure.querySelector(".chosen");
    const compared = (at) => `${figure.dataset.compare}&a=${slugs[0]}&b=${slugs[at || 1]}`;
    const tell = (at, mark) => {
      const link = rows[at].querySelector("a").cloneNode(true);
      said.replaceChildren(link, mark.querySelector("title").textContent.slice(mark.querySelector("title").textContent.indexOf(": ")));
    };
    let chosen = []; // what shows that a model is chosen
    for (const svg of figure.querySelectorAll("svg.plane")) {
      const marks = [...svg.querySelectorAll("a.pt")];
      const dots = marks.map((mark) => mark.querySelector(".hit"));
      const across = marks.map((_, at) => at).sort((one, other) => parseFloat(dots[one].getAttribute("cx")) - parseFloat(dots[other].getAttribute("cx")));
      const label = document.createElementNS(SVG, "text");
      label.setAttribute("class", "l is");
      const others = [...svg.querySelectorAll(".at .l")];
      let now = -1;
      const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const choose = (at) => {
        if (at === now && chosen.length) return;
        for (const part of chosen) part.classList.remove("on", "is");
        for (const other of others) other.classList.remove("off");
        label.remove();
        now = at;
        const [mark, row, dot] = [marks[at], rows[at], dots[at]];
        tell(at, mark);
        chosen = [mark, row];
        for (const part of chosen) part.classList.add("on");
        const own = others.find((other) => Number(other.dataset.n) === at && other.getClientRects().length);
        if (own) {
          own.classList.add("is");
          chosen.push(own);
          return;
        }
        const right = parseFloat(dot.getAttribute("cx")) > 55;
        label.setAttribute("x", dot.getAttribute("cx"));
        label.setAttribute("y", Number(dot.getAttribute("cy")) + 5);
        label.setAttribute("dx", right ? -12 : 12);
        label.setAttribute("text-anchor", right ? "end" : "start");
        const name = row.querySelector("a").textContent;
        label.textContent = name.length > 40 ? `${name.slice(0, 39)}…` : name;
        mark.parentNode.append(label);
        const whole = label.getBoundingClientRect();
        for (const other of others.filter((other) => meets(whole, other.getBoundingClientRect()))) other.classList.add("off");
      };
      svg.setAttribute("role", "group");
      marks.forEach((mark, at) => {
        mark.setAttribute("href", figure.dataset.compare && slugs.length > 1 ? compared(at) : rows[at].querySelector("a").href);
        mark.setAttribute("tabindex", at ? -1 : 0); // one stop for Tab; arrow keys reach the others
        mark.setAttribute("aria-label", mark.querySelector("title").textContent);
        mark.addEventListener("focus", () => {
          choose(at);
          for (const other of marks) other.setAttribute("tabindex", other === mark ? 0 : -1);
        });
      });
      svg.addEventListener("pointermove", (event) => {
        const far = dots.map((dot) => {
          const { x, y, width, height } = dot.getBoundingClientRect();
          return Math.hypot(x + width / 2 - event.clientX, y + height / 2 - event.clientY);
        });
        const nearest = far.indexOf(Math.min(...far));
        if (far[nearest] <= NEAR) choose(nearest);
      });
      svg.addEventListener("keydown", (event) => {
        const place = across.indexOf(now);
        const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: across.length - 1 }[event.key];
        if (next === undefined || !(next in across)) return;
        event.preventDefault();
        marks[across[next]].focus({ preventScroll: true });
      });
      rows.forEach((row, at) => {
        for (const kind of ["pointerenter", "focusin"]) row.addEventListener(kind, () => svg.getClientRects().length && choose(at));
      });
    }
    tell(0, figure.querySelector("a.pt"));
  }
})();
