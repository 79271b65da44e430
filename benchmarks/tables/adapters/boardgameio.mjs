// boardgame.io spoken by hand: its lobby over HTTP, then engine.io 4 / socket.io frames on a bare WebSocket. The
// library's own client runs the whole game again in every player; on a machine shared with the server that would
// take CPU from the very thing being measured.
import WebSocket from 'ws';

const GAME = 'bench';
const EVENT = `42/${GAME},`; // engine.io message (4), socket.io event (2), the game's namespace
const CELLS = 36;

export async function open(port, on) {
  const post = async (path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/games/${GAME}/${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
    return answer.json();
  };

  const { matchID } = await post('create', { numPlayers: 2 });
  const seats = [];
  for (const seat of [0, 1]) { // one after the other: the lobby reads, changes and writes the match without a lock
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: `${seat}`, playerName: `p${seat}` });
    seats.push({ credentials: playerCredentials, socket: await connect(port, seat, matchID, playerCredentials, on) });
  }

  return {
    play(seat, seq) {
      const { credentials, socket } = seats[seat];
      const payload = { type: 'step', args: [seq % CELLS], playerID: `${seat}`, credentials };
      socket.send(EVENT + JSON.stringify(['update', { type: 'MAKE_MOVE', payload }, seq, matchID, `${seat}`]));
    },
  };
}

// Resolves when the server has this player in the match and will send it updates.
function connect(port, seat, matchID, credentials, on) {
  return new Promise((resolve, reject) => {
    const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const emit = (...event) => socket.send(EVENT + JSON.stringify(event));
    const report = (state) => on.update(seat, state._stateID, Number(state.ctx.currentPlayer));
    const fail = (error) => { reject(error); on.fail(error); };

    socket.on('error', fail);
    socket.on('close', () => fail(new Error('boardgame.io closed a connection')));
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.startsWith(EVENT)) {
        const [name, , body] = JSON.parse(text.slice(EVENT.length));
        if (name === 'update') report(body);
        else if (name === 'sync') report(body.state);
        else if (name === 'matchData') resolve(socket); // follows `sync`, once the player is registered for updates
      } else if (text === '2') socket.send('3'); // ping, pong
      else if (text.startsWith('0')) socket.send(`40/${GAME},`); // engine.io is open: enter the namespace
      else if (text.startsWith(`40/${GAME},`)) emit('sync', matchID, `${seat}`, credentials, 2);
      else fail(new Error(`unexpected frame: ${text.slice(0, 80)}`));
    });
  });
}
