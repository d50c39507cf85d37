// Put the playground together: node scripts/playground.mjs SWIPL PYODIDE PACKAGES TARGET
//
// Beside the page and the two engines there are four files of ours. `answers.json` is what the page shows before the engines
// are there. `solver.prc` is prolog/ as SWI-Prolog saved it. `python.snapshot` is the memory of Python after first checks
// (scripts/playground.py), gzipped: with it a page starts in a fraction of the time. `lelma.pack` is the files of Python: a line of JSON, [[path, size, seconds], …], and their
// contents, all gzipped, among them the tables that Python worked out once.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

process.on("uncaughtException", (error) => fail(error.message)); // and not the line it is of, which is all of an engine
const [swipl, pyodide, packages, target] = process.argv.slice(2).map((each) => path.resolve(each));
const page = "lelma/interfaces/playground";
const ROOT = "/lelma"; // where the files of Python are in a page
const LEFT_OUT = /^lelma\/(adapters|batches|experiments|interfaces\/(cli|http))\/|(^|\/)(__pycache__|tests)\//;

fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(path.join(target, "engine"), { recursive: true });
fs.cpSync(path.join(page, "static"), target, { recursive: true });
const engine = (name, content) => fs.writeFileSync(path.join(target, "engine", name), content);

// The engines
const dist = path.join(swipl, "dist/swipl");
engine("swipl.mjs", `${fs.readFileSync(path.join(dist, "swipl-web.js"), "utf8")}\nexport default SWIPL;\n`);
for (const name of ["swipl-web.wasm", "swipl-web.data"]) fs.copyFileSync(path.join(dist, name), path.join(target, "engine", name));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"])
  fs.copyFileSync(path.join(pyodide, name), path.join(target, "engine", name));
const lock = JSON.parse(fs.readFileSync(path.join(pyodide, "pyodide-lock.json"), "utf8"));
engine("pyodide-lock.json", JSON.stringify({ ...lock, packages: {} }));
engine("licences.txt", licences());

// The solver
const SWIPL = createRequire(import.meta.url)(path.join(dist, "swipl-web.js"));
const solver = await SWIPL({
  arguments: ["-q", "-f", "none"],
  locateFile: (name) => path.join(dist, name),
  printErr: (line) => fail(`SWI-Prolog says: ${line}`),
});
for (const name of fs.readdirSync(path.join(page, "solver")))
  solver.FS.writeFile(`/swipl/library/${name}`, fs.readFileSync(path.join(page, "solver", name)));
const modules = walk("prolog").filter((file) => file.endsWith(".pl"));
for (const file of modules) put(solver.FS, `/${file}`, fs.readFileSync(file));
const loaded = modules.filter((file) => fs.readFileSync(file, "utf8").includes(":- module(")).map((file) => `'/${file}'`);
for (const goal of [
  `load_files(user:[${loaded.join(",")}],[if(not_loaded)])`,
  "qsave_program('/solver.prc',[class(development),goal(true),autoload(false)])",
])
  if (!solver.prolog.query(goal).once().success) fail(`${goal} failed`);
engine("solver.prc", solver.FS.readFile("/solver.prc"));

// Python's files
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide, env: { HOME: "/home/pyodide" }, _makeSnapshot: true });
const shipped = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "gdl", "lelma", "translators", "games", "prolog"]);
const files = shipped.toString().split("\0").filter((file) => file && fs.existsSync(file) && !LEFT_OUT.test(file));
const now = Math.floor(Date.now() / 1000);
for (const file of files) place(`${ROOT}/${file}`, fs.readFileSync(file));
for (const file of walk(packages)) place(`${ROOT}/${path.relative(packages, file)}`, fs.readFileSync(file));
python.registerJsModule("page", { serve: serveWith(solver) });
python.runPython(fs.readFileSync("scripts/playground.py", "utf8"));
python.unregisterJsModule("page");
engine("python.snapshot", gzipSync(python.makeMemorySnapshot({ serializer: () => "gone" }), { level: 9 }));
engine("answers.json", python.globals.get("answers")(serveWith(solver)));
engine("lelma.pack", packed(python.FS, [ROOT, "/home/pyodide/.cache"]));

// What a page loads, and how large it is, for the bar
const sizes = Object.fromEntries(fs.readdirSync(path.join(target, "engine")).map((name) => [name, fs.statSync(path.join(target, "engine", name)).size]));
delete sizes["licences.txt"];
fs.writeFileSync(path.join(target, "engine", "sizes.json"), JSON.stringify(sizes));
const total = walk(target).reduce((sum, file) => sum + gzipSync(fs.readFileSync(file)).length, 0);
console.log(`playground: ${path.relative(".", target)}/index.html (${(total / 1e6).toFixed(1)} MB gzipped)`);
process.exit(0); // Pyodide keeps Node alive

function fail(why) {
  console.error(`playground: ${why}`);
  process.exit(1);
}

function walk(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const file = path.join(folder, each.name);
    return each.isDirectory() ? walk(file) : [file];
  });
}

function put(system, file, content) {
  system.mkdirTree ? system.mkdirTree(path.dirname(file)) : folders(system, path.dirname(file));
  system.writeFile(file, new Uint8Array(content));
}

function folders(system, folder) {
  if (folder === "/" || system.analyzePath(folder).exists) return;
  folders(system, path.dirname(folder));
  system.mkdir(folder);
}

function place(file, content) {
  put(python.FS, file, content);
  python.FS.utime(file, now * 1000, now * 1000);
}

function serveWith(module) {
  return (request) => module.prolog.query("query:serve_string(R, A)", { R: new module.prolog.String(request) }).once().A.toString();
}

function packed(system, roots) {
  const found = roots.flatMap((root) => listed(system, root));
  const contents = found.map((file) => system.readFile(file));
  const seconds = (file) => Math.floor(system.stat(file).mtime.getTime() / 1000);
  const head = JSON.stringify(found.map((file, at) => [file, contents[at].length, seconds(file)]));
  return gzipSync(Buffer.concat([Buffer.from(`${head}\n`), ...contents]), { level: 9 });
}

function listed(system, folder) {
  return system.readdir(folder).filter((name) => name !== "." && name !== "..").flatMap((name) => {
    const file = `${folder}/${name}`;
    return system.isDir(system.stat(file).mode) ? listed(system, file) : [file];
  });
}

function licences() {
  const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");
  const ours = read("LICENSE");
  const theirs = walk(packages).filter((file) => /dist-info\/.*LICEN[CS]E/i.test(file));
  return [
    `LELMA-logic\n\n${ours}`,
    `SWI-Prolog, from the npm package ${path.basename(swipl)}\n\n${read(path.join(swipl, "LICENSE.txt"))}`,
    `Pyodide, from the npm package ${path.basename(pyodide)}: Mozilla Public License 2.0, https://github.com/pyodide/pyodide\n` +
      "CPython, within it: Python Software Foundation License, https://docs.python.org/3/license.html\n",
    ...theirs.map((file) => `${path.basename(path.dirname(file)).replace(/\.dist-info$/, "")}\n\n${read(file)}`),
  ].join(`\n${"=".repeat(80)}\n\n`);
}
