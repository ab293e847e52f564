import { assert } from 'chai';
import { screeningModel } from '../../../application/runtime/screening-model.ts';
import type { ReplyModel } from '../../../application/runtime/generation.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import type { AgentVoicemail } from '../../../domain/agents/voicemail.ts';
import { dialRequest } from '../../../application/calls/dial-call.ts';
import { TELEPHONE_AGENT, telephoneWorld } from './telephone-world.ts';

const CALL = { sid: 'sid-1', from: '+15550001', to: '+15550002', answeredBy: 'machine' } as const;
const MAILBOX = 'You have reached my mailbox. Please leave a message after the tone.';
const SCREENING = 'Hi, if you record your name and reason for calling, I’ll see if this person is available.';

/** A runtime whose agent has this voicemail section. */
function worldWith(voicemail: AgentVoicemail) {
  const world = telephoneWorld();
  world.agents.set('a1', { ...TELEPHONE_AGENT, config: { ...TELEPHONE_AGENT.config, voicemail } });
  return world;
}

describe('an agent that does not detect machines', () => {
  it('continues when the carrier reports one all the same', async () => {
    const { runtime, webhook, outbound, patches } = worldWith({ action: 'off' });
    const callId = outbound();
    assert.notEqual((await runtime.answerCall(webhook({ call: CALL }, { callId }))).body, 'turn away: rejected');
    await runtime.handleAmdResult(webhook({ answeredBy: { sid: 'sid-1', answeredBy: 'machine' } }, { callId }));
    assert.deepEqual(patches, []);
  });

  it('does not have the carrier detect them', () => {
    const request = (config: object) =>
      dialRequest(
        { voiceServer: { baseUrl: 'https://voice.example.com' } },
        { abilities: { detectsMachines: true } } as never,
        { ...TELEPHONE_AGENT, config: { ...TELEPHONE_AGENT.config, ...config } } as never,
        { call_id: 'c', org_id: 'o', agent_id: 'a', to_number: '+1', from_number: '+2' } as never,
      ).machineUrl;
    assert.isNull(request({ voicemail: { action: 'off' } }));
    assert.isString(request({ voicemail: { action: 'hang_up' } }));
    assert.isString(request({}));
  });
});

describe('an agent that hangs up on mailboxes', () => {
  const words = async (voicemail: { action: 'off' | 'hang_up' }, changes: object = {}) => {
    const world = worldWith(voicemail);
    const { result } = world.connect(world.outbound(changes));
    await world.clock.advanceAsync(3_000);
    world.instruments.transcription.says(MAILBOX);
    await world.clock.advanceAsync(2_000);
    return { outcome: result.outcome, last: world.patches.at(-1) };
  };

  it('ends an outbound call by the first words of a mailbox', async () => {
    assert.deepEqual(await words({ action: 'hang_up' }), { outcome: 'over', last: '1 completed voicemail' });
  });

  it('closes the line and asks the carrier to hang up once the API has taken the report, however long that takes', async () => {
    const world = worldWith({ action: 'hang_up' });
    const { updateCall } = world.controlPlane;
    world.controlPlane.updateCall = async (...news) => {
      await new Promise<void>((resolve) => void world.clock.after(4_000, resolve));
      return updateCall(...news);
    };
    const { channel, result } = world.connect(world.outbound());
    await world.clock.advanceAsync(3_000);
    world.instruments.transcription.says(MAILBOX);
    await world.clock.advanceAsync(3_500);
    assert.deepEqual([channel.closedWith, world.carrier.hungUp], [[], []]);
    await world.clock.advanceAsync(6_000);
    assert.deepEqual([channel.closedWith, world.carrier.hungUp], [['voicemail'], ['sid-1 with k']]);
    assert.equal(result.outcome, 'over');
  });

  it('does not end inbound calls, nor calls of an agent that does not detect machines', async () => {
    assert.equal((await words({ action: 'hang_up' }, { call_type: 'inbound' })).outcome, 'live');
    assert.equal((await words({ action: 'off' })).outcome, 'live');
  });
});

describe('an agent that leaves messages', () => {
  const leaves = () => worldWith({ action: 'leave_message', message: 'Hello {{name}}.' });
  const machine = (greetingEnded?: true) => ({
    answeredBy: { sid: 'sid-1', answeredBy: 'machine', ...(greetingEnded && { greetingEnded }) } as const,
  });

  it('leaves its message once the carrier reports the end of the greeting, and hangs up', async () => {
    const world = leaves();
    const callId = world.outbound({ custom_variables: { name: 'Ada' } });
    const { result, channel } = world.connect(callId);
    await world.clock.advanceAsync(3_000);
    await world.runtime.handleAmdResult(world.webhook(machine(), { callId }));
    await world.clock.advanceAsync(2_000);
    assert.equal(result.outcome, 'live', 'the greeting of the mailbox continues');
    assert.equal(world.patches.at(-1), '1 call_response voicemail', 'the log says so before the call ends');
    await world.runtime.handleAmdResult(world.webhook(machine(true), { callId }));
    await world.clock.advanceAsync(20_000);
    assert.equal(result.outcome, 'over');
    assert.isTrue(
      channel.events.some((event) => event.type === 'agent_speech_ended' && event.played_text === 'Hello Ada.'),
    );
    assert.equal(world.calls.get(callId)?.voicemail_message, 'left');
    assert.deepInclude(world.calls.get(callId), { call_response: 'voicemail', end_reason: 'voicemail' });
  });

  it('leaves none when the greeting does not end', async () => {
    const world = leaves();
    const callId = world.outbound();
    const { result } = world.connect(callId);
    await world.clock.advanceAsync(3_000);
    await world.runtime.handleAmdResult(world.webhook(machine(), { callId }));
    await world.clock.advanceAsync(65_000);
    assert.equal(result.outcome, 'over');
    assert.equal(world.calls.get(callId)?.voicemail_message, 'not_left');
  });

  it('is connected to a machine that the carrier reports at the answer', async () => {
    const { runtime, webhook, outbound, patches } = leaves();
    assert.notEqual(
      (await runtime.answerCall(webhook({ call: CALL }, { callId: outbound() }))).body,
      'turn away: rejected',
    );
    assert.deepEqual(patches, []);
  });
});

describe('screeningModel', () => {
  const model: ReplyModel = {
    model: 'm',
    close: () => undefined,
    async *generate() {
      yield { type: 'text', text: 'of the model' };
    },
  };
  const reply = async (answer: string | null, ...messages: readonly ChatMessage[]): Promise<string> => {
    let text = '';
    for await (const chunk of screeningModel(model, answer).generate({ messages, tools: [] }, AbortSignal.abort()))
      if (chunk.type === 'text') text += chunk.text;
    return text;
  };
  const user = (content: string): ChatMessage => ({ role: 'user', content });

  it('answers an assistant that screens calls, in its first two turns only', async () => {
    const agent: ChatMessage = { role: 'assistant', content: 'Hello.' };
    assert.equal(await reply('It is Ann.', agent, user(SCREENING)), 'It is Ann.');
    assert.equal(await reply('It is Ann.', user('Hello'), agent, user(SCREENING)), 'It is Ann.');
    assert.equal(await reply('It is Ann.', user('a'), user('b'), user(SCREENING)), 'of the model');
    assert.equal(await reply('It is Ann.', user('Hello, who is this?')), 'of the model');
    assert.equal(await reply(null, user(SCREENING)), 'of the model');
    assert.equal(screeningModel(model, 'a').model, 'm');
  });
});
