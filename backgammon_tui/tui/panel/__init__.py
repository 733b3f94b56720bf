"""The words beside the board: header, panel and footer, as lines of text that can be clicked."""
