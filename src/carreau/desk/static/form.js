// The full form of any kind of entry, built from its description: every field that it can have, and nothing else.

import { button, fill, make } from "./dom.js";

/** @typedef {import("./app.js").Ctx} Ctx */
/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} holds choice, yes, number, text, part, list, table, any
 * @property {boolean} [needed]
 * @property {boolean} [empty]
 * @property {any[]} [values]
 * @property {number} [least]
 * @property {number} [most]
 * @property {string} [unit]
 * @property {string} [pattern]
 * @property {string} [things]
 * @property {any} [usual]
 * @property {Field[]} [fields]
 * @property {Field} [key]
 * @property {Field} [item]
 * @property {number} [length]
 */
/** @typedef {{at: HTMLElement, read: () => any}} Control `read`: undefined where nothing is said */

let ids = 0;

/** The words and things that a form needs. */
export class Words {
  /** @param {Ctx} ctx @param {any} forms @param {any} there */
  constructor(ctx, forms, there) {
    this.ctx = ctx;
    this.forms = forms;
    this.there = there;
    this.kind = "";
  }

  /** @param {string} name */
  field(name) {
    return this.forms.fields[`${this.kind}.${name}`] ?? this.forms.fields[name] ?? name;
  }

  /** @param {any} value */
  value(value) {
    return value === "A" || value === "B" ? this.ctx.named(value) : this.forms.values[value] ?? String(value);
  }

  /** @param {string|undefined} which @returns {string[]} */
  things(which) {
    const players = [...this.there.players.A, ...this.there.players.B];
    const all = /** @type {Record<string, string[]>} */ ({ players, people: ["A", "B", ...players], boules: this.there.boules, objects: [...this.there.objects, "thrown"] });
    return all[which ?? ""] ?? [];
  }
}

/**
 * The form of a kind. `read()` gives the fact, with what was left alone left out.
 * @param {Words} words @param {string} kind @param {Field[]} fields @param {any} fact @param {() => void} changed
 * @returns {Control}
 */
export function formOf(words, kind, fields, fact, changed) {
  words.kind = kind;
  const part = partOf(words, fields, fact, changed);
  return { at: part.at, read: () => ({ kind, ...part.read() }) };
}

