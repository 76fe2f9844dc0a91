// Loaded before the page is drawn: sets the colours that the reader chose; other scripts use the site's address and `keep`.
(() => {
  const root = document.documentElement;
  const base = new URL("..", document.currentScript.src);
  const name = `${base.pathname}.scheme`;
  const keep = (scheme) => {
    try {
      if (scheme === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(scheme));
    } catch {
      // storage is not available: the choice applies to this page only
    }
  };
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem(name));
  } catch {
    // storage is not available, or has a text that is not JSON
  }
  root.classList.replace("no-js", "js");
  if (chosen === "light" || chosen === "dark") root.dataset.scheme = chosen;
  window.sight = { base, keep };
})();
