// Loaded before the page is drawn: sets the colours that the reader chose, and makes the parts of the header that need a
// script; other scripts use the site's address and `keep`.
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

  // -- the button for the colours, and the search box with Material's classes; search.js fills its list
  const icon = (path) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
  const glass = icon("M9.5 3A6.5 6.5 0 0 1 16 9.5c0 1.61-.59 3.09-1.56 4.23l.27.27h.79l5 5-1.5 1.5-5-5v-.79l-.27-.27A6.52 6.52 0 0 1 9.5 16 6.5 6.5 0 0 1 3 9.5 6.5 6.5 0 0 1 9.5 3m0 2C7 5 5 7 5 9.5S7 14 9.5 14 14 12 14 9.5 12 5 9.5 5");
  customElements.define("sb-tools", class extends HTMLElement {
    connectedCallback() {
      this.innerHTML = `
<button class="md-header__button md-icon" type="button" data-scheme-switch aria-label="Switch between light and dark">${icon("M12 2A10 10 0 0 0 2 12a10 10 0 0 0 10 10 10 10 0 0 0 10-10A10 10 0 0 0 12 2m0 2a8 8 0 0 1 8 8 8 8 0 0 1-8 8z")}</button>
<span class="sb-find"><button class="md-header__button md-icon" type="button" data-opens="__search" aria-label="Search" aria-expanded="false">${glass}</button></span>
<div class="md-search" role="dialog" aria-label="Search"><label class="md-search__overlay" for="__search"></label>
<div class="md-search__inner" role="search"><form class="md-search__form">
<input type="text" class="md-search__input" role="combobox" aria-label="Search pages, models and tasks" aria-autocomplete="list" aria-controls="search-results" aria-expanded="false" placeholder="Search" autocapitalize="off" autocorrect="off" autocomplete="off" spellcheck="false" maxlength="200" required>
<label class="md-search__icon md-icon" for="__search">${glass}${icon("M20 11v2H8l5.5 5.5-1.42 1.42L4.16 12l7.92-7.92L13.5 5.5 8 11z")}</label>
<nav class="md-search__options" aria-label="Search"><button type="reset" class="md-search__icon md-icon" title="Clear" aria-label="Clear">${icon("M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z")}</button></nav></form>
<div class="md-search__output"><div class="md-search__scrollwrap"><div class="md-search-result">
<div class="md-search-result__meta" role="status"></div>
<div class="md-search-result__list" id="search-results" role="listbox" aria-label="Results"></div>
<button type="button" class="sb-more" hidden></button>
</div></div></div></div></div>`;
    }
  });
})();
