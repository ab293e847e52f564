import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import type { Script, ScriptStep } from './scripts.ts';
import { RATE, SAMPLES_PER_MS, gainOfDb, randomFrom, type PlacedWord, type Voices } from './voices.ts';

export const FRAME_SAMPLES = 20 * SAMPLES_PER_MS;
/** How long the caller waits for an answer before speaking on, or before hanging up after the goodbye, in ms. */
const WAIT_MS = 8_000;
/** The same where the answer is to be interrupted, and where the caller is silent to be asked. */
const LONG_WAIT_MS = 20_000;
/** Levels of the caller's remarks in turn, in dB. */
const LEVELS_DB = [0, 3, -3];

/** What the caller perceives of the agent. Times are those of the clock. */
export interface AgentOutput {
  /** When its audio so far ends. */
  readonly audibleUntil: number;
  readonly replyAt: number;
  readonly promptAt: number;
}

/** The truth about one thing the caller did. Times are those of the clock, in ms, without the silence around words. */
export interface Remark {
  readonly kind: ScriptStep['kind'];
  readonly from: number;
  readonly to: number;
  /** Speech without a scripted pause. */
  readonly phrases: readonly { readonly from: number; readonly to: number }[];
  readonly words: readonly PlacedWord[];
  /** Whether the agent was audible when it began. */
  readonly overAgent: boolean;
}

/** A caller who follows a script: speaks, waits for answers as long as a person would, and remembers what was true. */
export class Caller {
  readonly remarks: Remark[] = [];
  readonly #script: Script;
  readonly #voices: Voices;
  readonly #voice: VoiceId;
  readonly #random: () => number;
  #next = 0;
  #gapMs = 600;
  #speech: { readonly pcm: Float32Array; at: number } | null = null;
  /** End of the last remark that deserves an answer, and of any remark. */
  #questionEnd = 0;
  #spokeUntil = 0;

  constructor(script: Script, voices: Voices, voice: VoiceId, seed: number) {
    this.#script = script;
    this.#voices = voices;
    this.#voice = voice;
    this.#random = randomFrom(seed);
  }

  /** All words so far, those of the current remark included. */
  get words(): readonly PlacedWord[] {
    return this.remarks.flatMap(({ words }) => words);
  }

  /** Whether the caller hangs up, because the goodbye was not honoured: at the latest when the agent talks on and on. */
  hasLeft(at: number, { audibleUntil }: AgentOutput): boolean {
    if (this.#next < this.#script.length) return false;
    return at - Math.max(this.#spokeUntil, audibleUntil) > WAIT_MS || at - this.#spokeUntil > LONG_WAIT_MS;
  }

  /** The next 20 ms, from this time on. */
  frame(at: number, agent: AgentOutput): Float32Array {
    const step = this.#script[this.#next];
    if (!this.#speech && step && this.#isDue(step, at, agent)) this.#begin(step, at, agent);
    const frame = new Float32Array(FRAME_SAMPLES);
    if (!this.#speech) return frame;
    frame.set(this.#speech.pcm.subarray(this.#speech.at, this.#speech.at + FRAME_SAMPLES));
    this.#speech.at += FRAME_SAMPLES;
    if (this.#speech.at >= this.#speech.pcm.length) this.#speech = null;
    return frame;
  }

  #isDue(step: ScriptStep, at: number, agent: AgentOutput): boolean {
    const quietMs = at - Math.max(agent.audibleUntil, this.#spokeUntil);
    const isAnswered = agent.replyAt > this.#questionEnd;
    switch (step.kind) {
      case 'silence':
        return quietMs > LONG_WAIT_MS || (agent.promptAt > this.#questionEnd && quietMs >= this.#gapMs);
      case 'backchannel':
        return isAnswered ? at >= agent.replyAt + step.afterMs : quietMs >= LONG_WAIT_MS;
      case 'barge-in':
        // Agent speech that is paused cannot be interrupted.
        return quietMs < 0 ? isAnswered && at >= agent.replyAt + step.afterMs : quietMs >= LONG_WAIT_MS;
      default:
        return quietMs >= (isAnswered || this.#isGreeted(agent) ? this.#gapMs : WAIT_MS);
    }
  }

  #isGreeted({ audibleUntil }: AgentOutput): boolean {
    return this.#next === 0 && audibleUntil > 0;
  }

  #begin(step: ScriptStep, at: number, agent: AgentOutput): void {
    this.#next += 1;
    this.#gapMs = 400 + 500 * this.#random();
    const overAgent = agent.audibleUntil > at;
    if (step.kind === 'silence') {
      this.remarks.push({ kind: 'silence', from: this.#spokeUntil, to: at, phrases: [], words: [], overAgent });
      return;
    }
    // Nothing to confirm when the agent is silent.
    if (step.kind === 'backchannel' && !overAgent) return;
    const { pcm, phrases, words } = this.#speak(step);
    const placed = <T extends { from: number; to: number }>(parts: readonly T[]): T[] =>
      parts.map((part) => ({ ...part, from: at + part.from, to: at + part.to }));
    const to = at + pcm.length / SAMPLES_PER_MS;
    this.remarks.push({ kind: step.kind, from: at, to, phrases: placed(phrases), words: placed(words), overAgent });
    this.#speech = { pcm, at: 0 };
    this.#spokeUntil = to;
    if (step.kind !== 'backchannel') this.#questionEnd = to;
  }

  /** The audio of a text with pauses, and what is where in it, in ms. */
  #speak(step: Exclude<ScriptStep, { kind: 'silence' }>): Pick<Remark, 'phrases' | 'words'> & { pcm: Float32Array } {
    const parts = step.text.split(/ ?\[(\d+)\] ?/);
    const phrases: { from: number; to: number }[] = [];
    const words: PlacedWord[] = [];
    const samples: number[] = [];
    for (const [index, part] of parts.entries()) {
      const from = samples.length / SAMPLES_PER_MS;
      if (index % 2 === 1) {
        for (let rest = (Number(part) * RATE) / 1_000; rest > 0; rest -= 1) samples.push(0);
        continue;
      }
      const phrase = this.#voices.speak(this.#voice, part);
      for (const sample of phrase.pcm) samples.push(sample);
      phrases.push({ from, to: samples.length / SAMPLES_PER_MS });
      for (const word of phrase.words) words.push({ ...word, from: from + word.from, to: from + word.to });
    }
    const levelDb = LEVELS_DB[this.remarks.length % LEVELS_DB.length]!;
    const fadeDb = 'fadesByDb' in step ? (step.fadesByDb ?? 0) : 0;
    const pcm = new Float32Array(samples.length);
    const gain = gainOfDb(levelDb);
    for (let at = 0; at < pcm.length; at += 1)
      pcm[at] = samples[at]! * (fadeDb === 0 ? gain : gainOfDb(levelDb - (fadeDb * at) / samples.length));
    return { pcm, phrases, words };
  }
}
