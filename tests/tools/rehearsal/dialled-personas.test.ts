import { assert } from 'chai';
import { endReport } from '../../../adapters/providers/_plivo/dialect.ts';
import * as endings from '../../../adapters/simulator/hang-up.ts';
import { BEHAVIOURS } from '../../../adapters/simulator/callee.ts';
import { CALLEES, outcomeWithoutPickup } from '../../../domain/rehearsal/dialled-call.ts';
import { errorText } from '../../support/refusals.ts';
import { agentByRules, rehearsedFolder } from './rehearsed-folder.ts';

const RULES = [
  { when: 'opening hours', say: 'We are open until nine.' },
  { when: 'name and reason', say: 'This is Blue Door, about your booking.' },
  { when: 'bye', say: 'Goodbye.', end: true },
];
const DIALS = (voicemail: object = { action: 'hang_up' }) => ({
  ...agentByRules('Caller', 'Hello, this is Blue Door with news of your booking.', RULES, { voicemail }),
  agent_category: 'telephony',
});
const MESSAGE = { action: 'leave_message', message: 'This is Blue Door. Please call us back.' };
const person = {
  script: [
    { when: 'blue door', say: 'what are your opening hours' },
    { when: 'until nine', say: 'thank you bye' },
  ],
  otherwise: 'bye',
};
const rehearsed = (persona: object, expect: object, agent: object = DIALS()) =>
  rehearsedFolder(
    { 'agent.json': agent },
    {
      ...{ title: 'News', agent: 'agent.json', personas: { bo: persona }, limits: { seconds: 120 } },
      conversations: [{ title: 'a call', persona: 'bo', expect }],
    },
  );

describe('callees that do not pick up in a rehearsal', () => {
  for (const [callee, status, call_response, retry_seconds] of [
    ['busy', 'busy', 'busy', 120],
    ['no_answer', 'no_answer', 'no_answer', 120],
    ['declined', 'busy', 'declined', 120],
    ['failed', 'failed', 'failed', null],
  ] as const)
    it(`have the outcome of such a call, and the retry of a campaign: ${callee}`, async () => {
      const { code, out, runs } = await rehearsed({ callee }, { outcome: { status, call_response, retry_seconds } });
      assert.equal(code, 0, out);
      assert.deepInclude(runs[0], { ended: status, transcript: [] });
    });

  it('have the outcome that the adapter of the simulated carrier reads of its reports', () => {
    const ends = {
      busy: endings.BUSY('Callee'),
      no_answer: endings.NO_ANSWER('Callee'),
      declined: endings.DECLINED('Callee'),
      failed: endings.FAILED,
    };
    for (const callee of CALLEES) {
      const end = callee in ends ? ends[callee as keyof typeof ends] : null;
      const { code, cause: name, name: words, callStatus } = end ?? { code: 0, cause: '', name: '', callStatus: '' };
      const report = end && endReport({ code: String(code), name, words, callStatus, isAnswered: false });
      const outcome = outcomeWithoutPickup(callee);
      assert.equal(outcome?.status, report?.status, callee);
      assert.equal(outcome?.call_response, report?.response, callee);
    }
    assert.deepEqual([...CALLEES], [...BEHAVIOURS]);
  });

  it('are dialled again as the retries of the expectation say', async () => {
    const plans = { no_answer: { delays_seconds: [60, 3_600] } };
    const expected = (attempt: number, retry_seconds: number | null) => ({
      outcome: { attempt, retry_seconds, retry_config: { plans } },
    });
    const callee = 'no_answer';
    assert.equal((await rehearsed({ callee }, expected(1, 60))).code, 0);
    assert.equal((await rehearsed({ callee }, expected(2, 3_600))).code, 0);
    assert.equal((await rehearsed({ callee }, expected(3, null))).code, 0);
    const { code, out } = await rehearsed({ callee }, expected(1, 120));
    assert.equal(code, 1);
    assert.match(out, /comes to retry_seconds 120: it is 60/);
  });
});

describe('callees that pick up in a rehearsal', () => {
  it('talk as the persona does, to an agent that has dialled', async () => {
    const outcome = { status: 'completed', call_response: 'answered', retry_seconds: null };
    const { code, out } = await rehearsed({ ...person, callee: 'talks' }, { outcome, says: ['open until nine'] });
    assert.equal(code, 0, out);
  });

  it('hang up soon after the agent began, which a plan for early ends has dialled again', async () => {
    const retries = { plans: { hung_up_early: { delays_seconds: [900] } } };
    const outcome = { call_response: 'answered', retry_seconds: 900, retry_config: retries };
    const { code, out } = await rehearsed({ callee: 'hangs_up' }, { outcome, ended: 'caller_left', most_seconds: 5 });
    assert.equal(code, 0, out);
  });

  it('are mailboxes, on which the agent hangs up unless it leaves a message', async () => {
    const outcome = { status: 'completed', call_response: 'voicemail', retry_seconds: null };
    const hangsUp = await rehearsed(
      { callee: 'voicemail' },
      { outcome, ended: 'voicemail', never_says: ['call us back'] },
    );
    assert.equal(hangsUp.code, 0, hangsUp.out);
    const expect = { outcome, ended: 'voicemail', says: ['Please call us back'] };
    const leaves = await rehearsed({ callee: 'voicemail' }, expect, DIALS(MESSAGE));
    assert.equal(leaves.code, 0, leaves.out);
  });

  it('are assistants that screen calls, before the person talks', async () => {
    const agent = DIALS({ action: 'hang_up', screening_answer: 'Blue Door, about your booking.' });
    const expect = { says: ['Blue Door, about your booking.', 'open until nine'] };
    const { code, out } = await rehearsed({ ...person, callee: 'screens' }, expect, agent);
    assert.equal(code, 0, out);
  });

  it('are refused of an agent that cannot dial, and retries that no campaign can have', async () => {
    const browser = { ...DIALS(), agent_category: 'websocket' };
    assert.match(
      await errorText(rehearsed({ callee: 'busy' }, { ended: 'busy' }, browser)),
      /bo has a callee, and the agent/,
    );
    const plans = { busy: { delays_seconds: [1, 2, 3] } };
    assert.match(
      await errorText(rehearsed({ callee: 'busy' }, { outcome: { retry_config: { plans } } })),
      /conversations\[0\]\.expect\.outcome .*more than max_retries/,
    );
    assert.match(await errorText(rehearsed({ callee: 'talks' }, { ended: 'busy' })), /personas\.bo/);
  });
});
