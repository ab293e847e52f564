import { assert } from 'chai';
import { rehearsalParts } from '../../adapters/system/rehearsal-parts.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { scriptedWords } from '../../application/runtime/rehearsal/persona-words.ts';
import type { CallRecord } from '../../domain/rehearsal/call-record.ts';
import { checkSteps } from '../../domain/rehearsal/checks.ts';
import type { Expectations } from '../../domain/rehearsal/suite.ts';
import type { Steps } from '../../domain/steps.ts';
import { boundedBy } from './watched-loop.ts';

/** The most that the API takes: items of a list, of the suite and of the conversation together, and turns. */
const [LISTED, TURNS] = [100, 200];
/** Repetitions of alternatives: about as many states as a pattern may have, all of them reached at each character. */
const SLOW = '(?:a|b|c|ab|bc|ca){1,110}x';
const WORDS = 'abc'.repeat(1_300);
const patterns = (count: number): string[] => Array.from({ length: count }, (_, at) => `/${SLOW}${at}/`);

const RECORD: CallRecord = {
  events: Array.from({ length: TURNS * 10 }, (_, at) => ({ at, name: 'agent_says', text: WORDS })),
  transcript: Array.from({ length: TURNS }, (_, at) => ({
    ...({ speaker: at % 2 === 0 ? 'agent' : 'caller', words: `${WORDS} ${'is it that? '.repeat(300)}` } as const),
    ...{ atMs: at, endMs: at },
  })),
  ...{ ended: 'idle', stopped: null, startedAt: 0, fault: null, lengthMs: 1, outcome: null, inputs: null },
  ...{ stages: [], latenciesMs: [], turns: TURNS, agents: [], recording: null, fields: { a: WORDS } },
  calls: Array.from({ length: TURNS }, (_, run) => ({
    ...{
      run,
      name: 'book',
      arguments: JSON.stringify({ a: WORDS.repeat(4) }),
      side_effects: true,
      outcome: 'ok' as const,
    },
    ...{ started_at: '', ended_at: '', answer: '' },
  })),
};

/** Expectations of one conversation, whose comparisons take as long as can be. */
const WORST: Readonly<Record<string, Expectations>> = {
  'words that are said': { says: patterns(LISTED) },
  'words that are never said': { never_says: patterns(LISTED) },
  'events in their order': { events: patterns(LISTED).map((agent_says) => ({ agent_says, absent: true })) },
  'arguments of tools': { calls: patterns(LISTED).map((a) => ({ tool: 'book', with: { a } })) },
  'values of fields': { fields: Object.fromEntries(patterns(LISTED).map((each) => [`a`, each])) },
  'plain words': { says: Array.from({ length: LISTED }, (_, at) => `abcabd${at}`) },
  'questions that are repeated': { no_repeated_question: true },
};

describe('worst-case comparisons of a rehearsed conversation', () => {
  const { inSlices } = rehearsalParts(systemClock());
  const never = new AbortController().signal;
  const checked = async (expected: Expectations) => (await inSlices(checkSteps(expected, RECORD), never)) ?? [];

  for (const [what, expected] of Object.entries(WORST))
    it(`do not delay others: ${what}`, () => boundedBy(async () => assert.isNotEmpty(await checked(expected))));

  it('are undecided once they have taken too long, and those before are decided', async () => {
    const checks = await checked({ ended: 'idle', says: patterns(LISTED) });
    assert.isTrue(checks[0]?.ok);
    assert.isNull(checks.at(-1)?.ok);
    assert.match(checks.at(-1)?.detail ?? '', /take too long/);
  });

  it('do not delay others with the rules of a persona', () =>
    boundedBy(async () => {
      const script = Array.from({ length: 200 }, (_, at) => ({ when: `${SLOW}${at}`, say: 'yes' }));
      const sliced = async <T>(steps: Steps<T>): Promise<T> => (await inSlices(steps, never)) as T;
      const words = scriptedWords({ script, otherwise: 'no' }, sliced);
      const exchanges = [{ speaker: 'agent' as const, words: WORDS }];
      assert.equal((await words.reply({ exchanges, moment: 'answers' })).words, 'no');
    }));
});
