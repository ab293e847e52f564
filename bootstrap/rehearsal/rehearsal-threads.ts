import { startWorker } from '../../adapters/lib/start-worker.ts';
import { AtMost } from '../../application/at-most.ts';
import { Deferred } from '../../application/deferred.ts';
import { workSlots } from '../../application/work-slots.ts';
import type { Rehearsals, RehearsalPlan, RehearsedCampaign } from '../../application/ports/rehearsals.ts';
import { failed, rejected } from '../../domain/errors.ts';
import type { RehearsalSettings } from './rehearsal-world.ts';

/** What a thread is given, and answers. */
export interface RehearsalRequestMessage {
  readonly plan: RehearsalPlan;
  readonly settings: RehearsalSettings;
}
export type RehearsalAnswer = { readonly result: RehearsedCampaign } | { readonly fault: string };

/** Longest rehearsal, in ms of real time. */
const TIME_LIMIT_MS = 25_000;
/** Rehearsals at a time. */
const THREADS = 1;
/** Rehearsals that wait, of any organisation. Each takes at most 25 seconds. */
const WAITING_MAX = 3;

/** Rehearsals in a thread of their own, so that requests and calls are not delayed. */
export function threadedRehearsals(settings: RehearsalSettings, run: typeof inThread = inThread): Rehearsals {
  const threads = new AtMost(THREADS);
  const limitedTo = workSlots(THREADS + WAITING_MAX, 'Too many campaigns are being rehearsed: try again in a minute');
  return { run: (plan) => limitedTo('all', () => threads.run(() => run({ plan, settings }))) };
}

async function inThread(message: RehearsalRequestMessage): Promise<RehearsedCampaign> {
  const worker = startWorker('rehearsal', import.meta.url, message);
  const done = new Deferred<RehearsedCampaign>();
  const timer = setTimeout(() => done.reject(tooLong()), TIME_LIMIT_MS);
  const lost = (cause: unknown): void => done.reject(failed('The rehearsal was lost', { cause }));
  worker.once('message', (answer: RehearsalAnswer) =>
    'result' in answer ? done.resolve(answer.result) : lost(new Error(answer.fault)),
  );
  worker.once('error', lost).once('exit', (code) => lost(new Error(`The thread ended with ${code}`)));
  try {
    return await done.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const tooLong = () =>
  rejected(
    `The rehearsal takes longer than ${TIME_LIMIT_MS / 1_000} seconds: rehearse fewer contacts with sample_size`,
  );
