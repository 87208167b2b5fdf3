// What is kept on this phone: each entry that the desk does not have, as it was tapped; and the record file.

import { ask, button, fill, make } from "./dom.js";
import { readAll, transact } from "./idb.js";
import * as outbox from "./outbox.js";
import { time } from "./words.js";

/** @typedef {import("./app.js").Ctx} Ctx @typedef {import("./outbox.js").Entry} Entry */

/** @param {Ctx} ctx @param {HTMLElement} root */
export function show(ctx, root) {
  const list = make("ol", { class: "games" });
  const said = make("p", { role: "status" });
  const save = button(ctx.t("desk.unsent.export"), () => exported(ctx));
  const send = button(ctx.t("desk.unsent.send"), () => ctx.game.sender.retry(), { class: "pri" });
  fill(root, said, list, make("div", { class: "two" }, send, save));
  let shown = "";
  const update = () => {
    const { pending, game } = ctx;
    const key = pending.map((entry) => `${entry.fid}${entry.state}${game.sender.sending.has(entry.fid)}`).join() + game.broken.length + game.sender.failures;
    if (key === shown) return;
    shown = key;
    said.textContent = pending.length ? ctx.t("desk.unsent.some", { n: pending.length }) : ctx.t("desk.unsent.none");
    send.hidden = !pending.length;
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
    entry.answer?.say && entry.state === "refused" ? make("span", { text: entry.answer.say }) : null,
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

// --- the record file -------------------------------------------------------------------------------

/** The record as far as this phone knows it: what the desk has with its numbers, then what is kept here, without. @param {Ctx} ctx */
export async function record(ctx) {
  const { game } = ctx;
  const known = await confirmed(ctx);
  const setup = known.length ? [] : [{ fact: game.row?.setup }];
  const people = game.row?.people && Object.keys(game.row.people).length && !known.length ? [{ people: game.row.people }] : [];
  const numbers = new Map([...game.places]);
  let next = game.head;
  for (const entry of ctx.pending) numbers.set(entry.fid, (next += 1));
  const kept = ctx.pending.map(({ at_ms, by, source, fact }) => ({ at_ms, by, source, fact: outbox.resolved(fact, (fid) => numbers.get(fid)) ?? fact }));
  return [...known, ...[...setup, ...people, ...kept].map((line) => JSON.stringify(line))].join("\n") + "\n";
}

/** @param {Ctx} ctx @returns {Promise<string[]>} */
async function confirmed(ctx) {
  const { game } = ctx;
  try {
    const reply = await fetch(`/api/games/${ctx.id}/record`, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(8000) });
    if (reply.ok) return (await reply.text()).split("\n").filter(Boolean);
  } catch {
    // no desk: what this phone has heard of the story
  }
  const lines = game.story.filter((line) => line.fact).map(({ seq, at_ms, by, source, fact }) => JSON.stringify({ seq, at_ms, by, source, fact }));
  if (lines.length === game.head + 1) return lines;
  const mine = await readAll("facts", IDBKeyRange.bound([ctx.id, 0], [ctx.id, Infinity])).catch(() => []);
  return lines.length >= mine.length ? lines : mine.map(({ seq, at_ms, by, source, fact }) => JSON.stringify({ seq, at_ms, by, source, fact }));
}

/** Hand the file over: to another app where the phone can, else as a download. @param {Ctx} ctx */
async function exported(ctx) {
  const file = new File([await record(ctx)], `carreau-${ctx.id}.jsonl`, { type: "application/x-ndjson" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => null);
    return;
  }
  const address = URL.createObjectURL(file);
  const link = make("a", { href: address, download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
