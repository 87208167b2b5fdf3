// The buttons of the scorer's screens by what they do, so that a key or a typed word presses the very same ones.

/** Where the button of an act is; the first one that is there counts. @type {Record<string, string[]>} */
const PLACES = {
  A: ["[data-draw=A]", "[data-slot='0']", "[data-hit=holdsA]"],
  B: ["[data-draw=B]", "[data-slot='1']", "[data-hit=holdsB]"],
  equal: ["[data-slot='2']", "[data-hit=holdsequal]"],
  out: ["[data-slot='3']"],
  measure: ["[data-slot='4']"],
  null: ["[data-act='null']"],
  undo: [".undoes"],
  first_object: ["[data-first=object]"],
  first_red: ["[data-first=red]"],
  first_pin: ["[data-first=pin]"],
  miss: ["[data-first=none]"],
  all: ["[data-act=all]"],
  cannon: ["[data-act=cannon]"],
  casin: ["[data-act=casin]"],
  cue: ["[data-act=cue]"],
  announce: ["[data-act=announce]"],
};

/** @param {string} act `A3`, `null`, `pin_n` @returns {HTMLElement|null} */
export function control(act) {
  const points = /^([AB])([1-9])$/.exec(act);
  const pin = /^pin_([cnesw])$/.exec(act);
  const places = points
    ? [`.pts[data-side=${points[1]}] [data-points='${points[2]}']`, `.scores[data-side=${points[1]}] [data-points='${points[2]}']`]
    : pin
      ? [`[data-pin=${pin[1]}]`]
      : PLACES[act] ?? [];
  const found = places.flatMap((place) => [...document.querySelectorAll(`#work ${place}, #bar ${place}`)]);
  return /** @type {HTMLElement|null} */ (found.find((at) => !at.closest("[hidden]")) ?? null);
}

/** Press it. @param {string} act @returns {string|null} why not, or null @param {(key: string) => string} t */
export function press(act, t) {
  const at = control(act);
  if (!at) return t("desk.typed.not_here");
  if (at.getAttribute("aria-disabled") === "true") return at.dataset.why || t("desk.typed.not_here");
  at.click();
  return null;
}
