import { assert } from 'chai';
import fc from 'fast-check';
import { HANDOVERS_PER_CALL, HANDOVERS_PER_TURN } from '../../../domain/voice/handover-tool.ts';
import {
  answers,
  callsAction,
  completes,
  disconnects,
  generates,
  played,
  starts,
  types,
  type ConversationTable,
} from './conversation-table.ts';
import { atReception, billing, handsOver, isFound, isReady, requested } from './conversation-with-handovers.ts';

/** Billing has taken over and generates as number 4. */
const atBilling = (table = atReception(), next = billing()): ConversationTable =>
  requested(table).after([3, isReady(3, next)], [3.1, answers(3, 'Handed over.')]);

describe('a handover to another agent', () => {
  it('takes effect once the agent is ready, and the next agent answers', () => {
    const table = atReception().plays([
      [2, types('My invoice'), 'generate 2: My invoice', 'wait model_output 8'],
      [2.5, handsOver(2), 'wait model_output 8'],
      [2.6, completes(2), 'run 3: hand_over {"target":"billing"}', 'wait tool_answer 35'],
      [3, isReady(3, billing())],
      [3.1, answers(3, 'Handed over.'), 'change agent 3', 'generate 4: My invoice', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context, ['system: You are billing.', 'agent: Hello.', 'caller: My invoice']);
    assert.deepInclude(table.events.at(-1), {
      ...{ type: 'agent_changed', target: 'billing', since: 0, at: 3100 },
      agent: { agent_id: 'b', name: 'billing', version: 4 },
      from: { agent_id: 'reception', name: 'reception', version: 1 },
    });
  });

  it('waits for the words of the present agent, and has the next one speak after them', () => {
    const table = atReception().plays([
      [2, types('My invoice'), 'generate 2: My invoice', 'wait model_output 8'],
      [2.4, generates(2, 'I pass you on.'), 'wait model_output 8'],
      [2.5, handsOver(2), 'wait model_output 8'],
      [
        2.6,
        completes(2),
        ...['say 3: I pass you on.', 'end 3', 'run 4: hand_over {"target":"billing"}', 'wait first_audio 15'],
      ],
      [2.7, starts(3), 'no wait'],
      [3, isReady(4, billing())],
      [3.1, answers(4, 'Handed over.')],
      [4, played(3, 'I pass you on.'), 'change agent 4', 'generate 5: [silence]', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(-2), ['agent: I pass you on.', 'caller: [silence]']);
  });

  it('is announced in the words of the target where the model says nothing', () => {
    const table = atReception().plays([
      [2, types('A pizza'), 'generate 2: A pizza', 'wait model_output 8'],
      [2.5, handsOver(2, 'sales'), 'wait model_output 8'],
      [2.6, completes(2), ...['run 3: hand_over {"target":"sales"}', 'wait tool_answer 35']],
      [2.65, isFound(3), 'say 4: One moment.', 'end 4', 'wait first_audio 15'],
      [2.7, starts(4), 'no wait'],
      [2.8, isReady(3, billing({ target: 'sales' }))],
      [2.9, answers(3, 'Handed over.')],
      [3.5, played(4, 'One moment.'), 'change agent 3', 'generate 5: [silence]', 'wait model_output 8'],
    ]);
    assert.include(table.context, 'agent: One moment.');
  });

  it('is not announced where it is refused, or where the words of the model precede it', () => {
    const refused = atReception().after([2, types('A pizza')], [2.5, handsOver(2, 'sales')]);
    refused.plays([
      [2.6, completes(2), 'run 3: hand_over {"target":"sales"}', 'wait tool_answer 35'],
      [2.7, answers(3, 'Not handed over.', 'failed'), 'generate 4: Not handed over.', 'wait model_output 8'],
      [2.8, isFound(3)],
    ]);
    const worded = atReception().after([2, types('A pizza')], [2.4, generates(2, 'To sales.')]);
    worded.after([2.5, handsOver(2, 'sales')], [2.6, completes(2)], [2.7, isFound(4)], [2.8, starts(3)]);
    worded.plays([[3, played(3, 'To sales.'), 'wait tool_answer 35']]);
  });

  it('leaves the call with the present agent when the other one is not available', () => {
    const table = requested().plays([
      [3, answers(3, 'Not handed over.', 'failed'), 'generate 4: Not handed over.', 'wait model_output 8'],
    ]);
    assert.equal(table.context[0], 'system: You are reception.');
  });

  it('is discarded when the call ends before', () => {
    requested()
      .after([3, isReady(3, billing())])
      .plays([[3.1, disconnects('caller_left'), 'cancel tool 3', 'ended: caller_left', 'discard agent 3', 'no wait']]);
  });

  it('waits for the other tools of the response, whichever ends first', () => {
    const table = atReception().after([2, types('Book, then my invoice')]);
    table.after([2.4, handsOver(2)], [2.5, callsAction(2, 'c9', 'book')], [2.6, completes(2)]).plays([
      [3, isReady(3, billing())],
      [3.1, answers(3, 'Handed over.')],
      [5, answers(4, 'Booked.'), 'change agent 3', 'generate 5: Book, then my invoice', 'wait model_output 8'],
    ]);
  });

  it('takes the first of two targets, and the model learns of the second', () => {
    const table = atReception().after([2, types('Both')], [2.4, handsOver(2)], [2.5, handsOver(2, 'sales', 'h2')]);
    table.plays([[2.6, completes(2), 'run 3: hand_over {"target":"billing"}', 'wait tool_answer 35']]);
    assert.include(table.context.at(-1), 'another handover is under way');
  });

  it('lets agents pass a caller on twice, and not again before the caller has spoken', () => {
    const table = atBilling();
    table.after([4, handsOver(4, 'sales')], [4.1, completes(4)], [4.15, isFound(5)], [4.2, starts(6)]);
    table.after([4.3, isReady(5, billing())]);
    table.after([4.4, answers(5, 'Handed over.')], [4.5, played(6, 'One moment.')], [5, handsOver(7)]);
    table.plays([[5.1, completes(7), 'generate 8: ' + TOO_SOON, 'wait model_output 8']]);
    table.after(
      [6, generates(8, 'What is it?')],
      [6.1, completes(8)],
      [6.2, starts(9)],
      [6.5, played(9, 'What is it?')],
    );
    table.after([7, types('My invoice')], [7.1, handsOver(10)]);
    table.plays([[7.2, completes(10), 'run 11: hand_over {"target":"billing"}', 'wait tool_answer 35']]);
  });

  it('counts the time limit of the next agent from the handover, and keeps that of the call', () => {
    const limit = (seconds: number) => ({ maxMs: seconds * 1000, warning: null, closingMessage: '' });
    const limitAfter = (first: number | null, next: number | null): number | undefined => {
      const table = atReception(first === null ? {} : { limit: limit(first) });
      atBilling(table, billing({}, next === null ? {} : { limit: limit(next) }));
      return table.state.settings.limit?.maxMs;
    };
    assert.equal(limitAfter(60, 600), 60_000);
    assert.equal(limitAfter(600, 60), 63_100);
    assert.equal(limitAfter(null, 60), 63_100);
    assert.equal(limitAfter(60, null), 60_000);
    assert.equal(limitAfter(null, null), undefined);
  });

  it('keeps the consent and the handling of mailboxes of the call', () => {
    const consent = { question: 'May we record?', waitMs: 5000 };
    const table = atBilling(atReception(), billing({}, { consent, voicemail: { message: 'Call us.' } }));
    assert.notProperty(table.state.settings, 'consent');
    assert.notProperty(table.state.settings, 'voicemail');
  });

  it('is bounded in every conversation of agents that hand over whenever they can', () => {
    assert.deepEqual([HANDOVERS_PER_CALL, HANDOVERS_PER_TURN], [5, 2]);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (speaks) => {
        const table = atReception();
        let at = 2;
        let sinceTurn = 0;
        let changes = 0;
        for (const isTurn of [true, ...speaks]) {
          const before = table.state.generation?.id;
          if (isTurn || before === undefined) {
            table.after([(at += 1), types('Please')]);
            sinceTurn = 0;
          }
          const generation = table.state.generation!.id;
          table.after([(at += 0.1), handsOver(generation, 'billing', `h${at}`)], [(at += 0.1), completes(generation)]);
          const run = table.state.tools.runs.at(-1)?.id;
          if (run === undefined) continue;
          table.after([(at += 0.1), isReady(run, billing())], [(at += 0.1), answers(run, 'Handed over.')]);
          sinceTurn += 1;
          changes += 1;
          assert.isAtMost(sinceTurn, HANDOVERS_PER_TURN);
        }
        assert.isAtMost(changes, HANDOVERS_PER_CALL);
        assert.equal(table.events.filter(({ type }) => type === 'agent_changed').length, changes);
      }),
      { numRuns: 60 },
    );
  });
});

const TOO_SOON =
  'Not handed over: the call was handed over too often since the caller last spoke. Speak with the caller first.';
