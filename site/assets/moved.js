// Page not found: leads from the older address of a page to the part of the page that has its content now.
(() => {
  const { base } = window.sight;
  const { moved } = document.currentScript.dataset;
  const path = location.pathname.slice(base.pathname.length);
  for (const [from, [to, part]] of Object.entries(JSON.parse(moved))) {
    const at = location.hash.replace("#", `#${part}-`) || `#${part}`;
    if (path.startsWith(from)) location.replace(new URL(`${to}${path.slice(from.length)}${location.search}${at}`, base));
  }
})();
