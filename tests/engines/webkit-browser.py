#!/usr/bin/python3
"""WebKit as a browser of one phone-sized window, led by WebKitWebDriver. What it keeps lies in the folder PROFILE and outlives it."""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = os.environ["PROFILE"]
data = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
context = WebKit2.WebContext(website_data_manager=data)
context.get_cookie_manager().set_persistent_storage(f"{profile}/cookies", WebKit2.CookiePersistentStorage.SQLITE)
context.set_preferred_languages(["it-IT", "it"])
context.set_automation_allowed(True)


def open_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    # What the page's console says is read by the test.
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window()
    window.set_default_size(390, 844)
    window.set_decorated(False)
    window.add(view)
    window.show_all()
    return view


context.connect("automation-started", lambda _, session: session.connect("create-web-view", open_view))
Gtk.main()
