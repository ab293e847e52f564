import type { EndReason, ConversationEventBody } from './conversation-events.ts';
import type { Conversation, ConversationEffect } from './state.ts';

/** So many faults in a row, without an answer spoken between them, end the call. */
const CONSECUTIVE_FAULTS_MAX = 3;

/** One step in the making: the state as it will be, and the effects so far. Lives only inside `converse`. */
export class ConversationStep {
  readonly at: number;
  readonly effects: ConversationEffect[] = [];
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

  do(effect: ConversationEffect): void {
    this.effects.push(effect);
  }

  /** Tells observers; dated now unless it really happened earlier. */
  emit(event: ConversationEventBody, at = this.at): void {
    this.do({ do: 'emit', event, at });
  }

  mute(on: boolean): void {
    if (this.#state.muted === on) return;
    this.set({ muted: on });
    this.do({ do: 'mute', on });
    this.emit({ type: 'caller_muted', on });
  }

  /** Holds the agent's output while the caller may be taking the floor. */
  pauseOutput(): void {
    if (this.#state.outputPausedSince !== null) return;
    this.set({ outputPausedSince: this.at });
    this.do({ do: 'pauseOutput' });
  }

  resumeOutput(): void {
    if (this.#state.outputPausedSince === null) return;
    this.set({ outputPausedSince: null });
    this.do({ do: 'resumeOutput' });
  }

  cancelSpeeches(): void {
    for (const { id, isCancelled } of this.#state.speeches)
      if (!isCancelled) this.do({ do: 'cancelSpeech', speech: id });
    this.set({ speeches: this.#state.speeches.map((speech) => ({ ...speech, isCancelled: true })) });
    this.resumeOutput();
  }

  cancelGeneration(): void {
    if (!this.#state.generation) return;
    this.do({ do: 'cancelHoldMessage' });
    this.do({ do: 'cancelGeneration', generation: this.#state.generation.id });
    this.set({ generation: null });
  }

  /** Counts a fault and ends the call when there were too many without an answer between them. */
  countFault(): void {
    this.set({ consecutiveFaults: this.#state.consecutiveFaults + 1 });
    if (this.#state.consecutiveFaults >= CONSECUTIVE_FAULTS_MAX) this.hangUp('failed');
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
