// @ts-nocheck: its parts are made when it is shown, not when it is constructed
// The scorer's page of one game: header, status line, work area and bar; the sport and the other screens fill it.

import { digest } from "./app.js";
import { ask, button, fill, make, strike, tell } from "./dom.js";
import { desk } from "./exchange.js";
import { Game } from "./game.js";
import * as prefs from "./prefs.js";
import { Strip } from "./strip.js";
import { refusal, Trouble } from "./trouble.js";
import { add, t } from "./words.js";

const SIGNS = { A: "●", B: "◎" };
const MARKS = { looking: "◌", keeping: "◌", saved: "●", sending: "◐", kept: "▲", choose: "■", unkept: "✕" };
const AHEAD = ["held", "unsent", "instead", "happened", "choice", "story", "ruling", "correct", "clocks"];
const AHEAD_MS = 2000; // when the first screen stands
const SCREEN = /^#([a-z_]+)(?:\?(.*))?$/;

/** @param {string} id */
export async function page(id) {
  const play = new Play(new Game(id, digest));
  await play.begin();
}

class Play {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.strip = new Strip();
    this.ctx = this.context();
    /** @type {any} */
    this.sport = null;
    /** @type {any} */
    this.screen = null;
    this.asked = "";
    this.troubled = "";
    this.depth = 0;
    this.build();
    this.trouble = new Trouble(this.ctx, game);
    this.at.status.before(this.trouble.at);
  }

  /** @returns {import("./app.js").Ctx} */
  context() {
    const { game } = this;
    const play = this;
    return {
      id: game.id,
      game,
      get view() { return game.view; },
      get base() { return game.base; },
      get story() { return game.story; },
      get pending() { return [...game.pending, ...game.drawn]; },
      get by() { return game.projected.by; },
      get waits() { return game.projected.waits; },
      get lang() { return document.documentElement.lang; },
      get role() { return game.role; },
      get live() { return game.live; },
      get barred() { return play.barred(); },
      t,
      sign: (side) => SIGNS[side],
      team: (side) => game.view.teams[side].name ?? side,
      named: (side) => `${SIGNS[side]} ${game.view.teams[side].name ?? side}`,
      now: () => game.now(),
      approx: () => game.clock.approx,
      record: (fact, about) => this.record(fact, about),
      preview: (fact, about) => game.preview(fact, about),
      undo: () => this.undo(),
      putBack: () => this.putBack(),
      correct: (changes, about) => this.record({ kind: "Corrected", changes }, about),
      open: (screen, args) => this.open(screen, args),
      back: () => this.back(),
      announce: (text, loud) => this.announce(text, loud),
      strip: this.strip,
      desk,
      prefs: prefs.prefs,
      choose: prefs.choose,
    };
  }

  build() {
    const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
    this.at = { header: at("header"), top: at("top"), status: at("status"), work: at("work"), bar: at("bar"), loud: at("loud") };
    this.mark = button("", () => this.open("unsent"), { class: "mark" });
    this.middle = make("h1", { class: "mid" });
    this.leaving = button(t("desk.shell.back"), () => this.back(), { class: "leaves" });
    this.more = button("☰", () => this.menu(), { "aria-label": t("desk.shell.menu"), class: "more" });
    fill(this.at.header, this.mark, this.middle, this.leaving, this.more);
    this.said = make("span", { class: "said", role: "status" });
    this.article = make("small", { class: "art" });
    this.why = button(t("desk.shell.why"), () => this.open("ruling", { seq: this.ctx.view.status.seq }), { class: "why" });
    this.at.status.setAttribute("aria-label", t("desk.shell.what_now"));
    this.at.bar.setAttribute("aria-label", t("desk.shell.what_was"));
    fill(this.at.status, this.said, this.article, this.why);
    this.undoes = button("", () => this.undo(), { class: "undoes" });
    this.tells = button(t("desk.shell.story"), () => this.open("story"));
    this.third = button("", () => this.sport?.third?.press());
    fill(this.at.bar, this.undoes, this.tells, this.third);
    document.addEventListener("struck", (event) => this.announce(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("ignored", () => this.announce(t("desk.shell.ignored")));
    document.addEventListener("visibilitychange", () => prefs.keepOn());
    addEventListener("hashchange", () => this.route());
  }

  async begin() {
    this.game.on(() => this.update());
    prefs.keepOn();
    await this.game.open();
    await this.route();
    setTimeout(() => this.ahead(), AHEAD_MS);
  }

  /** The screens that may be needed when there is no network, while there is one: a worker may be missing. */
  async ahead() {
    await Promise.all([add("screens"), add("play")]);
    if (this.game.view) await fetch(this.rules()).catch(() => null); // the worker keeps it
    await import("./keys.js").then(({ attend }) => attend(this.ctx)).catch(() => null);
    for (const name of AHEAD) await import(`./${name}.js`).catch(() => null);
  }

  /** The rulebook of this game. */
  rules() {
    return `/rulebook/${this.game.view?.book ?? ""}?lang=${document.documentElement.lang}`;
  }

  // --- what is shown -----------------------------------------------------------------------------

  async update() {
    const { view } = this.game;
    this.saving();
    this.trouble.update();
    if (!view) return this.empty();
    await this.play();
    tell(this.middle, this.screen ? this.screen.title ?? "" : this.sport?.middle?.() ?? t("desk.shell.chapter", { n: view.chapter, target: view.target ?? "" }));
    document.title = `${view.score.A}–${view.score.B} ${this.ctx.team("A")} – ${this.ctx.team("B")}`;
    this.status(view);
    this.bottom(view);
    this.sport?.update?.();
    this.screen?.update?.();
    this.comeUp(view);
  }

  /** Nothing is known of the game: not here and not on the desk. */
  empty() {
    tell(this.middle, this.game.id);
    tell(this.said, t(this.game.live || this.game.told ? "desk.shell.no_game" : "desk.shell.looking"));
    this.why.hidden = true;
    this.at.bar.hidden = true;
  }

  /** The screen of the sport, loaded when it is known which. */
  async play() {
    if (this.sport) return;
    const { sport, detail } = this.game.view;
    this.sport = {};
    const file = sport === "petanque" && detail === "ends" ? "petanque_ends" : `sport_${sport}`;
    try {
      const wanted = file === "petanque_ends" ? [] : ["play", ...(sport === "petanque" ? [] : [sport])];
      const [module] = await Promise.all([import(`./${file}.js`), ...wanted.map((part) => add(part))]);
      this.sport = module.show(this.ctx, this.at.work, { top: this.at.top }) ?? {};
    } catch (wrong) {
      console.error(wrong);
      this.sport = null;
      fill(this.at.work, make("p", { class: "say", role: "alert", text: t("desk.shell.screen_failed") }));
    }
  }

  /** @param {any} view */
  status(view) {
    const { text, art, seq } = view.status;
    tell(this.said, text);
    const by = this.game.projected.by;
    tell(this.article, [art, by && t("desk.shell.by_table", { name: by })].filter(Boolean).join(" · "));
    this.why.hidden = seq === null || seq === undefined;
    this.at.status.classList.toggle("asks", Boolean(view.question));
  }

  /** @param {any} view */
  bottom(view) {
    this.at.bar.hidden = false;
    tell(this.undoes, view.last ? view.last.undo : t("desk.shell.nothing_to_undo"));
    strike(this.undoes, this.barred() ?? (view.last ? view.last.may_undo?.say ?? null : t("desk.shell.nothing_to_undo")));
    this.third.hidden = !this.sport?.third;
    if (this.sport?.third) tell(this.third, this.sport.third.label());
  }

  saving() {
    const { state, n } = this.game.saving();
    const quiet = state === "saved" && this.game.told && !this.game.live;
    tell(this.mark, `${MARKS[/** @type {keyof typeof MARKS} */ (state)]} ${t(`desk.shell.mark.${quiet ? "not_live" : state}`, { n })}`);
    this.mark.dataset.state = state;
  }

  /** What must not be overlooked opens by itself, once: a question, something held. @param {any} view */
  comeUp(view) {
    const held = this.game.pending.find((entry) => entry.state !== "kept")?.fid ?? "";
    if (held && held !== this.troubled) {
      prefs.buzz([40, 60, 40]);
      this.open("held");
    } else if (view.question && view.question.id !== this.asked && !this.screen) {
      prefs.buzz([40, 60, 40]);
      this.open("choice");
    }
    this.troubled = held;
    this.asked = view.question?.id ?? "";
  }

  /** Why nothing can be entered here now. @returns {string|null} */
  barred() {
    if (this.game.unkept.length) return t("desk.shell.not_kept_yet");
    if (this.game.sender.blocked) return refusal(this.game.sender);
    if (this.game.role === "viewer" && this.game.told && !this.game.row?.unsent) return t("desk.shell.blocked.viewer");
    return null;
  }

  // --- where we are ------------------------------------------------------------------------------

  /** @param {string} screen @param {Record<string, string|number>} [args] */
  open(screen, args) {
    const asked = args ? `?${new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]))}` : "";
    this.depth += 1;
    location.hash = `#${screen}${asked}`;
  }

  back() {
    if (this.depth > 0) {
      this.depth -= 1;
      history.back();
    } else location.hash = "";
  }

  async route() {
    this.screen?.leave?.();
    this.screen = null;
    this.aside?.remove();
    const found = SCREEN.exec(location.hash);
    document.body.classList.toggle("on-screen", Boolean(found));
    if (!found) {
      await this.update();
      this.sport?.shown?.();
      return;
    }
    const root = make("main", { class: "screen", tabindex: "-1", data: { screen: found[1] } });
    this.aside = root;
    this.at.bar.after(root);
    try {
      const [module] = await Promise.all([import(`./${found[1]}.js`), add("screens"), add("play")]);
      if (this.aside !== root) return;
      this.screen = module.show(this.ctx, root, Object.fromEntries(new URLSearchParams(found[2] ?? ""))) ?? {};
    } catch (wrong) {
      console.error(wrong);
      this.screen = { title: "" };
      fill(root, make("p", { class: "say", role: "alert", text: t("desk.shell.screen_failed") }));
    }
    root.focus({ preventScroll: true });
    scrollTo(0, 0);
    await this.update();
  }

  menu() {
    const entries = [
      ...(this.sport?.menu?.() ?? []),
      { label: t("desk.shell.menu.share"), press: () => this.open("share") },
      { label: t("desk.shell.menu.unsent"), press: () => this.open("unsent") },
      { label: t("desk.shell.menu.rulebook"), press: () => location.assign(this.rules() + (this.game.live ? `&game=${this.game.id}` : "")) },
      { label: t("desk.shell.menu.record"), press: () => this.open("unsent", { export: 1 }) },
      { label: t("desk.shell.menu.print"), press: () => location.assign(`/g/${this.game.id}/sheet.pdf?lang=${document.documentElement.lang}`) },
      { label: t("desk.shell.menu.checks"), press: () => this.open("checks") },
      { label: t("desk.shell.menu.tablet"), press: () => this.open("umpire") },
      { label: t("desk.shell.menu.typed"), press: () => this.open("typed") },
      { label: t("desk.shell.menu.settings"), press: () => location.assign("/settings") },
      { label: t("desk.shell.menu.games"), press: () => location.assign("/") },
    ];
    const answers = entries.map((entry, n) => ({ value: String(n), label: entry.label }));
    return ask(t("desk.shell.menu"), [], [...answers, { value: "", label: t("desk.shell.close") }]).then((chosen) => {
      if (chosen) entries[Number(chosen)].press();
    });
  }

  /** @param {string} text @param {boolean} [loud] */
  announce(text, loud) {
    const at = loud ? this.at.loud : this.said;
    if (loud) tell(at, text);
    else if (text) this.strip.at.isConnected ? this.strip.show(text, []) : tell(this.at.loud, text);
  }

  // --- what a person does --------------------------------------------------------------------------

  /** @param {any} fact @param {import("./app.js").About} about */
  async record(fact, about) {
    if (this.barred()) return false;
    const kept = await this.game.record(fact, about);
    if (kept) prefs.buzz(15);
    return kept;
  }

  /** The last entry, taken back. */
  async undo() {
    const last = this.game.view?.last;
    if (!last) return;
    const what = last.undo;
    const kept = await this.record({ kind: "Undone", seqs: [last.seq ?? { fid: last.fid }] }, { words: what, undoes: what });
    if (!kept) return;
    this.sport?.undone?.(last);
    this.strip.show(t("desk.shell.undone", { what: last.text }), [{ label: t("desk.shell.put_it_back"), press: () => this.putBack() }]);
    await this.offerInstead(last, this.strip.turn);
  }

  /** What the entry that was taken back may have been, beside "put it back"; and a look at the ground. @param {any} last @param {number} turn of the strip */
  async offerInstead(last, turn) {
    const kept = this.game.pending.find((entry) => entry.fid === last.fid);
    const fact = (kept ?? this.game.story.find((line) => line.seq === last.seq || (last.fid && line.fid === last.fid)))?.fact;
    const [module] = await Promise.all([import("./instead.js").catch(() => null), add("screens"), add("play")]);
    if (!module) return;
    const others = await module.instead(this.ctx, fact, { seq: last.seq, fid: last.fid });
    const again = { label: t("desk.shell.put_it_back"), press: () => this.putBack() };
    const ground = fact?.kind === "BouleThrown" && this.game.view?.sport === "petanque" ? { label: t("desk.story.place_again"), press: () => this.open("map") } : null;
    if ((!others.length && !ground) || this.strip.turn !== turn) return; // the strip says something else by now
    const text = t(ground ? "desk.story.undone_ground" : "desk.shell.undone", { what: last.text });
    this.strip.show(text, [again, ...others, ...(ground ? [ground] : [])]);
  }

  async putBack() {
    const again = this.game.view?.again;
    if (!again) return;
    await this.record({ kind: "Undone", seqs: [again.seq ?? { fid: again.fid }] }, { words: again.text, undoes: again.text });
    this.strip.clear();
  }
}
