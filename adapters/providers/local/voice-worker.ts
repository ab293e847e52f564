import { Flite } from './flite.ts';
import type { TimedWord } from '../_speech/word-alignment.ts';
import type { NumberedVoiceOrder, VoiceReport } from './voice-messages.ts';
import { withoutLeadingSilence } from './leading-silence.ts';
import { WordTimes, type Sound } from './word-times.ts';
import { report, serveOrders } from './worker-port.ts';

const SAMPLE_RATE = 16_000;

const flite = await Flite.load();
flite.speak({ text: 'ready', voice: 'kal16', speed: 1 });

const wordTimes = new WordTimes((text) => flite.pronounce(text));

serveOrders((order: NumberedVoiceOrder) => {
  const { id, text } = order;
  try {
    const { audio: whole, sounds } = flite.speak(order);
    const audio = withoutLeadingSilence(whole);
    const removed = (whole.length - audio.length) / SAMPLE_RATE;
    // Nobody waits for the times of words as for the first sound.
    report({ kind: 'spoken', audio } satisfies VoiceReport, [audio.buffer]);
    const words = timesOf(text, sounds).map((word) => ({ ...word, end: word.end - removed }));
    report({ kind: 'timed', id, words } satisfies VoiceReport);
  } catch (error) {
    report({ kind: 'failed', reason: String(error) } satisfies VoiceReport);
  }
});

/** The times of words are told where they can be found out; speech does not depend on them. */
function timesOf(text: string, sounds: readonly Sound[]): readonly TimedWord[] {
  try {
    return wordTimes.of(text, sounds);
  } catch {
    return [];
  }
}
