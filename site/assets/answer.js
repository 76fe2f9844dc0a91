// Shows the answers of a file of answers as elements, for the other scripts.
(() => {
  const { listed, made, make, plural: words } = sight;
  const lower = (status) => status.replaceAll("_", " ");
  const titled = (status) => status[0].toUpperCase() + lower(status).slice(1);

  // -- the contents of a file of answers as elements; every text in it is untrusted
  const aboutKept = (answer) => {
    const shown = answer.text.split("\n").length;
    const left = (answer.gaps ?? []).reduce((sum, [, lines]) => sum + lines, 0);
    const total = words(shown + left, "line");
    if (!answer.kept) return answer.code ? total : `${total}; it is unknown which of them were judged`;
    const kept = answer.kept.reduce((sum, [first, behind]) => sum + behind - first, 0);
    if (!kept) return `${total}; none was extracted as code`;
    if (kept === shown + left) return `${total}, all judged`;
    if (left) return `${total}; ${kept} of the ${words(shown, "line")} shown were judged, marked at the left`;
    return `${kept} of ${total} were judged, marked at the left`;
  };
  const wrote = (answer) => {
    const part = make("div");
    const head = make("h3", "Whole answer ");
    part.append(head);
    if (answer.text === undefined) {
      head.textContent = "Answer";
      part.append(make("p", "The text of this answer is not in the file of answers.", "sub"));
      return part;
    }
    head.append(make("small", answer.text.trim() ? aboutKept(answer) : "empty"));
    if (answer.text.trim()) part.append(listed(answer, answer.text, "code"));
    if (answer.code) {
      part.append(make("h3", "What was judged"), listed({}, answer.code, "code"));
    }
    const notes = [...(answer.notes ?? []), answer.finish ? `the model stopped with the reason “${answer.finish}”` : ""].filter(Boolean);
    if (notes.length) part.append(make("p", `Extraction: ${notes.join("; ")}.`, "sub"));
    return part;
  };
  const checked = (answer, title, draws, more) => {
    const part = make("div");
    const failed = answer.failed ?? {};
    const passed = answer.status === "passed";
    part.append(make("h3", passed ? "Every check passed" : answer.status === "missing" ? "No verdict" : "First failed check"));
    const list = make("dl", "", "kv");
    const add = (label, value, mono) => {
      if (value) list.append(make("dt", label), make("dd", value, mono ? "mono" : ""));
    };
    add("Call", failed.call, true);
    add("Expected", failed.expected, true);
    add("Got", failed.got, true);
    add("Check", failed.check, true);
    add(answer.status === "missing" ? "Reason" : "Message", failed.message, true);
    add("Result", title);
    const kinds = Object.entries(answer.kinds ?? {}).map(([kind, status]) => `${kind}: ${lower(status)}`);
    add("Kinds of tests", kinds.join(", "));
    add("Sample", draws > 1 ? `draw ${answer.draw} of ${draws}, counted from 0` : `draw ${answer.draw}`);
    part.append(list);
    if (more) part.append(more);
    return part;
  };
  // The answers of a task: ``entry`` of a shard; ``task`` is the address of its page, or empty.
  const shown = (entry, task) => {
    const parts = make("div");
    const links = make("p", "", "more");
    if (task) {
      links.append(made("a", { href: task }, "Task page"), " · ");
    }
    const file = new Blob([JSON.stringify(entry)], { type: "application/json" });
    links.append(made("a", { href: URL.createObjectURL(file), download: "answers.json" }, "These answers as JSON"));
    entry.answers.forEach((answer, number) => {
      const two = make("div", "", "two wide");
      const last = number === entry.answers.length - 1;
      two.append(wrote(answer), checked(answer, titled(answer.status), entry.draws, last ? links : null));
      parts.append(two);
    });
    const texts = entry.answers.filter((answer) => answer.text);
    if (texts.length > 1) {
      const [first, second] = texts.slice(0, 2).map((answer) => ({ name: `draw ${answer.draw}`, answer }));
      const title = ({ answer }) => lower(answer.status);
      const both = make("details", "", "group");
      both.append(make("summary", `Difference of ${first.name} (${title(first)}) and ${second.name} (${title(second)})`));
      both.addEventListener("toggle", () => both.append(answerDifference.shown(first, second, "")), { once: true });
      parts.append(both);
    }
    if (!entry.answers.length) parts.append(make("p", "Nothing is recorded for this task.", "sub"));
    const left = entry.draws - entry.answers.length;
    if (left > 0) parts.append(make("p", `This list shows one answer per result, and at most four. ${words(left, "more sample")} ${left === 1 ? "is" : "are"} not shown.`, "sub"));
    return parts;
  };
  globalThis.answers = { shown };
})();
