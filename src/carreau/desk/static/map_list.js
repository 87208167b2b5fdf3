// The map as a table: a gap read off a tape is typed here, and every boule is told in words.

import { fill, make } from "./dom.js";
import { centimetres } from "./map_drawing.js";

/**
 * @param {import("./app.js").Ctx} ctx @param {HTMLElement} at
 * @param {{ids: string[], spots: Record<string, any>, told: any, name: (id: string) => string, typed: (id: string, mm: number|null) => void}} what
 */
export function list(ctx, at, { ids, spots, told, name, typed }) {
  const gaps = new Map((told?.gaps ?? []).map((/** @type {any} */ gap, /** @type {number} */ n) => [gap.id, { ...gap, place: n + 1 }]));
  const ordered = [...ids].sort((a, b) => (gaps.get(a)?.place ?? 99) - (gaps.get(b)?.place ?? 99));
  const key = JSON.stringify([ordered, spots, told?.gaps, ctx.lang]);
  if (at.dataset.drawn === key) return;
  const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset?.typed;
  if (focused && at.dataset.drawn && focused in spots && document.activeElement instanceof HTMLInputElement && document.activeElement.matches(":focus") && at.dataset.busy === "1") return;
  at.dataset.drawn = key;
  const head = make("tr", {}, ...["rank", "boule", "gap", "within", "where", "tape"].map((column) => make("th", { scope: "col", text: ctx.t(`desk.map.column.${column}`) })));
  const rows = ordered.map((id) => row(ctx, id, gaps.get(id), spots[id], name(id), typed));
  fill(at, make("table", {}, make("caption", { class: "unseen", text: ctx.t("desk.map.table") }), make("thead", {}, head), make("tbody", {}, ...rows)));
  if (focused) /** @type {HTMLElement|null} */ (at.querySelector(`[data-typed="${focused}"]`))?.focus();
}

/** One boule. */
function row(/** @type {any} */ ctx, /** @type {string} */ id, /** @type {any} */ gap, /** @type {any} */ spot, /** @type {string} */ label, /** @type {any} */ typed) {
  const cm = spot?.tape_mm === null || spot?.tape_mm === undefined ? "" : String(spot.tape_mm / 10);
  const field = /** @type {HTMLInputElement} */ (make("input", { inputmode: "decimal", value: cm, "aria-label": ctx.t("desk.map.type_gap", { boule: label }), data: { typed: id } }));
  field.addEventListener("change", () => typed(id, read(field.value)));
  const cells = [gap?.place ?? "–", label, gap ? `${centimetres(ctx, gap.gap_mm)} cm` : "–", gap ? `± ${centimetres(ctx, gap.within_mm)}` : "–", spot ? ctx.t(`desk.map.where.${where(spot)}`) : "–"];
  return make("tr", {}, ...cells.map((cell) => make("td", { text: String(cell) })), make("td", {}, field));
}

/** Which way from the jack, seen from the circle. @param {any} spot */
function where({ x_mm, y_mm }) {
  return `${x_mm < 0 ? "left" : "right"}_${y_mm < 0 ? "short" : "beyond"}`;
}

/** Centimetres as they are typed, in whole millimetres; nothing typed is no reading. @param {string} text */
function read(text) {
  const cm = Number.parseFloat(text.replace(",", "."));
  return Number.isFinite(cm) && cm >= 0 && cm < 5000 ? Math.round(cm * 10) : null;
}
