// What the book would say to a fact, asked of the desk a few at a time while a screen stands.

/** @typedef {import("./app.js").Ctx} Ctx */

const AT_ONCE = 2;

/** @type {Would[]} */
const waiting = [];
let running = 0;

export class Would {
  /** @param {Ctx} ctx @param {any} fact @param {string|undefined} by @param {(found: any) => void} tell */
  constructor(ctx, fact, by, tell) {
    this.ctx = ctx;
    this.fact = fact;
    this.by = by ?? "scorer";
    this.tell = tell;
    this.stopped = false;
  }

  start() {
    waiting.push(this);
    next();
  }

  stop() {
    this.stopped = true;
  }

  async run() {
    const found = this.stopped ? null : await this.ctx.preview(this.fact, { by: this.by });
    if (found && !this.stopped) this.tell(found);
  }
}

async function next() {
  if (running >= AT_ONCE) return;
  const one = waiting.shift();
  if (!one) return;
  running += 1;
  await one.run().catch(() => null);
  running -= 1;
  next();
}
