"""When something was, told as shortly as it can be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from backgammon_tui.words.naming import describe_when

NOW = datetime(2026, 3, 5, 14, 30, tzinfo=UTC)
"""A Thursday."""


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        ("2026-03-05T14:05:00+00:00", "today 14:05"),
        ("2026-03-05T00:00:00+00:00", "today 00:00"),
        ("2026-03-04T23:59:59+00:00", "Wed 23:59"),
        # The weekday alone would be taken for today's from a week on.
        ("2026-02-27T09:07:00+00:00", "Fri 09:07"),
        ("2026-02-26T09:07:00+00:00", "26 Feb 09:07"),
        ("2026-01-01T00:00:00+00:00", "1 Jan 00:00"),
        ("2025-12-31T23:59:00+00:00", "31 Dec 2025"),
        # A clock that was set back does not make weekdays of days to come.
        ("2026-03-06T08:00:00+00:00", "6 Mar 08:00"),
        ("2027-03-05T08:00:00+00:00", "5 Mar 2027"),
    ],
)
def test_a_moment_is_told_as_shortly_as_it_can_be(moment: str, told: str) -> None:
    assert describe_when(moment, NOW) == told


def test_yesterday_may_be_of_last_year() -> None:
    new_year = datetime(2026, 1, 1, 0, 10, tzinfo=UTC)
    assert describe_when("2025-12-31T23:50:00+00:00", new_year) == "Wed 23:50"


def test_times_are_told_in_the_zone_of_those_who_read_them() -> None:
    here = NOW.astimezone(timezone(timedelta(hours=5, minutes=45)))
    assert describe_when("2026-03-05T14:05:00+00:00", here) == "today 19:50"
    assert describe_when("2026-03-05T18:05:00+00:00", NOW) == "today 18:05"
    # The same moment is Friday's there.
    assert describe_when("2026-03-05T18:25:00+00:00", here) == "6 Mar 00:10"


def test_what_is_no_moment_is_refused() -> None:
    with pytest.raises(ValueError, match="'soon'"):
        describe_when("soon", NOW)
