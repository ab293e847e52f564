import type { CallAssumptions } from './call-assumptions.ts';
import type { CalleeGroup, Population } from './population.ts';

/** Callees who behave as calls are assumed to go, all of them alike. */
export function defaultPopulation(assumed: CallAssumptions): Population {
  const { answered_share, voicemail_share, busy_share, failed_share } = assumed;
  const people = 1 - failed_share;
  const answers = people === 0 ? 0 : answered_share / people;
  const missed = people - answered_share;
  const partOf = (share: number): number => (missed <= 0 ? 0 : Math.min(1, share / missed));
  const talks = { text: 'talks with the agent', share: 1, talk_seconds: Math.max(1, assumed.talk_seconds) };
  const groups: readonly CalleeGroup[] = [
    {
      ...{ name: 'people', share: people, answers: Math.min(1, answers) },
      ...{ voicemail: partOf(voicemail_share), busy: partOf(busy_share) },
      ...{ ring_seconds: assumed.ring_seconds, no_answer_seconds: assumed.no_answer_seconds },
      ...{ voicemail_seconds: assumed.voicemail_seconds, says: [talks] },
    },
    { name: 'invalid numbers', share: failed_share, answers: 0, invalid: true },
  ];
  return { seed: 1, groups };
}
