"""Whether an engine still works after a test did its worst."""

from engine.host.driver import Driver

BASE_URL = "http://page.test/"


def assert_usable(page: Driver) -> None:
    assert page.instance.alive
    page.open_html("<title>usable</title>", base_url=BASE_URL)
    assert page.evaluate("document.title") == "usable"
