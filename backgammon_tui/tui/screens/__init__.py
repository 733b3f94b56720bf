"""The screens: setting up, playing, and the dialogs in between."""
