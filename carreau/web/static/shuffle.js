// This screen's part of the deal: pledged first (its hash is shown), then shown itself, when all have pledged.

import { sha256 } from "./deal.js";
import { kept } from "./page.js";

function random() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function addToDeal(id, shuffle, send) {
  const { seat, pledges, sealed, parts } = shuffle;
  if (seat === null) return;
  const key = `part-${id}-${seat}`;
  if (!pledges[seat] && !sealed) {
    if (!kept.get(key)) kept.set(key, random());
    send({ type: "pledge", seat, pledge: sha256(`${seat} ${kept.get(key)}`) });
  }
  if (sealed && !parts[seat] && kept.get(key) && pledges[seat] === sha256(`${seat} ${kept.get(key)}`)) {
    const seen = `pledges-${id}`; // what had been fixed before this screen showed its part: kept once, and not changed by what is said later
    if (!kept.get(seen)) kept.set(seen, JSON.stringify(pledges));
    send({ type: "part", seat, part: kept.get(key) });
  }
}
