"""A browser that dies at any instant: everything that was shown as kept is there afterwards, once, in its order."""

import contextlib
import os
import random
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Playwright

from tests.browser.phones import CHROMIUM, FLAGS, PHONE, Phone
from tests.browser.serving import Line, Serving, kill_by_profile

KILLS = 60
LATEST_S = 0.060
SHOWN = """() => {
  addEventListener("DOMContentLoaded", () => {
    const shown = () => {
      const mark = document.querySelector(".mark");
      const kept = Number(/\\d+/.exec(mark?.textContent ?? "")?.[0] ?? 0);
      if (mark && ["kept", "sending"].includes(mark.dataset.state)) console.debug(`SHOWN ${kept}`);
    };
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(shown).observe(document.body, everything);
  });
}"""


class Dying:
    """A phone without network whose browser is killed again and again. `shown`: the most that it has ever called kept."""

    def __init__(self, player: Playwright, profile: Path, address: str, game: str, seed: int) -> None:
        self.player = player
        self.profile = profile
        self.page = f"{address}/play/{game}"
        self.chance = random.Random(seed)
        self.shown = 0
        self.taps = 0

    def once(self) -> int:
        """Open, look what is there, tap, and die at some instant after the finger has lifted. What was there."""
        context = self.player.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=CHROMIUM,
            args=FLAGS,
            viewport={"width": PHONE[0], "height": PHONE[1]},
        )
        context.add_init_script(f"({SHOWN})()")
        context.on("console", self._heard)
        page = context.pages[0]
        page.goto(self.page)
        page.locator(".pads").wait_for()
        there = self._there(page.locator(".mark").inner_text())
        box = page.get_by_role("button", name="No points", exact=True).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1
        until = time.monotonic() + self.chance.random() * LATEST_S
        while time.monotonic() < until:
            page.wait_for_timeout(2)  # what the page says in the meantime is heard
        assert kill_by_profile(self.profile)
        with contextlib.suppress(Error):
            context.close()
        for lock in self.profile.glob("Singleton*"):
            lock.unlink(missing_ok=True)
        return there

    def _heard(self, message: Any) -> None:
        if message.text.startswith("SHOWN"):
            self.shown = max(self.shown, int(message.text.split()[1]))

    def _there(self, mark: str) -> int:
        digits = "".join(c for c in mark if c.isdigit())
        return int(digits) if digits else 0


@pytest.mark.timeout(600)
def test_what_was_shown_as_kept_survives_every_kill(player: Playwright, desk: Serving, tmp_path: Path) -> None:
    kills, seed = int(os.environ.get("CARREAU_KILLS", KILLS)), int(os.environ.get("CARREAU_SEED", 1))
    line = Line(desk.port)
    profile = tmp_path / "profile"
    phone = Phone(player, line.address, profile=profile, clean=False)
    phone.open("/")
    game = desk.begin(phone.device())
    phone.play(game)
    phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    phone.page.wait_for_timeout(1500)
    phone.context.close()
    line.down()
    dying = Dying(player, profile, line.address, game, seed)
    last = 0
    for n in range(kills):
        there = dying.once()
        assert there >= last, f"kill {n} of seed {seed}: {there} there, {last} had been shown as kept"
        last = dying.shown
    line.up()
    alive = Phone(player, line.address, profile=profile, clean=False)
    alive.play(game)
    found = alive.stored("outbox")
    alive.saved(120_000)
    story = desk.record(game)[1:]
    fids = [entry["fid"] for entry in sorted(found, key=lambda entry: entry["n"])]
    diary = [entry["fid"] for entry in alive.stored("diary") if entry["what"] == "tapped"]
    order = [fact["fid"] for fact in sorted(alive.stored("facts"), key=lambda fact: fact["seq"])]
    alive.context.close()
    line.close()
    shutil.rmtree(profile, ignore_errors=True)
    assert dying.shown <= len(diary) <= dying.taps
    assert len(story) == len(diary), "nothing lost, nothing twice"
    assert order == diary, "in the order of the taps"
    assert set(fids) <= set(diary)
    print(f"{kills} kills, {dying.taps} taps, {dying.shown} shown as kept, {len(diary)} kept")
