// The style sheet of a screen, loaded with it.

/** @param {string} name a file beside this one */
export function sheet(name) {
  const address = new URL(`./${name}`, import.meta.url).pathname;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
}
