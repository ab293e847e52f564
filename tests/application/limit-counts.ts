import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import { outage } from '../../domain/errors.ts';
import { openPorts } from '../support/world.ts';

/** Counts of limits that processes share, what they read and write there, and whether they can be reached. */
export async function openCounts() {
  const { limitCounts: genuine } = await openPorts();
  const state = { isDown: false, reads: 0, writes: 0 };
  const limitCounts: LimitCounts = {
    async find(of) {
      if (state.isDown) throw outage('The database does not answer');
      state.reads += 1;
      const found = await genuine.find(of);
      // Lets another process come in between.
      await new Promise((resolve) => void setImmediate(resolve));
      return found;
    },
    async replace(of, seen, next) {
      state.writes += 1;
      return genuine.replace(of, seen, next);
    },
    prune: (now, most) => genuine.prune(now, most),
  };
  return { limitCounts, state };
}

/** What each of several requests, one after the other, is answered. */
export const inTurn = async (times: number, take: (turn: number) => number | Promise<number>): Promise<number[]> => {
  const answers: number[] = [];
  for (let turn = 0; turn < times; turn += 1) answers.push(await take(turn));
  return answers;
};
/** How many were let through. */
export const admitted = (answers: readonly number[]): number => answers.filter((seconds) => seconds === 0).length;
