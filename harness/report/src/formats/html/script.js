// Search and filter. What is chosen is in the fragment of the address, as in #q=open&show=failures, so that a view can be sent
// to others and a link can ask for one. A fragment that is the name of a test shows that test.
"use strict";
{
  const byId = (id) => document.getElementById(id);
  const fields = ["q", "show", "level", "device"].map(byId).filter((field) => field !== null);
  const items = [...document.querySelectorAll(".item")].map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
    facets: element.matches("[data-show]") ? [element] : [...element.querySelectorAll("td[data-show]")],
  }));
  const groups = [...document.querySelectorAll("tbody, section, .same")].filter((group) => group.querySelector(".item"));
  const counts = [...document.querySelectorAll("small.count")].map((element) => ({
    element,
    all: element.textContent,
    section: element.closest("section"),
  }));

  const chosen = () => Object.fromEntries(fields.map((field) => [field.id, field.value]));

  const matches = (item, words, { show, level, device }) =>
    words.every((word) => item.text.includes(word)) &&
    (!level || item.element.dataset.levels.split(" ").includes(level)) &&
    (!(show || device) ||
      item.facets.some(
        ({ dataset }) => (!show || dataset.show === show) && (!device || dataset.device === device),
      ));

  const apply = () => {
    const wanted = chosen();
    const words = (wanted.q || "").toLowerCase().split(/\s+/).filter((word) => word);
    for (const item of items) {
      item.element.hidden = !matches(item, words, wanted);
    }
    for (const cell of document.querySelectorAll("[data-column]")) {
      cell.hidden = Boolean(wanted.device) && cell.dataset.column !== wanted.device;
    }
    for (const group of groups) {
      group.hidden = group.querySelector(".item:not([hidden])") === null;
    }
    for (const { element, all, section } of counts) {
      const seen = section.querySelectorAll(".item:not([hidden])").length;
      element.textContent = String(seen) === all ? all : `${seen} of ${all}`;
    }
    byId("nothing").hidden = !groups.every((group) => group.hidden);
  };

  const remember = () => {
    const parameters = new URLSearchParams(Object.entries(chosen()).filter(([, value]) => value));
    history.replaceState(null, "", `#${parameters}`);
  };

  const recall = () => {
    const parameters = new URLSearchParams(location.hash.slice(1));
    for (const field of fields) {
      field.value = parameters.get(field.id) ?? "";
      if (field.selectedIndex === -1) {
        field.selectedIndex = 0;
      }
    }
    apply();
    show(byId(decodeURIComponent(location.hash.slice(1))));
  };

  // Opens what the test is in, and the test itself.
  const show = (test) => {
    for (let around = test; around; around = around.parentElement) {
      if (around instanceof HTMLDetailsElement) {
        around.open = true;
      }
    }
    test?.scrollIntoView();
  };

  for (const field of fields) {
    field.addEventListener("input", () => {
      apply();
      remember();
    });
  }
  window.addEventListener("hashchange", recall);

  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "copied";
      setTimeout(() => (button.textContent = "copy"), 1500);
    });
  }

  byId("filters").hidden = false;
  recall();
}
