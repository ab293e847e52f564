import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import { runCall, type CallRecord, type Mode } from './call.ts';
import { CONDITIONS, openSound, type Condition, type Sound, type SoundName } from './conditions.ts';
import { RECOGNISERS, type RecogniserTraits } from './recognisers.ts';
import { SCRIPTS } from './scripts.ts';
import { Voices } from './voices.ts';

/** A line of the table: the calls of all scripts under one condition. */
export interface Row {
  readonly name: string;
  readonly condition: Condition;
  readonly recogniser: RecogniserTraits;
}

export interface RowOptions {
  readonly mode: Mode;
  readonly inputRate: 8_000 | 16_000;
  /** The callers, who share the scripts. */
  readonly callers: readonly VoiceId[];
  /** How many of the scripts are run, from the first on. */
  readonly scripts: number;
}

/** Conditions for the recognisers that are not perfect. */
const OTHER_CONDITIONS = ['clean', 'pink 5 dB', 'voice -12 dB', 'voice -20 dB'];

const rowOf = (condition: string, recogniser: string): Row => ({
  name: recogniser === 'perfect' ? condition : `${condition}, ${recogniser}`,
  condition: CONDITIONS[condition]!,
  recogniser: RECOGNISERS[recogniser]!,
});

export const ROWS: readonly Row[] = [
  ...Object.keys(CONDITIONS).map((condition) => rowOf(condition, 'perfect')),
  ...Object.keys(RECOGNISERS)
    .filter((recogniser) => recogniser !== 'perfect')
    .flatMap((recogniser) => OTHER_CONDITIONS.map((condition) => rowOf(condition, recogniser))),
];

/** Runs rows. Everything audible is synthesised here, and nothing is stored. */
export class RowRunner {
  readonly #voices: Voices;
  readonly #resampling: Resampling;
  readonly #sounds = new Map<SoundName, Sound>();

  static async open(): Promise<RowRunner> {
    return new RowRunner(await Voices.load(), await speexResampling());
  }

  private constructor(voices: Voices, resampling: Resampling) {
    this.#voices = voices;
    this.#resampling = resampling;
  }

  async run({ condition, recogniser }: Row, { mode, inputRate, callers, scripts }: RowOptions): Promise<CallRecord[]> {
    const sound = condition.background ? this.#soundOf(condition.background.sound) : null;
    const calls: CallRecord[] = [];
    for (const [seed, script] of SCRIPTS.slice(0, scripts).entries()) {
      const surroundings = { condition, sound, inputRate, seed };
      const voice = callers[(seed + Math.floor(seed / 6)) % callers.length]!;
      const plan = { script, voice, recogniser, surroundings, mode };
      calls.push(await runCall(plan, this.#voices, this.#resampling));
    }
    return calls;
  }

  #soundOf(name: SoundName): Sound {
    const known = this.#sounds.get(name) ?? openSound(name, this.#voices);
    this.#sounds.set(name, known);
    return known;
  }
}
