import { assert } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { longestWait } from '../support/eventually.ts';

const SESSIONS = 500;
const AT_ONCE = 25;
/** Connections that wait for the next request, on either side: never more than there were at a time. */
const KEPT = 2 * AT_ONCE;
/** The last of all may still lie in a register. */
const FEW = 3;
/** Objects whose number does not fall for this time, in ms, count as leaked. */
const TIMEOUT_MS = 30_000;

/** A sweep of the heap takes its time: one is worth waiting for. In milliseconds. */
const SWEEP_MS = 300;
/** The number of batches after which the peer disconnects in the middle. */
const CUT_EVERY = 5;

/** Something that is opened for a call, and used and closed with it. */
interface Sessions<S> {
  open(): Promise<S>;
  use(opened: S, session: number): unknown;
  /** The other side ends all connections. */
  cut(): void;
  /** How many connections the other side has. */
  connections(): number;
}

setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as () => void;

/** What is counted of a process, besides objects. */
const open = (): number => process.getActiveResourcesInfo().length;
const listeners = (): number =>
  process.eventNames().reduce((sum, name) => sum + process.listenerCount(name as NodeJS.Signals), 0);

/**
 * Holds 500 sessions, 25 side by side, and waits until nothing is left of them: no connection, no timer, no listener,
 * and none of the objects that they were held with.
 */
export async function leavesNothing<S extends { close(): void }>(sessions: Sessions<S>): Promise<void> {
  const before = { open: open(), listeners: listeners() };
  const objects: WeakRef<object>[] = [];
  for (let first = 0; first < SESSIONS; first += AT_ONCE) objects.push(...(await pending(sessions, first)));
  await ebbed('connections', () => sessions.connections(), 0);
  await ebbed('connections and timers', () => open() - before.open, KEPT);
  await ebbed('listeners', () => listeners() - before.listeners, 0);
  // A weak reference keeps its object until the job that made it has ended.
  await new Promise((resolve) => setImmediate(resolve));
  const alive = (): number => {
    sweep();
    return objects.filter((each) => each.deref() !== undefined).length;
  };
  await ebbed('objects', alive, FEW, SWEEP_MS);
}

/** Refers to what it held as weakly as can be, and from here only. */
async function pending<S extends { close(): void }>(sessions: Sessions<S>, first: number): Promise<WeakRef<S>[]> {
  const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => sessions.open()));
  const uses = opened.map((each, at) => sessions.use(each, first + at));
  if ((first / AT_ONCE) % CUT_EVERY === 2) sessions.cut();
  await Promise.all(uses);
  for (const each of opened) each.close();
  return opened.map((each) => new WeakRef(each));
}

async function ebbed(what: string, count: () => number, most: number, everyMs = 10): Promise<void> {
  const withinMs = longestWait(TIMEOUT_MS);
  let least = Infinity;
  let deadline = 0;
  for (let left = count(); left > most; left = count()) {
    if (left < least) deadline = performance.now() + withinMs;
    least = Math.min(least, left);
    assert.isBelow(performance.now(), deadline, `${left} ${what} are left`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
