import { SpeechPlayer } from '../../../application/runtime/speech-player.ts';
import { Playout } from '../../../application/runtime/playout.ts';
import { FakeChannel, fakeResampling } from './fake-channel.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedSynthesiser, type Delivery } from './fake-vendors.ts';

/** A speech player over a synthesiser with these deliveries, one per text, and its events: type, speech and time. */
export function openSpeechPlayer(
  deliveries: Delivery[] = [],
  { firstAudioMs = 100, chunkMs = 100, sampleRate = 16_000 } = {},
) {
  const clock = fakeClock();
  const channel = new FakeChannel(clock);
  const synthesiser = new ScriptedSynthesiser(clock, { deliveries, firstAudioMs, chunkMs, sampleRate });
  const playout = new Playout(channel, { agent: () => undefined, cut: () => undefined });
  const reported: string[] = [];
  /** What was reported of each piece: its place, its text and what was played of it. */
  const reports: [part: number, text: string, played: string][] = [];
  const report = (line: string): void => void reported.push(`${clock.monotonic()} ${line}`);
  const player = new SpeechPlayer(
    { synthesiser, playout, clock, resampling: fakeResampling, outputRate: channel.outputRate },
    {
      started: (speech) => report(`started ${speech}`),
      segmentSent: (speech, text) => report(`saying ${speech} ${text}`),
      segmentPlayed: ({ part, text, played }) => void reports.push([part, text, played]),
      completed: (speech, playedText) => report(`spoken ${speech} ${playedText}`),
      failed: (speech, playedText, message) => report(`failed ${speech} ${playedText} (${message})`),
      firstAudio: (startedAt) => report(`first audio, asked at ${startedAt}`),
    },
  );
  const beats = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await clock.advanceAsync(10);
      playout.pump(clock.monotonic());
    }
  };
  return { clock, channel, synthesiser, playout, player, reported, reports, beats };
}

/** How much was sent to the caller, in milliseconds. */
export const sentMs = (channel: FakeChannel): number => channel.frames.length * 20;
