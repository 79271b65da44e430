// Damier: a table of Mix over HTTP, then the JSON protocol of /api on a bare WebSocket for each player. Random moves end
// such a game after some five hundred; the next table is then opened in its place.
import WebSocket from 'ws';

export async function open(port, on) {
  const link = { sockets: [], base: 0, legal: [[], []] };
  await seat(port, on, link);
  return {
    play(player, seq) {
      const moves = link.legal[player];
      const move = moves[(seq * 2654435761) % moves.length];
      const message = { type: 'move', seat: player + 1, seq: seq - link.base, move };
      link.sockets[player].send(JSON.stringify(message));
    },
  };
}

async function seat(port, on, link) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: 'quatre', options: { variant: 'mix' }, seats: [{ kind: 'me' }, { kind: 'device' }] }),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
  const { table, seats } = await answer.json();
  await Promise.all(seats.map(({ secret }, player) => connect(port, table.id, player, secret, on, link)));
}

// Resolves with the first snapshot.
function connect(port, table, player, secret, on, link) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/tables/${table}/socket`, { perMessageDeflate: false });
    const fail = (error) => { reject(error); on.fail(error); };
    socket.on('error', fail);
    socket.on('close', () => { if (!socket.finished) fail(new Error('Damier closed a connection')); });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', protocol: 2, secrets: [secret] })));
    socket.on('message', (data) => {
      const told = JSON.parse(data);
      if (told.type === 'error') return fail(new Error(told.words));
      if (told.type !== 'event' && told.type !== 'snapshot') return undefined;
      if (told.type === 'snapshot') { link.sockets[player] = socket; resolve(); }
      link.legal[player] = told.seats[player + 1].legal;
      if (!told.outcome) return on.update(player, link.base + told.seq, told.actors[0] - 1);
      socket.finished = true;
      socket.close();
      on.update(player, link.base + told.seq, -1);
      if (told.actor === player + 1) { // the one who moved last opens the next table
        link.base += told.seq + 1;
        seat(port, on, link).catch(fail);
      }
      return undefined;
    });
  });
}
