// Holds Python and SWI-Prolog, and answers requests one at a time: {id, operation, request} → {id, answer}, JSON text
// both. Where an engine broke it says {broken}; it can't be mended, so the page starts another worker. While all loads it
// says {bytes} loaded and {stage}, then {ready}. A request whose answer takes too long is ended with the worker.
const ENGINE = new URL("engine/", import.meta.url);
const STACK = "192m"; // of Prolog; beyond it a question is unknown for want of memory

new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (each.name.startsWith(ENGINE.href)) postMessage({ loaded: each.name.slice(ENGINE.href.length) });
}).observe({ type: "resource", buffered: true });

const opened = open().catch((error) => {
  postMessage({ broken: `the playground could not be loaded: ${error.message}` });
  throw error;
});

addEventListener("message", async ({ data: { id, operation, request } }) => {
  const desk = await opened;
  try {
    postMessage({ id, answer: desk(operation, request) });
  } catch (error) {
    postMessage({ id, broken: String(error.message ?? error).trim().split("\n").pop() });
  }
});

async function open() {
  const [solver, python] = await Promise.all([prolog(), interpreter()]);
  postMessage({ stage: "Starting" });
  let broken = "";
  python.registerJsModule("page", {
    serve(request) {
      if (!broken) {
        try {
          return solver.query("query:serve_string(R, A)", { R: new solver.String(request) }).once().A.toString();
        } catch (error) {
          broken = `memory: the solver ended unexpectedly (${error.message ?? error})`;
        }
      }
      throw new Error(broken);
    },
  });
  const desk = python.runPython(`
from page import serve
from lelma.interfaces.playground.desk import open_desk
open_desk(serve)`);
  postMessage({ ready: true });
  return (operation, request) => {
    const answer = desk(operation, request);
    if (broken) throw new Error(broken);
    return answer;
  };
}

async function prolog() {
  const [{ default: SWIPL }, state] = await Promise.all([import(new URL("swipl.mjs", ENGINE)), bytes("solver.prc")]);
  const { prolog } = await SWIPL({
    arguments: ["-q", "-x", "/solver.prc", `--stack-limit=${STACK}`],
    locateFile: (name) => new URL(name, ENGINE).href,
    preRun: [(module) => module.FS.writeFile("/solver.prc", state)],
    print: () => {},
    printErr: () => {},
  });
  return prolog;
}

async function interpreter() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", ENGINE));
  const snapshot = unzipped("python.snapshot");
  const pack = unzipped("lelma.pack");
  const python = await loadPyodide({
    indexURL: ENGINE.href,
    env: { HOME: "/home/pyodide" },
    createPyodideModule: async (settings) => roomy(settings, await snapshot),
    _loadSnapshot: snapshot,
    _snapshotDeserializer: () => null, // the solver of the build is gone
  });
  unpack(await pack, python.FS);
  return python;
}

// Python's module with room for a snapshot: Pyodide copies it over the memory there is, and makes no more of it
async function roomy(settings, { length }) {
  const { default: create } = await import(new URL("pyodide.asm.mjs", ENGINE));
  const module = await create(settings);
  if (module.HEAP8.length < length) module._malloc(length);
  return module;
}

async function bytes(name) {
  const response = await fetch(new URL(name, ENGINE));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function unzipped(name) {
  const stream = new Blob([await bytes(name)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The files that scripts/playground.mjs packed, with their times, by which Python knows that what it kept is still right
function unpack(pack, system) {
  let at = pack.indexOf(10) + 1;
  const folders = new Set();
  for (const [file, size, seconds] of JSON.parse(new TextDecoder().decode(pack.subarray(0, at)))) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    if (!folders.has(folder)) system.mkdirTree(folder);
    folders.add(folder);
    system.writeFile(file, pack.subarray(at, at + size), { canOwn: true });
    system.utime(file, seconds * 1000, seconds * 1000);
    at += size;
  }
}
