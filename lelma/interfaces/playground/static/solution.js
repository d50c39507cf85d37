// Payoff tables, and what solving a game found.
import { element } from "./dom.js";

// cells: [{moves or profile, payoffs}]; equilibria: the profiles to outline
export function payoffTable(roles, cells, equilibria = []) {
  if (!cells.length) return null;
  const profileOf = (cell) => cell.moves ?? cell.profile;
  const marked = new Set(equilibria.map((profile) => profile.join("|")));
  const shown = (cell) => {
    const profile = profileOf(cell).join("|");
    return element("td", { class: marked.has(profile) ? "cell equilibrium" : "cell", "data-profile": profile }, cell.payoffs.join(", "));
  };
  if (roles.length !== 2) {
    const head = element("tr", {}, ...roles.map((role) => element("th", {}, role)), element("th", {}, "payoffs"));
    return wide(element("table", {}, head, ...cells.map((cell) => element("tr", {}, ...profileOf(cell).map((move) => element("td", {}, move)), shown(cell)))));
  }
  const moves = [0, 1].map((at) => [...new Set(cells.map((cell) => profileOf(cell)[at]))]);
  const found = new Map(cells.map((cell) => [profileOf(cell).join("|"), cell]));
  const head = element("tr", {}, element("th", {}, `${roles[0]} \\ ${roles[1]}`), ...moves[1].map((move) => element("th", { scope: "col" }, move)));
  const rows = moves[0].map((row) =>
    element("tr", {}, element("th", { scope: "row" }, row), ...moves[1].map((column) => (found.has(`${row}|${column}`) ? shown(found.get(`${row}|${column}`)) : element("td")))),
  );
  return wide(element("table", {}, head, ...rows));
}

// Mark those cells of a table that are told in words, as "them hare, you stag: them 3, you 0", "you" being the speaker
export function markCells(table, told, speaker) {
  const plays = told.map((words) => {
    const parts = words.slice(0, words.lastIndexOf(": ")).split(", ");
    const own = parts.findIndex((part) => part.startsWith("you "));
    if (own >= 0) parts.splice(speaker, 0, ...parts.splice(own, 1)); // the others are in the order of their roles
    return parts;
  });
  for (const cell of table.querySelectorAll("td[data-profile]")) {
    const moves = cell.dataset.profile.split("|");
    const meant = plays.some((parts) => parts.length === moves.length && moves.every((move, at) => parts[at].endsWith(` ${move}`)));
    cell.classList.toggle("decides", meant);
  }
}

export function solutionView(solution) {
  const { roles } = solution;
  const profile = (moves) => `(${moves.join(", ")})`;
  const mix = (strategy) => Object.entries(strategy).filter(([, share]) => share !== "0").map(([move, share]) => (share === "1" ? move : `${move} ${share}`)).join(", ");
  const byRole = (values) => roles.filter((role) => values?.[role]?.length).map((role) => `${role}: ${values[role].map((each) => each.move ?? each).join(", ")}`);
  const mixed = solution.mixed_equilibria?.equilibria ?? [];
  return [
    element("p", { class: solution.status === "solved" ? "fine" : "trouble" }, solution.status === "solved" ? "Solved exactly." : solution.status),
    payoffTable(roles, solution.payoffs ?? [], solution.pure_equilibria ?? []),
    ...part("Nash equilibria in pure strategies", (solution.pure_equilibria ?? []).map(profile), "none"),
    ...part(
      solution.mixed_equilibria?.infinite ? "Mixed equilibria, of infinitely many" : "Mixed equilibria",
      mixed.map(({ strategies, payoffs }) => roles.map((role) => `${role}: ${mix(strategies[role])} (payoff ${payoffs[role]})`).join("; ")),
    ),
    ...part("Strictly dominant", byRole(solution.dominance?.strictly_dominant)),
    ...part("Weakly dominant", byRole(solution.dominance?.weakly_dominant)),
    ...part("Strictly dominated", byRole(solution.dominance?.strictly_dominated)),
    ...part("Weakly dominated", byRole(solution.dominance?.weakly_dominated)),
    ...part("Maximin", solution.maximin ? roles.map((role) => `${role}: ${solution.maximin.moves[role].join(", ")} guarantees ${solution.maximin.values[role]}`) : []),
    ...part("Pareto-optimal", (solution.pareto ?? []).map(profile)),
    element("details", {}, element("summary", {}, "All of it, as JSON"), element("pre", {}, JSON.stringify(solution, null, 2))),
  ].filter(Boolean);
}

function part(title, lines, none = "") {
  if (!lines.length && !none) return [];
  return [element("h3", {}, title), lines.length ? element("ul", { class: "plain" }, ...lines.map((line) => element("li", {}, line))) : element("p", {}, none)];
}

const wide = (table) => element("div", { class: "wide" }, table);
