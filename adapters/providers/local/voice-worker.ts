import { Flite } from './flite.ts';
import type { TimedWord } from '../_speech/word-alignment.ts';
import type { NumberedSynthesisRequest, SynthesisResponse } from './voice-messages.ts';
import { withoutLeadingSilence } from './leading-silence.ts';
import { WordTimes, type Sound } from './word-times.ts';
import { respond, serveRequests } from './worker-port.ts';

const SAMPLE_RATE = 16_000;

const flite = await Flite.load();
flite.speak({ text: 'ready', voice: 'kal16', speed: 1 });

const wordTimes = new WordTimes((text) => flite.pronounce(text));

serveRequests((request: NumberedSynthesisRequest) => {
  const { id, text } = request;
  try {
    const { audio: whole, sounds } = flite.speak(request);
    const audio = withoutLeadingSilence(whole);
    const removed = (whole.length - audio.length) / SAMPLE_RATE;
    // Word timings are less urgent than the audio.
    respond({ kind: 'spoken', audio } satisfies SynthesisResponse, [audio.buffer]);
    const words = timesOf(text, sounds).map((word) => ({ ...word, end: word.end - removed }));
    respond({ kind: 'timed', id, words } satisfies SynthesisResponse);
  } catch (error) {
    respond({ kind: 'failed', reason: String(error) } satisfies SynthesisResponse);
  }
});

/** Word timings are optional. Speech does not depend on them. */
function timesOf(text: string, sounds: readonly Sound[]): readonly TimedWord[] {
  try {
    return wordTimes.of(text, sounds);
  } catch {
    return [];
  }
}
