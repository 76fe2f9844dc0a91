// Loaded before the page is drawn: the colours that a reader chose, and what Material's script expects to find.
(() => {
  const root = document.documentElement;
  const base = new URL("..", document.currentScript.src);
  const read = (name, kept = localStorage) => {
    try {
      return JSON.parse(kept.getItem(`${base.pathname}.${name}`));
    } catch {
      return null; // storage is closed, or holds another's text
    }
  };
  const write = (name, value, kept = localStorage) => {
    try {
      if (value === null) kept.removeItem(`${base.pathname}.${name}`);
      else kept.setItem(`${base.pathname}.${name}`, JSON.stringify(value));
    } catch {
      // the choice holds for this page only
    }
  };
  root.classList.replace("no-js", "js");
  const chosen = read("scheme");
  if (chosen === "light" || chosen === "dark") root.dataset.scheme = chosen;
  window.__md_scope = base;
  window.__md_get = read;
  window.__md_set = write;
})();
