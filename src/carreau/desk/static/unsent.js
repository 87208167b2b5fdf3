// What is kept on this phone: each entry that the desk does not have, as it was tapped.

import { ask, button, fill, make } from "./dom.js";
import { refusal } from "./held.js";
import { transact } from "./idb.js";
import * as outbox from "./outbox.js";
import { files } from "./records.js";
import { time } from "./words.js";

/** @typedef {import("./app.js").Ctx} Ctx @typedef {import("./outbox.js").Entry} Entry */

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  const list = make("ol", { class: "games" });
  const said = make("p", { role: "status" });
  const save = button(ctx.t("desk.unsent.export"), () => files([{ ...ctx.game.row, id: ctx.id, story: ctx.game.story, head: ctx.game.head }]));
  const send = button(ctx.t("desk.unsent.send"), () => ctx.game.sender.retry(), { class: "pri" });
  fill(root, said, list, make("div", { class: "two" }, send, save));
  let shown = "";
  const update = () => {
    const { game } = ctx;
    const { pending } = game;
    const key = pending.map((entry) => `${entry.fid}${entry.state}${game.sender.sending.has(entry.fid)}`).join() + game.broken.length + game.sender.failures + game.row?.unsent;
    if (key === shown) return;
    shown = key;
    const none = game.row?.unsent ? "desk.games.unsent_game" : "desk.unsent.none";
    said.textContent = pending.length ? ctx.t("desk.unsent.some", { n: pending.length }) : ctx.t(none);
    send.hidden = !pending.length && !game.row?.unsent;
    fill(list, ...pending.map((entry) => card(ctx, entry)), ...game.broken.map((entry) => broken(ctx, entry)));
  };
  return { title: ctx.t("desk.unsent.title"), update };
}

/** @param {Ctx} ctx @param {Entry} entry */
function card(ctx, entry) {
  const sending = ctx.game.sender.sending.has(entry.fid);
  const state = sending ? "sending" : entry.state === "kept" ? "waiting" : (entry.state ?? "waiting");
  const held = entry.state === "held" || entry.state === "refused";
  return make(
    "li",
    { class: `card${held ? " loud" : ""}`, data: { state } },
    make("strong", { text: entry.words }),
    make("span", { text: `${time(entry.wall_ms)} · ${ctx.t(`desk.unsent.state.${state}`)}` }),
    entry.state === "refused" ? make("span", { text: refusal(ctx, entry.answer) }) : null,
    held ? button(ctx.t("desk.unsent.choose"), () => ctx.open("held")) : withdrawing(ctx, entry, sending),
  );
}

/** @param {Ctx} ctx @param {Entry} entry @param {boolean} sending */
function withdrawing(ctx, entry, sending) {
  if (sending || entry.state !== "kept") return null;
  return button(ctx.t("desk.held.withdraw"), async () => {
    const sure = await ask(ctx.t("desk.held.drop_sure"), [entry.words], [
      { value: "", label: ctx.t("desk.held.keep_it") },
      { value: "yes", label: ctx.t("desk.held.drop"), class: "stop" },
    ]);
    if (sure) await outbox.withdraw(ctx.id, entry.fid);
    await ctx.game.reload();
  });
}

/** An entry that can't be read: what is left of it, as text. @param {Ctx} ctx @param {{key: string, raw: string}} entry */
function broken(ctx, entry) {
  const raw = /** @type {HTMLTextAreaElement} */ (make("textarea", { readonly: true, rows: "3", "aria-label": ctx.t("desk.unsent.broken") }));
  raw.value = entry.raw;
  const away = button(ctx.t("desk.unsent.broken_away"), async () => {
    const sure = await ask(ctx.t("desk.unsent.broken_sure"), [], [
      { value: "", label: ctx.t("desk.held.keep_it") },
      { value: "yes", label: ctx.t("desk.unsent.broken_away"), class: "stop" },
    ]);
    if (!sure) return;
    await transact(["outbox", "diary"], "readwrite", (open) => {
      open("outbox").delete(entry.key);
      open("diary").add({ what: "unreadable", raw: entry.raw, wall_ms: Date.now() });
    });
    await ctx.game.reload();
  });
  return make("li", { class: "card loud", data: { state: "broken" } }, make("strong", { text: ctx.t("desk.unsent.broken") }), raw, away);
}
