// The page of rules: a link to a numbered rule opens the rulebook, which is folded at first.

export function openRulebook() {
  const show = () => {
    const rule = document.getElementById(location.hash.slice(1)), fold = rule?.closest("details");
    if (!rule || !fold) return;
    fold.open = true;
    rule.scrollIntoView();
  };
  addEventListener("hashchange", show);
  show();
}
