// For browsers that know no modules: one sentence instead of nothing.
document.addEventListener("DOMContentLoaded", function () { document.getElementById("old").removeAttribute("hidden"); });
