// The page: what is chosen and typed goes to the worker, its answers are shown.
import { byId, element } from "./dom.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { reportView } from "./marks.js";
import { read, written } from "./share.js";
import { markCells, payoffTable, solutionView } from "./solution.js";

const FIRST = "stag_hunt";
const OWN = {
  rules: "(role p1)\n(role p2)\n\n(<= (legal ?p work) (role ?p))\n(<= (legal ?p rest) (role ?p))\n\n(<= (next (did ?p ?m)) (does ?p ?m))\n(<= terminal (true (did ?p ?m)))\n\n" +
    "(payoff work work 3 3)\n(payoff work rest 1 4)\n(payoff rest work 4 1)\n(payoff rest rest 2 2)\n\n" +
    "(<= (goal p1 ?v) (true (did p1 ?a)) (true (did p2 ?b)) (payoff ?a ?b ?v ?w))\n(<= (goal p2 ?w) (true (did p1 ?a)) (true (did p2 ?b)) (payoff ?a ?b ?v ?w))\n",
  table: 'me/them,work,rest\nwork,"3,3","1,4"\nrest,"4,1","2,2"\n',
};
const TABS = ["check", "solve", "replay"];

let rules = ""; // in GDL, of a game of one's own; empty where it has errors
let named = ""; // the game that is chosen by name
let samples = {};
let record = "";
let asked = 0;
let checking;

const engine = new Engine({
  loading: (share, stage) => {
    byId("loading").hidden = false;
    byId("bar").value = share;
    byId("stage").textContent = stage;
  },
  ready: () => (byId("loading").hidden = true),
  failed: (why) => {
    byId("bar").hidden = true;
    byId("stage").textContent = `The playground can't be loaded: ${why}`;
  },
});
const editor = new Editor(byId("source"), { label: "The rules, or the payoff table", changed: sourceChanged });
const kind = () => byId("game").value.split(":")[0];
const game = () => (named ? { game: named } : { rules });

function trouble({ message, faults = [] }) {
  return [element("p", { class: "trouble" }, message), ...faults.map((fault) => element("p", { class: "trouble" }, `Line ${fault.line}: ${fault.message}`))];
}

// Game

function sourceChanged() {
  if (named) {
    named = "";
    byId("game").value = "rules:";
  }
  byId("summary").textContent = "";
  clearTimeout(checking);
  checking = setTimeout(readSource, 500);
}

// Check the game of one's own, and describe it where it has no errors
async function readSource() {
  clearTimeout(checking);
  const number = ++asked;
  const source = editor.value;
  let faults = [];
  rules = "";
  if (kind() === "table") {
    const made = await engine.ask("rules_of_table", { table: source });
    if (number !== asked) return;
    if (made.error) return describe(made);
    ({ faults } = made);
    rules = made.rules;
  } else {
    const found = await engine.ask("check_rules", { rules: source });
    if (number !== asked) return;
    if (found.error) return describe(found);
    ({ faults } = found);
    rules = found.ok ? source : "";
  }
  editor.show(faults);
  if (rules) describe(await engine.ask("describe_game", { rules }));
  else describe(null);
}

async function gameChosen(source) {
  const number = ++asked;
  clearTimeout(checking);
  named = kind() === "game" ? byId("game").value.slice(5) : "";
  byId("source-name").textContent = kind() === "table" ? "The payoff table, in CSV or as .nfg" : "Rules in GDL";
  byId("source-part").open = !named;
  showSamples();
  if (!named) {
    editor.value = source ?? OWN[kind()];
    byId("summary").textContent = "";
    await readSource();
    return;
  }
  const described = await engine.known("describe_game", { game: named });
  if (number === asked) describe(described);
}

function describe(found) {
  byId("report").replaceChildren();
  byId("solution").replaceChildren();
  if (!found || found.error) {
    byId("payoffs").replaceChildren(...(found ? trouble(found.error) : []));
    byId("role").replaceChildren();
    return;
  }
  const names = found.roles.map(({ role, names }) => names[0] ?? role);
  if (named) {
    editor.value = found.rules;
    byId("summary").textContent = found.summary;
  }
  byId("payoffs").replaceChildren(payoffTable(names, found.payoffs) ?? element("p", { class: "lead" }, found.untabulated));
  const chosen = byId("role").value;
  byId("role").replaceChildren(...found.roles.map(({ role }, at) => element("option", { value: role }, names[at])));
  if (found.roles.some(({ role }) => role === chosen)) byId("role").value = chosen;
}

function showSamples() {
  const texts = samples[named]?.texts ?? {};
  byId("samples-part").hidden = !Object.keys(texts).length;
  byId("samples").replaceChildren(element("option", { value: "" }, "…"), ...Object.keys(texts).map((name) => element("option", { value: name }, name.replaceAll("_", " "))));
}

// Check, solve, replay

async function working(button, place, work, show) {
  button.disabled = true;
  place.replaceChildren(element("p", { class: "lead" }, "Working …"));
  const found = await work();
  place.replaceChildren(...(found.error ? trouble(found.error) : show(found)));
  button.disabled = false;
}

