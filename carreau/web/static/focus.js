// The focus, kept where it was while the page changes around it.

import { $ } from "./page.js";

export const isSeen = (one) => Boolean(one?.isConnected && one.getClientRects().length);

function focused() {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const { id } = one, { tap, action, absent } = one.dataset;
  const within = ["choices", "scene", "absent"].find((name) => one.closest(`#${name}`));
  const same = (name, value) => value !== undefined && [...document.querySelectorAll(`#${within} [data-${name}]`)].find((other) => other.dataset[name] === value);
  const instead = { choices: () => $("moves").firstElementChild, absent: () => $("leave") };
  return () => {
    const again = [one, id && $(id), same("tap", tap), same("action", action), same("absent", absent), instead[within]?.(), $("scene"), $("curtain")];
    for (const other of again) {
      if (document.activeElement === other) return;
      if (isSeen(other)) other.focus({ preventScroll: true });
      if (document.activeElement === other) return;
    }
  };
}

export function keepFocus(change) {
  const restore = focused();
  change();
  restore?.();
}
