// Elements of a page, made of text only: nothing here ever reads HTML.

/** How long a second press of the same control counts as a slip, in ms. */
export const SLIP_MS = 600;

/**
 * An element. `props`: `class`, `text`, `data` (an object), `on` ({event: handler}), boolean and text attributes.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(made, name, value);
  made.append(...children.filter((child) => child || child === "").map((child) => asNode(/** @type {string|Node} */ (child))));
  return made;
}

/** @param {Node|string} child */
function asNode(child) {
  return typeof child === "string" ? document.createTextNode(child) : child;
}

/** @param {HTMLElement} made @param {string} name @param {any} value */
function set(made, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "text") made.textContent = value;
  else if (name === "class") made.className = value;
  else if (name === "data") Object.assign(made.dataset, value);
  else if (name === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
  else if (name === "value") /** @type {any} */ (made).value = value;
  else made.setAttribute(name, value === true ? "" : String(value));
}

/**
 * A button. A press counts when the finger lifts inside it; a second press within 600 ms is ignored and shown as ignored.
 * @param {string} label what it does, in words
 * @param {(event: Event) => any} press
 * @param {Record<string, any>} [props] `many: true`: every press counts (steppers)
 * @returns {HTMLButtonElement}
 */
export function button(label, press, props = {}) {
  const { many, ...rest } = props;
  const made = /** @type {HTMLButtonElement} */ (make("button", { type: "button", ...rest }, label));
  let last = -Infinity;
  made.addEventListener("click", (event) => {
    if (made.getAttribute("aria-disabled") === "true") return sayWhy(made);
    const since = event.timeStamp - last;
    if (!many && since < SLIP_MS) return ignored(made);
    last = event.timeStamp;
    return press(event);
  });
  return made;
}

/** Show that a press was a slip: a shake, or a word where motion is reduced. @param {HTMLElement} at */
export function ignored(at) {
  at.classList.remove("ignored");
  void at.offsetWidth;
  at.classList.add("ignored");
  at.dispatchEvent(new CustomEvent("ignored", { bubbles: true }));
}

/** A control that is struck through says its reason. @param {HTMLElement} at */
function sayWhy(at) {
  at.dispatchEvent(new CustomEvent("struck", { bubbles: true, detail: at.dataset.why || "" }));
}

/**
 * Strike a control through with the reason, or free it. It stays in its place and can still be reached.
 * @param {HTMLElement} control
 * @param {string|null} why
 */
export function strike(control, why) {
  control.classList.toggle("struck", why !== null);
  if (why === null) {
    control.removeAttribute("aria-disabled");
    control.removeAttribute("aria-description");
    control.removeAttribute("title");
    delete control.dataset.why;
  } else {
    control.setAttribute("aria-disabled", "true");
    control.setAttribute("aria-description", why);
    control.title = why;
    control.dataset.why = why;
  }
}

/** Put other children into an element. @param {Element} at @param {...(Node|string|null|undefined|false)} children */
export function fill(at, ...children) {
  at.replaceChildren(...children.filter((child) => child || child === "").map((child) => asNode(/** @type {string|Node} */ (child))));
}

/** Change a text only when it differs, so that a reader does not say it again. @param {Element} at @param {string} text */
export function tell(at, text) {
  if (at.textContent !== text) at.textContent = text;
}

/**
 * Ask something in a dialog; the answer is the value of the pressed button, or null when it is closed.
 * Labels say what happens, never "OK".
 * @param {string} title
 * @param {(Node|string|null)[]} body
 * @param {{value: string, label: string, class?: string, why?: string|null}[]} answers
 * @returns {Promise<string|null>}
 */
export function ask(title, body, answers) {
  const head = make("h2", { text: title, id: "asked", tabindex: "-1" });
  const box = /** @type {HTMLDialogElement} */ (make("dialog", { class: "asks", "aria-labelledby": "asked" }, head));
  return new Promise((resolve) => {
    const done = (/** @type {string|null} */ value) => {
      box.close();
      box.remove();
      resolve(value);
    };
    const buttons = answers.map((answer) => {
      const made = button(answer.label, () => done(answer.value), { class: answer.class, data: { answer: answer.value } });
      strike(made, answer.why ?? null);
      return made;
    });
    for (const part of body) if (part) box.append(typeof part === "string" ? make("p", { text: part }) : part);
    box.append(make("div", { class: "stack" }, ...buttons));
    box.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(null);
    });
    document.body.append(box);
    box.showModal();
    head.focus();
  });
}
