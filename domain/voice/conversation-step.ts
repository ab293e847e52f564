import type { EndReason, ConversationEventBody } from './conversation-events.ts';
import { isAwaitingTools, NO_TOOLS } from './tool-state.ts';
import type { Conversation, ConversationData, ConversationEffect, Phase } from './state.ts';

/** Consecutive faults, without a spoken reply between them, that end the call. */
const CONSECUTIVE_FAULTS_MAX = 3;

/** Collects the next state and the effects of one input. Used only inside `reduceConversation`. */
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

  set(changes: Partial<ConversationData> | Phase): void {
    this.#state = { ...this.#state, ...changes };
  }

  do(effect: ConversationEffect): void {
    this.effects.push(effect);
  }

  /** Emits an event, dated now unless it really happened earlier. */
  emit(event: ConversationEventBody, at = this.at): void {
    this.do({ do: 'emit', event, at });
  }

  mute(on: boolean): void {
    if (this.#state.muted === on) return;
    this.set({ muted: on });
    this.do({ do: 'mute', on });
    this.emit({ type: 'caller_muted', on });
  }

  /** Pauses agent output for a possible barge-in. */
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

  /** The model says no more than its words so far, and no tool is waited for. */
  stopAnswering(): void {
    const { generation, tools } = this.#state;
    if (isAwaitingTools(tools)) this.do({ do: 'cancelHoldMessage' });
    if (generation && generation.speech !== null) this.do({ do: 'endSpeech', speech: generation.speech });
    this.cancelGeneration();
  }

  /** Counts a fault. Ends the call at `CONSECUTIVE_FAULTS_MAX`. */
  countFault(): void {
    this.set({ consecutiveFaults: this.#state.consecutiveFaults + 1 });
    if (this.#state.consecutiveFaults >= CONSECUTIVE_FAULTS_MAX) this.hangUp('failed');
  }

  /** Plays out the current speech, ignores the caller, then hangs up. */
  beginEnding(reason: EndReason): void {
    this.set({ phase: 'ending', ending: reason });
    this.mute(true);
    this.resumeOutput();
  }

  /** Ends the call from this side: the runtime hangs up. */
  hangUp(reason: EndReason): void {
    if (this.#state.phase === 'ended') return;
    this.do({ do: 'hangUp', reason });
    this.end(reason);
  }

  /** Ends the conversation: the caller is gone, or the runtime hangs up. Running tool calls with side effects finish. */
  end(reason: EndReason): void {
    this.cancelGeneration();
    this.#cancelTools();
    this.cancelSpeeches();
    this.set({ phase: 'ended', ending: reason });
    this.announceEnd(reason);
  }

  #cancelTools(): void {
    const { tools } = this.#state;
    if (isAwaitingTools(tools)) this.do({ do: 'cancelHoldMessage' });
    for (const { id, hasSideEffects } of tools.runs) if (!hasSideEffects) this.do({ do: 'cancelTool', run: id });
    this.set({ tools: NO_TOOLS });
  }

  /** Emits `ended` once every speech has reported its played text. */
  announceEnd(reason: EndReason): void {
    const { speeches, mailbox } = this.#state;
    if (speeches.length > 0) return;
    this.emit({ type: 'ended', reason, ...(mailbox.message !== null && { voicemail_message: mailbox.message }) });
  }
}
