import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { offeredToolNames } from '../../../domain/agents/script-calls.ts';
import { callbackNote } from '../../../domain/campaigns/callback.ts';
import { callbackAnswer, wantedCallback } from '../../../domain/voice/callback-tool.ts';
import { unavailable } from '../../../domain/errors.ts';
import { known, least, reasons } from '../../domain/agents/known-providers.ts';
import { ScriptedModel } from './fake-vendors.ts';
import { TELEPHONE_AGENT, telephoneWorld } from './telephone-world.ts';

/** A call in which the model schedules a callback with these arguments, and what it then reads. */
async function scheduled(parameters: object, spoil?: (world: ReturnType<typeof telephoneWorld>) => void) {
  const world = telephoneWorld();
  const config = { ...TELEPHONE_AGENT.config, callbacks: { tool: true } };
  world.agents.set('a1', { ...TELEPHONE_AGENT, config });
  const answers = [{ calls: 'schedule_callback', parameters: parameters as never }, { says: ['Until then.'] }];
  world.instruments.model = new ScriptedModel(world.clock, answers);
  spoil?.(world);
  const { channel } = world.connect(world.outbound({ to_number: '+14155550101' }));
  await world.clock.advanceAsync(3_000);
  channel.listener?.text('Call me tomorrow at five', {});
  await world.clock.advanceAsync(3_000);
  return { ...world, answer: JSON.stringify(world.instruments.model.requests.at(-1)?.messages.at(-1)) };
}

describe('the tool schedule_callback', () => {
  it('tells the model the agreed time in words', async () => {
    const { answer, patches } = await scheduled({ day: 'tomorrow', time: '17:00' });
    assert.include(answer, 'Scheduled for Friday at 17:00. Confirm this time.');
    assert.include(patches.join(), 'callback 17:00');
  });

  it('tells the model why a callback was refused', async () => {
    const { answer } = await scheduled({ day: 'tomorrow', time: '03:00' });
    assert.include(answer, 'Not scheduled: the hours of calls are others');
  });

  it('stores a note without what the agent leaves out of transcripts', async () => {
    const notes: unknown[] = [];
    await scheduled({ day: 'tomorrow', time: '17:00', note: 'Pays by 4111 1111 1111 1111' }, (world) => {
      const redaction = { kinds: ['card_number' as const], variables: [] };
      const config = { ...TELEPHONE_AGENT.config, callbacks: { tool: true }, redaction };
      world.agents.set('a1', { ...TELEPHONE_AGENT, config });
      world.controlPlane.scheduleCallback = async (_orgId, _callId, { note }) => {
        notes.push(note);
        return { time_in_words: 'Friday' };
      };
    });
    assert.deepEqual(notes, ['Pays by [card_number]']);
  });

  it('tells the model not to promise a callback when the API does not answer', async () => {
    const { answer } = await scheduled({ in_minutes: 5 }, ({ controlPlane }) => {
      controlPlane.scheduleCallback = () => Promise.reject(unavailable('no answer'));
    });
    assert.include(answer, 'It is not known whether the callback was scheduled. Do not promise it.');
  });

  it('is offered to the model of an agent with the section alone, and its name is reserved', () => {
    const parse = (more: object) => parseAgentConfig({ ...least(), ...more }, known);
    assert.deepEqual(parse({ callbacks: {} }).callbacks, { tool: true });
    assert.include(offeredToolNames(parse({ callbacks: {} })), 'schedule_callback');
    assert.notInclude(offeredToolNames(parse({ callbacks: { tool: false } })), 'schedule_callback');
    assert.notProperty(parse({ callbacks: null }), 'callbacks');
    assert.deepEqual(
      reasons(() => parse({ callbacks: { tools: true } })),
      ['callbacks.tools is unknown: did you mean tool?'],
    );
  });
});

describe('wantedCallback', () => {
  it('keeps the known arguments of the right types, in one line each', () => {
    const given = { in_minutes: 5, day: ' today ', time: 17, timezone: '', note: 'two\nrooms', more: 'x' };
    assert.deepEqual(wantedCallback(given), { in_minutes: 5, day: 'today', note: 'two rooms' });
    assert.deepEqual(wantedCallback({ in_minutes: 1.5, note: 'x'.repeat(400) }), { note: 'x'.repeat(300) });
  });

  it('has a note that the API takes, whatever the model writes', () => {
    for (const text of [`${'x'.repeat(299)}🙂🙂`, 'two\u0007rooms', '🙂'.repeat(400)]) {
      const { note = '' } = wantedCallback({ note: text });
      assert.equal(callbackNote(note), note);
    }
  });
});

describe('callbackAnswer', () => {
  it('marks an unknown end as one that may have taken effect', () => {
    assert.deepInclude(callbackAnswer(null), { ok: false, mayHaveRun: true });
    assert.deepInclude(callbackAnswer({ refusal: 'no' }), { ok: false, content: 'Not scheduled: no' });
  });
});
