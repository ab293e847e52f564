import { assert } from 'chai';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { RESTAURANT_AGENT } from './telephone-agent.ts';

/** A machine that has other things to do may be too late for the beep. */
const MOST_CALLS = 3;
const GREETING = 'You have reached my mailbox. Please leave a message after the tone.';
const SCREENING = 'Hi, if you record your name and reason for calling, I will see if this person is available.';
const MESSAGE = 'your table is booked for friday';
const ANSWER = 'this is the blue door restaurant';
const { config } = RESTAURANT_AGENT;

const LEAVES = {
  ...RESTAURANT_AGENT,
  config: {
    ...config,
    custom_variables: { day: 'monday' },
    voicemail: {
      action: 'leave_message',
      message: 'Your table is booked for {{day}}.',
      screening_answer: `${ANSWER}.`,
    },
    models: { ...config.models, stt_config: { provider: 'local', mode: 'phrases', phrases: [GREETING, SCREENING] } },
  },
};

describe('voicemail on the simulated carrier', function () {
  this.timeout(2 * TIMEOUT_MS);
  let platform: OpenPlatform;
  let telephone: Telephone;
  before(async () => {
    platform = await openPlatform({ services: ['api', 'runtime', 'simulator'] });
    telephone = await joinTelephone(platform, LEAVES);
  });

  const called = async (number: string, callee: object) => {
    const { api, agentId, simulate, hungUp } = telephone;
    await simulate('POST', '/callees', { number, ...callee });
    const { call_id } = await api.ask<{ call_id: string }>('POST', '/calls/outbound', {
      ...{ agent_id: agentId, to_number: number, custom_variables: { day: 'friday' } },
    });
    // The reason comes after the artifacts.
    const call = await telephone.call(call_id, ({ end_reason }) => end_reason !== undefined, TIMEOUT_MS);
    return { call, simulated: await hungUp(call.provider_call_sid ?? '', MESSAGE, ANSWER) };
  };

  it('keeps the whole message, from after the beep on, and the call ends then', async () => {
    let first = Infinity;
    for (let calls = 1; calls <= MOST_CALLS && first / 8_000 >= 3; calls += 1) {
      const { call, simulated } = await called('+14155550104', { patience_ms: 60_000 });
      assert.deepInclude(call, {
        ...{ status: 'completed', call_response: 'voicemail', end_reason: 'voicemail', voicemail_message: 'left' },
      });
      assert.equal(simulated.message?.text, MESSAGE);
      const wav = await fetch(`${platform.simulatorUrl}${simulated.message?.wav}`);
      const bytes = Buffer.from(await wav.arrayBuffer());
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, (bytes.length - 44) / 2);
      first = samples.findIndex((sample) => Math.abs(sample) > 300);
      assert.isAbove(first, 0, 'the message begins after the beep');
    }
    assert.isBelow(first / 8_000, 3, 'it begins soon');
  });

  it('keeps nothing when it hangs up within its greeting', async () => {
    const { call } = await called('+14155550114', { say: [GREETING], behaviour: 'voicemail', hang_up_after_ms: 2_500 });
    assert.deepInclude(call, { end_reason: 'voicemail', voicemail_message: 'not_left' });
  });

  it('is not what an assistant that screens calls gets: the agent answers it, and talks to the person', async () => {
    const { call, simulated } = await called('+14155550109', { behaviour: 'screens', say: [SCREENING] });
    assert.notProperty(call, 'voicemail_message');
    assert.deepInclude(call, { status: 'completed', call_response: 'answered' });
    const transcript = new TextDecoder().decode(await telephone.api.download(`/calls/${call.call_id}/transcript`));
    assert.match(transcript, new RegExp(`assistant: ${ANSWER}`, 'u'));
    assert.isNull(simulated.message);
  });
});
