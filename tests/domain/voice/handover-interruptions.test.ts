import { assert } from 'chai';
import { answers, cancelled, final, interim, pauses, stable, stops, talks, types } from './conversation-table.ts';
import { atAnnouncement, billing, isReady, requested } from './conversation-with-handovers.ts';

describe('a handover before which the caller speaks', () => {
  it('is cancelled by a caller who says something else during the announcement, which the present agent answers', () => {
    const table = atAnnouncement()
      .after([2.8, isReady(3, billing())], [2.9, answers(3, 'Handed over.')])
      .plays([
        [3, talks, 'pause', 'wait unconfirmed_speech 3'],
        [3.2, interim('No, wa'), 'cancel speech 4', 'resume', 'no wait'],
      ])
      .after([3.3, cancelled(4, 'One')], [3.7, stops])
      .plays([[3.8, final('No, wait.'), 'discard agent 3', 'generate 5: No, wait.', 'wait model_output 8']]);
    assert.equal(table.context[0], 'system: You are reception.');
    assert.include(table.context.join('\n'), 'tool: Not handed over: the caller spoke before.');
    assert.equal(table.context.at(-1), 'caller: No, wait.');
    assert.deepEqual(table.offered.at(-1), table.offered[0], 'the agent can repeat it');
    assert.notInclude(
      table.events.map(({ type }) => type),
      'agent_changed',
    );
  });

  it('takes place though the caller agrees during the announcement, and their words are not what is answered', () => {
    const table = atAnnouncement()
      .after([2.8, isReady(3, billing())], [2.9, answers(3, 'Handed over.')])
      .after([3, talks], [3.2, interim('Okay, th')], [3.3, cancelled(4, 'One')], [3.7, stops])
      .plays([[3.8, final('Okay, thank you.'), 'change agent 3', 'generate 5: [silence]', 'wait model_output 8']]);
    assert.deepEqual(table.context.slice(1), ['agent: Hello.', 'caller: A pizza', 'agent: One', 'caller: [silence]']);
    assert.include(
      table.events.map((event) => (event.type === 'turn_ended' ? event.text : null)),
      'Okay, thank you.',
    );
  });

  it('takes place though the caller agrees in the silence before the next agent is ready', () => {
    requested().plays([
      [2.7, types('Yes please')],
      [3, isReady(3, billing())],
      [3.1, answers(3, 'Handed over.'), 'change agent 3', 'generate 4: My invoice', 'wait model_output 8'],
    ]);
  });

  it('that fails after the caller agreed is answered by the present agent', () => {
    requested().plays([
      [2.7, types('Okay')],
      [3, answers(3, 'Not handed over.', 'failed'), 'generate 4: Not handed over.', 'wait model_output 8'],
    ]);
  });

  it('does not change the agent while the caller speaks, and starts no generation for the present one', () => {
    const table = requested().after([2.7, talks], [2.9, stable('Yes')], [2.95, pauses], [3, isReady(3, billing())]);
    table.plays([[3.1, answers(3, 'Handed over.')]]);
    assert.isNull(table.state.preemptive);
  });

  it('is cancelled by typed text, and an agent that becomes ready afterwards is discarded', () => {
    requested().plays([
      [2.7, types('No, wait'), 'cancel tool 3', 'generate 4: No, wait', 'wait model_output 8'],
      [3, isReady(3, billing()), 'discard agent 3'],
    ]);
  });
});
