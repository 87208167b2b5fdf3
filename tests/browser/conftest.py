"""Browsers to test with: a desk as a process, phones with a profile of their own, and what must hold on every screen.

A test that opens a page with `phone()` or `page` is failed afterwards by any error in the page, any breach of the content
security policy, any request to another origin, and by what axe finds in the state in which the test leaves the page.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.browser.phones import CHROMIUM, FLAGS, PHONE, Phone
from tests.browser.serving import Line, Serving, serving

QUICK = {  # what every change has to pass; the other screens are tried by ./carreau prove, which takes its time
    "test_board", "test_boules", "test_offline",
}  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The screens take a quarter of an hour on two cores: five minutes of them are for every change."""
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.stem not in QUICK:
            item.add_marker(pytest.mark.prove)


@pytest.fixture(scope="session", autouse=True)
def chromium() -> None:
    """CI fails without a browser; a person's machine may lack one."""
    if Path(CHROMIUM).exists():
        return
    if os.environ.get("CI") == "true":
        pytest.fail("CI needs chromium: the screens can't be tested without it")
    pytest.skip("there is no chromium here")


@pytest.fixture(scope="module")
def player() -> Iterator[Playwright]:
    """Playwright. It keeps an event loop running, beside which no other one can: it must be gone for the tests after it."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(player: Playwright) -> Iterator[Browser]:
    """One browser for all tests that need no profile on disk."""
    opened = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One desk for all tests that do not stop it; each makes its own games."""
    with serving(tmp_path_factory.mktemp("desk"), "--trusting", "--no-rates") as running:
        yield running


@pytest.fixture
def own_desk(tmp_path: Path) -> Iterator[Serving]:
    """A desk that this test may stop, kill and start again."""
    with serving(tmp_path / "desk", "--trusting", "--no-rates") as running:
        yield running


@pytest.fixture
def line(desk: Serving) -> Iterator[Line]:
    """A line to the common desk that can be cut."""
    made = Line(desk.port)
    yield made
    made.close()


Phones = Callable[..., Phone]


@pytest.fixture
def phone(browser: Browser, player: Playwright, desk: Serving, tmp_path: Path) -> Iterator[Phones]:
    """`phone()` makes a phone: `at=` another address than the desk's, `kept=True` a profile on disk, `size=(390, 664)`,
    `lang="fr"`, `clean=False` to leave the checks of the last state out.
    """
    made: list[Phone] = []

    def new(
        *,
        at: str | None = None,
        kept: bool = False,
        size: tuple[int, int] = PHONE,
        lang: str = "en",
        clean: bool = True,
        flags: tuple[str, ...] = (),
    ) -> Phone:
        place = tmp_path / f"profile{len(made)}" if kept or flags else None
        opened = Phone(player if place else browser, at or desk.address, size, lang, place, clean, flags)
        made.append(opened)
        return opened

    yield new
    found = [trouble for one in made for trouble in one.leave()]
    for one in made:
        if one.profile is not None:
            shutil.rmtree(one.profile, ignore_errors=True)
    assert not found, "\n".join(found)


@pytest.fixture
def page(phone: Phones) -> Page:
    """The page of one phone at the common desk."""
    return phone().page
