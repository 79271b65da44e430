// Load for a server of tables: two players at each, every one on a WebSocket of its own. One core for all servers;
// what differs between protocols is in adapters/NAME.mjs.
//
//   node load.mjs --adapter NAME --port N [--tables 100] [--seconds 10] [--rate 0] [--warmup 3]
//
// rate 0: saturation (closed loop), a player moves as soon as it receives the update that makes it its turn.
// rate R: R moves/s over all tables (open loop), table after table. A table still waiting for its last answer owes
//   the move and sends it when it can; its latency counts from when it was due, so a slow server cannot hide.
// Latency: from a move until its mover received the update with it. Prints one line of JSON. `load_cpu` is the share
// of one core that this process took: near 1 the generator, not the server, is what was measured (see ceiling.mjs).
// Start the server afresh for every run: boardgame.io copies a match's whole log at each move, so old tables are slow.
//
// An adapter exports one function,
//   open(port, on) -> Promise<table>     makes one table on 127.0.0.1:port, connects its two players (seats 0 and 1)
// and resolves when both will receive updates. It calls
//   on.update(seat, seq, toMove)         for each state that the socket of `seat` receives, the first one included.
//                                        seq: an integer, one table's order, larger after every move;
//                                        toMove: the seat whose turn it is now (anything else: nobody's).
//   on.fail(error)                       refused move, lost connection: the run is void and ends
// and the table it gives has
//   play(seat, seq)                      sends a legal move of `seat`, last told update(seat, seq, seat)
// Connections end with the process. A game that can end: the adapter starts the next one by itself and goes on
// counting seq upwards. Open WebSockets with `perMessageDeflate: false`, so that nobody compresses.
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    adapter: { type: 'string' },
    port: { type: 'string' },
    tables: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '0' },
    warmup: { type: 'string', default: '3' },
  },
});
const [port, count, seconds, rate, warmup] = ['port', 'tables', 'seconds', 'rate', 'warmup'].map((name) => {
  const number = Number(values[name]);
  if (values[name] === undefined || !(number >= 0 && number < 1e6)) stop(`--${name}: a number, please`);
  return number;
});
if (!/^[a-z]+$/.test(values.adapter ?? '')) stop('--adapter: the name of a file in adapters/, please');
if (!Number.isInteger(count) || count < 1 || seconds === 0) stop('--tables and --seconds: at least 1, please');

const OPENING_S = 120; // at most this long to open all tables
const OPENING_AT_ONCE = 16;
const now = () => performance.now();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function stop(message) {
  console.error(`load: ${message}`);
  process.exit(1);
}

let playing = false; // moves may be sent
let measuring = false; // answers count
const latencies = [];

class Table {
  turn = null; // {seat, seq}: this seat may move now
  due = []; // when the moves were due that it could not send yet (open loop)
  sentSeq = [-1, -1]; // per seat: the state it last moved from
  sentAt = [null, null]; // per seat: when it sent its unanswered move
  since = [0, 0]; // per seat: when that move was due

  async open(adapter) {
    this.link = await adapter.open(port, {
      update: (seat, seq, toMove) => this.update(seat, seq, toMove),
      fail: (error) => stop(error.message),
    });
  }

  update(seat, seq, toMove) {
    if (seq <= this.sentSeq[seat]) return; // the state we moved from, once more
    if (this.sentAt[seat] !== null) { // nobody else could move before us: the first newer state is the answer
      if (measuring) latencies.push(now() - this.since[seat]);
      this.sentAt[seat] = null;
    }
    if (toMove !== seat) return;
    this.turn = { seat, seq };
    if (!playing) return;
    if (rate === 0) this.play(now());
    else if (this.due.length > 0) this.play(this.due.shift());
  }

  play(since) {
    const { seat, seq } = this.turn;
    this.turn = null;
    this.sentSeq[seat] = seq;
    this.since[seat] = since;
    this.sentAt[seat] = now();
    this.link.play(seat, seq);
  }

  offer(at) {
    if (this.turn) this.play(at);
    else this.due.push(at);
  }
}

// Sends the moves that became due since the last tick, then sleeps a millisecond, until `playing` ends.
function offerAtRate(tables) {
  const begin = now();
  let offered = 0;
  const tick = () => {
    if (!playing) return;
    const at = now();
    for (const owed = ((at - begin) * rate) / 1000; offered < owed; offered += 1) tables[offered % count].offer(at);
    setTimeout(tick, 1);
  };
  tick();
}

function percentile(sorted, share) {
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(3));
}

const limit = OPENING_S + warmup + seconds + 10;
setTimeout(() => stop(`not done after ${limit} s`), limit * 1000).unref();

const adapter = await import(`./adapters/${values.adapter}.mjs`);
const tables = Array.from({ length: count }, () => new Table());
const unopened = [...tables];
await Promise.all(Array.from({ length: OPENING_AT_ONCE }, async () => {
  for (let table = unopened.pop(); table; table = unopened.pop()) await table.open(adapter);
})).catch((error) => stop(error.message));
const unready = tables.filter((table) => table.turn === null).length;
if (unready > 0) stop(`${unready} tables where nobody is to move`);

playing = true;
if (rate === 0) for (const table of tables) table.play(now());
else offerAtRate(tables);
await sleep(warmup * 1000);

const begin = now();
const cpu = process.cpuUsage();
measuring = true;
await sleep(seconds * 1000);
measuring = playing = false;
const took = (now() - begin) / 1000;
const { user, system } = process.cpuUsage(cpu);

// A server may drop a move without a word; a few such tables would go unnoticed in the total.
const stuck = tables.filter((table) => table.sentAt.some((at) => at !== null && at < begin)).length;
if (stuck > 0) stop(`${stuck} tables had no answer for ${seconds} s`);
if (latencies.length === 0) stop('no move was answered');
latencies.sort((a, b) => a - b);
console.log(JSON.stringify({
  moves: latencies.length,
  seconds: Number(took.toFixed(3)),
  moves_per_s: Number((latencies.length / took).toFixed(1)),
  p50_ms: percentile(latencies, 0.5),
  p99_ms: percentile(latencies, 0.99),
  tables: count,
  rate,
  load_cpu: Number(((user + system) / 1e6 / took).toFixed(2)),
}));
process.exit(0);
