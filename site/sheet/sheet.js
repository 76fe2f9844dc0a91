"use strict";
// Shows the pictures that a model labelled or described, and saves what a person says about them.
const data = JSON.parse(document.getElementById("data").textContent);
const [who, save, done, main] = ["#who", "#save", "#done", "main"].map((at) => document.querySelector(at));
let made = {}; // what the person has entered, by place

function element(name, properties, ...inner) {
  const found = Object.assign(document.createElement(name), properties);
  found.append(...inner);
  return found;
}
const person = () => who.value.trim();
const slot = () => JSON.stringify(["sightbench", data.key, person()]);
const place = (picture) => JSON.stringify([picture.task, picture.number]);

function keep(picture, said, seen, box) {
  const at = `${new Date().toISOString().slice(0, 19)}Z`;
  const entry = { task_id: picture.task, picture: picture.number, person: person(), at, shown: picture.said, said, seen };
  if (said.trim()) made[place(picture)] = entry;
  else delete made[place(picture)];
  try { localStorage.setItem(slot(), JSON.stringify(made)); } catch { /* this browser keeps nothing for files */ }
  count();
  box.classList.toggle("done", Boolean(said.trim()));
}

function count() {
  done.textContent = `${Object.keys(made).length} of ${data.pictures.length} done`;
  save.disabled = !Object.keys(made).length;
}

function labels(picture, box) {
  const before = made[place(picture)];
  const model = element("details", { className: "model" }, element("summary", {}, "What the model says"),
    picture.said ? `${picture.said}: ${picture.reason}` : `no label: ${picture.reason}`);
  let seen = Boolean(before && before.seen);
  model.addEventListener("toggle", () => { seen = seen || model.open; });
  for (const [word, meaning] of Object.entries(data.labels)) {
    const input = element("input", { type: "radio", name: place(picture), value: word, checked: before?.said === word });
    input.addEventListener("change", () => keep(picture, word, seen, box));
    box.append(element("label", {}, input, ` ${word}: ${meaning}`));
  }
  box.append(model);
}

function caption(picture, box) {
  const before = made[place(picture)];
  const text = element("textarea", { value: before ? before.said : picture.said, ariaLabel: `Caption of picture ${picture.number}` });
  const right = element("input", { type: "checkbox", checked: Boolean(before) });
  const change = () => {
    right.checked = right.checked && Boolean(text.value.trim());
    keep(picture, right.checked ? text.value : "", true, box);
  };
  text.addEventListener("input", () => { right.checked = true; change(); });
  right.addEventListener("change", change);
  if (!picture.said) box.append(element("p", { className: "model" }, `The model has no caption: ${picture.reason}`));
  box.append(text, element("label", {}, right, " The caption is right as it stands here"));
}

function show() {
  made = {};
  try { made = JSON.parse(localStorage.getItem(slot())) || {}; } catch { /* as above */ }
  for (const picture of data.pictures) {
    // A caption that the model has made anew since has to be read again.
    if (data.asked === "captions" && made[place(picture)]?.shown !== picture.said) delete made[place(picture)];
  }
  main.replaceChildren(...data.tasks.map((task) => {
    const boxes = data.pictures.filter((picture) => picture.task === task.id).map((picture) => {
      const box = element("fieldset", { disabled: !person() }, element("legend", {}, `Picture ${picture.number}`));
      (data.asked === "labels" ? labels : caption)(picture, box);
      box.classList.toggle("done", Boolean(made[place(picture)]));
      return box;
    });
    const words = element("div", { className: "words" });
    for (const part of task.parts) {
      if (typeof part === "string") { words.append(part); continue; }
      const { src, number } = part;
      words.append(element("figure", {}, element("img", { src, alt: `Picture ${number}` }), element("figcaption", {}, `Picture ${number}`)));
      // A caption is read next to its picture; a label needs the whole text.
      if (data.asked === "captions" && !boxes[number - 1].parentNode) words.append(boxes[number - 1]);
    }
    return element("section", {}, element("h2", {}, task.id), words, ...(data.asked === "labels" ? boxes : []));
  }));
  count();
}

save.addEventListener("click", () => {
  const sheet = { schema: "sightbench/picture-sheet/1", asked: data.asked, corrections: Object.values(made) };
  const file = new Blob([JSON.stringify(sheet, null, 1)], { type: "application/json" });
  const name = `${data.asked}.${person().replace(/[^\p{L}\p{N}]+/gu, "-")}.json`;
  element("a", { href: URL.createObjectURL(file), download: name }).click();
});
who.addEventListener("change", show);
show();
