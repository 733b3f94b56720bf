"""What the coach says to the players who have one, beside what all are told."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine.events import Event
from backgammon_tui.engine.game import Game
from backgammon_tui.settings import Settings
from backgammon_tui.tui.notice import Notice, news_of
from backgammon_tui.words.naming import Naming


def describe_owed(game: Game, naming: Naming, options: Settings) -> str:
    """What the coach says that must be played; nothing if the side to act has none."""
    if not is_coached(game, options):
        return ""
    from backgammon_tui.teach import coach  # Only beginners wait for it.

    return coach.before(game, naming)


def describe_news(
    events: Sequence[Event], before: Game, game: Game, naming: Naming, options: Settings
) -> Notice | None:
    """What has happened, in the coach's words if the side that acted or acts now has one."""
    news = news_of(events, naming)
    if not (is_coached(before, options) or is_coached(game, options)):
        return news
    from backgammon_tui.teach import coach  # As above.

    text = coach.after(events, game, naming)
    if text:
        return (news or Notice(""))._replace(text=text)
    # What is owed from here on the coach says anyway.
    return news if news and news.why else None


def is_coached(game: Game, options: Settings) -> bool:
    """Whether the side to act has a coach; before there is one, whether any has."""
    return game.actor in options.coached if game.actor else bool(options.coached)
