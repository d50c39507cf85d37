// A text with the faults of a checker: underlined where they are, and told under the line below it.
import { element } from "./dom.js";

export class Editor {
  constructor(place, { label, changed }) {
    this.text = element("textarea", { spellcheck: "false", autocapitalize: "off", "aria-label": label });
    this.lines = element("div", { class: "lines", "aria-hidden": "true" });
    this.faults = element("ul", { class: "faults", "aria-live": "polite" });
    this.frame = element("div", { class: "editor" }, this.lines, this.text);
    place.replaceChildren(this.frame, this.faults);
    this.text.addEventListener("scroll", () => (this.lines.scrollTop = this.text.scrollTop));
    this.text.addEventListener("input", () => {
      this.show([]);
      changed();
    });
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.show([]);
  }

  // faults: as in the JSON of a check, with line and column from 1
  show(faults) {
    const lines = this.value.split("\n");
    const worst = new Map();
    for (const { line, severity } of faults) if (worst.get(line) !== "error") worst.set(line, severity);
    this.frame.classList.toggle("faulty", faults.length > 0);
    this.lines.replaceChildren(...lines.flatMap((line, at) => [element("span", { class: worst.get(at + 1) ?? "" }, line), "\n"]));
    this.lines.scrollTop = this.text.scrollTop;
    this.faults.replaceChildren(...faults.map((fault) => this.told(fault, lines[fault.line - 1] ?? "")));
  }

  told(fault, line) {
    const before = Array.from(line).slice(0, fault.column - 1).join("");
    return element(
      "li",
      { class: fault.severity },
      element("button", { type: "button", onclick: () => this.go(fault.line, before.length) }, `Line ${fault.line}`),
      element("pre", { class: "excerpt" }, `${line}\n${before.replace(/[^\t]/g, " ")}^`),
      element("div", {}, `${fault.message}${fault.fix ? `: ${fault.fix}` : ""}`),
    );
  }

  go(line, column) {
    const at = this.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column;
    this.text.focus();
    this.text.setSelectionRange(at, at);
  }
}
