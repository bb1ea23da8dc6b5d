// A boardgame.io server with one game, as quick as it comes: only WebSockets, no log on the screen.
//   NODE_ENV=production node server.mjs GAME            matches in its memory
//   NODE_ENV=production node server.mjs GAME FOLDER     matches in files

import { FlatFile, Server, SocketIO } from "boardgame.io/dist/cjs/server.js";

const [name, dir] = process.argv.slice(2);
const { default: game } = await import(`./${name}.mjs`);
const server = Server({
  games: [game],
  db: dir ? new FlatFile({ dir }) : undefined,
  transport: new SocketIO({ socketOpts: { transports: ["websocket"] } }),
  origins: true,
});
const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
console.log(`boardgame.io is at http://127.0.0.1:${appServer.address().port}/`);
