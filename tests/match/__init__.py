"""Tests of a match in progress."""
