import { parentPort, workerData } from 'node:worker_threads';
import { rehearse } from './rehearse.ts';
import type { RehearsalAnswer, RehearsalRequestMessage } from './rehearsal-threads.ts';

const { plan, settings } = workerData as RehearsalRequestMessage;

const answer: RehearsalAnswer = await rehearse(plan, settings).then(
  (result) => ({ result }),
  (fault: unknown) => ({ fault: textOf(fault) }),
);
parentPort?.postMessage(answer, []);

/** The message with what caused it. */
function textOf(fault: unknown): string {
  if (!(fault instanceof Error)) return JSON.stringify(fault);
  return fault.cause === undefined ? String(fault.stack) : `${fault.message}: ${textOf(fault.cause)}`;
}
