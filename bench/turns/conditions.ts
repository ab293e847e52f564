import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import { street } from './street.ts';
import { RATE, VOICE_LEVEL, gainOfDb, randomFrom, rmsOf, type PlacedWord, type Voices } from './voices.ts';

/** The acoustic path from the caller to the platform. Levels are relative to the caller's. */
export interface Condition {
  readonly background?: { readonly sound: SoundName; readonly db: number };
  /** The caller's device raises what is soft by up to 12 dB. */
  readonly gainControl?: boolean;
  /** The agent's own audio returns. */
  readonly echo?: { readonly db: number; readonly delayMs: number };
  /** Share of lost frames, in bursts of one to three. They arrive as silence. */
  readonly loss?: number;
  /** Frames arrive up to this much late, in order. */
  readonly jitterMs?: number;
}

export type SoundName = 'pink' | 'street' | 'babble' | 'voice';

const withBackground = (sound: SoundName, levels: readonly number[]): [string, Condition][] =>
  levels.map((db) => [`${sound} ${sound === 'voice' ? db : -db} dB`, { background: { sound, db } }]);

export const CONDITIONS: Readonly<Record<string, Condition>> = Object.fromEntries<Condition>([
  ['clean', {}],
  ...withBackground('pink', [-15, -10, -8, -5]),
  ...withBackground('street', [-15, -10, -5]),
  ...withBackground('babble', [-15, -10, -8, -5]),
  ...withBackground('voice', [-6, -12, -20, -30]),
  ['voice -12 dB, AGC', { background: { sound: 'voice', db: -12 }, gainControl: true }],
  ['echo -10 dB', { echo: { db: -10, delayMs: 400 } }],
  ['echo -20 dB', { echo: { db: -20, delayMs: 250 } }],
  ['echo -30 dB', { echo: { db: -30, delayMs: 120 } }],
  ['loss 1 %, jitter', { loss: 0.01, jitterMs: 120 }],
  ['loss 3 %, jitter', { loss: 0.03, jitterMs: 120 }],
  ['loss 5 %, jitter', { loss: 0.05, jitterMs: 120 }],
]);

/** A sound without end, at the level of a voice, and the words in it. */
export interface Sound {
  readonly loop: Float32Array;
  readonly words: readonly PlacedWord[];
}

const LOOP_MS = 60_000;

const TALK = [
  'and then she told me that the whole kitchen had been painted green again',
  'we went down to the harbour to look at the boats before it started raining',
  'the meeting was moved to next week so there was nothing to prepare at all',
  'have you seen the match last night it was really something else',
  'he keeps saying he will fix the car but he never does it of course',
];

/** One background. The single voice belongs to no caller; babble is six voices at once. */
export function openSound(name: SoundName, voices: Voices): Sound {
  if (name === 'pink') return { loop: atVoiceLevel(pinkNoise()), words: [] };
  if (name === 'street') return { loop: atVoiceLevel(street(LOOP_MS / 1_000)), words: [] };
  if (name === 'voice') return talk(voices, 'rms', [0, 1, 2, 3, 4], 1);
  const talkers = [
    talk(voices, 'rms', [0, 2, 1], 1),
    talk(voices, 'awb', [1, 4, 0], 1.1),
    talk(voices, 'slt', [3, 0, 2], 0.95),
    talk(voices, 'kal16', [4, 1, 3], 1.05),
    talk(voices, 'awb', [2, 3, 4], 0.9),
    talk(voices, 'rms', [4, 2, 0], 1.15),
  ];
  const babble = talkers[0]!.loop.map((_, at) => talkers.reduce((sum, { loop }) => sum + loop[at]!, 0));
  return { loop: atVoiceLevel(babble), words: [] };
}

function atVoiceLevel(loop: Float32Array): Float32Array {
  const gain = VOICE_LEVEL / rmsOf(loop);
  return loop.map((sample) => sample * gain);
}

/** One person who talks without listening. */
function talk(voices: Voices, voice: VoiceId, order: readonly number[], speed: number): Sound {
  const loop = new Float32Array((LOOP_MS * RATE) / 1_000);
  const words: PlacedWord[] = [];
  let at = 0;
  for (let index = 0; ; index += 1) {
    const phrase = voices.speak(voice, TALK[order[index % order.length]!]!, speed);
    if (at + phrase.pcm.length > loop.length) return { loop, words };
    loop.set(phrase.pcm, at);
    const startMs = (at * 1_000) / RATE;
    for (const { text, from, to } of phrase.words) words.push({ text, from: startMs + from, to: startMs + to });
    at += phrase.pcm.length + RATE / 4;
  }
}

/** Noise with equal power in each octave, by Kellet's filter. */
function pinkNoise(): Float32Array {
  const random = randomFrom(7);
  const poles = [0.99886, 0.99332, 0.969, 0.8665, 0.55, -0.7616];
  const gains = [0.0555179, 0.0750759, 0.153852, 0.3104856, 0.5329522, -0.016898];
  const states = poles.map(() => 0);
  let delayed = 0;
  return new Float32Array((LOOP_MS * RATE) / 1_000).map(() => {
    const white = random() + random() + random() - 1.5;
    for (const [index, pole] of poles.entries()) states[index] = pole * states[index]! + gains[index]! * white;
    const pink = states.reduce((sum, state) => sum + state, delayed + white * 0.5362);
    delayed = white * 0.115926;
    return pink;
  });
}

/** The words of a repeated sound, in all rounds that begin before `until`, in ms from its start. */
export const wordsOfLoop = ({ words }: Sound, until: number): PlacedWord[] =>
  Array.from({ length: Math.ceil(until / LOOP_MS) }, (_, round) => round * LOOP_MS).flatMap((at) =>
    words.map(({ text, from, to }) => ({ text, from: at + from, to: at + to })),
  );

/** A device that raises soft sound by up to 12 dB within a second, and lowers it at once. */
export class GainControl {
  #db = 12;

  apply(frame: Float32Array): void {
    const levelDb = 20 * Math.log10(rmsOf(frame) / VOICE_LEVEL + 1e-6);
    this.#db = Math.min(12, this.#db + 0.24, Math.max(0, -levelDb));
    const gain = gainOfDb(this.#db);
    for (let at = 0; at < frame.length; at += 1) frame[at]! *= gain;
  }
}
