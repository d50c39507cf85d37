// The state of the page as the fragment of its address, which no browser sends to a server.

const FORM = "1.";

export async function written(state) {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${FORM}${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The state in a fragment; null for none, or for what is no state
export async function read(fragment) {
  if (!fragment.startsWith(`#${FORM}`)) return null;
  try {
    const text = atob(fragment.slice(1 + FORM.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const state = JSON.parse(await new Response(stream).text());
    return typeof state === "object" ? state : null;
  } catch {
    return null;
  }
}
