import { parsed } from '../../lib/parsed.ts';
import type { Line, Told } from '../speech/line.ts';
import { Turns } from '../speech/turns.ts';
import type { WireAudio } from '../speech/wire-audio.ts';
import { sarvamFault } from './api.ts';

interface Message {
  readonly event: string;
  readonly text: unknown;
  readonly is_fatal: unknown;
  readonly status_code: unknown;
  readonly code: unknown;
}

/** Sarvam's realtime transcription, whose turns we begin and end. */
export class SarvamLine implements Line {
  readonly isInOrder = true;
  readonly #wire: WireAudio;
  readonly #turns = new Turns();

  constructor(wire: WireAudio) {
    this.#wire = wire;
  }

  begin(): readonly string[] {
    this.#turns.begin();
    return ['{"event":"speech_start"}'];
  }

  audio(pcm: Int16Array): string {
    const audio = Buffer.from(this.#wire.encode(pcm)).toString('base64');
    return `{"event":"audio_input","audio":"${audio}"}`;
  }

  silence(): null {
    return null;
  }

  finish(): readonly string[] {
    return ['{"event":"speech_end"}'];
  }

  read(message: string): Told | null {
    const { event, text, is_fatal, ...fault } = parsed<Message>(message);
    if (event === 'error' && is_fatal === true) throw sarvamFault(fault);
    if (typeof text !== 'string') return null;
    if (event === 'transcript.partial') return this.#turns.partial(text);
    if (event !== 'transcript.final') return null;
    this.#turns.add(text);
    return this.#turns.end();
  }
}

/** Whether the session has begun. Throws a VendorFailure when it is refused. */
export function hasBegun(message: string): boolean {
  const { event, ...fault } = parsed<Message>(message);
  if (event === 'error') throw sarvamFault(fault);
  return event === 'session.begin';
}
