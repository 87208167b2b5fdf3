// The story: nothing disappears from it; undone and corrected entries stay, struck through, with who and when.

import { ask, button, fill, make, strike, tell } from "./dom.js";
import { sheet as style } from "./sheet.js";
import { time } from "./words.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const WINDOW = 200; // entries in the page at once
const FILTERS = ["all", "rulings", "cards", "choices", "corrections"];
const CARDS = ["CardShown", "OffenceSeen"];

/** @param {Ctx} ctx @param {HTMLElement} root @param {Record<string, string>} args */
export function show(ctx, root, args) {
  style("happened.css");
  const story = new Story(ctx, root, args.seq === undefined ? null : Number(args.seq));
  return { get title() { return ctx.t("desk.story.title", { n: ctx.story.length }); }, update: () => story.update() };
}

class Story {
  /** @param {Ctx} ctx @param {HTMLElement} root @param {number|null} seq an entry to go to */
  constructor(ctx, root, seq) {
    this.ctx = ctx;
    this.root = root;
    this.goal = seq;
    this.shown = WINDOW;
    this.filter = "all";
    this.key = "";
    /** Which ends stand open. @type {Map<number, boolean>} */
    this.open = new Map();
    this.select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": ctx.t("desk.story.filter"), on: { change: () => this.choose() } }));
    this.list = make("div", { class: "ends-of-story" });
    this.undo = button("", () => ctx.undo().then(() => ctx.back()), { class: "undoes" });
    this.again = button("", () => ctx.putBack(), {});
    fill(root, make("label", { class: "line" }, make("span", { text: ctx.t("desk.story.filter") }), this.select), this.list, make("div", { class: "two" }, this.undo, this.again));
    root.classList.add("story");
  }

  choose() {
    this.filter = this.select.value;
    this.key = "";
    this.update();
  }

  update() {
    const { ctx } = this;
    const { view } = ctx;
    if (!view) return;
    tell(this.undo, view.last?.undo ?? ctx.t("desk.shell.nothing_to_undo"));
    strike(this.undo, ctx.barred ?? (view.last ? view.last.may_undo?.say ?? null : ctx.t("desk.shell.nothing_to_undo")));
    tell(this.again, view.again?.text ?? ctx.t("desk.story.nothing_to_put_back"));
    strike(this.again, ctx.barred ?? (view.again ? view.again.may_undo?.say ?? null : ctx.t("desk.story.nothing_to_put_back")));
    const key = JSON.stringify([ctx.story.length, ctx.story.at(-1), ctx.game.pending.map((entry) => [entry.fid, entry.state]), this.shown, this.filter, ctx.lang, ctx.story.map((line) => [line.undone_by, line.corrected_by])]);
    if (key === this.key) return;
    this.key = key;
    this.filters();
    this.draw();
  }

  filters() {
    const players = Object.entries(this.ctx.view.players ?? {}).map(([id, name]) => [`player:${id}`, String(name)]);
    const all = [...FILTERS.map((id) => [id, this.ctx.t(`desk.story.filter.${id}`)]), ...players];
    fill(this.select, ...all.map(([value, text]) => make("option", { value, text })));
    this.select.value = this.filter;
  }

  /** @param {any} line */
  fits(line) {
    const [kind, player] = this.filter.split(":");
    if (kind === "rulings") return line.rulings.length > 0;
    if (kind === "cards") return CARDS.includes(line.kind);
    if (kind === "choices") return line.kind === "Chosen";
    if (kind === "corrections") return ["Undone", "Corrected"].includes(line.kind) || line.undone_by !== null || line.corrected_by !== null;
    if (kind === "player") return JSON.stringify(line.fact ?? {}).includes(`"${player}"`);
    return true;
  }

  draw() {
    const { ctx } = this;
    const fitting = ctx.story.filter((line) => this.fits(line));
    const lines = fitting.slice(-this.shown).reverse();
    const chapters = [...new Set(lines.map((line) => line.chapter))];
    const earlier = fitting.length > this.shown ? button(ctx.t("desk.story.earlier"), () => { this.shown += WINDOW; this.update(); }) : null;
    fill(this.list, this.unsent(), ...chapters.map((chapter, n) => this.chapter(chapter, lines.filter((line) => line.chapter === chapter), n === 0)), earlier);
    if (this.goal !== null) this.goTo(this.goal);
  }

  /** @param {number} seq */
  goTo(seq) {
    const at = /** @type {HTMLElement|null} */ (this.list.querySelector(`[data-seq="${seq}"]`));
    if (!at) return;
    const fold = /** @type {HTMLDetailsElement|null} */ (at.closest("details"));
    if (fold) fold.open = true;
    at.scrollIntoView({ block: "center" });
    at.focus({ preventScroll: true });
    this.goal = null;
  }

