// Search in a rulebook while one types; without this script the desk searches.

const input = /** @type {HTMLInputElement|null} */ (document.querySelector("input[name=q]"));
const found = /** @type {HTMLElement|null} */ (document.querySelector("[data-f=found]"));
const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-says]")]);
const texts = parts.map((part) => (part.textContent ?? "").toLowerCase());

/** Only what has all the words. */
function find() {
  const words = (input?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  parts.forEach((part, at) => {
    const fits = words.every((word) => texts[at].includes(word));
    part.hidden = !fits;
    if (fits) n += 1;
  });
  for (const section of document.querySelectorAll("main > section")) /** @type {HTMLElement} */ (section).hidden = !section.querySelector("[data-says]:not([hidden])");
  if (found) found.textContent = words.length ? String(n) : "";
}

input?.addEventListener("input", find);
input?.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});

/** A row that is asked for by its address is shown whatever was searched for. */
addEventListener("hashchange", () => {
  const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!at?.hidden || !input) return;
  input.value = "";
  find();
  at.scrollIntoView();
});
