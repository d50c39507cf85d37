// Fetches and unzips a file beside the page and its worker: an address → {bytes}, or {broken}; once, and ends.
addEventListener("message", async ({ data: address }) => {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
    const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    postMessage({ broken: error.message });
  }
  close();
});