/** @param {Words} words @param {Field[]} fields @param {any} entered @param {() => void} changed @returns {Control} */
function partOf(words, fields, entered, changed) {
  const controls = fields.map((field) => ({ field, control: controlOf(words, field, entered?.[field.name], changed), shown: field.needed || entered?.[field.name] !== undefined }));
  const rest = controls.filter(({ shown }) => !shown).map(({ control }) => control.at);
  const more = rest.length ? make("details", { class: "more" }, make("summary", { text: words.ctx.t("desk.form.more", { n: rest.length }) }), ...rest) : null;
  const at = make("div", { class: "part" }, ...controls.filter(({ shown }) => shown).map(({ control }) => control.at), more);
  return {
    at,
    read: () => Object.fromEntries(controls.map(({ field, control }) => [field.name, control.read()]).filter(([, value]) => value !== undefined)),
  };
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function controlOf(words, field, value, changed) {
  const make = { choice: chips, yes: toggle, number, text: typed, part: nested, list: several, table, any: anything }[field.holds] ?? typed;
  return make(words, field, value, changed);
}

/** @param {Words} words @param {Field} field @param {Node[]} inside */
function framed(words, field, ...inside) {
  return make("fieldset", { data: { field: field.name } }, make("legend", { text: words.field(field.name) }), ...inside);
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function chips(words, field, value, changed) {
  return picked(words, field, field.values ?? [], (one) => words.value(one), value, changed);
}

/** @param {Words} words @param {Field} field @param {any[]} values @param {(value: any) => string} say @param {any} value @param {() => void} changed @returns {Control} */
function picked(words, field, values, say, value, changed) {
  let now = value;
  const made = values.map((one) => button(say(one), () => press(one), { class: "chip", many: true, data: { value: String(one) } }));
  const draw = () => made.forEach((chip, n) => chip.setAttribute("aria-pressed", String(values[n] === now)));
  const press = (/** @type {any} */ one) => {
    now = now === one && !field.needed ? undefined : one;
    draw();
    changed();
  };
  draw();
  return { at: framed(words, field, make("div", { class: "picks" }, ...made)), read: () => now };
}

/** Yes or no; where nothing is said by default, neither. @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function toggle(words, field, value, changed) {
  if (field.empty || field.needed || field.usual) return picked(words, field, [true, false], (one) => words.value(one ? "yes" : "no"), value, changed);
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", on: { change: changed } }));
  box.checked = value === true;
  const usual = value === undefined ? undefined : false;
  return { at: make("label", { class: "tick", data: { field: field.name } }, box, make("span", { text: words.field(field.name) })), read: () => (box.checked ? true : usual) };
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function number(words, field, value, changed) {
  const scale = field.unit === "ms" ? 1000 : 1;
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "number", inputmode: "decimal", step: scale === 1 ? "1" : "any", min: field.least === undefined ? null : field.least / scale, max: field.most === undefined ? null : field.most / scale, on: { input: changed } }));
  if (value !== undefined && value !== null) input.value = String(value / scale);
  const unit = field.unit ? words.ctx.t(`desk.form.unit.${field.unit}`) : "";
  return {
    at: labelled(words, field, input, unit),
    read: () => (input.value === "" || Number.isNaN(input.valueAsNumber) ? undefined : Math.round(input.valueAsNumber * scale)),
  };
}

/** @param {Words} words @param {Field} field @param {HTMLElement} input @param {string} [unit] */
function labelled(words, field, input, unit) {
  return make("label", { class: "line", data: { field: field.name } }, make("span", { text: unit ? `${words.field(field.name)} (${unit})` : words.field(field.name) }), input);
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function typed(words, field, value, changed) {
  const things = words.things(field.things);
  const list = things.length ? make("datalist", { id: `things${(ids += 1)}` }, ...things.map((one) => make("option", { value: one }))) : null;
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", autocomplete: "off", pattern: field.pattern ?? null, list: list?.id ?? null, on: { input: changed } }));
  if (typeof value === "string") input.value = value;
  const at = labelled(words, field, input);
  if (list) at.append(list);
  return { at, read: () => input.value || (value === "" ? "" : undefined) };
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function nested(words, field, value, changed) {
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
  box.checked = value !== undefined || Boolean(field.needed);
  const inside = make("div", { class: "inside" });
  /** @type {Control|null} */
  let part = null;
  const draw = () => {
    part = box.checked ? partOf(words, field.fields ?? [], value ?? {}, changed) : null;
    fill(inside, part?.at);
  };
  box.addEventListener("change", () => {
    draw();
    changed();
  });
  draw();
  const at = make("div", { class: "nested", data: { field: field.name } }, make("label", { class: "tick" }, box, make("span", { text: words.field(field.name) })), inside);
  return { at, read: () => part?.read() };
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function several(words, field, value, changed) {
  const item = /** @type {Field} */ (field.item);
  /** @type {Control[]} */
  let rows = [];
  const inside = make("div", { class: "inside" });
  const add = (/** @type {any} */ one) => {
    const control = item.holds === "part" ? partOf(words, item.fields ?? [], one ?? {}, changed) : controlOf(words, { ...item, needed: true }, one, changed);
    const row = make("div", { class: "item" }, control.at, button(words.ctx.t("desk.form.remove"), () => drop(), { many: true }));
    const mine = { at: row, read: control.read };
    const drop = () => {
      rows = rows.filter((one) => one !== mine);
      row.remove();
      changed();
    };
    rows.push(mine);
    inside.append(row);
  };
  (value ?? []).forEach(add);
  const more = button(words.ctx.t("desk.form.add"), () => {
    add(undefined);
    changed();
  }, { many: true });
  const read = () => {
    const found = rows.map((row) => row.read()).filter((one) => one !== undefined);
    return found.length || value !== undefined ? found : undefined;
  };
  return { at: framed(words, field, inside, more), read };
}

/** @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function table(words, field, value, changed) {
  const [key, item] = [/** @type {Field} */ (field.key), /** @type {Field} */ (field.item)];
  const pairs = Object.entries(value ?? {});
  const named = key.holds === "choice" ? key.values ?? [] : null;
  /** @type {{key: () => any, control: Control}[]} */
  const rows = [];
  const inside = make("div", { class: "inside" });
  const add = (/** @type {any} */ name, /** @type {any} */ one) => {
    const id = named ? { at: make("b", { text: words.value(name) }), read: () => name } : typed(words, { ...key, name: "name" }, name, changed);
    const control = item.holds === "part" ? partOf(words, item.fields ?? [], one ?? {}, changed) : controlOf(words, item, one, changed);
    rows.push({ key: id.read, control });
    inside.append(make("div", { class: "item" }, id.at, control.at));
  };
  if (named) named.forEach((name) => add(name, value?.[name]));
  else pairs.forEach(([name, one]) => add(name, one));
  const more = named ? null : button(words.ctx.t("desk.form.add"), () => add(undefined, undefined), { many: true });
  const read = () => {
    const found = rows.map((row) => [row.key(), row.control.read()]).filter(([name, one]) => name !== undefined && one !== undefined && !(item.holds === "part" && value?.[name] === undefined && !Object.keys(one).length));
    return found.length || value !== undefined || field.needed ? Object.fromEntries(found) : undefined;
  };
  return { at: framed(words, field, inside, ...(more ? [more] : [])), read };
}

/** What can be yes, a number or a word. @param {Words} words @param {Field} field @param {any} value @param {() => void} changed @returns {Control} */
function anything(words, field, value, changed) {
  const [yes, no] = [words.value("yes"), words.value("no")];
  const shown = value === true ? yes : value === false ? no : value ?? "";
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", autocomplete: "off", placeholder: words.ctx.t("desk.form.any", { yes, no }), on: { input: changed } }));
  input.value = String(shown);
  const read = () => {
    const text = input.value.trim();
    if (text === "") return undefined;
    if (text === yes) return true;
    if (text === no) return false;
    return /^-?\d+$/.test(text) ? Number(text) : text;
  };
  return { at: labelled(words, field, input), read };
}
