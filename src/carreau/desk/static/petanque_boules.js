// What the buttons of the scorer's screen are in each phase of an end. They only say what was seen: the book rules.

/**
 * @typedef {object} Slot one of the buttons that keep their places
 * @property {string} label @property {() => any} press @property {"A"|"B"} [side] @property {string|null} [why] struck through
 * @typedef {object} Phase @property {string} title @property {(Slot|null)[]} slots two large ones, three small ones
 * @property {{label: string, press: () => any}[]} [list] more buttons below
 * @typedef {object} Here @property {{faults: boolean, eye: boolean}} local @property {import("./chips.js").Chips} chips @property {() => void} again
 */

/** @typedef {import("./app.js").Ctx} Ctx */

const SIDES = /** @type {const} */ (["A", "B"]);

/** @type {Record<string, (ctx: Ctx, here: Here) => Phase>} */
export const phases = {
  draw: (ctx) => ({
    title: ctx.t("desk.turn.draw"),
    slots: SIDES.map((side) => ({
      label: ctx.named(side),
      side,
      press: () => ctx.record({ kind: "DrawWon", side }, said(ctx, "DrawWon", { side: ctx.team(side) })),
    })),
  }),

  jack: (ctx, here) => jack(ctx, here, {
    fact: (lies) => ({ kind: "JackThrown", side: ctx.view.turn, ...lies }),
    good: ctx.t("desk.boules.jack_good"),
    bad: ctx.t("desk.boules.jack_bad"),
  }),

  place: (ctx, here) => jack(ctx, here, {
    fact: (lies) => ({ kind: "JackPlaced", side: ctx.view.turn, ...lies }),
    good: ctx.t("desk.boules.placed_good"),
    bad: ctx.t("desk.boules.placed_bad"),
  }),

  boule: (ctx, here) => ({
    title: ctx.t("desk.boules.who_holds"),
    slots: [
      ...SIDES.map((side) => ({ label: ctx.named(side), side, press: () => thrown(ctx, here, { holds: side }) })),
      nobodyOrEqual(ctx, (holds) => thrown(ctx, here, { holds })),
      { label: ctx.t("desk.boules.out"), press: () => thrown(ctx, here, {}, true) },
      { label: ctx.t("desk.boules.measuring"), press: () => thrown(ctx, here, { holds: "unknown" }) },
    ],
  }),

  head: (ctx, { local, again }) => {
    const record = (/** @type {string} */ holds) => {
      const told = local.eye ? seen(ctx, holds) : measured(ctx, holds);
      local.eye = false;
      return told;
    };
    return {
      title: ctx.t(local.eye ? "desk.boules.nearer_by_eye" : "desk.boules.nearer"),
      slots: [
        ...SIDES.map((side) => ({ label: ctx.named(side), side, press: () => record(side) })),
        nobodyOrEqual(ctx, record),
        { label: ctx.t(local.eye ? "desk.boules.by_tape" : "desk.boules.by_eye"), press: () => ((local.eye = !local.eye), again()) },
        { label: ctx.t("desk.boules.umpire_measures"), press: () => begun(ctx) },
      ],
    };
  },

  result: (ctx) => {
    const { view } = ctx;
    const [a, b] = [view.score.A, view.score.B];
    const words = said(ctx, "ResultAgreed");
    return {
      title: view.winner ? ctx.t("desk.boules.won", { side: ctx.team(view.winner), a, b }) : ctx.t("desk.boules.drawn", { a, b }),
      slots: [{ label: ctx.t("desk.boules.agree_result", { a, b }), press: () => ctx.record({ kind: "ResultAgreed", score: { A: a, B: b } }, { ...words, by: "both" }) }],
    };
  },

  over: (ctx) => ({
    title: ctx.view.winner ? ctx.t("desk.boules.won", { side: ctx.team(ctx.view.winner), a: ctx.view.score.A, b: ctx.view.score.B }) : ctx.t("desk.turn.over"),
    slots: [],
  }),

  suspended: (ctx) => ({
    title: ctx.t("desk.turn.suspended"),
    slots: [{ label: ctx.t("desk.boules.resume"), press: () => ctx.record({ kind: "SignalGiven", what: "resumed" }, { ...said(ctx, "SignalGiven", { what: "resumed" }), by: "umpire" }) }],
  }),

  question: (ctx) => ({
    title: ctx.view.question?.text ?? ctx.t("desk.turn.question"),
    slots: [{ label: ctx.t("desk.boules.answer"), press: () => ctx.open("choice") }],
  }),

  nothing: (ctx) => ({ title: ctx.t("desk.turn.nothing"), slots: [] }),
};

