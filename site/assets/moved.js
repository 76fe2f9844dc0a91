// Page not found: leads from the older address of a page to the part of the page that has its content now.
(() => {
  const { base } = window.sight;
  const moved = Object.entries(JSON.parse(document.currentScript.dataset.moved));
  const path = location.pathname.slice(base.pathname.length), { hash } = location;
  const named = moved.some(([, [, part]]) => hash.startsWith(`#${part}`));
  for (const [from, [to, part]] of moved) {
    const at = named ? hash : hash.replace("#", `#${part}-`) || `#${part}`;
    if (path.startsWith(from)) location.replace(new URL(`${to}${path.slice(from.length)}${location.search}${at}`, base));
  }
})();
