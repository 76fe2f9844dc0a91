// Places of a chosen set of models: Holm's method and what follows from it, repeated for the set. The p-values of the
// pairs were computed when the site was built; benchmark/scoring/ranks.py does the same for a whole table.
(() => {
  const MOST = 1 - 0.95; // the largest adjusted p-value of a real difference
  const LANES = 4; // brackets next to each other
  const holm = (p) => {
    const adjusted = new Array(p.length);
    let largest = 0;
    p.map((_, at) => at).sort((one, other) => p[one] - p[other]).forEach((at, number) => {
      largest = Math.max(largest, p[at] * (p.length - number));
      adjusted[at] = Math.min(largest, 1);
    });
    return adjusted;
  };
  // The longest parts of the set, of at least two models, in which no pair is real, as [first, last].
  const ties = (size, apart) => {
    const found = [];
    let start = 0;
    const meets = (end) => apart[end].slice(start, end).some(Boolean);
    for (let end = 1; end <= size; end += 1) {
      if (end < size && !meets(end)) continue;
      if (end - start > 1) found.push([start, end - 1]);
      while (end < size && meets(end)) start += 1;
    }
    return found;
  };
  // The fewest groups that have all rows of groups; at most two of them have the same row.
  const cover = (groups) => {
    const found = [];
    let reached = -1;
    for (let further = groups; further.length; further = groups.filter(([, last]) => last > reached)) {
      const row = Math.max(reached + 1, further[0][0]);
      const open = further.filter(([first]) => first <= row);
      const span = open.reduce((best, each) => (each[1] > best[1] ? each : best));
      found.push(span);
      reached = span[1];
    }
    return found;
  };
  const lanes = (size, groups) => {
    const ends = [];
    const parts = Array.from({ length: size }, () => []);
    for (const [first, last] of groups) {
      const free = ends.findIndex((end) => end < first);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = last;
      for (let row = first; row <= last; row += 1) parts[row].push([lane, row === first ? "s" : row === last ? "e" : ""]);
    }
    return [ends.length, parts];
  };
  // By model: its parts of brackets, as [lane, "s", "e" or ""]; only of a cover if all take too many lanes.
  const brackets = (size, groups) => {
    const [count, parts] = lanes(size, groups);
    return count > LANES ? lanes(size, cover(groups))[1] : parts;
  };
  // file: `places.js` of a table, see leaderboard/compare/data.py. Places are in the order of the file.
  globalThis.placesOf = (file, slugs) => {
    const chosen = new Set(slugs);
    const models = file.models.map((_, at) => at).filter((at) => chosen.has(file.models[at]));
    const most = new Map(file.most.map(([one, other, p]) => [`${one} ${other}`, p]));
    const pairs = models.flatMap((one, at) => models.slice(at + 1).map((other, next) => [at, at + 1 + next, one, other]));
    const signed = pairs.map(([, , one, other]) => file.p[one][other - one - 1]);
    const p = signed.map(Math.abs);
    const adjusted = holm(p);
    const largest = pairs.map(([, , one, other], at) => (adjusted[at] <= MOST ? (most.get(`${one} ${other}`) ?? p[at]) : p[at]));
    const possible = holm(largest).map((value, at) => Math.max(value, adjusted[at]));
    const size = models.length;
    const empty = () => Array.from({ length: size }, () => new Array(size).fill(false));
    const [apart, sure] = [empty(), empty()];
    const ranges = (values) => {
      const places = models.map(() => [1, size]);
      pairs.forEach(([one, other], at) => {
        if (values[at] > MOST) return;
        const [better, worse] = signed[at] > 0 ? [one, other] : [other, one];
        places[worse][0] += 1;
        places[better][1] -= 1;
      });
      return places;
    };
    pairs.forEach(([one, other], at) => {
      apart[one][other] = apart[other][one] = adjusted[at] <= MOST;
      sure[one][other] = possible[at] <= MOST;
    });
    const groups = ties(size, apart);
    const parts = brackets(size, groups);
    const certain = ranges(possible);
    return {
      places: ranges(adjusted).map(([first, last], at) => ({
        slug: file.models[models[at]],
        first,
        last,
        sure: first === certain[at][0] && last === certain[at][1],
        brackets: parts[at],
      })),
      groups: groups.map(([first, last]) => models.slice(first, last + 1).map((at) => file.models[at])),
      pairs: pairs.length,
      real: adjusted.filter((value) => value <= MOST).length,
      // Of the two highest scores.
      lead: size > 1 ? { real: apart[0][1], ahead: signed[0] > 0, sure: sure[0][1] } : null,
    };
  };
})();
