// Opens the page for a chosen day: that of the last listed day up to it.
(() => {
  const form = document.querySelector("form.days");
  if (!form) return;
  const pages = [...document.querySelectorAll("a[data-day]")];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = form.elements.day.value;
    const page = pages.find((link) => link.dataset.day <= wanted);
    if (wanted && page) location.assign(page.href);
    else form.querySelector("[role=status]").textContent = wanted ? "There were no rows yet on that day." : "Choose a day.";
  });
})();
