import type { ConversationEffect } from '../../domain/voice/state.ts';
import type { Resampler, Resampling } from '../ports/resampler.ts';
import type { Transcript } from '../ports/speech-to-text.ts';
import { AudioRedaction } from './audio-redaction.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { PlayoutTap } from './playout.ts';
import { Recorder } from './recorder.ts';

type RecordingParts = Pick<
  ConversationParts,
  'entry' | 'channel' | 'startedAt' | 'isRecorded' | 'redaction' | 'consentDecided'
>;

/** The recording of one call: both sides at the rate of the agent's, as far as it may be kept. */
export class CallRecording implements PlayoutTap {
  readonly #parts: RecordingParts;
  readonly #recorder: Recorder;
  readonly #redaction: AudioRedaction;
  readonly #resampler: Resampler;
  #isStopped = false;

  constructor(parts: RecordingParts, resampling: Resampling) {
    const { entry, channel, startedAt, isRecorded: isKept, redaction = null } = parts;
    this.#parts = parts;
    this.#recorder = new Recorder(entry, { sampleRate: channel.outputRate, startedAt, isKept });
    this.#redaction = new AudioRedaction(redaction, this.#recorder);
    this.#resampler = resampling.open(channel.inputRate, channel.outputRate);
  }

  /** Whether the recording gets silence instead of the agent's words. */
  get isPrivate(): (text: string) => boolean {
    return this.#redaction.isPrivate;
  }

  caller(frame: Int16Array, now: number): void {
    this.#recorder.caller(this.#resampler.process(frame), now);
  }

  agent(pcm: Int16Array, at: number): void {
    this.#recorder.agent(pcm, at);
  }

  cut(at: number): void {
    this.#recorder.cut(at);
  }

  /** The caller's words arrive. */
  addWords(transcript: Pick<Transcript, 'final' | 'words'>): void {
    this.#redaction.add(transcript);
  }

  /** The caller's turn is complete. */
  endTurn(): void {
    this.#redaction.endTurn();
  }

  /** The recording starts or stops, as the caller decided. */
  set({ on, decision }: Extract<ConversationEffect, { readonly do: 'setRecording' }>, now: number): void {
    this.#recorder.keep(on && !this.#isStopped, now);
    this.#parts.consentDecided?.(decision);
  }

  /** Nothing is recorded from now on, whatever the caller decides. */
  stop(now: number): void {
    this.#isStopped = true;
    this.#recorder.keep(false, now);
  }

  tick(now: number): void {
    this.#recorder.tick(now);
  }

  /** Writes the rest. */
  close(now: number): void {
    this.#resampler.close();
    this.#redaction.endTurn();
    this.#recorder.finish(now);
  }
}
