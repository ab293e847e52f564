import { SpeechPlayer } from '../../../application/runtime/speech-player.ts';
import { Playout } from '../../../application/runtime/playout.ts';
import { FakeChannel, fakeResampling } from '../../support/fake-channel.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedVoice, type Delivery } from '../../support/fake-vendors.ts';

/** A mouth with a voice that behaves like this, text by text, and everything it tells: what, of which speech, when. */
export function openMouth(
  deliveries: Delivery[] = [],
  { firstAudioMs = 100, chunkMs = 100, sampleRate = 16_000 } = {},
) {
  const clock = fakeClock();
  const channel = new FakeChannel(clock);
  const synthesiser = new ScriptedVoice(clock, { deliveries, firstAudioMs, chunkMs, sampleRate });
  const playout = new Playout(channel, { play: () => undefined, cut: () => undefined });
  const told: string[] = [];
  /** What was reported of each piece: its place, its text and what was played of it. */
  const reports: [part: number, text: string, played: string][] = [];
  const tell = (line: string): void => void told.push(`${clock.monotonic()} ${line}`);
  const mouth = new SpeechPlayer(
    { synthesiser, playout, clock, resampling: fakeResampling, outputRate: channel.outputRate },
    {
      started: (speech) => tell(`started ${speech}`),
      segmentSent: (speech, text) => tell(`saying ${speech} ${text}`),
      segmentPlayed: ({ part, text, played }) => void reports.push([part, text, played]),
      completed: (speech, heard) => tell(`spoken ${speech} ${heard}`),
      failed: (speech, heard, message) => tell(`failed ${speech} ${heard} (${message})`),
      firstAudio: (startedAt) => tell(`first audio, asked at ${startedAt}`),
    },
  );
  const beats = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await clock.advanceAsync(10);
      playout.pump(clock.monotonic());
    }
  };
  return { clock, channel, synthesiser, playout, mouth, told, reports, beats };
}

/** How much was sent to the caller, in milliseconds. */
export const heardMs = (channel: FakeChannel): number => channel.frames.length * 20;
