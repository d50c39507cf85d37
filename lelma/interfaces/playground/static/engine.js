// The worker as the page sees it: requests in, answers out, an end for those that take too long.
//
// What the engines are made of is loaded, unzipped and compiled beside the worker, which gets each part when it is ready.
// The page compiles, so that code is compiled once for all workers, and a browser may keep it for the next time.

const PATIENCE = 20; // seconds
const ENGINE = new URL("engine/", import.meta.url);
const PARTS = {
  swipl: ["swipl-web.wasm", compiled],
  python: ["pyodide.asm.wasm", compiled],
  snapshot: ["python.snapshot", unzipped],
  state: ["solver.prc", bytes],
  pack: ["lelma.pack", unzipped],
};

export class Engine {
  // told.loading(share, stage), told.ready(), told.failed(why)
  constructor(told) {
    this.told = told;
    this.waiting = new Map();
    this.number = 0;
    this.tail = Promise.resolve();
    this.answers = fetched("answers.json").then((response) => response.json());
    this.sizes = fetched("sizes.json").then((response) => response.json());
    this.answers.catch(() => {});
    this.loaded = new Set();
    this.compiled = new Map();
    this.start();
  }

  start() {
    const worker = (this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    this.isReady = false;
    this.ready = new Promise((resolve, reject) => (this.opened = { resolve, reject }));
    this.ready.catch(() => {});
    worker.addEventListener("message", ({ data }) => this.hear(data));
    worker.addEventListener("error", (event) => this.hear({ broken: event.message || "the worker could not be started" }));
    this.told.loading(0, "Loading");
    for (const [part, [name, make]] of Object.entries(PARTS)) this.send(worker, part, name, make);
  }

  // Compiled code is shared with the worker, all else is handed over
  async send(worker, part, name, make) {
    try {
      const value = this.compiled.get(part) ?? (await make(name));
      if (value instanceof WebAssembly.Module) this.compiled.set(part, value);
      worker.postMessage({ part, value }, value.buffer ? [value.buffer] : []);
      this.hear({ loaded: name });
    } catch (error) {
      if (worker === this.worker) this.hear({ broken: `the playground could not be loaded: ${error.message}` });
    }
  }

  async hear(data) {
    if (data.loaded || data.stage) {
      if (data.loaded) this.loaded.add(data.loaded);
      if (this.isReady) return;
      const sizes = await this.sizes.catch(() => ({}));
      const sum = (names) => names.reduce((total, name) => total + (sizes[name] ?? 0), 0);
      this.told.loading((0.9 * sum([...this.loaded])) / (sum(Object.keys(sizes)) || 1), data.stage ?? "Loading");
    } else if (data.ready) {
      this.isReady = true;
      this.told.ready();
      this.opened.resolve();
    } else if (data.id === undefined) {
      this.opened.reject(new Error(data.broken));
      this.told.failed(data.broken);
    } else {
      const settle = this.waiting.get(data.id);
      if (data.broken) this.restart();
      settle?.(data.broken ? failure("memory", `${data.broken}; the playground starts anew`) : JSON.parse(data.answer));
    }
  }

  // The same for what was answered when the playground was built, at once
  async known(operation, request) {
    const answers = await this.answers.catch(() => ({}));
    return answers[`${operation} ${JSON.stringify(request)}`] ?? this.ask(operation, request);
  }

  // The result object of an operation, or {error: {code, message, faults}}; one request at a time
  ask(operation, request, { seconds = PATIENCE } = {}) {
    const answered = this.tail.then(() => this.asked(operation, request, seconds));
    this.tail = answered.catch(() => {});
    return answered;
  }

  async asked(operation, request, seconds) {
    try {
      await this.ready;
    } catch (error) {
      return failure("unavailable", error.message);
    }
    const id = ++this.number;
    let patience;
    const answer = await new Promise((resolve) => {
      this.waiting.set(id, resolve);
      patience = setTimeout(() => {
        this.restart();
        resolve(failure("time", `time: it takes more than ${seconds} seconds here, and was ended; the playground starts anew`));
      }, seconds * 1000);
      this.worker.postMessage({ id, operation, request: JSON.stringify(request) });
    });
    clearTimeout(patience);
    this.waiting.delete(id);
    return answer;
  }

  // End what the worker is at, and start another
  restart() {
    this.worker.terminate();
    this.start();
  }
}

async function fetched(name) {
  const response = await fetch(new URL(name, ENGINE));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

async function bytes(name) {
  return new Uint8Array(await (await fetched(name)).arrayBuffer());
}

// While it is loaded, unless the server calls it something else than application/wasm
function compiled(name) {
  return WebAssembly.compileStreaming(fetched(name)).catch(async () => WebAssembly.compile(await bytes(name)));
}

function unzipped(name) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("unzip.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: { bytes, broken } }) => (bytes ? resolve(bytes) : reject(new Error(broken))));
    worker.addEventListener("error", (event) => reject(new Error(event.message || "a worker could not be started")));
    worker.postMessage(new URL(name, ENGINE).href);
  });
}

function failure(code, message) {
  return { error: { code, message, faults: [] } };
}
