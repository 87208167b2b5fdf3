// What a scorer must know before the next tap: not kept, not allowed, lost on the desk, a page that must stay open.

import { ask, button, fill, make } from "./dom.js";
import { has, t } from "./words.js";

export class Trouble {
  /** @param {import("./app.js").Ctx} ctx @param {import("./game.js").Game} game */
  constructor(ctx, game) {
    this.ctx = ctx;
    this.game = game;
    this.at = make("section", { class: "troubles", "aria-label": t("desk.shell.notices") });
    this.shown = "";
  }

  update() {
    const { game } = this;
    const parts = [
      game.unkept.length && "unkept",
      game.lost && `lost${game.lost.from}`,
      game.sender.blocked && `blocked.${game.sender.blocked}`,
      !isSecureContext && `lesser${game.pending.length > 0}`,
      game.role === "viewer" && game.told && !game.row?.unsent && "viewer",
    ].filter(Boolean);
    const key = parts.join(" ") + document.documentElement.lang + game.unkept.map((one) => one.entry.fid) + game.sender.said;
    if (key === this.shown) return;
    this.shown = key;
    fill(this.at, ...parts.map((part) => this.part(String(part))));
  }

  /** @param {string} part */
  part(part) {
    const { game } = this;
    if (part === "unkept") return this.unkept();
    if (part.startsWith("lost")) return this.lost();
    if (part.startsWith("blocked")) return say(refusal(game.sender), button(t("desk.shell.try_again"), () => game.sender.retry()), button(t("desk.shell.menu.unsent"), () => this.ctx.open("unsent")));
    if (part.startsWith("lesser")) return say(t(game.pending.length ? "desk.shell.lesser_unsent" : "desk.shell.lesser"));
    return say(t("desk.shell.only_looks"), button(t("desk.shell.join"), () => this.ctx.open("join")));
  }

  /** The number went back; nothing more is taken before it is kept or written down. */
  unkept() {
    const { why } = this.game.unkept[0];
    const what = this.game.unkept.map((one) => one.entry.words).join(" ");
    const { view } = this.ctx;
    const text = view ? t("desk.shell.write_down", { a: view.score.A, b: view.score.B, n: view.end ?? view.chapter, what }) : what;
    const copy = /** @type {HTMLTextAreaElement} */ (make("textarea", { readonly: true, rows: "2", "aria-label": t("desk.shell.text_to_copy") }));
    copy.value = text;
    copy.addEventListener("focus", () => copy.select());
    return make(
      "section",
      { class: "say stop", role: "alert", data: { trouble: "unkept" } },
      make("p", { text: t(why === "QuotaExceededError" ? "desk.shell.full" : "desk.shell.not_kept", { what }) }),
      copy,
      button(t("desk.shell.try_again"), () => this.game.keepAgain()),
      button(t("desk.shell.written_down"), () => this.writtenDown()),
    );
  }

  async writtenDown() {
    const sure = await ask(t("desk.shell.written_down_sure"), [], [
      { value: "", label: t("desk.shell.no_keep_trying") },
      { value: "yes", label: t("desk.shell.written_down"), class: "stop" },
    ]);
    if (!sure) return;
    this.game.unkept = [];
    this.game.show();
  }

  /** The desk has an older log than it had acknowledged. */
  lost() {
    const { from, to, mine } = this.game.lost;
    return make(
      "section",
      { class: "say stop", role: "alert", data: { trouble: "lost" } },
      make("p", { text: t("desk.shell.lost", { from, to, n: mine.length }) }),
      mine.length ? button(t("desk.shell.give_back", { n: mine.length }), () => this.game.giveBack(), { class: "pri" }) : null,
      button(t("desk.shell.let_go"), () => this.game.letGo()),
    );
  }
}

/** Why this phone may not write now, in our words, else in the desk's. @param {import("./exchange.js").Sender} sender */
export function refusal({ blocked, said }) {
  const key = `desk.shell.blocked.${blocked}`;
  return has(key) ? t(key) : said ?? t("desk.shell.blocked.not_yours");
}

/** @param {string} text @param {...(Node|null)} actions */
function say(text, ...actions) {
  return make("section", { class: "say banner" }, make("p", { class: "said", text }), ...actions);
}
