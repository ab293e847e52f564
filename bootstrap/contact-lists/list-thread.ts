import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { siblingModule } from '../../adapters/lib/start-worker.ts';
import { Deferred } from '../../application/deferred.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { ListCheck, ListChecker } from '../../application/ports/list-checker.ts';
import { busy, rejected } from '../../domain/errors.ts';
import type { ListPiece, ListReading, ListTask } from './list-worker.ts';

/** Longest list that is checked in this thread: a message to another one takes longer. In bytes. */
const SHORT = 16 * 1024;
/** Lists that the thread checks at once, a piece of each in turn. */
const AT_ONCE = 64;
/** Time for a list, and more of it for each byte: a thread of low priority has little of a busy machine. In milliseconds. */
const TIME_MS = 60_000;
const TIME_PER_BYTE_MS = 0.01;

/** The thread of this process, started on first use. It does not keep it alive. */
let thread: Piscina | null = null;

/** Checks lists in a thread of low priority, which has every row of them, and short lists with `here`. */
export const listThread =
  (here: ListChecker, clock: Pick<Clock, 'monotonic'>): ListChecker =>
  async (list, check, inTurn = (read) => read()) =>
    list.size <= SHORT ? here(list, check) : inTurn(() => inThread(timed(list.bytes, clock), check));

/** The pieces of a list, until it takes too long. */
async function* timed(pieces: AsyncIterable<Uint8Array>, clock: Pick<Clock, 'monotonic'>): AsyncGenerator<Uint8Array> {
  let until = clock.monotonic() + TIME_MS;
  for await (const piece of pieces) {
    if (clock.monotonic() > until) throw busy('The file takes too long to check: split it, or try again later');
    until += piece.length * TIME_PER_BYTE_MS;
    yield piece;
  }
}

async function inThread(pieces: AsyncGenerator<Uint8Array>, check: ListCheck): Promise<number> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  const lost = new Deferred<never>();
  // The source says what is wrong; the thread only that there is no more.
  ours.on('message', () => {
    answerNext(ours, pieces).catch((fault: unknown) => {
      lost.reject(fault);
      ours.postMessage('lost' satisfies ListPiece, []);
    });
  });
  try {
    const task: ListTask = { pieces: theirs, check };
    const reading = (thread ??= start()).run(task, { name: 'read', transferList: [theirs] }) as Promise<ListReading>;
    const read = await Promise.race([reading, lost.promise]);
    if ('refusal' in read) throw rejected(read.refusal);
    return read.rows;
  } finally {
    ours.close();
    await pieces.return(undefined);
  }
}

/** Sends the next piece of a list to the thread. */
async function answerNext(port: MessagePort, pieces: AsyncIterator<Uint8Array>): Promise<void> {
  const next = await pieces.next();
  port.postMessage((next.done ? 'end' : next.value) satisfies ListPiece, []);
}

function start(): Piscina {
  const { url, execArgv } = siblingModule('list-worker', import.meta.url);
  const threads = { minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: AT_ONCE, idleTimeout: Infinity };
  return new Piscina({ filename: url.href, execArgv, ...threads });
}
