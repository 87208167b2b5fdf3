// Sharing a game: the board for everybody, keys and digits for who is to write, who can write now.

import { ask, button, fill, make, tell } from "./dom.js";
import { device } from "./prefs.js";

/** @typedef {import("./app.js").Ctx} Ctx */

const AGAIN_MS = 10_000;

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  const share = new Share(ctx, root);
  share.begin();
  return { title: ctx.t("desk.share.title"), leave: () => share.leave() };
}

class Share {
  /** @param {Ctx} ctx @param {HTMLElement} root */
  constructor(ctx, root) {
    this.ctx = ctx;
    this.timer = 0;
    this.public = make("section", { class: "card" });
    this.in = make("section", { class: "card", hidden: true });
    this.who = make("section", { class: "card", hidden: true });
    this.said = make("p", { role: "status" });
    const sheet = make("a", { class: "button", href: `/g/${ctx.id}/sheet.pdf?lang=${ctx.lang}`, text: ctx.t("desk.share.sheet") });
    const files = make("div", { class: "three" }, button(ctx.t("desk.shell.menu.record"), () => ctx.open("unsent")), sheet, (this.rotate = button(ctx.t("desk.share.rotate"), () => this.rotated(), { hidden: true })));
    fill(root, this.public, this.said, this.in, this.who, files);
  }

  async begin() {
    const place = `/g/${this.ctx.id}`;
    fill(this.public, make("h2", { text: this.ctx.t("desk.share.everybody") }), ...(await this.code(place)), make("p", { class: "quiet", text: this.ctx.t("desk.share.board") }));
    await this.people();
    if (!this.left) this.timer = setInterval(() => document.hidden || this.people(), AGAIN_MS);
  }

  leave() {
    this.left = true;
    clearInterval(this.timer);
  }

  left = false;

  /** The picture of an address, and the address. @param {string} place @returns {Promise<Node[]>} */
  async code(place) {
    const reply = await this.ctx.desk("/api/qr", { body: { place } });
    const url = reply.status === 200 ? reply.body.url : location.origin + place;
    const said = make("p", { class: "address", text: url.replace(/#.*/, "") });
    if (reply.status !== 200) return [said];
    const picture = make("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(reply.body.svg)}`, alt: this.ctx.t("desk.share.code", { address: url.replace(/#.*/, "") }) });
    return [picture, said];
  }

  // --- who is in ---------------------------------------------------------------------------------

  async people() {
    const { ctx } = this;
    const reply = await ctx.desk(`/api/games/${ctx.id}/devices?lang=${ctx.lang}`);
    tell(this.said, reply.status === 0 ? ctx.t("desk.share.no_desk") : "");
    this.in.hidden = this.who.hidden = reply.status !== 200;
    if (reply.status !== 200) return;
    const { me, devices, wall_ms } = reply.body;
    if (!this.in.firstChild) this.inviting(me);
    const may = me.desk || me.role === "umpire";
    this.rotate.hidden = !may;
    const key = JSON.stringify(devices.map((/** @type {any} */ one) => ({ ...one, seen_ms: Math.round((wall_ms - (one.seen_ms ?? 0)) / 5000) })));
    if (key === this.known) return;
    this.known = key;
    fill(this.who, make("h2", { text: ctx.t("desk.share.who") }), make("ul", { class: "games" }, ...devices.map((/** @type {any} */ one) => this.person(one, wall_ms, may))));
  }

  known = "";

  /** @param {any} one @param {number} now @param {boolean} may */
  person(one, now, may) {
    const { ctx } = this;
    const name = one.me ? ctx.t("desk.share.this_phone") : one.name || ctx.t("desk.share.a_phone", { id: one.device.slice(0, 4) });
    const seen = one.here ? ctx.t("desk.share.here") : one.seen_ms ? ctx.t("desk.share.seen", { n: Math.max(1, Math.round((now - one.seen_ms) / 60_000)) }) : ctx.t("desk.share.not_seen");
    const waits = one.waiting ? ctx.t("desk.share.waiting", { n: one.waiting }) : "";
    const role = ctx.t(`desk.share.role.${one.role === "umpire" ? "umpire" : one.lead ? "lead" : one.role}`);
    return make(
      "li",
      { class: "row" },
      make("span", { text: [name, role, seen, waits].filter(Boolean).join(" · ") }),
      one.me && !one.lead ? button(ctx.t("desk.share.lead"), () => this.post("lead")) : null,
      may && !one.me ? button(ctx.t("desk.share.away"), () => this.away(one, name), { class: "stop" }) : null,
    );
  }

  /** @param {any} me */
  inviting(me) {
    const { ctx } = this;
    const roles = ["scorer", ...(me.desk || me.role === "umpire" ? ["umpire"] : [])];
    this.shown = make("div", { class: "stack", role: "status" });
    fill(this.in, make("h2", { text: ctx.t("desk.share.let_in") }), make("div", { class: "two" }, ...roles.map((role) => button(ctx.t(`desk.share.let.${role}`), () => this.invite(role)))), this.shown);
  }

  /** @type {HTMLElement|null} */
  shown = null;

  /** A key for one device and ten minutes, as a picture and as digits. @param {string} role */
  async invite(role) {
    const { ctx } = this;
    const reply = await ctx.desk(`/api/games/${ctx.id}/invitations?lang=${ctx.lang}`, { body: { role, device } });
    if (!this.shown) return;
    if (reply.status !== 201) return fill(this.shown, make("p", { text: reply.body?.say ?? ctx.t("desk.share.no_desk") }));
    const { key, digits } = reply.body;
    const code = await this.code(`/j/${ctx.id}#${key}`);
    fill(this.shown, ...code, make("p", { class: "digits", text: `${digits.slice(0, 3)} ${digits.slice(3)}` }), make("p", { text: ctx.t(`desk.share.say.${role}`, { game: ctx.id }) }));
  }

  /** @param {any} one @param {string} name */
  async away(one, name) {
    const { ctx } = this;
    const sure = await ask(ctx.t("desk.share.away_sure", { name }), [ctx.t("desk.share.away_keeps")], [
      { value: "", label: ctx.t("desk.share.leave") },
      { value: "yes", label: ctx.t("desk.share.away_do", { name }), class: "stop" },
    ]);
    if (sure) await this.post(`devices/${one.device}/end`);
  }

  async rotated() {
    const { ctx } = this;
    const sure = await ask(ctx.t("desk.share.rotate_sure"), [ctx.t("desk.share.away_keeps")], [
      { value: "", label: ctx.t("desk.share.leave") },
      { value: "yes", label: ctx.t("desk.share.rotate_do"), class: "stop" },
    ]);
    if (sure) await this.post("rotate");
  }

  /** @param {string} what */
  async post(what) {
    const reply = await this.ctx.desk(`/api/games/${this.ctx.id}/${what}?lang=${this.ctx.lang}`, { body: { device } });
    tell(this.said, reply.status < 300 && reply.status ? "" : (reply.body?.say ?? this.ctx.t("desk.share.no_desk")));
    this.known = "";
    await this.people();
  }
}
