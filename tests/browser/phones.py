"""A phone of a test: a browser of a phone's size that notes everything that must not happen."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright, Request

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = (390, 664)
SMALL = (360, 600)
TABLET = (1024, 768)
NETWORK = ("Failed to load resource", "net::ERR", "EventSource", "when fetching the script")  # a desk that is away
KEY = re.compile(r"\bdesk\.[a-z_]+\.[\w.]+")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`POLICY ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
}, true);
"""


def axe() -> str:
    """The script of axe."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


class Phone:
    """One phone with its pages. `troubles`: what has gone wrong in them so far."""

    def __init__(
        self,
        source: Browser | Playwright,
        address: str,
        size: tuple[int, int] = PHONE,
        lang: str = "en",
        profile: Path | None = None,
        clean: bool = True,
        flags: tuple[str, ...] = (),
    ) -> None:
        self.address = address
        self.profile = profile
        self.clean = clean
        self.troubles: list[str] = []
        about: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]},
            "locale": lang,
            "base_url": address,
            "has_touch": True,
        }
        self.context: BrowserContext
        if isinstance(source, Playwright):
            assert profile is not None
            self.context = source.chromium.launch_persistent_context(
                str(profile), executable_path=CHROMIUM, args=[*FLAGS, *flags], **about
            )
        else:
            self.context = source.new_context(**about)
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(VIOLATIONS)
        self.context.on("request", self._asked)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda wrong: self.troubles.append(f"error in the page: {wrong.error}"))
        self.page: Page = self.context.pages[0] if self.context.pages else self.context.new_page()

    def _asked(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme in ("http", "https", "ws", "wss") and asked.netloc != urlsplit(self.address).netloc:
            self.troubles.append(f"a request to another origin: {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in NETWORK):
            self.troubles.append(f"console: {message.text}")

    # --- what a person does ------------------------------------------------------------------------

    def open(self, path: str) -> Page:
        """Go somewhere on the desk."""
        self.page.goto(self.address + path)
        return self.page

    def play(self, game: str, screen: str = "") -> Page:
        """Open a game and wait until the screen stands."""
        self.open(f"/play/{game}{screen}")
        self.page.wait_for_selector("#bar button" if not screen else ".screen > *")
        self.page.wait_for_selector("#work > *", state="attached")
        return self.page

    def device(self) -> str:
        """The id that the phone has given itself."""
        self.page.locator("html[data-theme]").wait_for(state="attached")
        return str(self.page.evaluate(DEVICE))

    def begin(self, **more: Any) -> str:
        """A new game of this phone, which has its cookie then; its id. `more`: fields of the set-up."""
        self.open("/")
        setup = {"rulebook": "fipjp-2016", "format": "triples", "detail": "ends", "umpire": False, **more}
        return str(self.page.evaluate(BEGIN, {"setup": setup, "device": self.device()}))

    def mark(self) -> str:
        """What the mark of saving says."""
        return self.page.locator(".mark").inner_text()

    def saved(self, timeout: float = 30_000) -> None:
        """Wait until the desk has everything."""
        self.page.locator(".mark[data-state=saved]").wait_for(timeout=timeout)

    def stored(self, store: str) -> list[Any]:
        """Everything in one store of the phone."""
        return list(self.page.evaluate(READ, store))

    # --- what must hold ----------------------------------------------------------------------------

    def found_by_axe(self) -> list[str]:
        """What axe finds on the page as it is."""
        self.page.evaluate(axe() + "; null")
        result = self.page.evaluate("(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags } })", TAGS)
        return [
            f"axe {v['id']}: {v['help']}: {[node['target'] for node in v['nodes']][:3]}" for v in result["violations"]
        ]

    def unsaid(self) -> list[str]:
        """Keys of texts that stand on the page instead of the texts."""
        keys = sorted(set(KEY.findall(self.page.locator("html").inner_text())))
        return [f"no text for {', '.join(keys)}"] if keys else []

    def leave(self) -> list[str]:
        """Close the phone; everything that was wrong with it."""
        try:
            if self.clean and self.page.url.startswith(self.address):
                self.page.wait_for_load_state("domcontentloaded", timeout=10_000)
                self.troubles += [f"{self.page.url}: {found}" for found in self.found_by_axe() + self.unsaid()]
            self.context.close()
        except Error as gone:
            if self.clean:
                self.troubles.append(f"the browser was gone: {gone}")
        return self.troubles if self.clean else [t for t in self.troubles if "POLICY" in t or "origin" in t]


BEGIN = """async (body) => {
  const headers = { "Content-Type": "application/json", "X-Carreau": "1" };
  const reply = await fetch("/api/games", { method: "POST", headers, body: JSON.stringify(body) });
  return (await reply.json()).id;
}"""
DEVICE = """() => import(document.querySelector("script[src]").src.replace("app.js", "prefs.js"))
  .then((module) => module.device)"""
READ = """(store) => new Promise((resolve, reject) => {
  const opened = indexedDB.open("carreau");
  opened.onerror = () => reject(opened.error);
  opened.onsuccess = () => {
    const asked = opened.result.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => { opened.result.close(); resolve(asked.result); };
    asked.onerror = () => reject(asked.error);
  };
})"""
