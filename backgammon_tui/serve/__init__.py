"""The game in browsers: a server that runs one program for each page.

`server` handles requests and identifies browsers; `program` is one running game. The terminal in
the page is textual-serve's.
"""
