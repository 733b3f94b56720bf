"""Names that Textual keeps to itself, and that tests use all the same.

What a short way of the tests needs one for stands in `tests/tui/shortcuts.py`: leave that way out
of `take`, and the tests pass, but take longer.
"""

from __future__ import annotations

import asyncio

from tests.tui.screen import app_at, running


async def test_what_textual_keeps_to_itself_is_there() -> None:
    app = app_at(is_bare=True)
    async with running(app):
        used: tuple[tuple[object, str], ...] = (
            (app, "_background_screens _check_resize _exception _resize_timer _running"),
            (app, "_update_mouse_over"),
            (app.animator, "_animations"),
            (app.screen, "_callbacks _compositor _compositor_refresh _dirty_widgets"),
            (app.screen, "_layout_required _on_timer_update"),
            (app.screen, "_recompose_required _repaint_required _scroll_required"),
            (app.stylesheet, "_parse_rules _variables"),
            (asyncio.get_running_loop(), "_ready"),
        )
        gone = [name for owner, names in used for name in names.split() if not hasattr(owner, name)]
    assert gone == [], __doc__
