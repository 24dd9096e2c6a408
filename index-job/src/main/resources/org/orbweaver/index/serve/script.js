// What the page does without this script, it does by links and a form. This adds suggestions as
// one types (the combobox pattern of WAI-ARIA) and "/" as the key to the search field.
"use strict";
(() => {
  const field = document.getElementById("q");
  const list = document.getElementById("suggestions");
  const said = document.getElementById("said");
  const WAIT_MS = 60;
  let typed = field.value;
  let active = -1;
  let timer = 0;
  let asked = null;

  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");

  function close() {
    clearTimeout(timer);
    if (asked) asked.abort();
    list.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  function choose(index) {
    const options = list.children;
    if (active >= 0) options[active].setAttribute("aria-selected", "false");
    active = index;
    if (active < 0) {
      field.value = typed;
      field.removeAttribute("aria-activedescendant");
      return;
    }
    options[active].setAttribute("aria-selected", "true");
    options[active].scrollIntoView({ block: "nearest" });
    field.value = options[active].textContent;
    field.setAttribute("aria-activedescendant", options[active].id);
  }

  function show(suggestions) {
    list.replaceChildren(
      ...suggestions.map((text, i) => {
        const option = document.createElement("li");
        option.id = "suggestion-" + i;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        option.dir = "auto";
        option.textContent = text;
        return option;
      })
    );
    active = -1;
    list.hidden = suggestions.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    field.removeAttribute("aria-activedescendant");
    said.textContent = suggestions.length === 0 ? "" : suggestions.length + " suggestions";
  }

  async function suggest() {
    if (asked) asked.abort();
    asked = new AbortController();
    try {
      const answer = await fetch("/api/v1/suggest?q=" + encodeURIComponent(typed), { signal: asked.signal });
      if (answer.ok) {
        const suggestions = (await answer.json())[1];
        if (document.activeElement === field) show(suggestions);
      }
    } catch (e) {
      if (e.name !== "AbortError") close();
    }
  }

  field.addEventListener("input", () => {
    typed = field.value;
    close();
    if (typed.trim() !== "") timer = setTimeout(suggest, WAIT_MS);
  });
  field.addEventListener("keydown", (e) => {
    if (e.isComposing) return;
    const count = list.hidden ? 0 : list.children.length;
    if (count > 0 && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
      e.preventDefault();
      const step = e.key === "ArrowDown" ? 1 : -1;
      choose(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (e.key === "Escape" && count > 0) {
      e.preventDefault();
      choose(-1);
      close();
    }
  });
  list.addEventListener("pointerdown", (e) => {
    const option = e.target.closest("[role=option]");
    if (!option) return;
    e.preventDefault();
    field.value = option.textContent;
    field.form.requestSubmit();
  });
  field.addEventListener("blur", close);
  field.form.addEventListener("submit", (e) => {
    if (field.value.trim() === "") e.preventDefault();
    close();
  });
  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      field.focus();
      field.select();
    }
  });
})();