const NO_GAME = { error: { message: "The game has errors, which are told below its source." } };

function check() {
  const text = byId("text").value;
  const request = { ...game(), text, role: byId("role").value, strict: byId("strict").checked };
  const usable = (named || rules) && request.role;
  const speaker = byId("role").selectedIndex;
  markCells(byId("payoffs"), [], speaker);
  return working(byId("check-button"), byId("report"), async () => (usable ? engine.ask("verify_reasoning", request) : NO_GAME), (report) => reportView(report, text, (cells) => markCells(byId("payoffs"), cells, speaker)));
}

function solve() {
  return working(byId("solve-button"), byId("solution"), async () => (named || rules ? engine.ask("solve", game()) : NO_GAME), solutionView);
}

// The match at once, and again with what each player could know, which may take long
async function replay() {
  const frame = byId("match");
  const shown = record;
  frame.hidden = true;
  byId("match-trouble").replaceChildren(element("p", { class: "lead" }, "Playing it again …"));
  const found = await engine.ask("replay", { record: shown }, { seconds: 60 });
  if (shown !== record) return;
  if (found.error) return byId("match-trouble").replaceChildren(...trouble(found.error));
  frame.srcdoc = found.page;
  frame.hidden = false;
  byId("match-trouble").replaceChildren(element("p", { class: "lead" }, "Working out what each player could know …"));
  const known = await engine.ask("replay", { record: shown, worlds: true }, { seconds: 240 });
  if (shown !== record) return;
  byId("match-trouble").replaceChildren(...(known.error ? trouble(known.error) : []));
  if (!known.error) frame.srcdoc = known.page;
}

function show(tab) {
  for (const name of TABS) {
    const selected = name === tab;
    byId(name).hidden = !selected;
    byId(`tab-${name}`).setAttribute("aria-selected", String(selected));
    byId(`tab-${name}`).tabIndex = selected ? 0 : -1;
  }
}

// A link holds what was chosen and typed; a match is too long for one, unless it is one of ours.
async function share() {
  const state = { tab: TABS.find((name) => !byId(name).hidden), game: byId("game").value, role: byId("role").value };
  if (!named) state.source = editor.value;
  if (byId("text").value) state.text = byId("text").value;
  if (byId("strict").checked) state.strict = true;
  if (byId("match-game").value) state.match = byId("match-game").value;
  history.replaceState(null, "", await written(state));
  try {
    await navigator.clipboard.writeText(location.href);
    byId("shared").textContent = "Copied.";
  } catch {
    byId("shared").textContent = "The address of this page is the link now.";
  }
}

async function restore(state) {
  const select = byId("game");
  select.value = state?.game ?? `game:${FIRST}`;
  if (!select.value) select.value = `game:${FIRST}`;
  byId("text").value = String(state?.text ?? "");
  byId("strict").checked = state?.strict === true;
  show(TABS.includes(state?.tab) ? state.tab : "check");
  await gameChosen(typeof state?.source === "string" ? state.source : undefined);
  if (state?.role) byId("role").value = state.role;
  if (!byId("role").value) byId("role").selectedIndex = 0;
  if (state?.match && samples[state.match]?.match) {
    byId("match-game").value = state.match;
    await matchChosen();
  }
}

async function matchChosen() {
  byId("match-file").value = "";
  if (!byId("match-game").value) return;
  const found = await engine.ask("match_of_game", { game: byId("match-game").value });
  if (found.error) return byId("match-trouble").replaceChildren(...trouble(found.error));
  record = found.record;
  await replay();
}

byId("game").addEventListener("change", () => gameChosen());
byId("samples").addEventListener("change", ({ target }) => {
  if (target.value) byId("text").value = samples[named].texts[target.value];
});
byId("check-button").addEventListener("click", check);
byId("solve-button").addEventListener("click", solve);
byId("share").addEventListener("click", share);
byId("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check();
});
byId("match-file").addEventListener("change", async ({ target }) => {
  if (!target.files.length) return;
  byId("match-game").value = "";
  record = await target.files[0].text();
  await replay();
});
byId("match-game").addEventListener("change", matchChosen);
for (const [at, name] of TABS.entries()) {
  byId(`tab-${name}`).addEventListener("click", () => show(name));
  byId(`tab-${name}`).addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = TABS[(at + step + TABS.length) % TABS.length];
    show(next);
    byId(`tab-${next}`).focus();
  });
}
addEventListener("hashchange", async () => {
  const state = await read(location.hash);
  if (state) await restore(state);
});

const [listed, known] = await Promise.all([engine.known("list_games", {}), engine.known("samples", {})]);
samples = known.games ?? {};
const tellable = (listed.games ?? []).filter(({ name }) => !samples[name]?.match);
byId("game").prepend(element("optgroup", { label: "Games" }, ...tellable.map(({ name, title }) => element("option", { value: `game:${name}` }, title))));
byId("match-game").append(...(listed.games ?? []).filter(({ name }) => samples[name]?.match).map(({ name, title }) => element("option", { value: name }, title)));
await restore(await read(location.hash));
