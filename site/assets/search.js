// The search: finds entries of search/index.js and lists them below the box. sb.js loads it when the search is first used.
(async () => {
  const SHOWN = 8; // results that are drawn at first
  const MOST = 200;
  const MAX_TOKENS = 8;
  // Name of each kind, and the factor of its score: of equally good entries, models come first and tasks late.
  const KINDS = {
    model: ["Model", 1.35],
    table: ["Leaderboard", 1.2],
    dataset: ["Data set", 1.15],
    page: ["Page", 1.25],
    section: ["", 1],
    term: ["", 1.1],
    task: ["Task", 0.8],
    decision: ["Decision", 0.6],
  };
  const [NAME, PART, KEYWORD, WITHIN, TEXT] = [10, 8, 7, 4, 2]; // weights of a word by where it stands
  const STOP = new Set(
    "a an and any are as at be by can do does for from get had has have how i if in into is it its me my of on or our so that the their them there these they this to us was we what when where which who whose why will with would you your".split(" "),
  );

  // -- words: case, accents and punctuation do not matter
  const ASCII = /^[\x20-\x7e]*$/; // for such text, which is most, simpler patterns do in a fraction of the time
  const fold = (text) => {
    const lower = text.toLowerCase();
    return ASCII.test(text) ? lower : lower.normalize("NFKD").replace(/\p{M}/gu, "");
  };
  const words = (text) => fold(text).match(ASCII.test(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
  const asked = (text) => {
    const all = words(text);
    const rest = all.filter((word) => !STOP.has(word));
    return rest.length ? rest : all;
  };
  const squeeze = (text) => asked(text).join("").replaceAll("0", "o");
  const apart = (text) =>
    text
      .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
      .replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, " ");
  // A name is also found by parts of its words and by neighbours written as one: HumanEval-V, human eval, gpt4o.
  const parts = (text) => {
    const whole = words(text);
    const found = words(apart(text));
    for (let at = 1; at < whole.length; at += 1) {
      found.push(whole[at - 1] + whole[at]);
      if (at > 1) found.push(whole[at - 2] + whole[at - 1] + whole[at]);
    }
    return found;
  };
  const stems = (word) => {
    const found = [word.replace(/ies$/, "y"), word.replace(/s$/, ""), word.replace(/(?:es|ed|ing|er)$/, "")];
    found.push(word.replaceAll("0", "o")); // GPT-40
    return found.filter((stem) => stem !== word && stem.length > 1);
  };
  // Edits from one word to another: letters added, left out, replaced, or swapped with their neighbour.
  const edits = (left, right, most) => {
    if (Math.abs(left.length - right.length) > most) return most + 1;
    let [before, last] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= left.length; i += 1) {
      const now = [i];
      for (let j = 1; j <= right.length; j += 1) {
        now[j] = Math.min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (left[i - 1] !== right[j - 1]));
        if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
          now[j] = Math.min(now[j], before[j - 2] + 1);
      }
      if (Math.min(...now) > most) return most + 1;
      [before, last] = [last, now];
    }
    return last[right.length];
  };

  // -- the index: word → entries with that word and its weight in them
  const entries = [];
  const index = new Map();
  const known = new Map(); // the words of names and keywords → the set of their letters and digits, as bits
  const bits = (word) => [...word].reduce((all, letter) => all | (1 << (letter.charCodeAt(0) % 32)), 0);
  const count = (number) => {
    let found = 0;
    for (let rest = number; rest; rest &= rest - 1) found += 1;
    return found;
  };
  const put = (entry, list, weight) => {
    for (const word of list) {
      if (weight >= KEYWORD && word.length > 2 && !known.has(word)) known.set(word, bits(word));
      const found = index.get(word);
      if (!found) index.set(word, [[entry, weight]]);
      else if (found.at(-1)[0] !== entry) found.push([entry, weight]); // the first weight is the highest
    }
  };
  for (const [kind, within, folder, list] of await loadShard(new URL("search/index.js", sight.base)).catch(() => [])) {
    const around = [...words(within), ...parts(within)];
    for (const [name, address, line = "", keywords = "", rest = "", after = 0] of list) {
      const signs = { "\t": name, "\n": name.toLowerCase().replaceAll(" ", "-") };
      const named = (text) => text.replace(/^[\t\n]/, (sign) => signs[sign]);
      const phrases = keywords ? keywords.split("|").map(named) : [];
      const entry = { kind, within, name, address: folder + named(address), line, after, at: entries.length };
      entry.key = squeeze(name);
      entry.keys = phrases.map(squeeze);
      entry.size = asked(name).length;
      entries.push(entry);
      put(entry, words(name), NAME);
      put(entry, parts(name), PART);
      for (const phrase of phrases) {
        put(entry, words(phrase), KEYWORD);
        put(entry, parts(phrase), KEYWORD);
      }
      put(entry, around, WITHIN);
      put(entry, words(line), TEXT);
      put(entry, words(rest), TEXT);
    }
  }

  // -- matching
  const likeness = (token, variants, word) => {
    if (word === token) return 1;
    if (variants.includes(word)) return 0.9;
    if (token.length > 1 && word.startsWith(token)) return 0.6 + (0.3 * token.length) / word.length;
    return variants.some((stem) => stem.length > 3 && word.startsWith(stem) && word.length < stem.length + 5) ? 0.6 : 0;
  };
  const slip = (token, word) => {
    const most = token.length > 7 ? 2 : 1;
    const found = Math.min(edits(token, word, most), edits(token, word.slice(0, token.length), most) + 0.2);
    return found <= most + 0.2 ? 0.55 - 0.1 * found : 0;
  };
  // Entry → the best score of a word of the query in it. Slips of the pen count only if no name or keyword has the word.
  const matches = (token, forgiving) => {
    const found = new Map();
    const note = (list, like, least) => {
      for (const [entry, weight] of list) {
        const score = like * weight;
        if (weight >= least && score > (found.get(entry) ?? 0)) found.set(entry, score);
      }
    };
    let exact = false;
    const variants = stems(token);
    for (const [word, list] of index) {
      const like = likeness(token, variants, word);
      if (!like) continue;
      note(list, like, 0);
      exact ||= list.some(([, weight]) => weight >= KEYWORD);
    }
    if (!exact && forgiving && token.length > 3) {
      const letters = bits(token);
      for (const [word, others] of known) {
        if (count(letters & ~others) > 2) continue; // too many letters that the word does not have
        const like = slip(token, word);
        if (like) note(index.get(word), like, KEYWORD);
      }
    }
    return found;
  };
  const search = (text) => {
    const tokens = asked(text).slice(0, MAX_TOKENS);
    if (!tokens.length) return [];
    const found = tokens.map((token) => matches(token, true));
    tokens.slice(1).forEach((token, at) => {
      for (const [entry, score] of matches(tokens[at] + token, false)) {
        if (score < PART * 0.6) continue; // “data set” finds dataset, but not in running text
        for (const one of [at, at + 1]) found[one].set(entry, Math.max(score, found[one].get(entry) ?? 0));
      }
    });
    const rare = found.map((some) => Math.log(1 + entries.length / Math.max(1, some.size)));
    const total = rare.reduce((sum, one) => sum + one, 0);
    const key = squeeze(text);
    const option = /(?:^|\s)--\w/.test(text); // of a command, such as --rows
    const scored = [];
    for (const entry of new Set(found.flatMap((some) => [...some.keys()]))) {
      let [score, covered, named] = [0, 0, 0];
      found.forEach((some, at) => {
        const one = some.get(entry) ?? 0;
        score += one * rare[at];
        if (one) covered += rare[at];
        if (one > KEYWORD * 0.9) named += 1;
      });
      const share = covered / total;
      score = (score / total) * share * (1 + 0.6 * Math.min(1, named / Math.max(1, entry.size)));
      let whole = 0;
      if (entry.key === key) whole = entry.kind === "section" ? 15 : 40;
      else if (entry.keys.includes(key)) whole = 20;
      else if (key.length > 2 && entry.key.startsWith(key)) whole = 8;
      else if (key.length > 2 && entry.keys.some((one) => one.startsWith(key))) whole = 4;
      const options = option && entry.address.startsWith("commands/") ? 40 : 0;
      const factor = KINDS[entry.kind][1] * (entry.after ? 0.8 : 1);
      // An entry may lack words of the query, fewer if its name and keywords have none of the others.
      const least = named ? 0.3 : 0.6;
      scored.push({ entry, share, least, plain: score, score: (score + whole + options) * factor });
    }
    const most = Math.max(...scored.map(({ share }) => share));
    const best = Math.max(...scored.map(({ plain }) => plain));
    return scored
      .filter(({ share, least, plain }) => share > most * least && plain > best * 0.08)
      .sort((left, right) => right.score - left.score || left.entry.at - right.entry.at)
      .map(({ entry }) => entry);
  };

  // Two models that a query names, with a word such as “vs” between them; without one, only by whole names.
  const pairOf = (text) => {
    const named = text.trim().replace(/^compare\s+/i, "");
    const sides = named.split(/\s+(?:vs\.?|versus|against|with|and|or)\s+|\s*,\s*/i);
    const pieces = named.split(/\s+/);
    const splits = pieces.slice(1).map((_, at) => [pieces.slice(0, at + 1).join(" "), pieces.slice(at + 1).join(" ")]);
    const whole = (key) => (one) => one.kind === "model" && [one.key, ...one.keys].includes(key);
    const models =
      sides.length > 1
        ? [sides.map((part) => search(part)[0])]
        : splits.map((parts) => parts.map((part) => entries.find(whole(squeeze(part)))));
    const isPair = ([left, right, ...more]) => left !== right && !more.length && [left, right].every((one) => one?.kind === "model");
    return models.find(isPair) ?? [];
  };
  // The comparison of these models, as if it were an entry.
  const comparison = (text) => {
    const pair = pairOf(text);
    const page = entries.find(({ kind, address }) => kind === "page" && /^compare\/[^?#]*$/.test(address));
    if (!pair.length || !page) return [];
    const [left, right] = pair.map(({ address }) => address.split("/")[1]);
    const address = `${page.address}?${new URLSearchParams({ a: left, b: right })}`;
    return [{ ...page, name: `Compare ${pair[0].name} with ${pair[1].name}`, address, line: "" }];
  };

  // -- the box and the list below it
  const box = document.querySelector(".md-search");
  const toggle = document.getElementById("__search");
  const input = box.querySelector(".md-search__input");
  const status = box.querySelector("[role=status]");
  const listed = box.querySelector("[role=listbox]");
  const more = box.querySelector(".sb-more");
  const begins = (word, token) => (token.length > 1 ? word.startsWith(token) : word === token);
  const marked = (text, tokens) =>
    text
      .split(/([\p{L}\p{N}]+)/u)
      .map((piece, at) => (at % 2 && tokens.some((token) => begins(fold(piece), token)) ? sight.made("mark", {}, piece) : piece));
  // The part of a long text that has a word of the query.
  const excerpt = (text, tokens) => {
    const places = tokens.map((token) => fold(text).search(new RegExp(`(?<![\\p{L}\\p{N}])${token}`, "u")));
    const first = Math.min(...places.filter((place) => place > 0), text.length);
    const start = first < 90 || first === text.length ? 0 : text.lastIndexOf(" ", first - 40) + 1;
    return `${start ? "… " : ""}${text.slice(start)}`; // the style cuts its end
  };
  const option = (entry, at, tokens) => {
    const [title] = KINDS[entry.kind];
    const href = new URL(entry.address, sight.base);
    const about = [title, entry.within].filter(Boolean).join(" · ");
    return sight.made(
      "a",
      { className: "md-search-result__link", href, id: `search-result-${at}`, tabIndex: -1, role: "option", ariaSelected: "false" },
      sight.made("bdi", { className: "sb-hit" }, ...marked(entry.name, tokens)), " ",
      sight.made("small", {}, about), " ",
      ...(entry.line ? [sight.made("span", {}, ...marked(excerpt(entry.line, tokens), tokens))] : []),
    );
  };
  let results = [];
  let tokens = [];
  const options = () => [...listed.children];
  const chosen = () => options().find((one) => one.getAttribute("aria-selected") === "true");
  const choose = (one) => {
    chosen()?.setAttribute("aria-selected", "false");
    if (one) {
      one.setAttribute("aria-selected", "true");
      one.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", one.id);
    } else input.removeAttribute("aria-activedescendant");
  };
  const draw = (count) => {
    const from = listed.children.length;
    listed.append(...results.slice(from, count).map((entry, at) => option(entry, from + at, tokens)));
    const rest = results.length - listed.children.length;
    more.hidden = rest <= 0;
    more.textContent = `Show ${rest} more`;
    input.setAttribute("aria-expanded", String(toggle.checked && results.length > 0));
  };
  const remember = (q) => sight.remember({ q });
  const run = () => {
    const text = input.value.trim();
    const all = [...comparison(text), ...search(text)];
    results = all.slice(0, MOST);
    tokens = asked(text);
    choose();
    listed.replaceChildren();
    draw(SHOWN);
    if (!entries.length) status.textContent = "The search could not be loaded. Reload the page to try again.";
    else if (!text) status.textContent = "Type the name of a model, a task or a data set, or any word.";
    else if (!all.length) status.textContent = `Nothing found for “${text}”. Try fewer or other words.`;
    else if (all.length > MOST) status.textContent = `More than ${MOST} results; the best come first.`;
    else status.textContent = all.length === 1 ? "1 result" : `${all.length} results`;
    remember(toggle.checked ? text : "");
  };
  const close = () => toggle.checked && toggle.click();

  input.addEventListener("input", () => {
    if (!toggle.checked) toggle.click();
    run();
  });
  input.addEventListener("keydown", (event) => {
    const all = options();
    const at = all.indexOf(chosen());
    if (event.isComposing || event.altKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = event.key === "ArrowDown" ? at + 1 : at < 0 ? all.length - 1 : at - 1;
      choose(all[next]); // beyond the first and the last result, none is chosen
    } else if (event.key === "Enter") (chosen() ?? all[0])?.click();
    else return;
    event.preventDefault();
  });
  box.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  box.querySelector("form").addEventListener("reset", () => {
    setTimeout(run);
    input.focus();
  });
  more.addEventListener("click", () => {
    const from = listed.children.length;
    draw(MOST);
    input.focus();
    choose(options()[from]);
  });
  listed.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    // A result on this page only scrolls; other results leave the query in the address, for the way back.
    if (link?.href.split("#")[0] === location.href.split(/[?#]/)[0]) close();
  });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) close();
  });
  toggle.addEventListener("change", () => {
    if (toggle.checked) run();
    else {
      remember("");
      input.setAttribute("aria-expanded", "false");
    }
  });
  if (!input.value) input.value = sight.asked("q") ?? "";
  run();
})();
