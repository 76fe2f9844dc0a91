// Fetches JSON files of the site, gzipped or not, for the other scripts: each once, and again after a failure.
(() => {
  // A server may declare the compression of a gzipped file; then the browser has already unpacked it.
  const fetched = async (source) => {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trim());
    const data = new Uint8Array(await answer.arrayBuffer());
    const packed = data[0] === 0x1f && data[1] === 0x8b;
    if (!packed) return JSON.parse(new TextDecoder().decode(data));
    return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  const files = new Map();
  globalThis.fetchJson = (source) => {
    if (!files.has(source)) {
      const asked = fetched(source);
      asked.catch(() => files.delete(source));
      files.set(source, asked);
    }
    return files.get(source);
  };
})();
