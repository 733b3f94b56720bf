"""Dates and times as people say them."""

from __future__ import annotations

from datetime import datetime, timedelta


def describe_when(moment: str, now: datetime) -> str:
    """Write a moment briefly: `today 14:05`, `Thu 14:05`, `3 Mar 14:05`, `3 Mar 2025`.

    Args:
        moment: The moment in ISO form, with its zone.
        now: The present, in the zone in which times are told.

    Raises:
        ValueError: if the text is no moment in ISO form.
    """
    then = datetime.fromisoformat(moment).astimezone(now.tzinfo)
    clock = f"{then:%H:%M}"
    if then.date() == now.date():
        return f"today {clock}"
    if timedelta(0) < now.date() - then.date() < timedelta(days=7):
        return f"{_DAYS[then.weekday()]} {clock}"
    day = f"{then.day} {_MONTHS[then.month - 1]}"
    return f"{day} {clock}" if then.year == now.year else f"{day} {then.year}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
