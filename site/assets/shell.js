// Loaded before the page is drawn: sets the colours that the reader chose, and the functions that Material expects.
(() => {
  const root = document.documentElement;
  const base = new URL("..", document.currentScript.src);
  const read = (name, kept = localStorage) => {
    try {
      return JSON.parse(kept.getItem(`${base.pathname}.${name}`));
    } catch {
      return null; // storage is not available, or has a text that is not JSON
    }
  };
  const write = (name, value, kept = localStorage) => {
    try {
      if (value === null) kept.removeItem(`${base.pathname}.${name}`);
      else kept.setItem(`${base.pathname}.${name}`, JSON.stringify(value));
    } catch {
      // storage is not available: the choice applies to this page only
    }
  };
  root.classList.replace("no-js", "js");
  const chosen = read("scheme");
  if (chosen === "light" || chosen === "dark") root.dataset.scheme = chosen;
  window.__md_scope = base;
  window.__md_get = read;
  window.__md_set = write;
})();
