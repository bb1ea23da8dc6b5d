// A bot in another language, written from docs/bots/protocol.md alone, with nothing but Node's own modules.
//   node bot.mjs ADDRESS GAME OPTIONS      a table of its own, against the server's bot
//   node bot.mjs LINK                      a seat at somebody else's table
// Its connection is cut once, in the middle of the match; it prints how the match has ended, as JSON.

import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

// a WebSocket of text frames (RFC 6455)

function frame(opcode, payload) {
  const mask = randomBytes(4);
  const length = payload.length;
  const head = length < 126 ? Buffer.from([0x80 | opcode, 0x80 | length]) : Buffer.from([0x80 | opcode, 0xfe, length >> 8, length & 255]);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

function* frames(state) {
  for (;;) {
    const { data } = state;
    if (data.length < 2) return;
    const short = data[1] & 127;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (data.length < start) return;
    const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
    if (data.length < start + length) return;
    state.data = data.subarray(start + length);
    yield { last: data[0] >> 7, opcode: data[0] & 15, payload: data.subarray(start, start + length) };
  }
}

function connect(url, headers, onMessage, onClose) {
  const key = randomBytes(16).toString("base64");
  const upgrade = { ...headers, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": key };
  const request = (url.startsWith("https") ? https : http).get(url, { headers: upgrade });
  request.on("error", onClose).on("response", (answer) => onClose(new Error(`HTTP ${answer.statusCode}`)));
  request.on("upgrade", (_, line, first) => {
    const state = { data: first, text: [] };
    line.on("data", (data) => {
      state.data = Buffer.concat([state.data, data]);
      for (const { last, opcode, payload } of frames(state)) {
        if (opcode === 8) line.end();
        else if (opcode === 9) line.write(frame(10, payload));
        else if (opcode < 2) {
          state.text.push(payload);
          if (!last) continue;
          const message = JSON.parse(Buffer.concat(state.text).toString());
          state.text = [];
          onMessage(message, (wish) => line.write(frame(1, Buffer.from(JSON.stringify(wish)))), line);
        }
      }
    });
    line.on("error", () => {}).on("close", onClose);
    if (first.length) line.emit("data", Buffer.alloc(0));
  });
}

// the protocol

async function post(url, body) {
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (answer.status !== 201) throw new Error(`${said.code}: ${said.text}`);
  return said;
}

const sorted = (data) =>
  data && typeof data === "object" ? Object.fromEntries(Object.keys(data).sort().map((key) => [key, sorted(data[key])])) : data;
const canonical = (data) => JSON.stringify(sorted(data));

function isFair(hello, { deal, seed, ...record }, part, seen) {
  const facts = { game: record.game, version: record.version, players: record.players, options: record.options };
  return (
    sha256(canonical({ ...facts, seed: deal.secret, mixed: true })) === hello.commitment &&
    canonical(deal.pledges) === canonical(seen) &&
    Object.entries(deal.parts).every(([seat, one]) => deal.pledges[seat] === sha256(`${seat} ${one}`)) &&
    deal.parts[hello.seat] === part &&
    sha256(canonical({ parts: deal.parts, secret: deal.secret })) === seed
  );
}

function playMatch(address, { table, seat, token }) {
  const part = randomBytes(32).toString("hex");
  const known = { since: 0, wish: null, hello: null, seen: null, refused: [], connections: 0, cut: false };
  const headers = { authorization: `Bearer ${token}` };
  let pause = 100;

  function shuffle({ seat: own, pledges, sealed, parts }, send) {
    if (own === null) return;
    if (!sealed && !(own in pledges)) send({ type: "pledge", seat: own, pledge: sha256(`${own} ${part}`) });
    if (sealed && !(own in parts) && own in pledges) {
      known.seen ??= pledges;
      send({ type: "part", seat: own, part });
    }
  }

  function choose(update, send, line) {
    if (!known.refused.length) send({ type: "play", seat, action: "?", ply: update.ply, sequence: update.sequence }); // to see it refused
    const action = update.legal[update.sequence % update.legal.length];
    known.wish = { type: "play", seat, action, ply: update.ply, sequence: update.sequence };
    send(known.wish);
    if (update.ply > 4 && !known.cut) {
      known.cut = true;
      setImmediate(() => line.destroy()); // before the answer comes
    }
  }

  return new Promise((resolve, reject) => {
    function onUpdate(update, send, line) {
      const again = known.connections && line !== known.line;
      known.since = update.sequence;
      known.line = line;
      if (update.shuffle) shuffle(update.shuffle, send);
      const counted = known.wish && update.log.some((one) => one.seat === seat && one.kind === "play" && one.sequence >= known.wish.sequence);
      if (counted) known.wish = null;
      if (update.state === "over") {
        line.end();
        resolve({ update, part, address, headers, table, ...known });
      } else if (known.wish && again) send(known.wish);
      else if (!known.wish && update.legal.length) choose(update, send, line);
    }

    function onMessage(message, send, line) {
      pause = 100;
      if (message.type === "hello") known.hello = message, known.connections++;
      if (message.type === "update") onUpdate(message, send, line);
      if (message.type === "ping") send({ type: "pong", number: message.number });
      if (message.type === "refused") known.refused.push(message.code);
      if (message.type === "refused" && message.code !== "invalid-action") known.wish = null;
      if (message.type === "gone") reject(new Error(`${message.code}: ${message.text}`));
    }

    const open = () => connect(`${address}/table/${table}/socket?protocol=1&since=${known.since}`, headers, onMessage, again);
    const again = () => void setTimeout(open, (pause = Math.min(2 * pause, 5000)));
    open();
  });
}

const [where, game, options] = process.argv.slice(2);
const address = where.split("/table/")[0];
const seated = game
  ? await post(`${address}/tables`, { game, options: JSON.parse(options ?? "{}"), name: "Node" })
  : await post(where, { name: "Node" });
const { update, hello, part, seen, refused, connections, table, headers } = await playMatch(address, seated);
const record = await (await fetch(`${address}/table/${table}/record.json`, { headers })).json();
const { state, points, winners, seed } = update;
console.log(JSON.stringify({ table, state, points, winners, seed, refused, connections, fair: isFair(hello, record, part, seen) }));
process.exit(0);