/** What is told of an entry before the desk has said it. @param {Ctx} ctx @param {string} kind @param {Record<string, any>} [slots] */
export function said(ctx, kind, slots = {}) {
  const told = { number: ctx.view.boule, end: ctx.view.end ?? ctx.view.chapter, ...slots };
  return { words: ctx.t(`desk.said.${kind}`, told), undoes: ctx.t(`desk.undo.${kind}`, told) };
}

/** "Nobody" while no boule lives, else "Equal"; which of them it is stands in the view. @param {Ctx} ctx @param {(holds: string) => any} record @returns {Slot} */
function nobodyOrEqual(ctx, record) {
  const holds = ["A", "B", "equal", "unknown"].includes(ctx.view.holds) ? "equal" : "nobody";
  return { label: ctx.t(`desk.boules.${holds}`), press: () => record(holds) };
}

/** A whole boule: thrown by the side whose turn it is, at rest, with who holds now. */
function thrown(/** @type {Ctx} */ ctx, /** @type {Here} */ here, /** @type {{holds?: string}} */ holds, out = false) {
  const side = ctx.view.turn;
  const seen = here.chips.fields();
  const moved = [...(out ? [{ object: "thrown", out: true }] : []), ...(seen.moved ?? [])];
  const fact = { kind: "BouleThrown", side, ...seen, ...holds, moved };
  if (!moved.length) delete (/** @type {any} */ (fact).moved);
  const as = out ? "out" : holds.holds === "A" || holds.holds === "B" ? "holds" : holds.holds;
  const who = seen.player ? here.chips.name(seen.player) : ctx.team(side);
  const words = said(ctx, "BouleThrown", { as, who, holds: as === "holds" ? ctx.team(/** @type {"A"|"B"} */ (holds.holds)) : "" });
  here.chips.clear();
  return ctx.record(fact, words);
}

/** By the tape. @param {Ctx} ctx @param {string} holds */
function measured(ctx, holds) {
  return ctx.record({ kind: "PointMeasured", holds, instrument: "tape" }, { ...held(ctx, "PointMeasured", holds), source: "tape" });
}

/** By eye, and both agree. @param {Ctx} ctx @param {string} holds */
function seen(ctx, holds) {
  return ctx.record({ kind: "HeadStated", holds }, { ...held(ctx, "HeadStated", holds), by: "both", source: "eye" });
}

/** @param {Ctx} ctx @param {string} kind @param {string} holds */
function held(ctx, kind, holds) {
  const as = holds === "A" || holds === "B" ? "holds" : holds;
  return said(ctx, kind, { as, holds: as === "holds" ? ctx.team(/** @type {"A"|"B"} */ (holds)) : "" });
}

/** @param {Ctx} ctx */
function begun(ctx) {
  return ctx.record({ kind: "MeasuringBegun", umpire: true }, { ...said(ctx, "MeasuringBegun", { as: "no side" }), by: ctx.role === "umpire" ? "umpire" : "scorer" });
}

/**
 * The jack: good, or bad for one of the reasons that this edition knows.
 * @param {Ctx} ctx @param {Here} here
 * @param {{fact: (lies: any) => any, good: string, bad: string}} way @returns {Phase}
 */
function jack(ctx, { local, again }, { fact, good, bad }) {
  const { view } = ctx;
  const who = ctx.team(view.turn);
  const { kind } = fact({});
  const record = (/** @type {any} */ lies, /** @type {string} */ as) => {
    local.faults = false;
    return ctx.record(fact(lies), { ...said(ctx, kind, { as, who, side: who }), by: lies.good ? "scorer" : "both" });
  };
  const list = (view.jack?.faults ?? []).map((/** @type {any} */ fault) => ({
    label: `${fault.say} ${fault.art ?? ""}`.trim(),
    press: () => record({ good: false, reason: fault.id }, fault.id),
  }));
  list.push({ label: ctx.t("desk.boules.not_noted"), press: () => record({ good: false }, "bad") });
  list.push({ label: ctx.t("desk.boules.stopped"), press: () => ctx.open("happened", { group: "jack_throw" }) });
  const attempt = (view.jack?.most ?? 1) > 1 ? ctx.t("desk.boules.attempt", { n: view.jack.attempt, most: view.jack.most }) : "";
  return {
    title: local.faults ? ctx.t("desk.boules.why_bad") : attempt || ctx.t("desk.boules.how_jack"),
    slots: [
      { label: good, press: () => record({ good: true }, "good") },
      { label: bad, press: () => ((local.faults = !local.faults), again()) },
    ],
    list: local.faults ? list : undefined,
  };
}
