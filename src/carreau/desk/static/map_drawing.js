// The picture of the head, in millimetres around the jack; every object is a button, the nearest one first.

import { short } from "./count.js";
import { make } from "./dom.js";

export const AREA = 1000; // units across the picture
const NS = "http://www.w3.org/2000/svg";
const BOULE_MM = 37;
const JACK_MM = 15;
const LEAST = 22; // units: a boule is drawn no smaller than a finger can take
const RINGS_MM = [250, 500, 1000, 1500];

/** @param {string} tag @param {Record<string, string|number>} props @param {...Element} children */
function svg(tag, props, ...children) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

export class Drawing {
  /** @param {import("./app.js").Ctx} ctx @param {{select: (id: string) => void, key: (id: string, event: KeyboardEvent) => void}} does */
  constructor(ctx, does) {
    this.ctx = ctx;
    this.does = does;
    this.svg = /** @type {SVGSVGElement} */ (svg("svg", { viewBox: `${-AREA / 2} ${-AREA / 2} ${AREA} ${AREA}`, role: "group", "aria-label": ctx.t("desk.map.picture") }));
    this.at = make("div", { class: "picture" }, /** @type {any} */ (this.svg));
  }

  /** @param {{spots: Record<string, any>, selected: string|null, across: number, told: any, jack_mm: number|null, within: number}} what */
  draw({ spots, selected, across, told, jack_mm, within }) {
    const { ctx } = this;
    const focused = /** @type {any} */ (document.activeElement)?.dataset?.object;
    const k = AREA / across;
    const gaps = new Map((told?.gaps ?? []).map((/** @type {any} */ gap) => [gap.id, gap]));
    const order = Object.keys(spots).sort((a, b) => away(spots[a]) - away(spots[b]));
    const rings = RINGS_MM.filter((mm) => mm * k < AREA / 2).flatMap((mm) => [
      svg("circle", { class: "grid", r: mm * k, cx: 0, cy: 0 }),
      text(mm * k, 0, `${centimetres(ctx, mm)} cm`, { "text-anchor": "end", "font-size": 26 }),
    ]);
    const jack = svg("g", { class: "spot jack" }, svg("circle", { class: "body", r: Math.max(JACK_MM * k, 9), cx: 0, cy: 0 }), text(0, 46, ctx.t("desk.map.jack"), { "text-anchor": "middle", "font-size": 30 }));
    const circle = text(0, AREA / 2 - 14, jack_mm === null ? ctx.t("desk.map.circle") : ctx.t("desk.map.circle_at", { range: (jack_mm / 1000).toFixed(1) }), { "text-anchor": "middle", "font-size": 32 });
    const boules = order.map((id) => this.spot(id, spots[id], k, id === selected, gaps.get(id)));
    this.svg.replaceChildren(...rings, jack, ...boules, circle);
    this.svg.dataset.within = String(within);
    if (focused) /** @type {any} */ (this.svg.querySelector(`[data-object="${focused}"]`))?.focus();
  }

  /** @param {string} id @param {any} spot @param {number} k @param {boolean} on @param {any} gap */
  spot(id, spot, k, on, gap) {
    const { ctx } = this;
    const [x, y] = [spot.x_mm * k, -spot.y_mm * k];
    const radius = Math.max(BOULE_MM * k, LEAST);
    const side = id[0];
    const within = gap?.within_mm ?? spot.within_mm;
    const label = gap ? said(ctx, gap) : short(ctx, id);
    const parts = [
      svg("circle", { class: "ring", cx: x, cy: y, r: (BOULE_MM + within) * k }),
      svg("circle", { class: "body", cx: x, cy: y, r: radius, "stroke-width": on ? 10 : 5 }),
      ...(side === "B" ? [svg("circle", { class: "inner", cx: x, cy: y, r: radius * 0.55, "stroke-width": 5 })] : []),
      text(x, y - radius - 8, short(ctx, id), { "text-anchor": "middle", "font-size": 38 }),
    ];
    const made = svg("g", { class: `spot ${side.toLowerCase()}${on ? " on" : ""}`, role: "button", tabindex: 0, "aria-label": label, "aria-pressed": String(on), "data-object": id }, ...parts);
    made.addEventListener("keydown", (event) => this.does.key(id, /** @type {KeyboardEvent} */ (event)));
    return made;
  }
}

/** @param {number} x @param {number} y @param {string} said @param {Record<string, string|number>} props */
function text(x, y, said, props) {
  const made = svg("text", { x, y, "aria-hidden": "true", ...props });
  made.textContent = said;
  return made;
}

/** A boule and its gap: `●1 36.7 cm ± 4`. @param {import("./app.js").Ctx} ctx @param {any} gap */
export function said(ctx, gap) {
  return ctx.t("desk.map.gap", { boule: short(ctx, gap.id), gap: centimetres(ctx, gap.gap_mm), within: centimetres(ctx, gap.within_mm) });
}

/** @param {import("./app.js").Ctx} ctx @param {number} mm */
export function centimetres(ctx, mm) {
  return new Intl.NumberFormat(ctx.lang, { maximumFractionDigits: 1 }).format(mm / 10);
}

/** @param {any} spot */
function away(spot) {
  return spot.tape_mm ?? Math.hypot(spot.x_mm, spot.y_mm);
}
