"""The game in browsers: a server that runs a program for each page, in textual-serve's terminal."""
