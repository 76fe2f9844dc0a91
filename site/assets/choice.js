// A text field with a list of choices that typing filters: the combobox of the ARIA Authoring Practices Guide.
// Names are untrusted and only ever set as text.
(() => {
  const MOST = 300; // characters of a name that are searched and listed
  const plain = (text) => text.slice(0, MOST).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  // input: a text field with role=combobox, followed by its listbox. chose: called after the reader has chosen.
  globalThis.typedChoice = (input, chose) => {
    const list = input.nextElementSibling;
    let options = []; // value, name and the text to search; a first value of "" makes the choice optional
    let value = "";
    let offered = []; // options in the open list
    let active = -1;
    const nameOf = (wanted) => (wanted && options.find(([known]) => known === wanted)?.[1]) || "";
    const open = () => !list.hidden;
    const mark = (at) => {
      active = at;
      [...list.children].forEach((item, place) => item.classList.toggle("on", place === at));
      const item = list.children[at];
      if (item) input.setAttribute("aria-activedescendant", item.id);
      else input.removeAttribute("aria-activedescendant");
      item?.scrollIntoView({ block: "nearest" });
    };
    const close = () => {
      list.hidden = true;
      list.replaceChildren();
      offered = [];
      input.setAttribute("aria-expanded", "false");
      mark(-1);
    };
    const restore = () => {
      close();
      input.value = nameOf(value);
    };
    const take = (found) => {
      const changed = found !== value;
      value = found;
      restore();
      if (changed) chose();
    };
    const item = (words, at, known) =>
      sight.made("span", { role: "option", id: `${list.id}-${at}`, ariaSelected: String(known === value) }, words.slice(0, MOST));
    const show = (typed) => {
      const words = plain(typed).split(/\s+/).filter(Boolean);
      offered = options.filter(([, , text]) => words.every((word) => text.includes(word)));
      list.replaceChildren(...offered.map(([known, name], at) => item(name, at, known)));
      if (!offered.length) {
        list.append(Object.assign(item("No model has that name", 0, null), { ariaDisabled: "true" }));
      }
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      mark(words.length && offered.length ? 0 : offered.findIndex(([known]) => known === value));
    };
    input.addEventListener("input", () => show(input.value));
    input.addEventListener("click", () => {
      if (open()) return;
      input.select();
      show("");
    });
    input.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (steps) {
        event.preventDefault();
        if (!open()) show("");
        else if (offered.length) mark((active + steps + offered.length + (active < 0 && steps < 0)) % offered.length);
      } else if (event.key === "Enter" && open()) {
        event.preventDefault();
        if (offered[active]) take(offered[active][0]);
      } else if (event.key === "Escape" && open()) {
        event.preventDefault();
        restore();
      }
    });
    input.addEventListener("blur", () => (input.value.trim() === "" && options[0]?.[0] === "" ? take("") : restore()));
    // The field keeps the focus while the list is used by mouse or finger.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const at = [...list.children].indexOf(event.target.closest("[role=option]"));
      if (!offered[at]) return;
      take(offered[at][0]);
      if (event.pointerType === "touch") input.blur();
    });
    return {
      get value() {
        return value;
      },
      set(known, wanted) {
        options = known.map(([found, name]) => [found, name, `${plain(name)} ${plain(found)}`]);
        value = wanted;
        restore();
      },
    };
  };
})();
