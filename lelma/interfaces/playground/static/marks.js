// A report: the text with its claims marked in place, and each claim with its verdict, its reason and its cells.
import { element } from "./dom.js";

const WORDS = { true: "holds", false: "does not hold", unknown: "not decided", error: "can't be judged", pending: "not due yet" };
const RANK = ["error", "unknown", "pending", "true", "false"];

// showCells: is told what decides the claim that is chosen, cells in words
export function reportView(report, text, showCells) {
  const claims = report.claims.map((claim, at) => claimView(claim, at));
  const marked = markedText(report, text, (at) => {
    claims.forEach((each, other) => each.classList.toggle("shown", other === at));
    for (const button of marked.querySelectorAll("[role=button]")) button.setAttribute("aria-pressed", String(button.dataset.claims.split(" ").includes(String(at))));
    claims[at].scrollIntoView({ block: "nearest" });
    showCells(cellsOf(report.claims[at]));
  });
  return [element("p", { class: report.ok ? "fine" : "trouble" }, summary(report)), marked, ...contradictions(report), ...claims, ...feedback(report)];
}

function summary(report) {
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
  const told = counts.map(([verdict, count]) => `${count} ${WORDS[verdict]}`).join(", ");
  if (report.unverified) return `No claim that counts could be checked${told ? ` (${told})` : ""}.`;
  return `${report.ok ? "Every claim that counts holds" : "Not all of it holds"}: ${told}.`;
}

// Spans are in characters, of which some take two places in a string of JavaScript.
function markedText(report, text, chosen) {
  const characters = Array.from(text);
  const spans = new Map();
  report.claims.forEach((claim, at) => {
    const key = claim.span.join("-");
    if (!spans.has(key)) spans.set(key, { span: claim.span, claims: [] });
    spans.get(key).claims.push(at);
  });
  for (const each of report.untranslated) {
    const key = each.span.join("-");
    if (!spans.has(key)) spans.set(key, { span: each.span, claims: [], reason: each.reason });
  }
  const parts = [];
  let at = 0;
  for (const { span: [start, end], claims, reason } of [...spans.values()].sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1])) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    parts.push(characters.slice(at, from).join(""));
    const words = characters.slice(from, end).join("");
    parts.push(claims.length ? claimMark(report, claims, words, chosen) : element("span", { class: "unread", title: reason }, words));
    at = end;
  }
  parts.push(characters.slice(at).join(""));
  return element("div", { class: "marked", role: "group", "aria-label": "The text, its claims marked" }, ...parts);
}

function claimMark(report, claims, words, chosen) {
  const verdict = claims.map((at) => report.claims[at].verdict).sort((a, b) => RANK.indexOf(b) - RANK.indexOf(a))[0];
  const told = claims.map((at) => `${report.claims[at].says || report.claims[at].query}: ${WORDS[report.claims[at].verdict]}`).join("; ");
  const choose = () => chosen(claims[0]);
  const pressed = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  };
  const attributes = { role: "button", tabindex: "0", class: verdict, title: told, "aria-pressed": "false", "data-claims": claims.join(" ") };
  return element("span", { ...attributes, onclick: choose, onkeydown: pressed }, words); // a button doesn't break like words
}

const cellsOf = (claim) => (claim.why ? claim.why.split("; ") : []);

function claimView(claim, at) {
  const cells = cellsOf(claim);
  return element(
    "div",
    { class: "claim", id: `claim-${at}` },
    element("span", { class: `tag ${claim.verdict}` }, WORDS[claim.verdict]),
    ` ${claim.says || claim.query}`,
    claim.severity === "theory" ? element("span", { class: "hint" }, " (a claim of theory)") : null,
    claim.hedged ? element("span", { class: "hint" }, " (a guess: not counted)") : null,
    claim.correction ? element("p", {}, `It holds that ${claim.correction}.`) : null,
    claim.reason ? element("p", {}, claim.reason) : null,
    cells.length ? element("p", { class: "hint" }, "Decided by") : null,
    cells.length ? element("ul", {}, ...cells.map((cell) => element("li", {}, cell))) : null,
    element("p", { class: "hint" }, element("code", {}, claim.query)),
  );
}

function contradictions(report) {
  return report.contradictions.map(({ sentences: [first, second] }) => element("p", { class: "trouble" }, `These can't both hold: “${first}” and “${second}”`));
}

function feedback(report) {
  if (!report.feedback) return [];
  return [element("details", {}, element("summary", {}, "What a model would be told"), element("pre", {}, report.feedback))];
}
