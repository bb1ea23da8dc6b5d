// For browsers that cannot run main.js, because they don't know modules or its language: one sentence instead of nothing.
window.addEventListener("load", function () {
  var notice = document.getElementById("old");
  if (notice && !document.documentElement.hasAttribute("data-ready")) notice.removeAttribute("hidden");
});
