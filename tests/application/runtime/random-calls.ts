import fc from 'fast-check';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { randomSettings } from '../../domain/voice/random-settings.ts';
import type { ScriptedAnswer, ScriptedUtterance } from './fake-vendors.ts';
import { scriptedCall } from './scripted-call.ts';

const DOWN = new VendorFailure('The vendor is down', { retryable: true });

/** A call at random: its settings, what its caller and its model say, and when the caller speaks, types and leaves, in ms. */
const randomCall = fc.record({
  settings: randomSettings,
  words: fc.array(fc.constantFrom('yes please', 'no', 'mhm okay', 'we are', 'my code is 12', 'stop recording'), {
    minLength: 3,
    maxLength: 3,
  }),
  pauses: fc.array(fc.integer({ min: 300, max: 3_500 }), { minLength: 3, maxLength: 3 }),
  answers: fc.array(
    fc.constantFrom<ScriptedAnswer>(
      { says: ['Well. ', 'That is how ', 'it is.'], everyMs: 40 },
      { says: ['One moment.'], calls: 'find' },
      { calls: 'book', parameters: { of: 1 } },
      { calls: 'change_stage', parameters: { stage: 'b' } },
      { says: ['Noted.'], calls: 'set_fields', parameters: { guests: 6, code: 'X1' } },
      { says: ['Goodbye.'], calls: 'end_conversation' },
      { says: ['I am'], ends: DOWN },
      { ends: 'hangs' },
    ),
    { minLength: 4, maxLength: 4 },
  ),
  types: fc.option(fc.integer({ min: 500, max: 8_000 })),
  leaves: fc.integer({ min: 4_000, max: 14_000 }),
});

/** What a call at random stored of its inputs, with its settings. */
export interface RandomCall {
  readonly inputs: string;
  readonly settings: ConversationSettings;
  readonly transcript: string;
}

/** Holds calls at random on the runtime itself, with scripted vendors and a clock that needs no time. */
export async function* randomCalls(count: number, seed: number): AsyncGenerator<RandomCall> {
  for (const plan of fc.sample(randomCall, { numRuns: count, seed })) yield await callOf(plan);
}

async function callOf({
  settings,
  words,
  pauses,
  answers,
  types,
  leaves,
}: PlanOf<typeof randomCall>): Promise<RandomCall> {
  const utterances = words.map((final): ScriptedUtterance => ({
    partials: [[200, final.slice(0, final.indexOf(' ') + 1).trim() || final]],
    final,
  }));
  const call = scriptedCall({ settings, utterances, answers });
  call.run();
  let from = 0;
  call.channel.streams(
    ...pauses.map((pause): [number, number] => {
      from += pause + 700;
      return [from - 700, from];
    }),
  );
  if (types !== null) call.clock.after(types, () => call.channel.listener?.text('Hello there'));
  call.clock.after(leaves, () => call.channel.leaves());
  for (let ms = 0; ms < leaves + 2_000 && call.outcome() === null; ms += 500) await call.passes(500);
  const outcome = call.outcome();
  if (outcome instanceof Error) throw outcome;
  return { inputs: call.entry.inputs, settings, transcript: call.entry.transcript };
}

type PlanOf<T> = T extends fc.Arbitrary<infer Plan> ? Plan : never;
