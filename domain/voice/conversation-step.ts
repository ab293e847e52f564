import type { EndReason, ConversationEventBody } from './conversation-events.ts';
import type { Conversation, Effect } from './state.ts';

/** So many faults in a row, without an answer spoken between them, end the call. */
const CONSECUTIVE_FAULTS_MAX = 3;

/** One step in the making: the state as it will be, and the effects so far. Lives only inside `converse`. */
export class ConversationStep {
  readonly at: number;
  readonly effects: Effect[] = [];
  #state: Conversation;

  constructor(before: Conversation, at: number) {
    this.#state = before;
    this.at = at;
  }

  get state(): Conversation {
    return this.#state;
  }

  set(changes: Partial<Conversation>): void {
    this.#state = { ...this.#state, ...changes };
  }

  do(effect: Effect): void {
    this.effects.push(effect);
  }

  /** Tells observers; dated now unless it really happened earlier. */
  emit(happening: ConversationEventBody, at = this.at): void {
    this.do({ do: 'tell', happening, at });
  }

  mute(on: boolean): void {
    if (this.#state.muted === on) return;
    this.set({ muted: on });
    this.do({ do: 'mute', on });
    this.emit({ type: 'muted', on });
  }

  /** Holds the agent's output while the caller may be taking the floor. */
  pauseOutput(): void {
    if (this.#state.heldSince !== null) return;
    this.set({ heldSince: this.at });
    this.do({ do: 'holdSpeech' });
  }

  resumeOutput(): void {
    if (this.#state.heldSince === null) return;
    this.set({ heldSince: null });
    this.do({ do: 'resumeSpeech' });
  }

  cancelSpeeches(): void {
    for (const { id, dropping } of this.#state.speeches) if (!dropping) this.do({ do: 'dropSpeech', speech: id });
    this.set({ speeches: this.#state.speeches.map((speech) => ({ ...speech, dropping: true })) });
    this.resumeOutput();
  }

  cancelGeneration(): void {
    if (!this.#state.thinking) return;
    this.do({ do: 'cancelHold' });
    this.do({ do: 'stopThinking', thinking: this.#state.thinking.id });
    this.set({ thinking: null });
  }

  /** Counts a fault and ends the call when there were too many without an answer between them. */
  countFault(): void {
    this.set({ faults: this.#state.faults + 1 });
    if (this.#state.faults >= CONSECUTIVE_FAULTS_MAX) this.hangUp('failed');
  }

  /** From here the words already begun play out, the caller is not listened to, and then the call ends. */
  beginEnding(reason: EndReason): void {
    this.set({ phase: 'ending', ending: reason });
    this.mute(true);
    this.resumeOutput();
  }

  /** Ends from our side: whoever carries the call is told to hang up. */
  hangUp(reason: EndReason): void {
    if (this.#state.phase === 'ended') return;
    this.do({ do: 'hangUp', reason });
    this.end(reason);
  }

  /** Ends because the caller's side is gone, or as the last part of hanging up. */
  end(reason: EndReason): void {
    this.cancelGeneration();
    this.cancelSpeeches();
    this.set({ phase: 'ended', ending: reason });
    this.announceEnd();
  }

  /** Tells that the call is over, once the last speech is accounted for. */
  announceEnd(): void {
    if (this.#state.speeches.length === 0) this.emit({ type: 'ended', reason: this.#state.ending ?? 'failed' });
  }
}
