"""Tests of the sources of numbers."""