  /** What is kept here and not sent. */
  unsent() {
    const { ctx } = this;
    const waiting = ctx.game.pending.filter((entry) => entry.words);
    if (!waiting.length) return null;
    return make("section", { class: "card" }, make("h2", { text: ctx.t("desk.story.kept_here") }), make("ul", {}, ...waiting.map((entry) => make("li", { text: `▲ ${entry.words}` }))));
  }

  /** @param {number} chapter @param {any[]} lines @param {boolean} latest */
  chapter(chapter, lines, latest) {
    const { ctx } = this;
    const { score } = lines[0];
    const title = ctx.t(ctx.view.sport === "five_pins" ? "desk.story.set" : "desk.story.end", { n: chapter, a: score.A, b: score.B });
    const made = /** @type {HTMLDetailsElement} */ (make("details", { class: "chapter" }, make("summary", { text: title }), make("ol", { reversed: true }, ...lines.map((line) => this.line(line)))));
    made.open = this.open.get(chapter) ?? latest;
    made.addEventListener("toggle", () => this.open.set(chapter, made.open));
    return made;
  }

  /** @param {any} line */
  line(line) {
    const { ctx } = this;
    const gone = line.undone_by ?? line.corrected_by;
    const who = line.who?.name || ctx.t(`desk.story.by.${line.by}`);
    const head = make(gone === null || gone === undefined ? "b" : "s", { text: line.text });
    const rules = line.rulings.map((/** @type {any} */ ruling) => make("span", { class: "rules" }, `→ ${ruling.text}`, ruling.art ? make("small", { class: "art", text: ` ${ruling.art}` }) : null));
    const also = line.also?.length ? make("small", { text: ctx.t("desk.story.also", { names: line.also.join(", ") }) }) : null;
    const more = button("⋯", () => this.more(line), { class: "dots-button", "aria-label": ctx.t("desk.story.more", { text: line.text }) });
    return make("li", { class: "entry", value: null, tabindex: "-1", data: { seq: line.seq } }, make("small", { class: "when", text: `${line.seq} ${time(line.wall_ms)} · ${who}${line.late ? ` · ${ctx.t("desk.story.late")}` : ""}` }), make("div", { class: "what" }, head, this.gone(line, gone), ...rules, also), more);
  }

  /** By whom and when an entry was taken back or corrected. @param {any} line @param {number|null|undefined} gone */
  gone(line, gone) {
    if (gone === null || gone === undefined) return null;
    const by = this.ctx.story.find((one) => one.seq === gone);
    const who = by?.who?.name || this.ctx.t(`desk.story.by.${by?.by ?? "scorer"}`);
    return make("small", { text: this.ctx.t(line.undone_by !== null && line.undone_by !== undefined ? "desk.story.undone" : "desk.story.corrected", { who, time: by ? time(by.wall_ms) : "", seq: gone }) });
  }

  /** @param {any} line */
  async more(line) {
    const { ctx } = this;
    const plain = !["Undone", "Corrected", "GameSetUp"].includes(line.kind) && line.fact && (line.undone_by ?? line.corrected_by ?? null) === null;
    const who = ctx.t("desk.story.entered", { who: line.who?.name || ctx.t(`desk.story.by.${line.by}`), role: ctx.t(`desk.story.role.${line.who?.role ?? "scorer"}`), time: time(line.wall_ms), source: ctx.t(`desk.story.source.${line.source}`) });
    const chosen = await ask(line.text, [who], [
      { value: "why", label: ctx.t("desk.shell.why") },
      { value: "correct", label: ctx.t("desk.story.correct"), why: ctx.barred ?? (plain ? null : ctx.t("desk.story.not_this")) },
      { value: "copy", label: ctx.t("desk.story.copy") },
      { value: "", label: ctx.t("desk.shell.close") },
    ]);
    if (chosen === "why") ctx.open("ruling", { seq: line.seq });
    if (chosen === "correct") ctx.open("correct", { seq: line.seq });
    if (chosen === "copy") this.copy(line);
  }

  /** @param {any} line */
  async copy(line) {
    const text = [line.text, ...line.rulings.map((/** @type {any} */ ruling) => `→ ${ruling.text} ${ruling.rows.join(" ")}`)].join("\n");
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    if (!done) await ask(this.ctx.t("desk.story.copy"), [text], [{ value: "", label: this.ctx.t("desk.shell.close") }]);
  }
}
