import { playCaller } from '../../application/runtime/rehearsal/play-caller.ts';
import { playPersona, type PersonaPort } from '../../application/runtime/rehearsal/play-persona.ts';
import type { VoiceCall } from '../../application/runtime/rehearsal/suite-plan.ts';
import { seededDraws } from '../../domain/campaigns/seeded-draws.ts';
import type { StopCause } from '../../domain/rehearsal/call-record.ts';
import type { CallerAction } from '../../domain/rehearsal/scenario.ts';
import { mannerOf, type Persona, type SpeechManner } from '../../domain/rehearsal/suite.ts';
import type { Background } from '../demo/synthetic-caller.ts';
import { CallerSpeechSound, noise } from '../scenario/caller-speech-sound.ts';

/** The usual pace of the local voice, in words per minute. */
const VOICE_WPM = 160;
const [SLOWEST, FASTEST] = [0.5, 2];
const VOICES = ['kal16', 'slt', 'rms', 'awb'] as const;

/** The local voice as that of a persona, and the noise around it. */
export class VoiceOfPersona {
  readonly background: Background;
  readonly #sound: CallerSpeechSound;

  private constructor(sound: CallerSpeechSound, background: Background) {
    this.#sound = sound;
    this.background = background;
  }

  static async open(persona: Persona | null): Promise<VoiceOfPersona> {
    const manner = mannerOf(persona ?? {});
    const speed = Math.min(FASTEST, Math.max(SLOWEST, manner.words_per_minute / VOICE_WPM));
    const speaker = VOICES.find((each) => each === manner.speaker) ?? 'slt';
    const sound = await CallerSpeechSound.open(speaker, speed);
    try {
      return new VoiceOfPersona(sound, await backgroundOf(manner, sound));
    } catch (error) {
      sound.close();
      throw error;
    }
  }

  /** What an action sounds like, at 16 kHz. */
  readonly of = (action: CallerAction): Promise<Int16Array> => this.#sound.of(action);

  close(): void {
    this.#sound.close();
  }
}

/** Has the persona, or the script of the conversation, talk until the call is over. Returns why it was ended from outside. */
export async function talk(
  { persona, words, conversation, seed, limits }: VoiceCall,
  port: PersonaPort,
): Promise<StopCause | null> {
  if (persona) return playPersona(persona, words, port, { limits, draws: seededDraws(seed) });
  return (await playCaller(conversation, port)) === 'gave_up' ? 'gave_up' : null;
}

/** Noise at the distance of the persona from it, mixed into what the microphone records. */
async function backgroundOf({ noise_db: distance }: SpeechManner, sound: CallerSpeechSound): Promise<Background> {
  if (distance === null) return (frame) => frame;
  const level = levelOf(await sound.of({ says: 'this is how loud I speak' })) / 10 ** (distance / 20);
  // The level of even noise is this part of its highest value.
  const highest = Math.min(32_767, level * Math.sqrt(3));
  return (frame) => {
    const mixed = noise(frame.length, highest);
    for (const [at, sample] of frame.entries())
      mixed[at] = Math.max(-32_768, Math.min(32_767, (mixed[at] ?? 0) + sample));
    return mixed;
  };
}

/** The root mean square of the samples. */
const levelOf = (pcm: Int16Array): number =>
  Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, pcm.length));
