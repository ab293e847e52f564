import { redactedSpans, type CallRedaction } from '../../domain/calls/redact.ts';
import { redactedStretches } from '../../domain/calls/redacted-stretches.ts';
import type { CallerWord } from '../../domain/voice/caller-word.ts';
import type { Transcript } from '../ports/speech-to-text.ts';
import type { Recorder } from './recorder.ts';

/**
 * Mutes in the recording what is left out of the transcript: of the caller where the STT vendor tells when words were
 * said, of the agent whole segments.
 */
export class AudioRedaction {
  readonly #redaction: CallRedaction | null;
  readonly #recorder: Pick<Recorder, 'muteCaller'>;
  #words: CallerWord[] = [];

  constructor(redaction: CallRedaction | null, recorder: Pick<Recorder, 'muteCaller'>) {
    this.#redaction = redaction;
    this.#recorder = recorder;
  }

  /** The caller's words arrive. A number may continue in the next transcript of the turn. */
  add({ final, words = [] }: Pick<Transcript, 'final' | 'words'>): void {
    if (final && this.#redaction) this.#words.push(...words);
  }

  /** The caller's turn is complete. */
  endTurn(): void {
    const { kinds = [], values = [] } = this.#redaction ?? {};
    for (const [from, to] of redactedStretches(this.#words, { kinds, values })) this.#recorder.muteCaller(from, to);
    this.#words = [];
  }

  /** Whether the recording gets silence instead of the agent's words. */
  readonly isPrivate = (text: string): boolean =>
    this.#redaction !== null && redactedSpans(text, this.#redaction).length > 0;
}
