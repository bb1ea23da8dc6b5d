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
  const size = length < 126 ? [0x80 | length] : [0xfe, length >> 8, length & 255];
  const head = Buffer.from([0x80 | opcode, ...size]);
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
  const upgrade = {
    ...headers, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": key,
  };
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
          onMessage(message, (command) => line.write(frame(1, Buffer.from(JSON.stringify(command)))), line);
        }
      }
    });
    line.on("error", () => {}).on("close", onClose);
    if (first.length) line.emit("data", Buffer.alloc(0));
  });
}

// the protocol

async function post(url, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
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

class Bot {
  constructor(address, { table, seat, token }) {
    Object.assign(this, { address, table, seat });
    this.headers = { authorization: `Bearer ${token}` };
    this.part = randomBytes(32).toString("hex"); // of the shuffle
    this.since = this.connections = 0;
    this.refused = [];
    this.pause = 100;
  }

  play() {
    return new Promise((resolve, reject) => {
      Object.assign(this, { resolve, reject });
      this.open();
    });
  }

  open() {
    const url = `${this.address}/table/${this.table}/socket?protocol=1&since=${this.since}`;
    const again = () => void setTimeout(() => this.open(), (this.pause = Math.min(2 * this.pause, 5000)));
    connect(url, this.headers, (message, send, line) => this.receive(message, send, line), again);
  }

  receive(message, send, line) {
    this.pause = 100;
    if (message.type === "hello") {
      this.hello = message;
      this.connections++;
    }
    if (message.type === "update") this.update(message, send, line);
    if (message.type === "ping") send({ type: "pong", number: message.number });
    if (message.type === "refused") this.refused.push(message.code);
    if (message.type === "refused" && message.code !== "invalid-action") this.command = null;
    if (message.type === "gone") this.reject(new Error(`${message.code}: ${message.text}`));
  }

  update(update, send, line) {
    const again = line !== this.line;
    this.since = update.sequence;
    this.line = line;
    if (update.shuffle) this.shuffle(update.shuffle, send);
    if (this.command && update.log.some((one) => this.isMine(one))) this.command = null;
    if (update.state === "over") {
      line.end();
      this.resolve(update);
    } else if (this.command && again) send(this.command);
    else if (!this.command && update.legal.length) this.choose(update, send, line);
  }

  isMine({ seat, kind, sequence }) { return seat === this.seat && kind === "play" && sequence >= this.command.sequence; }

  shuffle({ seat, pledges, sealed, parts }, send) {
    if (seat === null) return;
    if (!sealed && !(seat in pledges)) send({ type: "pledge", seat, pledge: sha256(`${seat} ${this.part}`) });
    if (sealed && !(seat in parts) && seat in pledges) {
      this.seen ??= pledges;
      send({ type: "part", seat, part: this.part });
    }
  }

  choose({ ply, sequence, legal }, send, line) {
    const command = { type: "play", seat: this.seat, action: legal[sequence % legal.length], ply, sequence };
    if (!this.refused.length) send({ ...command, action: "?" }); // to see it refused
    this.command = command;
    send(command);
    if (ply > 4 && !this.cut) {
      this.cut = true;
      setImmediate(() => line.destroy()); // before the answer comes
    }
  }
}

const [where, game, options] = process.argv.slice(2);
const address = where.split("/table/")[0];
const seated = game
  ? await post(`${address}/tables`, { game, options: JSON.parse(options ?? "{}"), name: "Node" })
  : await post(where, { name: "Node" });
const bot = new Bot(address, seated);
const { state, points, winners, seed } = await bot.play();
const { table, headers, hello, part, seen, refused, connections } = bot;
const record = await (await fetch(`${address}/table/${table}/record.json`, { headers })).json();
const fair = isFair(hello, record, part, seen);
console.log(JSON.stringify({ table, state, points, winners, seed, refused, connections, fair }));
process.exit(0);
