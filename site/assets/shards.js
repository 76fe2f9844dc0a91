// Loads the site's data for the other scripts. A shard is a script that calls ``shard`` with gzipped JSON in base64: it
// also loads from disk, where pages may not fetch files, and no text in it can become code.
(() => {
  const loaded = new Map(); // address → promise of the value
  const unpack = (packed) => {
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  globalThis.shard = (packed) => (document.currentScript.packed = packed);
  // Each shard is loaded once, and again after a failure; the error's message is for readers.
  globalThis.loadShard = (source) => {
    if (!loaded.has(source)) {
      const script = Object.assign(document.createElement("script"), { src: source });
      const arrived = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }));
      document.head.append(script);
      const value = arrived.then(() => unpack(script.packed)).catch(() => {
        loaded.delete(source);
        throw new Error(`Not loaded: ${script.src.slice(sight.base.href.length)}. Try again, or reload the page.`);
      });
      loaded.set(source, value.finally(() => script.remove()));
    }
    return loaded.get(source);
  };
  // Loads the shard of a folder that has number ``place`` of things of which each shard has ``each``.
  globalThis.loadShardOf = (folder, place, each) => loadShard(`${folder}/${String(Math.floor(place / each)).padStart(2, "0")}.js`);
})();
