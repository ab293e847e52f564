/** Sounds of a place, without voices. */
export const AMBIENT_SOUNDS = ['room', 'office'] as const;
export type AmbientSoundName = (typeof AMBIENT_SOUNDS)[number];

const LOOP_SECONDS = 10;
/** Time over which the end of the loop fades into its start, in seconds. */
const FADE_SECONDS = 0.5;
/** What is above in frequency becomes softer, as in a room. In Hz. */
const ROOM_HZ = 500;
/** Slow change of the level of the room, in dB, and how often in a loop. */
const SWELL_DB = 1.5;
const SWELLS = 3;
const SWELL_SAMPLES = 64;
/** Typing: key strokes in a group, seconds between them and between groups, and their level above the room, in dB. */
const STROKES = 7;
const STROKE_SECONDS = 0.17;
const GROUP_SECONDS = 2.3;
const STROKE_DB = 20;
const STROKE_DECAY_SECONDS = 0.006;

/** A sound that repeats without a seam, made of noise. Its level is 0 dB. */
export function ambientLoop(name: AmbientSoundName, sampleRate: number): Float32Array {
  const random = randomFrom(11);
  const loop = seamless(roomTone(sampleRate, random), FADE_SECONDS * sampleRate);
  if (name === 'office') addTyping(loop, rmsOf(loop) * 10 ** (STROKE_DB / 20), { sampleRate, random });
  const level = rmsOf(loop);
  return loop.map((sample) => sample / level);
}

/** The ambient sound of one call, frame by frame. */
export class AmbientSound {
  readonly #loop: Float32Array;
  readonly #gain: number;
  readonly #frame: number;
  #at = 0;

  /** `frame` is in samples, the level relative to full scale. */
  constructor(loop: Float32Array, { levelDb, frame }: { levelDb: number; frame: number }) {
    this.#loop = loop;
    this.#gain = 32_768 * 10 ** (levelDb / 20);
    this.#frame = frame;
  }

  /** The next frame, under this voice if there is one. */
  next(voice: Int16Array | null): Int16Array {
    const mixed = new Int16Array(voice?.length ?? this.#frame);
    for (let at = 0; at < mixed.length; at += 1) {
      const sample = (voice?.[at] ?? 0) + this.#gain * this.#loop[this.#at]!;
      mixed[at] = Math.max(-32_768, Math.min(32_767, sample));
      this.#at = (this.#at + 1) % this.#loop.length;
    }
    return mixed;
  }
}

/** Soft noise, longer than a loop by the time of the fade. */
function roomTone(sampleRate: number, random: () => number): Float32Array {
  const factor = 1 - Math.exp((-2 * Math.PI * ROOM_HZ) / sampleRate);
  const sound = new Float32Array((LOOP_SECONDS + FADE_SECONDS) * sampleRate);
  let [once, twice, swell] = [0, 0, 1];
  for (let at = 0; at < sound.length; at += 1) {
    if (at % SWELL_SAMPLES === 0)
      swell = 10 ** ((SWELL_DB / 20) * Math.sin((2 * Math.PI * SWELLS * at) / (LOOP_SECONDS * sampleRate)));
    once += factor * (random() - 0.5 - once);
    twice += factor * (once - twice);
    sound[at] = twice * swell;
  }
  return sound;
}

/** The sound without its last samples, which fade into the first ones. */
function seamless(sound: Float32Array, fade: number): Float32Array {
  const loop = sound.slice(0, sound.length - fade);
  for (let at = 0; at < fade; at += 1) {
    const share = at / fade;
    loop[at] = loop[at]! * Math.sqrt(share) + sound[loop.length + at]! * Math.sqrt(1 - share);
  }
  return loop;
}

interface TypingParts {
  readonly sampleRate: number;
  readonly random: () => number;
}

/** Key strokes in groups, each a click that decays, softer or louder by half. */
function addTyping(loop: Float32Array, level: number, { sampleRate, random }: TypingParts): void {
  const length = Math.floor(STROKE_DECAY_SECONDS * 5 * sampleRate);
  for (let group = 1; group < LOOP_SECONDS - GROUP_SECONDS; group += GROUP_SECONDS) {
    for (let stroke = 0; stroke < STROKES; stroke += 1) {
      const start = Math.floor((group + (stroke + 0.5 * random()) * STROKE_SECONDS) * sampleRate);
      const loudness = level * (0.5 + random());
      for (let at = 0; at < length; at += 1)
        loop[start + at]! += loudness * (2 * random() - 1) * Math.exp(-at / (STROKE_DECAY_SECONDS * sampleRate));
    }
  }
}

function rmsOf(sound: Float32Array): number {
  let power = 0;
  for (const sample of sound) power += sample * sample;
  return Math.sqrt(power / sound.length);
}

/** Random numbers from 0 to 1 that are the same for each loop. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
