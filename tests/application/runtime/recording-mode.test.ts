import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { keypadActions, keypadTools } from '../../../domain/voice/keypad-tools.ts';
import { known, least, reasons } from '../../domain/agents/known-providers.ts';
import { fakeId } from '../../support/fake-ids.ts';
import { tone } from './fake-channel.ts';
import { DtmfDetector } from '../../../domain/audio/dtmf-detector.ts';
import { dtmfAudio } from '../../../domain/audio/dtmf-tones.ts';
import type { AgentRecording } from '../../../domain/agents/recording.ts';
import { scriptedCall, soundsOf } from './scripted-call.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

/** A call with a greeting and audio of the caller, and what is left of it. */
async function callWith(recording?: { readonly mode: 'on' | 'off' }) {
  const world = webCallWorld();
  const config = { ...AGENT.config, ...(recording && { recording }) };
  world.agents.set('a1', { ...AGENT, config });
  const { channel } = world.open();
  await world.clock.advanceAsync(1_000);
  channel.listener?.audio(tone(20, 1_000, 16_000));
  await world.clock.advanceAsync(3_000);
  channel.leaves();
  await world.clock.advanceAsync(100);
  return { patches: world.patches, kept: world.spool.all.get(fakeId(1))! };
}

describe('the recording of a call', () => {
  it('is kept by default, and with the mode on', async () => {
    for (const recording of [undefined, { mode: 'on' as const }]) {
      const { kept, patches } = await callWith(recording);
      assert.isNotEmpty(kept.stereo);
      assert.include(patches, '1 recording_url,transcript_url ');
    }
  });

  it('is not kept with the mode off: no audio reaches the disk, while transcript and outcome do', async () => {
    const { kept, patches } = await callWith({ mode: 'off' });
    assert.isEmpty(kept.stereo);
    assert.include(kept.transcript, 'Hello stranger!');
    assert.equal(kept.outcome?.status, 'completed');
    assert.deepEqual(patches.slice(1), ['1 transcript_url ', '1 completed answered']);
  });

  /** A call whose agent asks for consent, and whose caller types after 4 s and hangs up after 8 s. */
  async function consentCall(typed: string | null) {
    const world = webCallWorld();
    const recording: AgentRecording = { mode: 'consent', question: 'May I record, {{name}}?', wait_secs: 5 };
    world.agents.set('a1', { ...AGENT, config: { ...AGENT.config, recording } });
    const { channel } = world.open();
    const caller = async (ms: number) => {
      for (let at = 0; at < ms; at += 20) {
        channel.listener?.audio(tone(20, 1_000, 16_000));
        await world.clock.advanceAsync(20);
      }
    };
    await caller(4_000);
    if (typed !== null) channel.listener?.text(typed, {});
    await caller(4_000);
    const during = world.calls.get(fakeId(1))?.recording_consent;
    channel.leaves();
    await world.clock.advanceAsync(100);
    return { world, during, kept: world.spool.all.get(fakeId(1))! };
  }

  it('begins with the caller’s yes where the mode is consent, and is silent before it', async () => {
    const { kept, during, world } = await consentCall('yes');
    const [[from] = [0]] = soundsOf(kept.side(0));
    assert.closeTo(from, 4_000, 200);
    assert.isAtLeast(soundsOf(kept.side(1))[0]![0], from, 'the agent’s question is not kept');
    assert.equal(during?.answer, 'given');
    assert.deepEqual(kept.outcome?.recording_consent, during);
    assert.match(kept.transcript, /assistant: May I record, stranger\?[^]*user: yes[^]*assistant: Hello stranger!/);
    assert.include(world.patches, '1 recording_url,transcript_url ');
  });

  it('has no audio after a no or without an answer where the mode is consent, while transcript and outcome are kept', async () => {
    for (const [typed, answer] of [
      ['no', 'refused'],
      [null, 'not_given'],
    ] as const) {
      const { kept, world } = await consentCall(typed);
      assert.isEmpty(kept.stereo);
      assert.equal(kept.outcome?.recording_consent?.answer, answer);
      assert.include(kept.transcript, 'May I record, stranger?');
      assert.deepEqual(
        world.patches.filter((patch) => patch.includes('recording_url')),
        [],
      );
    }
  });

  it('is silent for the caller while secret digits are given, without their tones, and has the agent and the tones of others', async () => {
    const digits = { description: 'Digits', min_digits: 4, max_digits: 4, terminator: '#' as const };
    const waits = { first_digit_secs: 10, timeout_secs: 5 };
    const collect = (['floor', 'pin'] as const).map((name) => ({ name, ...digits, ...waits, secret: name === 'pin' }));
    const keypad = { send: false, collect };
    const call = scriptedCall({
      keypad,
      settings: { tools: keypadTools(keypad), actions: keypadActions(keypad) },
      answers: [
        { says: ['Which floor?'], calls: 'collect_digits', parameters: { entry: 'floor' } },
        { says: ['And your PIN?'], calls: 'collect_digits', parameters: { entry: 'pin' } },
        { says: ['Thank you very much for that.'] },
      ],
    });
    call.run();
    await call.passes(2_000);
    /** The caller's audio arrives in real time. The keys are reported at the end of each tone. */
    const hears = async (pcm: Int16Array, keys = ''): Promise<void> => {
      for (let at = 0; at < pcm.length; at += 320) {
        call.channel.listener?.audio(pcm.slice(at, at + 320));
        await call.passes(20);
      }
      for (const key of keys) call.channel.listener?.dtmf(key);
    };
    const types = async (keys: string): Promise<void> => {
      for (const key of keys) await hears(dtmfAudio(key, 16_000), key);
    };
    const quiet = (ms: number) => hears(new Int16Array(16 * ms));
    call.channel.listener?.text('Let me in', {});
    await quiet(2_500);
    await types('1234');
    await quiet(2_500);
    const from = call.clock.monotonic();
    await hears(tone(500, 1_000));
    await types('5678');
    // A caller who types on.
    for (const key of '99') {
      await quiet(900);
      await types(key);
    }
    await quiet(1_600);
    const to = call.clock.monotonic();
    await hears(tone(500, 1_000));
    await types('0');
    call.conversation.end('caller_left');
    await call.passes(1_000);

    const [caller, agent] = [call.entry.side(0), call.entry.side(1)];
    assert.equal(new DtmfDetector(16_000).push(caller), '12340');
    const within = (side: Int16Array) => soundsOf(side).filter(([start, end]) => end > from && start < to - 100);
    assert.isEmpty(within(caller));
    assert.isNotEmpty(within(agent));
    assert.isTrue(
      soundsOf(caller).some(([start]) => Math.abs(start - to) < 100),
      'the caller is heard afterwards',
    );
  });

  it('has a mode that is known, in a section of its own', () => {
    const parse = (recording: unknown) => parseAgentConfig({ ...least(), recording }, known);
    assert.deepEqual(parse({ mode: 'off' }).recording, { mode: 'off' });
    assert.notProperty(parse(null), 'recording');
    const refusals: readonly (readonly [unknown, string])[] = [
      [{}, 'recording.mode is required'],
      [{ mode: 'maybe' }, 'recording.mode must be one of on, off, consent'],
      [{ mode: 'on', question: 'May I?' }, 'recording.question requires recording.mode consent'],
      [{ mode: 'consent', wait_secs: 1 }, 'recording.wait_secs must be an integer from 2 to 30'],
      [
        { mode: 'consent', question: 'May I, {{guest}}?' },
        'recording.question has an unknown placeholder {{guest}}: use a custom variable',
      ],
      [{ mode: 'on', modus: 1 }, 'recording.modus is unknown: use one of mode, question, wait_secs'],
    ];
    for (const [recording, reason] of refusals)
      assert.deepEqual(
        reasons(() => parse(recording)),
        [reason],
      );
  });
});
