// The castle: five pins in their cross, each a button that says whether it stands.

import { button, make, strike, tell } from "./dom.js";

export const PINS = ["c", "n", "e", "s", "w"];

export class Castle {
  /** @param {import("./app.js").Ctx} ctx @param {() => void} changed */
  constructor(ctx, changed) {
    this.ctx = ctx;
    this.changed = changed;
    /** @type {Set<string>} the pins that have fallen in this stroke */
    this.fallen = new Set();
    this.buttons = new Map(PINS.map((pin) => [pin, button("", () => this.press(pin), { class: "pin", many: true, data: { pin } })]));
    this.at = make("div", { class: "castle", role: "group", "aria-label": ctx.t("desk.five.castle") }, ...["n", "w", "c", "e", "s"].map((pin) => this.buttons.get(pin)));
    this.update();
  }

  /** @param {string} pin */
  status(pin) {
    return this.ctx.view?.pins?.find((/** @type {any} */ one) => one.pin === pin)?.status ?? "standing";
  }

  /** The pins that can fall, as the view has them. */
  standing() {
    return PINS.filter((pin) => this.status(pin) !== "out");
  }

  /** The pins that have fallen, in the order of the record. */
  pins() {
    return PINS.filter((pin) => this.fallen.has(pin));
  }

  /** @param {string} pin */
  press(pin) {
    if (this.status(pin) === "out") return;
    if (this.fallen.has(pin)) this.fallen.delete(pin);
    else this.fallen.add(pin);
    this.changed();
  }

  /** All that stand fall; pressed again they stand. */
  all() {
    const standing = this.standing();
    const down = standing.every((pin) => this.fallen.has(pin));
    this.fallen = new Set(down ? [] : standing);
    this.changed();
  }

  clear() {
    this.fallen.clear();
  }

  update() {
    const { ctx } = this;
    for (const [pin, at] of this.buttons) {
      const status = this.fallen.has(pin) ? "fallen" : this.status(pin);
      const letter = ctx.t(`desk.five.letter.${pin}`);
      tell(at, status === "fallen" ? `${letter} ✓` : letter);
      at.dataset.status = status;
      at.setAttribute("aria-pressed", String(status === "fallen"));
      at.setAttribute("aria-label", ctx.t("desk.five.pin_is", { as: status, pin: ctx.t(`desk.five.pin.${pin}`) }));
      strike(at, ctx.barred ?? (status === "out" ? ctx.t("desk.five.pin_out") : null));
    }
  }
}
