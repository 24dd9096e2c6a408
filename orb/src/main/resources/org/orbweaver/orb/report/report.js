"use strict";
(() => {
  // Sorts and filters the rows that the page has; numbers by value.
  function prepare(table) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const value = (row, column) => row.cells[column].textContent;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const isNumber = head.classList.contains("number");
        const read = row => isNumber ? Number.parseFloat(value(row, column).replace(/,/g, "")) || 0 : value(row, column);
        const keys = new Map(rows.map(row => [row, read(row)]));
        rows.sort((a, b) => {
          const x = keys.get(a), y = keys.get(b);
          return (isNumber ? x - y : x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
        });
        body.append(...rows);
      });
    });
    const region = table.parentNode;
    if (rows.length < 8 || !region.classList.contains("tall")) return;
    const label = document.createElement("label");
    label.className = "filter";
    const field = document.createElement("input");
    field.type = "search";
    const shown = document.createElement("output");
    label.append("Filter these rows ", field, " ", shown);
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      let count = 0;
      for (const row of rows) {
        row.hidden = !row.textContent.toLowerCase().includes(wanted);
        count += row.hidden ? 0 : 1;
      }
      shown.textContent = wanted ? count + " of " + rows.length : "";
    });
    region.before(label);
  }
  const tables = () => document.querySelectorAll("table[data-sorts]").forEach(prepare);

  // While a crawl runs, the page is renewed, but not while somebody works with it.
  let paused = false;
  function later() {
    const seconds = Number(document.body.dataset.refresh);
    if (seconds > 0) setTimeout(renew, seconds * 1000);
  }
  function inUse() {
    const main = document.getElementById("main");
    return main.querySelector("[aria-sort]") !== null
      || [...main.querySelectorAll("input")].some(field => field.value !== "")
      || (document.activeElement !== main && main.contains(document.activeElement))
      || !document.getSelection().isCollapsed;
  }
  async function renew() {
    if (paused || document.hidden) return later();
    try {
      const answer = await fetch(location.href, {cache: "no-store"});
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const isFirst = document.getElementById("state") === null;
      const state = page.getElementById("state");
      if (state !== null && isFirst) return location.reload();
      if (state !== null) document.getElementById("state").replaceWith(document.adoptNode(state));
      if (page.getElementById("main") !== null && !inUse()) {
        document.getElementById("main").replaceWith(document.adoptNode(page.getElementById("main")));
        tables();
      }
      if (page.body.dataset.refresh) {
        document.body.dataset.refresh = page.body.dataset.refresh;
      } else {
        delete document.body.dataset.refresh;
        document.getElementById("pause")?.remove();
      }
    } catch (e) {
      // The server may come back.
    }
    later();
  }
  tables();
  if (document.body.dataset.refresh && document.getElementById("state") !== null) {
    const pause = document.createElement("button");
    pause.id = "pause";
    pause.type = "button";
    pause.textContent = "Pause updates";
    pause.setAttribute("aria-pressed", "false");
    pause.addEventListener("click", () => {
      paused = !paused;
      pause.setAttribute("aria-pressed", String(paused));
    });
    document.getElementById("state").after(pause);
  }
  later();
})();
