"""The game in browsers: a server that runs one program for each page.

`server` answers requests and tells browsers apart, `program` is one running game. The terminal
in the page is textual-serve's.
"""
