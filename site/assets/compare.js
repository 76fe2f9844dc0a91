// Compares any two to four models of a table. All statistics are computed beforehand: this script counts tasks,
// fills in sentences and draws bars. Names of models and tasks are untrusted and only ever set as text.
(() => {
  const root = document.getElementById("compare");
  if (!root) return;
  const form = root.querySelector("form.choose");
  const said = form.querySelector("[role=status]");
  const files = root.dataset.files.replace(/index\.js$/, "");
  const SIDES = ["a", "b", "c", "d"];
  const site = files.replace(/d\/r\/$/, "");

  // -- helpers
  const SVG = "http://www.w3.org/2000/svg";
  const made = (tag, attributes, ...children) => {
    const [name, ...classes] = tag.split(".");
    const drawn = ["svg", "rect", "circle", "text"].includes(name);
    const element = drawn ? document.createElementNS(SVG, name) : document.createElement(name);
    if (classes.length) element.setAttribute("class", classes.join(" "));
    for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  // A table whose parts keep their roles when phones stack its cells; heads are words or cells.
  const tableOf = (kind, caption, heads, ...bodies) => {
    const cells = heads.map((words) => (words instanceof Element && words.tagName === "TH" ? words : head(words)));
    const above = made("thead", { role: "rowgroup" }, made("tr", { role: "row" }, ...cells));
    return made(`table.tb.${kind}`, { role: "table" }, made("caption.vh", {}, caption), above, ...bodies);
  };
  const head = (words, ...classes) =>
    made(["th", ...classes].join("."), { scope: "col", role: "columnheader" }, ...[words].flat());
  const rowOf = (attributes, ...cells) => made("tr", { role: "row", ...attributes }, ...cells);
  const bodyOf = (...rows) => made("tbody", { role: "rowgroup" }, ...rows);
  const part = (name) => root.querySelector(`[data-part=${name}]`);
  // The conditions of the chosen table, each linked to its definition, and the same as ids.
  const conditions = () => [
    ...table.conditions.flatMap(([words, anchor, name], at) => [
      at ? " · " : "",
      made("a.tm", { href: `${root.dataset.glossary}#${anchor}`, title: name }, words),
    ]),
    " ",
    made("label.exact", {}, made("input.vh", { type: "checkbox", "aria-label": "Exact conditions" }), "exact conditions"), " ", made("code.ids", {}, table.ids),
  ];
  const short = (name) => made("bdi.short", { title: name }, name);
  const count = sight.figures;
  const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
  const joined = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
  // Differences are steps of the last decimal that the table shows: tenths, or hundredths of points from 1 to 10.
  const perPoint = () => 10 ** table.decimals;
  const points = (steps) => (Math.abs(steps) / perPoint()).toFixed(table.decimals);
  const signed = (steps) => (steps > 0 ? "+" : steps < 0 ? "\u2212" : "") + points(steps);
  const whole = (text) => text.replace(/(\d)–(\d)/g, "$1\u2060–\u2060$2").replaceAll(" %", "\u00a0%");
  const WORDS = ["no", "one", "two", "three"];

  // -- data of the chosen table and models
  let common; // sentences, names of results, how many tasks are listed at first, ids of tables
  let table; // tasks, looks, models, scale and ends of axes of the chosen table
  const say = (name, values) =>
    whole(common.words[name].replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(values[key]) : all)));
  const place = (slug) => table.models.findIndex((one) => one[0] === slug);
  const model = async (id, slug) => {
    const number = place(slug);
    const file = await loadShardOf(`${files}${id}`, number, table.each);
    const found = file.models.find((one) => one.slug === slug);
    const passed = found.passed ?? [...found.results].map((letter) => (letter === "P" ? 1 : 0));
    const judged = found.judged ?? [...found.results].map((letter) => (letter === "-" ? 0 : 1));
    return { ...found, name: table.models[number][1], number, passed, judged };
  };
  const turnedEnds = (low, high, turned) => (turned ? [0 - high, 0 - low] : [low, high]);
  // The first model minus the second in one look; null if one of them has no value there. Two chosen models get the
  // range of the pair alone, and with it the stricter one for all pairs of the table; more models get only the latter.
  const pairOf = (one, other, look, two = false) => {
    const turned = one.number > other.number;
    const [above, below] = turned ? [other, one] : [one, other];
    const columns = above.pairs[look];
    const at = below.number - above.number - 1;
    if (columns.difference[at] === null) return null;
    const difference = columns.difference[at];
    const range = (low, high) => turnedEnds(difference + low[at], difference + high[at], turned);
    const strict = range(columns.low, columns.high);
    const both = two && columns.aloneLow;
    const ends = both ? range(columns.aloneLow, columns.aloneHigh) : strict;
    return {
      difference: turned ? 0 - difference : difference,
      low: ends[0],
      high: ends[1],
      real: ends[0] > 0 || ends[1] < 0,
      sure: !columns.unsure?.[at],
      strict: both ? strict : null,
      always: strict[0] > 0 || strict[1] < 0,
      odds: columns.odds?.[at],
      needed: columns.needed?.[at],
    };
  };
  const shared = (chosen, look) => {
    const tasks = look === 0 ? table.tasks.keys() : table.looks[look].tasks;
    return [...tasks].filter((task) => chosen.every((one) => one.judged[task]));
  };
  const graded = () => table.scale === "points";
  const single = (chosen) => !graded() && chosen.every((one) => one.results !== undefined);
  const scored = (value) => {
    const { decimals, ends } = table;
    const step = 10 ** -decimals;
    // Halves are rounded to the even digit, like all other numbers of the site.
    const half = value % 2 ** (1 - decimals) === 2 ** (-1 - decimals);
    const [text, low, high] = [half ? value - step / 2 : value, ...ends].map((each) => each.toFixed(decimals));
    // Only the exact ends of the scale are written as such.
    const inside = text === low && value > ends[0] ? ends[0] + step : text === high && value < ends[1] ? ends[1] - step : null;
    return inside === null ? text : inside.toFixed(decimals);
  };
  const rate = (one, tasks) => {
    if (!tasks.length) return "–";
    const sum = tasks.reduce((total, task) => total + one.passed[task] / one.judged[task], 0);
    return scored(100 * (sum / tasks.length));
  };
  const meanPoints = (one, tasks) => {
    const known = tasks.map((task) => one.points[task]).filter((value) => value !== null);
    if (!known.length) return "–";
    // The error of each addition is kept, because a mean near a half must be rounded as by the exact sum.
    let [total, lost] = [0, 0];
    for (const value of known) {
      const next = total + value;
      lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
      total = next;
    }
    return scored((total + lost) / known.length);
  };
  const solved = (one, tasks, counted) =>
    graded() ? meanPoints(one, tasks) : counted ? count(tasks.reduce((total, task) => total + one.passed[task], 0)) : rate(one, tasks);

  // -- sentences
  const luck = (pair) => {
    if (pair.odds === 0 || pair.odds === 1) return say("luck often", {});
    return say("luck", { odds: common.odds[pair.odds] ?? say("odds", { odds: count(pair.odds) }) });
  };
  const span = (pair) => {
    const [low, high] = pair.difference >= 0 ? [pair.low, pair.high] : [0 - pair.high, 0 - pair.low];
    return say(low > 0 ? "range ahead" : "range", { low: points(low), high: points(high) });
  };
  // The verdict among all pairs; a table of one pair has none.
  const stricter = (pair) => {
    if (!pair.strict) return "";
    const [low, high] = pair.difference >= 0 ? pair.strict : turnedEnds(...pair.strict, true);
    const name = pair.always ? "strict ahead" : pair.real ? "strict only" : "strict close";
    return say(name, { low: points(low), high: points(high), pairs: table.counted });
  };
  const same = (tasks) => (tasks.length === 1 ? "task" : plural(tasks.length, "task"));
  const leftOut = (tasks) => {
    const lost = table.tasks.length - tasks.length;
    return lost ? [say("left out", { tasks: plural(lost, "task") })] : [];
  };
  const ofTwo = ([first, second]) => {
    const pair = pairOf(first, second, 0, true);
    const [ahead, behind] = pair.difference >= 0 ? [first, second] : [second, first];
    const tasks = shared([first, second], 0);
    const names = { ahead: ahead.name, behind: behind.name, tasks: same(tasks) };
    const more = tasks.filter((task) => ahead.passed[task] > behind.passed[task]).length;
    const fewer = tasks.filter((task) => ahead.passed[task] < behind.passed[task]).length;
    const level = pair.difference === 0;
    const split = graded()
      ? say(level ? "points level" : "points", { ...names, more: meanPoints(ahead, tasks), fewer: meanPoints(behind, tasks) })
      : single([first, second])
      ? say(level ? "split level" : "split", { ...names, more: count(more), fewer: count(fewer) })
      : say(level ? "rates level" : "rates", { ...names, more: rate(ahead, tasks), fewer: rate(behind, tasks) });
    const only = pair.sure ? "alone" : "alone unsure";
    const name = pair.always ? (pair.sure ? "real" : "unsure") : pair.real ? only : level ? "level" : "close";
    return [
      say(name, { ...names, gap: points(pair.difference), pairs: table.counted }),
      [split, ...(level ? [] : [luck(pair)]), span(pair), ...leftOut(tasks)].join(" "),
    ];
  };
  const ofSeveral = (chosen) => {
    const [best, ...others] = [...chosen].sort((one, other) => one.number - other.number);
    const real = others.filter((other) => pairOf(best, other, 0).low > 0).map((one) => one.name);
    const close = others.filter((other) => pairOf(best, other, 0).low <= 0).map((one) => one.name);
    const name = real.length && close.length ? "some real" : real.length ? "all real" : "none real";
    const words = { best: best.name, real: joined(real), close: joined(close), others: WORDS[others.length] };
    const pairs = couples(chosen);
    const differ = pairs.filter(([one, other]) => pairOf(one, other, 0).real).length;
    const tasks = shared(chosen, 0);
    const counted = { real: differ, pairs: plural(pairs.length, "pair"), tasks: same(tasks) };
    const leads = others.map((other) => [other.name, pairOf(best, other, 0)]).filter(([, pair]) => pair.low > 0 && !pair.sure);
    const unsure = leads.length ? [say("some unsure", { unsure: joined(leads.map(([name]) => name)) })] : [];
    return [say(name, words), [...unsure, say("several", counted), ...leftOut(tasks)].join(" ")];
  };
  const couples = (chosen) =>
    chosen.flatMap((one, at) => chosen.slice(at + 1).map((other) => [one, other]));

  // -- the table of differences
  const bar = (pair, axis) => {
    const at = (steps) => `${50 + (steps / (2 * axis)) * 100}%`;
    const width = (low, high) => `${((high - low) / (2 * axis)) * 100}%`;
    const thin = pair.strict ? [made("rect.al", { x: at(pair.strict[0]), width: width(...pair.strict) })] : [];
    return made(
      "svg.wh",
      { "aria-hidden": "true" },
      made("rect.z", { x: "50%" }),
      ...thin,
      made("rect", { x: at(pair.low), width: width(pair.low, pair.high) }),
      made("circle", { cx: at(pair.difference) }),
    );
  };
  const badge = (one, other, pair) => {
    const ahead = pair.difference >= 0 ? one.name : other.name;
    const real = pair.sure ? "badge real" : "badge unsure";
    const name = pair.always ? real : pair.real ? "badge alone" : "badge close";
    return made(pair.real ? "span.bd.real" : "span.bd.no", {}, say(name, { ahead }));
  };
  const bars = (chosen) => {
    const two = chosen.length === 2;
    const ordered = two ? chosen : [...chosen].sort((one, other) => one.number - other.number);
    const looks = table.looks.map((look, number) => ({
      ...look,
      number,
      pairs: couples(ordered)
        .map(([one, other]) => ({ one, other, pair: pairOf(one, other, number, two) }))
        .filter(({ pair }) => pair !== null),
    }));
    const widest = Math.max(...looks.flatMap((look) => look.pairs.flatMap(({ pair }) => (pair.strict ?? [pair.low, pair.high]).map(Math.abs))));
    const axis = table.axes.map((end) => perPoint() * end).find((end) => widest <= end);
    const ticks = [-axis, -axis / 2, 0, axis / 2, axis].map((end) => signed(end).replace(/\.?0+$/, "") || "0");
    const cell = (tag, attributes, ...children) => made(tag, { role: "cell", ...attributes }, ...children);
    const ends = two ? [[short(chosen[1].name)], [short(chosen[0].name)]] : [["second"], ["first"]];
    const axisHead = head(
      [
        made("span.vh", {}, `Difference, ${ticks[0]} to ${ticks[4]} points`),
        made("span.ends", { "aria-hidden": "true" }, ...ends.map((words) => made("span", {}, "ahead: ", ...words))),
        made("svg.wh", { "aria-hidden": "true" }, ...ticks.map((tick, at) => made("text", { x: `${25 * at}%`, y: 20 }, tick))),
      ],
      "ax",
    );
    const counts = two
      ? chosen.map((one) => head(short(one.name), "r"))
      : [head("First", "r"), head("Second", "r")];
    const line = (look, { one, other, pair }, titled) => {
      const tasks = shared([one, other], look.number);
      const counted = single([one, other]);
      const title = titled
        ? [made("b", {}, look.title), " ", made("small", {}, count(tasks.length))]
        : [made("bdi", {}, one.name), made("span.sub", {}, " and "), made("bdi", {}, other.name)];
      return rowOf(
        {},
        made("th.fn", { scope: "row", role: "rowheader" }, ...title),
        cell("td.r.mt", { "data-l": two ? one.name : "first" }, solved(one, tasks, counted)),
        cell("td.r.mt", { "data-l": two ? other.name : "second" }, solved(other, tasks, counted)),
        cell("td.sc.r", {}, made("b", {}, signed(pair.difference)), made("small", {}, `${signed(pair.low)} to ${signed(pair.high)}`)),
        cell("td.ax", {}, bar(pair, axis)),
        cell("td.mt", {}, badge(one, other, pair)),
      );
    };
    const bodies = two
      ? [bodyOf(...looks.flatMap((look) => look.pairs.map((each) => line(look, each, true))))]
      : looks.filter((look) => look.pairs.length).map((look) =>
          bodyOf(
            rowOf(
              { class: "look" },
              made("th.fn", { scope: "rowgroup", role: "rowheader", colspan: 6 }, made("b", {}, look.title), " ", made("small", {}, count(shared(chosen, look.number).length))),
            ),
            ...look.pairs.map((each) => line(look, each, false)),
          ),
        );
    const heads = [two ? "Tasks" : "First and second", ...counts, head("Difference", "r"), axisHead, "Verdict"];
    return tableOf("stack.big.diff", "Difference over all tasks and by category", heads, ...bodies);
  };

  // -- counts of tasks
  const twoByTwo = ([first, second], tasks) => {
    const number = (one, other) => tasks.filter((task) => first.passed[task] === one && second.passed[task] === other).length;
    const box = (tag, value, words) => made(tag, {}, made("b", {}, count(value)), made("small", {}, ...[words].flat()));
    return made(
      "table.tb.x22",
      {},
      made("caption.vh", {}, "Tasks by which model solved them"),
      made("thead", {}, made("tr", {}, made("td"), ...["solved", "missed"].map((word) => made("th", { scope: "col" }, short(second.name), ` ${word}`)))),
      made(
        "tbody",
        {},
        made("tr", {}, made("th", { scope: "row" }, short(first.name), " solved"), box("td.n", number(1, 1), "both"), box("td.n.d", number(1, 0), ["only ", short(first.name)])),
        made("tr", {}, made("th", { scope: "row" }, short(first.name), " missed"), box("td.n.d", number(0, 1), ["only ", short(second.name)]), box("td.n", number(0, 0), "neither")),
      ),
    );
  };
  const tally = (chosen, tasks) => {
    const by = (test) => tasks.filter((task) => test(chosen.filter((one) => one.passed[task]))).length;
    const rows = [
      ["all of them", by((who) => who.length === chosen.length)],
      ...chosen.map((one) => [["only ", made("bdi", {}, one.name)], by((who) => who.length === 1 && who[0] === one)]),
      ...(chosen.length > 2 ? [["several, but not all", by((who) => who.length > 1 && who.length < chosen.length)]] : []),
      ["none of them", by((who) => who.length === 0)],
    ];
    const lines = rows.map(([words, value]) => rowOf({}, made("th", { scope: "row" }, ...[words].flat()), made("td.r", {}, count(value))));
    return tableOf("plain", "Tasks by which model solved them", ["Solved by", head("Tasks", "r")], bodyOf(...lines));
  };
  const counts = (chosen, tasks) => {
    const pair = pairOf(chosen[0], chosen[1], 0);
    const settled = chosen.length === 2 && pair.needed;
    if (graded() && !settled) return [];
    const found = [made("h2", { id: "together" }, `All ${plural(tasks.length, "task")}`)];
    if (single(chosen) && chosen.length === 2) {
      found.push(made("p.sub", {}, "Only tasks in the two tinted cells show a difference between the models."), twoByTwo(chosen, tasks));
    } else if (single(chosen)) found.push(tally(chosen, tasks));
    if (settled) {
      const among = table.pairs > 1 ? say("among", { pairs: table.counted }) : "";
      const words = { gap: points(pair.difference), among, needed: count(pair.needed), tasks: plural(table.tasks.length, "task") };
      found.push(made("p.flag", {}, say(pair.needed < 0 ? "settle many" : "settle", words)));
    }
    return found;
  };

  // -- tasks where they differ
  // The line that the model's own list of tasks shows for a failed check.
  const failure = (failed) => {
    if (failed.call && failed.got) {
      return `${failed.call} gave ${failed.got}${failed.expected ? `, expected ${failed.expected}` : ""}`;
    }
    return [failed.call, failed.message || failed.check].filter(Boolean).join(": ");
  };
  const answerOf = async (one, task) => {
    const file = await loadShardOf(`${site}${one.answers}`, task, one.size);
    return file.tasks[task - file.first]?.answers[0];
  };
  // Replaces the place of a check by the check, from the file of answers that holds the task.
  const show = async (place, one, task, room) => {
    const answer = await answerOf(one, task);
    const words = answer?.failed ? failure(answer.failed) : "";
    place.replaceWith(
      words.length > room
        ? made("details.went.mono", {}, made("summary", { title: words }, words))
        : made("span.went.mono", {}, words || "No details are recorded."),
    );
  };
  // Checks are loaded when their rows come into view.
  const wanted = new Map(); // rows → loaders
  const seen = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      seen.unobserve(target);
      for (const load of wanted.get(target) ?? []) load();
      wanted.delete(target);
    }
  });
  const outcome = (one, task) => {
    const passed = one.results[task] === "P";
    const words = common.results[one.results[task]];
    return made(passed ? "span.st" : "span.st.x", {}, words);
  };
  const row = (chosen, task) => {
    const sides = chosen.map((one, at) => (one.passed[task] ? SIDES[at] : "")).filter(Boolean);
    const loads = [];
    const cells = chosen.map((one) => {
      const cell = made("td", { role: "cell", "data-l": one.name }, outcome(one, task));
      if (!one.passed[task] && one.answers) {
        const place = made("span.went");
        cell.append(place);
        loads.push(() => show(place, one, task, common.short / (chosen.length > 2 ? 2 : 1)).catch((error) => place.append(error.message)));
      }
      return cell;
    });
    const line = rowOf(
      { "data-s": sides.length === 1 ? sides[0] : "-" },
      made("th.pn", { scope: "row", role: "rowheader" }, made("a", { href: `${site}${table.set}/${table.pages[task]}/${root.dataset.leaf}${table.part && `#${table.part}`}` }, made("bdi", {}, table.tasks[task]))),
      ...cells,
    );
    wanted.set(line, loads);
    if (loads.length) seen.observe(line);
    if (chosen.length === 2 && chosen.every((one) => one.answers)) {
      const label = `Difference of the answers to ${table.tasks[task]}`;
      const load = () => Promise.all(chosen.map(async (one) => ({ name: one.name, answer: await answerOf(one, task) })));
      line.lastElementChild.append(" ", answerDifference.button(line, label, load));
    }
    return line;
  };
  const differing = (chosen, tasks) => {
    const heading = made("h2", { id: "differ" }, "Tasks where they differ");
    if (!single(chosen)) {
      const why = graded() ? "An answer gets 1 to 10 points" : "Each task was tried several times";
      return [heading, made("p.sub", {}, `${why}, so tasks are not listed as solved or missed.`)];
    }
    const apart = tasks.filter((task) => chosen.some((one) => one.passed[task] !== chosen[0].passed[task]));
    const only = (at) => apart.filter((task) => chosen.every((one, other) => Boolean(one.passed[task]) === (other === at))).length;
    const choice = (value, ...words) => {
      const input = made("input", { type: "radio", name: "side", value });
      input.checked = value === "all";
      return made("label", {}, input, ...words);
    };
    const body = bodyOf(...apart.slice(0, common.listed).map((task) => row(chosen, task)));
    const found = [
      heading,
      made(
        "fieldset.bar",
        {},
        made("legend.vh", {}, "Show"),
        made("span.seg", {}, choice("all", `All ${count(apart.length)}`), ...chosen.map((one, at) => choice(SIDES[at], "Only\u00a0", short(one.name), `\u00a0${count(only(at))}`))),
      ),
      made(
        "div.scroll",
        {},
        tableOf(
          `stack.apart${chosen.length > 2 ? ".more" : ""}`,
          "Tasks that only some of the models solved",
          ["Task", ...chosen.map((one) => short(one.name))],
          body,
        ),
      ),
    ];
    if (apart.length > common.listed) {
      const more = made("button.btn", { type: "button" }, `Show all ${count(apart.length)} tasks`);
      more.addEventListener("click", () => {
        body.append(...apart.slice(common.listed).map((task) => row(chosen, task)));
        more.remove();
      });
      found[1].addEventListener("change", () => more.click(), { once: true });
      found.push(made("p.cap", {}, more));
    }
    return found;
  };

  // -- choosing
  const tables = form.elements.table;
  let shown = []; // slugs by side
  const fields = Object.fromEntries(SIDES.map((side) => [side, typedChoice(form.elements[side], () => choose(side))]));
  const fill = (wanted) => {
    shown = wanted;
    const names = table.models.map(([, name]) => name);
    const twice = new Set(names.filter((name, at) => names.indexOf(name) < at));
    const options = table.models.map(([slug, name]) => [slug, twice.has(name) ? `${name} (${slug})` : name]);
    SIDES.forEach((side, at) => {
      const field = form.elements[side];
      fields[side].set([...(at > 1 ? [["", "none"]] : []), ...options], wanted[at] ?? "");
      const hidden = at > 1 && table.models.length <= at;
      field.parentElement.hidden = hidden;
      form.querySelector(`[for=${field.id}]`).hidden = hidden;
    });
  };
  const remember = (id, slugs) => {
    const address = new URL(location.href);
    for (const name of ["table", ...SIDES]) address.searchParams.delete(name);
    address.searchParams.set("table", id);
    slugs.forEach((slug, at) => address.searchParams.set(SIDES[at], slug));
    history.replaceState(null, "", address.href);
  };
  let latest = 0;
  const draw = async (id, slugs) => {
    const mine = ++latest;
    const chosen = await Promise.all(slugs.map((slug) => model(id, slug)));
    if (mine !== latest) return;
    const [sentence, lead] = chosen.length === 2 ? ofTwo(chosen) : ofSeveral(chosen);
    root.querySelector("h1").textContent = sentence;
    root.querySelector("p.lead").textContent = lead;
    part("table").replaceChildren(`${table.title} · `, ...conditions());
    const tasks = shared(chosen, 0);
    seen.disconnect();
    wanted.clear();
    root.classList.remove("waits");
    part("strict").textContent = chosen.length === 2 ? stricter(pairOf(chosen[0], chosen[1], 0, true)) : "";
    part("bars").replaceChildren(bars(chosen));
    part("tasks").replaceChildren(...differing(chosen, tasks));
    part("counts").replaceChildren(...counts(chosen, tasks));
    const parts = table.looks.some((look) => look.of > 1);
    const what = chosen.length === 2 ? "The thin lines" : "Bars";
    const allowed = table.pairs > 1 ? `${what} allow for all ${table.counted} in the table.` : "";
    const wider = parts ? "Bars of single categories are wider, because we look at several categories." : "";
    part("key").textContent = [allowed, wider, table.tooFew].filter(Boolean).join(" ");
  };
  const open = async (id, wanted) => {
    table = await loadShard(`${files}${id}/index.js`);
    const known = [...new Set(wanted)].filter((slug) => place(slug) >= 0);
    for (const [slug] of table.models) if (known.length < 2 && !known.includes(slug)) known.push(slug);
    tables.value = id;
    fill(known);
    await draw(id, known);
    return known;
  };
  const first = [root.querySelector("h1").textContent, root.querySelector("p.lead").textContent];
  const fail = (error) => {
    said.textContent = error.message;
    if (!root.classList.contains("waits")) return;
    root.classList.remove("waits");
    [root.querySelector("h1").textContent, root.querySelector("p.lead").textContent] = first;
  };
  const chosenNow = () => SIDES.map((side) => fields[side].value).filter(Boolean);
  const choose = (side) => {
    said.textContent = part("absent").textContent = "";
    // A model that is chosen twice swaps its place with the one that was there before.
    const now = SIDES.map((each) => fields[each].value);
    const at = SIDES.indexOf(side);
    const before = shown[at] ?? "";
    const twin = now.findIndex((slug, place) => place !== at && slug && slug === now[at]);
    if (twin >= 0 && (before || twin > 1)) now[twin] = before;
    else if (twin >= 0) now[at] = before;
    const slugs = now.filter(Boolean);
    fill(slugs);
    draw(tables.value, slugs).then(() => remember(tables.value, slugs)).catch(fail);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  tables.addEventListener("change", () => {
    said.textContent = part("absent").textContent = "";
    open(tables.value, chosenNow()).then((slugs) => remember(tables.value, slugs)).catch(fail);
  });

  const start = async () => {
    const asked = new URL(location.href).searchParams;
    const wanted = SIDES.map((side) => asked.get(side)).filter(Boolean);
    // The models that the page has without this script are not those that the address asks for.
    if (wanted.length || asked.has("table")) {
      root.classList.add("waits");
      root.querySelector("h1").textContent = "Comparing…";
      root.querySelector("p.lead").textContent = "";
    }
    common = await loadShard(root.dataset.files);
    // The asked table, else the first one with most of the models.
    const named = common.tables.includes(asked.get("table"));
    let [id, most] = [named ? asked.get("table") : common.tables[0], -1];
    for (const one of named || !wanted.length ? [] : common.tables) {
      const slugs = (await loadShard(`${files}${one}/index.js`)).models.map(([slug]) => slug);
      const here = wanted.filter((slug) => slugs.includes(slug)).length;
      if (here > most) [id, most] = [one, here];
      if (most === wanted.length) break;
    }
    const known = await open(id, wanted);
    const absent = wanted.filter((slug) => place(slug) < 0).map((slug) => slug.slice(0, 80));
    const lost = asked.has("table") && !named;
    // An address that cannot be shown as it is stays, so that whoever got it can pass it on or come back.
    if (!absent.length && !lost) return remember(id, known);
    const what = absent.length ? `${joined(absent)} ${absent.length > 1 ? "are" : "is"} not in this table` : "The table of this address is not here";
    const instead = known.slice(0, 2).map((slug) => table.models[place(slug)][1]);
    part("absent").textContent = `${what}. Shown instead: ${joined(instead)}. The address stays as it is until you choose.`;
  };
  start().catch(fail);
})();
