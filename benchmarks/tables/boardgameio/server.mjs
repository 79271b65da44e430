// boardgame.io's own server with the smallest game that still does what a table does: check a move, change a
// board, pass the turn. It never ends, so a run measures moves and not the setting up of matches.
//
//   node server.mjs [--port N] [--flatfile DIR]      port 0 (default): any free one; prints `listening PORT`
//
// package.json holds koa-compose at 4.1.0: boardgame.io adds its lobby to a Koa app that is already composed, which 4.2
// no longer notices (every lobby request answers 404). node-persist is what its FlatFile store needs.
//
// Without --flatfile matches live in memory. With it they go to files in a fresh folder inside DIR, removed at the end.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Production mode, as the peer would be deployed: otherwise it logs, and checks every state for serialisability.
process.env.NODE_ENV = 'production';
// The package has no ESM entry for its server, hence require; and only after NODE_ENV is set.
const { FlatFile, Server } = createRequire(import.meta.url)('boardgame.io/server');

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, flatfile: { type: 'string' } },
});

const CELLS = 36;
const game = {
  name: 'bench',
  setup: () => ({ count: 0, board: Array(CELLS).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 }, // one move, then the other player
  moves: {
    step: ({ G, playerID }, cell) => {
      if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS) return 'INVALID_MOVE';
      G.board[cell] = Number(playerID) + 1;
      G.count += 1;
    },
  },
};

let db; // undefined: boardgame.io takes its in-memory store
if (values.flatfile !== undefined) {
  const dir = mkdtempSync(join(values.flatfile, 'tables-'));
  const pause = new Int32Array(new SharedArrayBuffer(4));
  process.on('exit', () => { // writes under way go on in other threads and put files back: try again, a second at most
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try { return rmSync(dir, { recursive: true, force: true }); } catch { Atomics.wait(pause, 0, 0, 50); }
    }
  });
  db = new FlatFile({ dir });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

delete process.env.FLATFILE_DIR; // boardgame.io would take its store from here behind our back
const server = Server({ games: [game], db, origins: [/^http:\/\/127\.0\.0\.1(:\d+)?$/] });
// `run` hands its port to net.Server.listen as it is, so an object binds to loopback only.
const { appServer } = await server.run({ port: { port: Number(values.port), host: '127.0.0.1' } });
console.log(`listening ${appServer.address().port}`);
