// The difference between two answers, line by line. Every text in them is untrusted and only ever set as text.
(() => {
  const MAX_LINES = 400; // lines per answer that are compared; the time grows with their product
  const AROUND = 3; // equal lines shown before and after a difference
  const { make, plural } = sight;

  // -- lines
  // The judged lines of an answer; null if it is unknown which lines were judged.
  const judged = (answer) => {
    if (answer.code) return answer.code.split("\n");
    if (!answer.kept?.length) return null;
    const lines = answer.text.split("\n");
    return answer.kept.flatMap(([first, behind]) => lines.slice(first, behind));
  };
  const bare = (line) => line.trimEnd();
  // Pairs of a sign (" " in both, "−" only in the first, "+" only in the second) and a line.
  const difference = (before, after) => {
    let start = 0;
    while (start < before.length && start < after.length && bare(before[start]) === bare(after[start])) start++;
    let end = 0;
    const most = Math.min(before.length, after.length) - start;
    while (end < most && bare(before.at(-1 - end)) === bare(after.at(-1 - end))) end++;
    const [left, right] = [before, after].map((lines) => lines.slice(start, lines.length - end));
    // longest[i][j]: length of the longest common subsequence of left from i on and right from j on
    const longest = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
    for (let i = left.length - 1; i >= 0; i--) {
      for (let j = right.length - 1; j >= 0; j--) {
        const same = bare(left[i]) === bare(right[j]);
        longest[i][j] = same ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    const found = before.slice(0, start).map((line) => [" ", line]);
    let [i, j] = [0, 0];
    while (i < left.length || j < right.length) {
      if (i < left.length && j < right.length && bare(left[i]) === bare(right[j])) found.push([" ", right[j++]]), i++;
      else if (j === right.length || (i < left.length && longest[i + 1][j] >= longest[i][j + 1])) found.push(["−", left[i++]]);
      else found.push(["+", right[j++]]);
    }
    return [...found, ...before.slice(before.length - end).map((line) => [" ", line])];
  };

  // -- elements
  const CLASSES = { " ": "as", "−": "minus", "+": "plus" };
  const listing = (lines) => {
    const pre = make("pre", "", "code delta");
    pre.tabIndex = 0;
    const near = lines.map((_, at) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(([sign]) => sign !== " "));
    for (let at = 0; at < lines.length; at++) {
      if (!near[at]) {
        let behind = at;
        while (behind < lines.length && !near[behind]) behind++;
        pre.append(make("span", `… ${plural(behind - at, "equal line")}`, "gone"));
        at = behind - 1;
        continue;
      }
      const [sign, line] = lines[at];
      pre.append(make("span", `${sign} ${line}`, CLASSES[sign]));
    }
    return pre;
  };
  // The difference of two answers, each {name, answer}.
  const shown = (first, second, heading = "Difference of the answers") => {
    const part = make("div");
    if (heading) part.append(make("h3", heading));
    const about = make("p", "", "sub");
    part.append(about);
    const both = [first, second].map(({ answer }) => answer);
    const absent = [first, second].find(({ answer }) => !answer?.text);
    if (absent) {
      about.append("The text of the answer of ", make("bdi", absent.name), " is not in the file of answers.");
      return part;
    }
    const code = both.map(judged);
    const whole = code.includes(null);
    const [before, after] = whole ? both.map((answer) => answer.text.split("\n")) : code;
    if (before.length > MAX_LINES || after.length > MAX_LINES) {
      about.textContent = `An answer has more than ${MAX_LINES} lines, so they are not compared.`;
      return part;
    }
    const lines = difference(before, after);
    const different = lines.some(([sign]) => sign !== " ");
    const what = whole ? "the whole answers" : "the judged lines";
    about.append(`Compared: ${what}. `);
    if (both.some((answer) => answer.gaps)) about.append("Long answers are shortened. ");
    if (!different) {
      about.append("They are equal.");
      return part;
    }
    about.append("− only ", make("bdi", first.name), ", + only ", make("bdi", second.name), ".");
    part.append(listing(lines));
    return part;
  };
  // A button that opens and closes a row below ``row`` with the difference; ``load`` promises the two answers.
  const button = (row, label, load) => {
    const opener = sight.made("button", { type: "button", className: "btn how", ariaLabel: label, ariaExpanded: "false" }, "Difference");
    let below = null;
    opener.addEventListener("click", async () => {
      if (below) {
        below.remove();
        below = null;
        opener.ariaExpanded = "false";
        return;
      }
      const [mine, cell] = sight.rowBelow(row);
      below = mine;
      cell.append(make("p", "Loading both answers …", "sub"));
      opener.ariaExpanded = "true";
      try {
        cell.replaceChildren(shown(...(await load())));
      } catch (error) {
        cell.replaceChildren(make("p", error.message, "sub"));
      }
    });
    return opener;
  };
  globalThis.answerDifference = { button, shown };
})();
