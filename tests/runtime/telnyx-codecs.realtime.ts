import { assert } from 'chai';
import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { openLocalTranscription } from '../../adapters/providers/local/transcription.ts';
import { fvadVoiceActivity } from '../../adapters/voice-activity/fvad.ts';
import type { Vendors } from '../../application/ports/providers.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import {
  AMR_WB_FRAMES,
  AMR_WB_WITH_PAUSE,
  bandwidthEfficient,
  OPUS_PACKETS,
  QUESTION,
} from '../adapters/media/codecs/question-audio.ts';
import { telnyxStart } from '../adapters/media/documented/telnyx.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { CarrierPeer } from './carrier-peer.ts';
import { carrierRuntime, type CarrierRuntime } from './carrier-runtime.ts';
import { type Side, SIDES } from './carrier-sides.ts';
import { eventually } from '../support/eventually.ts';

const PHRASES = [QUESTION, 'i want to book a table', 'can i speak to somebody', 'goodbye'];
const COMFORT_NOISE = AMR_WB_WITH_PAUSE.find((frame) => (frame[0] ?? 0) >> 3 === 9) as Uint8Array;
/** Interval of comfort noise packets, in frames of 20 ms. */
const PAUSE_FRAMES = 8;
/** More than the longest delay of an echo, in frames of 20 ms. */
const ECHO_FRAMES = 50;
const MOST_QUESTIONS = 5;

/** Telnyx's side of a call that has this codec: the question while the caller talks, and otherwise hardly a packet. */
function telnyxSide(encoding: string, speech: readonly Uint8Array[], pause: Uint8Array): Side {
  let [text, chunk, beats, isTalking] = [0, 0, 0, false];
  const media = (bytes: Uint8Array): string => {
    const payload = Buffer.from(bytes).toString('base64');
    return JSON.stringify({
      event: 'media',
      stream_id: 'T',
      media: { track: 'inbound', chunk: String(++chunk), payload },
    });
  };
  return {
    ...(SIDES['telnyx'] as Side),
    start: [{ event: 'connected', version: '1.0.0' }, telnyxStart(encoding, 16_000)],
    media(pcm) {
      // Each time the caller begins to talk, the question is asked from its beginning.
      if (isTalking !== (pcm[0] !== 0)) [text, isTalking] = [0, !isTalking];
      const packet = isTalking ? speech[text++] : undefined;
      if (packet) return media(packet);
      return beats++ % PAUSE_FRAMES ? JSON.stringify({ event: 'nothing' }) : media(pause);
    },
  };
}

const LINES: Readonly<Record<string, () => Side>> = {
  OPUS: () => telnyxSide('OPUS', OPUS_PACKETS, Uint8Array.of(0x48)),
  'AMR-WB': () => {
    const frames = AMR_WB_FRAMES[2] as readonly Uint8Array[];
    return telnyxSide(
      'AMR-WB',
      frames.map((frame) => bandwidthEfficient(frame)),
      bandwidthEfficient(COMFORT_NOISE),
    );
  },
};

/** What callers say is heard by the local recogniser. */
const listening = (): Vendors => ({
  ...scriptedVendors('', 'We open at nine.'),
  transcription: async (_settings, options, listener) =>
    openLocalTranscription({ mode: 'phrases', phrases: PHRASES }, options, listener),
});

/**
 * Asks until the whole question is in the transcript and answered. On a busy machine, the recogniser may be so late that the
 * turn ends before, since comfort noise hides where the words end.
 */
async function transcribed(runtime: CarrierRuntime, peer: CarrierPeer, sid: string): Promise<void> {
  const whole = new RegExp(`user: ${QUESTION}\n[^]*assistant: We open at nine`);
  for (let questions = 1; ; questions += 1) {
    // A pause follows the packets of the question.
    peer.talk(true);
    const transcript = await runtime.transcribed(sid, new RegExp(`(?:user: [^]*assistant: We open[^]*){${questions}}`));
    if (whole.test(transcript)) return;
    assert.isBelow(questions, MOST_QUESTIONS, transcript);
    peer.talk(false);
    await eventually(() => !peer.isTalking, 'a pause');
  }
}

describe('Telnyx call with an unconverted codec', () => {
  let runtime: CarrierRuntime;
  before(async () => {
    runtime = await carrierRuntime({ vendors: listening(), voiceActivity: await fvadVoiceActivity() });
  });
  after(closeLocalSpeech);

  for (const [encoding, side] of Object.entries(LINES))
    it(`is transcribed in ${encoding} with pauses and answered in mu-law`, async () => {
      const sid = `call in ${encoding}`;
      const peer = await CarrierPeer.join(side(), await runtime.answered('telnyx', sid));
      await eventually(() => peer.marks.length > 0, 'the greeting is heard');
      // Until its echo is past: the greeting is too short for the echo guard to learn how soft that is.
      await eventually(() => peer.sentSinceMark > ECHO_FRAMES, 'a pause after the greeting');
      await transcribed(runtime, peer, sid);
      await peer.hangUp();
      const { status } = await runtime.until(sid, (call) => !isLive(call.status));
      assert.equal(status, 'completed');
      assert.includeMembers([20, 40, 60], peer.messagesMs);
    });

  it('fails with the reason if no decoder can be loaded', async () => {
    const sid = 'call in G729';
    const peer = await CarrierPeer.join(
      telnyxSide('G729', [], new Uint8Array(20)),
      await runtime.answered('telnyx', sid),
    );
    assert.equal(await peer.closed, 1003);
    const { status, error_message } = await runtime.until(sid, (call) => !isLive(call.status));
    const why = 'Unsupported codec G729: configure SIP callers to offer PCMU, PCMA, G722, OPUS or AMR-WB';
    assert.deepEqual([status, error_message], ['failed', why]);
  });
});
