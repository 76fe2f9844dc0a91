// Leads from any day to the page that shows it: the last one on which the leaderboard changed before.
(() => {
  const form = document.querySelector("form.days");
  if (!form) return;
  const pages = [...document.querySelectorAll("a[data-day]")];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = form.elements.day.value;
    const page = pages.find((one) => one.dataset.day <= wanted);
    if (wanted && page) location.assign(page.href);
    else form.querySelector("[role=status]").textContent = wanted ? "There was no row yet on that day." : "Choose a day.";
  });
})();
