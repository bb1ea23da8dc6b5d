"""If the script does not run, one sentence says so."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route

from tests.browser import Server
from tests.some import QUICK

SENTENCE = "The table needs an up-to-date browser with JavaScript turned on."
PAGES = ("/", f"/new/{QUICK.id}", "/puzzle", "/position", "/nowhere")


def notices(page: Page) -> list[str]:
    return [one.inner_text() for one in page.locator(".notice").all() if one.is_visible()]


def test_without_script(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    for path in PAGES:
        page.goto(server.address + path)
        assert notices(page) == [SENTENCE]


def test_a_browser_that_knows_no_modules(server: Server, open_page: Callable[..., Page]) -> None:
    """An old browser skips scripts of a kind it does not know; here, the kind is one that no browser knows."""

    def older(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('type="module"', 'type="text/of-tomorrow"'))

    page = open_page(locale="fr-FR")
    page.route(lambda address: "/static/" not in address and "." not in address.rpartition("/")[2], older)
    for path in PAGES:
        page.goto(server.address + path)
        assert notices(page) == ["La table demande un navigateur récent, avec JavaScript activé."]


def test_a_browser_that_cannot_read_the_script(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.route("**/main.js*", lambda route: route.abort())
    page.goto(server.address)
    assert notices(page) == [SENTENCE]


def test_any_other_browser(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    for path in PAGES:
        page.goto(server.address + path)
        assert notices(page) == []
