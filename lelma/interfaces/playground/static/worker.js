// Holds Python and SWI-Prolog, and answers requests one at a time: {id, operation, request} → {id, answer}, JSON text
// both. The page loads and compiles beside it, and sends each {part, value} that is wanted here (engine.js). Where an engine
// broke it says {broken}; it can't be mended, so the page starts another worker. While all loads it says {loaded}, a file,
// and {stage}, then {ready}. A request whose answer takes too long is ended with the worker.
const ENGINE = new URL("engine/", import.meta.url);
const STACK = "192m"; // of Prolog; beyond it a question is unknown for want of memory

new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (each.name.startsWith(ENGINE.href)) postMessage({ loaded: each.name.slice(ENGINE.href.length) });
}).observe({ type: "resource", buffered: true });

const parts = new Map();

// What the page sends under a name, a promise
function part(name) {
  if (!parts.has(name)) {
    let arrive;
    parts.set(name, { sent: new Promise((resolve) => (arrive = resolve)), arrive });
  }
  return parts.get(name);
}

addEventListener("message", async ({ data: { part: name, value, id, operation, request } }) => {
  if (name) return part(name).arrive(value);
  const desk = await opened;
  try {
    postMessage({ id, answer: desk(operation, request) });
  } catch (error) {
    postMessage({ id, broken: String(error.message ?? error).trim().split("\n").pop() });
  }
});

const opened = open().catch((error) => {
  postMessage({ broken: `the playground could not be loaded: ${error.message}` });
  throw error;
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
  const desk = python.runPython("import page; desk.begin(page.serve); desk"); // scripts/playground.py made it
  postMessage({ ready: true });
  return (operation, request) => {
    const answer = desk(operation, request);
    if (broken) throw new Error(broken);
    return answer;
  };
}

async function prolog() {
  const [{ default: SWIPL }, state, compiled] = await Promise.all([import(new URL("swipl.mjs", ENGINE)), part("state").sent, part("swipl").sent]);
  const { prolog } = await SWIPL({
    arguments: ["-q", "-x", "/solver.prc", `--stack-limit=${STACK}`],
    locateFile: (name) => new URL(name, ENGINE).href,
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
    preRun: [(module) => module.FS.writeFile("/solver.prc", state)],
    print: () => {},
    printErr: () => {},
  });
  return prolog;
}

async function interpreter() {
  const [{ loadPyodide }, compiled] = await Promise.all([import(new URL("pyodide.mjs", ENGINE)), part("python").sent]);
  take("pyodide.asm.wasm", compiled);
  const python = await loadPyodide({
    indexURL: ENGINE.href,
    env: { HOME: "/home/pyodide" },
    createPyodideModule: async (settings) => roomy(settings, await part("snapshot").sent),
    _loadSnapshot: part("snapshot").sent,
    _snapshotDeserializer: () => null, // the solver of the build is gone
  });
  unpack(await part("pack").sent, python.FS);
  return python;
}

// Have Pyodide, which fetches and compiles a file of its own, take what the page compiled
function take(name, compiled) {
  const { fetch } = globalThis;
  globalThis.fetch = (address, options) => (new URL(address, ENGINE).href === new URL(name, ENGINE).href ? Promise.resolve(new Response()) : fetch(address, options));
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: compiled, instance: await WebAssembly.instantiate(compiled, imports) });
}

// Python's module with room for a snapshot: Pyodide copies it over the memory there is, and makes no more of it
async function roomy(settings, { length }) {
  const { default: create } = await import(new URL("pyodide.asm.mjs", ENGINE));
  const module = await create(settings);
  if (module.HEAP8.length < length) module._malloc(length);
  return module;
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
