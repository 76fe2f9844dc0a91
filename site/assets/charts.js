// Charts of models: the model under the pointer, with the focus or in the table is named, and a click opens its page.
// Marks are in the order of the table as it was built. Names are untrusted and only ever set as text.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const NEAR = 24; // px from the pointer to a mark
  for (const figure of document.querySelectorAll("figure.plot")) {
    const svg = figure.querySelector("svg.plane");
    const marks = [...svg.querySelectorAll("a.pt")];
    const rows = [...figure.parentElement.querySelectorAll("tbody tr")].sort((one, other) => one.dataset.n - other.dataset.n);
    const box = figure.parentElement.querySelector(".scroll");
    const said = figure.querySelector(".chosen");
    const dots = marks.map((mark) => mark.querySelector(".hit"));
    const across = marks.map((_, at) => at).sort((one, other) => parseFloat(dots[one].getAttribute("cx")) - parseFloat(dots[other].getAttribute("cx")));
    const label = document.createElementNS(SVG, "text");
    label.setAttribute("class", "l is");
    svg.append(label);
    const others = [...svg.querySelectorAll(".at .l")];
    let now = -1;
    const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const choose = (at) => {
      if (at === now) return;
      for (const part of [marks[now], rows[now]]) part?.classList.remove("on");
      now = at;
      const [mark, row, dot] = [marks[at], rows[at], dots[at]];
      for (const part of [mark, row]) part.classList.add("on");
      const link = row.querySelector("a").cloneNode(true);
      said.replaceChildren(link, mark.querySelector("title").textContent.slice(link.textContent.length));
      const right = parseFloat(dot.getAttribute("cx")) > 55;
      label.setAttribute("x", dot.getAttribute("cx"));
      label.setAttribute("y", Number(dot.getAttribute("cy")) + 5);
      label.setAttribute("dx", right ? -12 : 12);
      label.setAttribute("text-anchor", right ? "end" : "start");
      const name = link.textContent;
      label.textContent = name.length > 40 ? `${name.slice(0, 39)}…` : name;
      mark.parentNode.append(label);
      const whole = label.getBoundingClientRect();
      for (const other of others) other.classList.remove("off"); // what is hidden has no size
      const covered = others.filter((other) => Number(other.dataset.n) === at || meets(whole, other.getBoundingClientRect()));
      for (const other of covered) other.classList.add("off");
    };
    svg.setAttribute("role", "group");
    marks.forEach((mark, at) => {
      mark.setAttribute("href", rows[at].querySelector("a").href);
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
      for (const kind of ["pointerenter", "focusin"]) row.addEventListener(kind, () => choose(at));
    });
    choose(0);
  }
})();
