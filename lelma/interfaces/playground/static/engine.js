// The worker as the page sees it: requests in, answers out, an end for those that take too long.

const PATIENCE = 20; // seconds

export class Engine {
  // told.loading(share, stage), told.ready(), told.failed(why)
  constructor(told) {
    this.told = told;
    this.waiting = new Map();
    this.number = 0;
    this.tail = Promise.resolve();
    this.start();
  }

  start() {
    this.loaded = new Set();
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.ready = new Promise((resolve, reject) => (this.opened = { resolve, reject }));
    this.ready.catch(() => {});
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.hear({ broken: event.message || "the worker could not be started" }));
    this.sizes ??= fetch(new URL("engine/sizes.json", import.meta.url)).then((response) => (response.ok ? response.json() : {}));
    this.told.loading(0, "Loading");
  }

  async hear(data) {
    if (data.loaded || data.stage) {
      if (data.loaded) this.loaded.add(data.loaded);
      const sizes = await this.sizes.catch(() => ({}));
      const sum = (names) => names.reduce((total, name) => total + (sizes[name] ?? 0), 0);
      this.told.loading((0.9 * sum([...this.loaded])) / (sum(Object.keys(sizes)) || 1), data.stage ?? "Loading");
    } else if (data.ready) {
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

function failure(code, message) {
  return { error: { code, message, faults: [] } };
}
