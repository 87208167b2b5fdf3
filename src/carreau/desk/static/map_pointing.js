// Fingers on the map: a tap, a drag, a pinch. A tap counts when the finger lifts where it came down.

const STILL_PX = 10;

export class Pointing {
  /**
   * @param {SVGSVGElement} svg
   * @param {{tap: (x: number, y: number) => void, pick: (id: string) => void, drag: (id: string, x: number, y: number) => void, zoom: (by: number) => void}} does
   */
  constructor(svg, does) {
    this.svg = svg;
    this.does = does;
    /** Millimetres a unit of the picture. */
    this.scale = 2;
    /** @type {Map<number, {x: number, y: number, x0: number, y0: number, id: string|null, moved: boolean}>} */
    this.fingers = new Map();
    this.spread = 0;
    this.pinched = false;
    this.hears = /** @type {[string, (event: any) => void][]} */ ([
      ["pointerdown", (event) => this.down(event)],
      ["pointermove", (event) => this.move(event)],
      ["pointerup", (event) => this.up(event)],
      ["pointercancel", (event) => this.gone(event)],
      ["wheel", (event) => this.wheel(event)],
    ]);
    for (const [name, run] of this.hears) svg.addEventListener(name, run, { passive: false });
  }

  stop() {
    for (const [name, run] of this.hears) this.svg.removeEventListener(name, run);
  }

  /** Where a pointer is on the ground, in mm from the jack. @param {PointerEvent} event @returns {[number, number]} */
  ground(event) {
    const box = this.svg.getBoundingClientRect();
    const side = Math.min(box.width, box.height);
    const mm = (1000 / side) * this.scale;
    return [(event.clientX - box.left - box.width / 2) * mm, -(event.clientY - box.top - box.height / 2) * mm];
  }

  /** @param {PointerEvent} event */
  down(event) {
    const object = /** @type {Element} */ (event.target).closest("[data-object]");
    const id = object instanceof SVGElement ? object.dataset.object ?? null : null;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY, id, moved: false });
    this.svg.setPointerCapture?.(event.pointerId);
    if (this.fingers.size === 2) {
      this.spread = this.apart();
      this.pinched = true;
    }
    event.preventDefault();
    if (object instanceof SVGElement) object.focus({ preventScroll: true });
  }

  apart() {
    const [one, two] = [...this.fingers.values()];
    return Math.hypot(one.x - two.x, one.y - two.y);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (Math.hypot(finger.x - finger.x0, finger.y - finger.y0) > STILL_PX) finger.moved = true;
    if (this.fingers.size >= 2) return this.pinch();
    if (finger.id && finger.moved && !this.pinched) this.does.drag(finger.id, ...this.ground(event));
  }

  pinch() {
    const now = this.apart();
    if (Math.abs(now - this.spread) < STILL_PX) return;
    this.does.zoom(this.spread / now);
    this.spread = now;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const finger = this.fingers.get(event.pointerId);
    this.gone(event);
    if (!finger || this.wasPinch) return;
    if (finger.id) {
      if (!finger.moved) this.does.pick(finger.id);
    } else if (!finger.moved) this.does.tap(...this.ground(event));
  }

  /** @param {PointerEvent} event */
  gone(event) {
    this.fingers.delete(event.pointerId);
    this.wasPinch = this.pinched;
    if (!this.fingers.size) this.pinched = false;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.does.zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1);
  }
}
