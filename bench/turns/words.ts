import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import type { NoiseSuppression } from '../../application/ports/noise-suppression.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import { decodeMulaw, encodeMulaw } from '../../domain/audio/mulaw.ts';
import { recognised } from '../../tests/support/speech.ts';
import { CONDITIONS, openSound, type Sound, type SoundName } from './conditions.ts';
import { PHRASES } from './scripts.ts';
import { gainOfDb, RATE, Voices } from './voices.ts';

/** Background before the words, from which a suppressor learns, and what the recogniser gets of it before and after them. In seconds. */
const LEAD = 2;
const MARGIN = 0.3;
/** Seconds of the background between the places where one phrase and the next begin in it. */
const SPREAD = 5;

export interface WordErrors {
  /** Words of the caller, those of them that were not recognised, and those plus the ones that are not the caller's. */
  readonly words: number;
  readonly lost: number;
  readonly errors: number;
}

/** Compares words in order, with the least changes. */
export function wordErrors(phrase: string, text: string): WordErrors {
  const [words, results] = [wordsOf(phrase), wordsOf(text)];
  let row = results.map((_, index): Changes => ({ errors: index + 1, lost: 0 }));
  row.unshift({ errors: 0, lost: 0 });
  for (const word of words) {
    const before = row;
    row = [{ errors: before[0]!.errors + 1, lost: before[0]!.lost + 1 }];
    for (const [at, other] of results.entries()) {
      const [diagonal, above, left] = [before[at]!, before[at + 1]!, row[at]!];
      const same = word === other ? 0 : 1;
      row.push(
        least(
          { errors: diagonal.errors + same, lost: diagonal.lost + same },
          { errors: above.errors + 1, lost: above.lost + 1 },
          { errors: left.errors + 1, lost: left.lost },
        ),
      );
    }
  }
  return { words: words.length, ...row.at(-1)! };
}

type Changes = Omit<WordErrors, 'words'>;

const least = (...changes: readonly Changes[]): Changes =>
  changes.reduce((best, each) => (each.errors < best.errors ? each : best));

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

interface WordsOptions {
  readonly callers: readonly VoiceId[];
  readonly inputRate: 8_000 | 16_000;
  readonly resampling: Resampling;
  /** Null: the recogniser gets the audio as it arrives. */
  readonly suppression: NoiseSuppression | null;
}

interface PhraseInSound {
  readonly condition: string;
  readonly voice: VoiceId;
  readonly phrase: string;
  /** Where in the background it begins, in samples. */
  readonly from: number;
}

/** What the built-in recogniser, told the phrases that callers say, makes of them under conditions. */
export class WordRunner {
  readonly #voices: Voices;
  readonly #sounds = new Map<SoundName, Sound>();

  static async open(): Promise<WordRunner> {
    return new WordRunner(await Voices.load());
  }

  private constructor(voices: Voices) {
    this.#voices = voices;
  }

  /** All phrases in each of the voices, in the background of this condition. */
  async run(condition: string, options: WordsOptions): Promise<WordErrors> {
    const sums = { words: 0, lost: 0, errors: 0 };
    for (const voice of options.callers)
      for (const [index, phrase] of PHRASES.entries()) {
        const audio = this.#audioOf({ condition, voice, phrase, from: index * SPREAD * RATE }, options);
        const { words, lost, errors } = wordErrors(phrase, await recognised(audio, PHRASES, options.inputRate));
        sums.words += words;
        sums.lost += lost;
        sums.errors += errors;
      }
    return sums;
  }

  close(): Promise<void> {
    return closeLocalSpeech();
  }

  /** What the recogniser gets of a phrase. */
  #audioOf(placed: PhraseInSound, options: WordsOptions): Int16Array {
    const { inputRate, resampling, suppression } = options;
    const mixed = this.#mixed(placed);
    const toInput = resampling.open(RATE, inputRate);
    const arrived = inputRate === RATE ? mixed : decodeMulaw(encodeMulaw(toInput.process(mixed)));
    toInput.close();
    const passed = suppression ? suppressedBy(suppression, arrived, inputRate) : arrived;
    return passed.subarray((LEAD - MARGIN) * inputRate);
  }

  #mixed({ condition, voice, phrase, from }: PhraseInSound): Int16Array {
    const { background } = CONDITIONS[condition]!;
    const speech = this.#voices.speak(voice, phrase).pcm;
    const sound = background && this.#soundOf(background.sound);
    const gain = background ? gainOfDb(background.db) : 0;
    return Int16Array.from({ length: speech.length + (LEAD + MARGIN) * RATE }, (_, at) => {
      const noise = sound ? gain * sound.loop[(from + at) % sound.loop.length]! : 0;
      return Math.max(-32_768, Math.min(32_767, noise + (speech[at - LEAD * RATE] ?? 0)));
    });
  }

  #soundOf(name: SoundName): Sound {
    const known = this.#sounds.get(name) ?? openSound(name, this.#voices);
    this.#sounds.set(name, known);
    return known;
  }
}

function suppressedBy(suppression: NoiseSuppression, pcm: Int16Array, rate: number): Int16Array {
  const suppressor = suppression.open(rate);
  const after = new Int16Array(pcm.length);
  const frame = rate / 50;
  for (let at = 0; at + frame <= pcm.length; at += frame)
    after.set(suppressor.process(pcm.subarray(at, at + frame)), at);
  suppressor.close();
  return after;
}
