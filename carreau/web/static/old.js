// For browsers in which carreau.js does not run, because they know no modules or not its language: one sentence instead of nothing.
window.addEventListener("load", function () {
  if (!document.documentElement.hasAttribute("data-ready")) document.getElementById("old").removeAttribute("hidden");
});
