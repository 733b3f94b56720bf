// The page around the terminal: its size, the keyboard, files, and the end of a game.
"use strict";

(() => {
  // The smallest board without a panel, and the smallest readable font.
  const COLUMNS = 58, ROWS = 22, SMALLEST = 6, USUAL = 16, LARGEST = 60;
  // The cell of Roboto Mono, relative to the font size.
  const WIDE = 0.605, HIGH = 1.34;

  const body = document.body;
  const element = document.getElementById("terminal");
  const isTouched = matchMedia("(pointer: coarse)").matches;

  function fontSize() {
    const asked = Number(new URLSearchParams(location.search).get("fontsize"));
    const given = asked || Number(body.dataset.fontSize);
    if (given) return Math.min(Math.max(Math.round(given), SMALLEST), LARGEST);
    const fitting = Math.min(innerWidth / COLUMNS / WIDE, innerHeight / ROWS / HIGH, USUAL);
    return Math.max(Math.floor(fitting), SMALLEST);
  }

  function keys() {
    return document.querySelector(".xterm-helper-textarea");
  }

  // Textual ignores keys until the page reports that it has the focus.
  function takeKeyboard() {
    keys().blur();
    keys().focus();
  }

  function whenBody(name, act) {
    const watch = new MutationObserver(() => {
      if (!body.classList.contains(name)) return;
      watch.disconnect();
      act();
    });
    watch.observe(body, { attributeFilter: ["class"] });
  }

  element.dataset.fontSize = fontSize();
  element.dataset.sessionWebsocketUrl =
    location.origin.replace(/^http/, "ws") + location.pathname.replace(/\/$/, "") + "/ws";

  const begin = window.onload;
  window.onload = async (event) => {
    // The terminal measures its font when it starts.
    const faces = ["", "bold "].map((weight) => document.fonts.load(`${weight}16px "Roboto Mono"`));
    await Promise.allSettled(faces);
    whenBody("-loaded", takeKeyboard);
    whenBody("-closed", () => document.querySelector("#ended button").focus());
    begin(event);
    // On a phone, the keyboard would cover the board.
    if (isTouched) keys().inputMode = "none";
  };

  window.addEventListener("focus", () => {
    if (!body.classList.contains("-closed") && keys()) keys().focus();
  });

  document.getElementById("keyboard").addEventListener("click", () => {
    keys().inputMode = keys().inputMode === "none" ? "text" : "none";
    takeKeyboard();
  });

  document.querySelector("#ended button").addEventListener("click", () => location.reload());

  // The program sends files as addresses to open, each with its name, type and base64 data.
  window.open = ({ name, mime, data }) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: mime }));
    link.download = name;
    link.click();
  };
})();
