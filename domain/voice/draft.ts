import type { Conversation, Effect } from './state.ts';
import type { EndReason, Happening } from './observations.ts';

/** So many faults in a row, without a word spoken between them, end the call. */
const FAULTS_MAX = 3;

/** One step in the making: the state as it will be, and the effects so far. Lives only inside `converse`. */
export interface Draft {
  readonly at: number;
  readonly state: Conversation;
  readonly effects: Effect[];
  set(changes: Partial<Conversation>): void;
  do(effect: Effect): void;
  /** Tells observers; dated now unless it really happened earlier. */
  tell(happening: Happening, at?: number): void;
  mute(on: boolean): void;
  /** Holds the agent's output while the caller may be taking the floor. */
  hold(): void;
  resume(): void;
  dropSpeeches(): void;
  stopThinking(): void;
  /** Counts a fault and ends the call when there were too many without a good word between them. */
  countFault(): void;
  /** From here the words already begun play out, the caller is not listened to, and then the call ends. */
  beginEnding(reason: EndReason): void;
  /** Ends from our side: whoever carries the call is told to hang up. */
  hangUp(reason: EndReason): void;
  /** Ends because the caller's side is gone, or as the last part of hanging up. */
  end(reason: EndReason): void;
  /** Tells that the call is over, once the last speech is accounted for. */
  announceEnd(): void;
}

/** Starts a step. */
export function draftOf(before: Conversation, at: number): Draft {
  const effects: Effect[] = [];
  let state = before;
  const draft: Draft = {
    at,
    effects,
    get state() {
      return state;
    },
    set(changes) {
      state = { ...state, ...changes };
    },
    do(effect) {
      effects.push(effect);
    },
    tell(happening, when = at) {
      effects.push({ do: 'tell', happening, at: when });
    },
    mute(on) {
      if (state.muted === on) return;
      draft.set({ muted: on });
      draft.do({ do: 'mute', on });
      draft.tell({ type: 'muted', on });
    },
    hold() {
      if (state.heldSince !== null) return;
      draft.set({ heldSince: at });
      draft.do({ do: 'holdSpeech' });
    },
    resume() {
      if (state.heldSince === null) return;
      draft.set({ heldSince: null });
      draft.do({ do: 'resumeSpeech' });
    },
    dropSpeeches() {
      for (const { id, dropping } of state.speeches) if (!dropping) draft.do({ do: 'dropSpeech', speech: id });
      draft.set({ speeches: state.speeches.map((speech) => ({ ...speech, dropping: true })) });
      draft.resume();
    },
    stopThinking() {
      if (!state.thinking) return;
      draft.do({ do: 'cancelHold' });
      draft.do({ do: 'stopThinking', thinking: state.thinking.id });
      draft.set({ thinking: null });
    },
    countFault() {
      draft.set({ faults: state.faults + 1 });
      if (state.faults >= FAULTS_MAX) draft.hangUp('failed');
    },
    beginEnding(reason) {
      draft.set({ phase: 'ending', ending: reason });
      draft.mute(true);
      draft.resume();
    },
    hangUp(reason) {
      if (state.phase === 'ended') return;
      draft.do({ do: 'hangUp', reason });
      draft.end(reason);
    },
    end(reason) {
      draft.stopThinking();
      draft.dropSpeeches();
      draft.set({ phase: 'ended', ending: reason });
      draft.announceEnd();
    },
    announceEnd() {
      if (state.speeches.length === 0) draft.tell({ type: 'ended', reason: state.ending ?? 'failed' });
    },
  };
  return draft;
}
