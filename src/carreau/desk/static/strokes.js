// A stroke of five pins without the desk: looked up in the table that the book has made of the referee's few questions.

import { t } from "./words.js";

const REDS = ["nobody", "cue", "object", "both"];
const PINS = ["c", "n", "e", "s", "w"];
const PLAIN = new Set(["kind", "side", "quick"]);

/**
 * What a stroke gives by the table. Undefined: the table does not hold it; null: it cannot have been.
 * @param {any} view @param {any} fact @param {any} rules
 * @returns {any}
 */
export function worth(view, fact, rules) {
  const strokes = rules?.strokes?.[view.stroke?.kind ?? ""];
  const { quick } = fact;
  if (!strokes || !quick || quick.by_hand || !Object.keys(fact).every((name) => PLAIN.has(name))) return undefined;
  if (view.pins.some((/** @type {any} */ pin) => pin.status !== "standing")) return undefined;
  const yes = (/** @type {any} */ answer) => (answer ? 1 : 0);
  const answers = [quick.object_ball ?? true, quick.red_before, quick.pins_before, quick.by_cue].reduce((n, answer) => n * 2 + yes(answer), 0);
  const pins = (quick.pins ?? []).reduce((/** @type {number} */ n, /** @type {string} */ pin) => n + 2 ** PINS.indexOf(pin), 0);
  const found = strokes[(answers * REDS.length + REDS.indexOf(quick.red ?? "nobody")) * 2 ** PINS.length + pins];
  return found === null || found === undefined ? null : named(view, rules.outcomes[found]);
}

/** The table speaks of striker and opponent; here they are sides. @param {any} view @param {any} outcome */
function named(view, outcome) {
  const side = { striker: view.turn, opponent: view.turn === "A" ? "B" : "A" };
  const of = (/** @type {"striker"|"opponent"|null} */ who) => (who ? side[who] : null);
  const score = { ...view.score };
  const to = of(outcome.to);
  if (to && outcome.points) score[to] += outcome.points;
  if (to && score[to] >= view.target) return undefined; // how a set ends is for the book
  const fouls = outcome.says.filter((/** @type {any} */ [key]) => key === "foul.called").map((/** @type {any} */ [, slots]) => slots.offence);
  const asks = outcome.asks.filter((/** @type {string} */ ask) => ask !== "hand_choice");
  return { to, points: outcome.points, next: of(outcome.next), hand: outcome.hand, fouls, asks, won: null, score };
}

/** The view after one more fact that is kept here; null: the table does not hold it. */
export function after(/** @type {any} */ view, /** @type {any} */ fact, /** @type {any} */ rules, /** @type {any} */ entry) {
  if (fact.kind === "StrokePlayed") return played(view, fact, worth(view, fact, rules), entry);
  if (fact.covered) return null;
  const hand = fact.kind === "Placed" ? { ...view.work.hand, laid: true } : view.work.hand;
  const clock = { ...view.ready, start_ms: entry.at_ms };
  return { ...view, clocks: [clock], work: { ...view.work, todo: false, hand } };
}

/** @param {any} view @param {any} fact @param {any} gives @param {any} entry */
function played(view, fact, gives, entry) {
  if (!gives || gives.asks.length || !gives.next) return null;
  const fallen = fact.quick.pins ?? [];
  const names = fallen.map((/** @type {string} */ pin) => t(`desk.five.pin.${pin}`)).join(", ");
  const pins = fallen.length ? [{ id: "pins", say: t("desk.five.work.pins", { n: fallen.length, pins: names }), pins: fallen }] : [];
  const name = view.teams[gives.next].name;
  return {
    ...view,
    score: gives.score,
    turn: gives.next,
    strokes: [{ seq: null, text: entry.words }, ...(view.strokes ?? [])].slice(0, 5),
    stroke: { kind: gives.hand ? "ball_in_hand" : "normal", number: view.stroke.number + 1 },
    open: [],
    clocks: [],
    work: {
      ...view.work,
      todo: gives.hand || fallen.length > 0,
      jobs: [...pins, ...(gives.hand ? [{ id: "hand", say: t("desk.five.work.hand", { side: name }), pins: [] }] : [])],
      ready: { kind: gives.hand ? "Placed" : "TableReady" },
      hand: gives.hand ? { side: gives.next, half: null, laid: false } : null,
      where: null,
      kind: gives.hand ? "ball_in_hand" : "normal",
      lies: view.work.lies.map((/** @type {any} */ ball) => ({ ball: ball.ball, half: null, spot: null, off: false })),
      exchanged: false,
    },
    ready: { ...view.ready, side: gives.next },
    status: { text: t("desk.shell.plays_by_table", { side: name }), art: null, rows: [], seq: null },
  };
}
