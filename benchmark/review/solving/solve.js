// Keeps what is written every few seconds, and indents new lines. Without it, the buttons do all that matters.
const answer = document.getElementById("answer");
if (answer) {
  const form = answer.form;
  let kept = answer.value;
  let sent = false;
  const keep = () => {
    if (sent || answer.value === kept) return;
    kept = answer.value;
    const body = new URLSearchParams({ task: form.elements.task.value, answer: kept });
    fetch(form.dataset.keep, { method: "POST", body, keepalive: true })
      .then((reply) => reply.ok, () => false)
      .then((done) => {
        if (!done) kept = null;
        document.getElementById("lost").hidden = done;
      });
  };
  const timer = setInterval(keep, 4000);
  addEventListener("pagehide", keep);
  for (const other of document.forms) {
    other.addEventListener("submit", () => {
      if ("answer" in other.dataset) {
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name: "answer", value: answer.value });
        other.append(field);
      }
      sent = true;
      clearInterval(timer);
    });
  }
  answer.addEventListener("input", (event) => {
    if (event.inputType !== "insertLineBreak") return;
    const before = answer.value.slice(0, answer.selectionStart - 1);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const indent = line.match(/^ */)[0] + (line.trimEnd().endsWith(":") ? "    " : "");
    // The old command can be undone, unlike setRangeText.
    if (indent && !document.execCommand("insertText", false, indent)) {
      answer.setRangeText(indent, answer.selectionStart, answer.selectionEnd, "end");
    }
  });
}
