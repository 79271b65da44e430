// How much can the load generator do? A server that boardgame.io's adapter takes for boardgame.io, but that has no
// game: every move is answered with the same update, of the real one's size, with the next number in it. What
// load.mjs reaches here is its ceiling; figures well below it are the server's own.
//
//   node ceiling.mjs [--port N]      prints `listening PORT`; then: node load.mjs --adapter boardgameio --port PORT
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { WebSocketServer } from 'ws';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const UPDATE_SIZE = 754; // characters, seen from boardgame.io 0.50.2 and the game in boardgameio/server.mjs

const matches = new Map(); // matchID -> {seq, sockets}
const state = (seq, pad = '') => `{"_stateID":${seq},"ctx":{"currentPlayer":"${seq % 2}"},"G":[${pad}]}`;
const event = (name, matchID, body) => `42/bench,["${name}","${matchID}",${body}]`;
const padding = '0,'.repeat((UPDATE_SIZE - event('update', 'm100', state(1000)).length) / 2) + '0';

const http = createServer((request, answer) => { // the lobby: create, then join
  let id = request.url.split('/')[3]; // /games/bench/create or /games/bench/ID/join
  if (id === 'create') matches.set((id = `m${matches.size}`), { seq: 0, sockets: [] });
  request.resume().on('end', () => answer.end(JSON.stringify({ matchID: id, playerCredentials: 'x'.repeat(21) })));
});

new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
  let id;
  let match;
  socket.on('message', (data) => {
    const text = data.toString();
    if (match) { // a move; it is not even parsed
      match.seq += 1;
      const update = event('update', id, state(match.seq, padding));
      for (const player of match.sockets) player.send(update);
    } else if (text === '40/bench,') socket.send('40/bench,{"sid":"x"}');
    else { // sync
      [, id] = JSON.parse(text.slice('42/bench,'.length));
      match = matches.get(id);
      match.sockets.push(socket);
      socket.send(event('sync', id, `{"state":${state(match.seq)}}`));
      socket.send(event('matchData', id, '[]'));
    }
  });
  socket.send('0{"sid":"x"}');
});

http.listen(Number(values.port), '127.0.0.1', () => console.log(`listening ${http.address().port}`));
