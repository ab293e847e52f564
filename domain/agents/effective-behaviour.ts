import type { AgentBehaviour } from './behaviour.ts';

/** Effective behaviour of a conversation, with every value resolved. */
export interface EffectiveBehaviour {
  /** Words needed to interrupt the agent. 0: no minimum. */
  readonly interruptionMinWords: number;
  readonly ignoreUntilGreeted: boolean;
  /** Silence in ms after which the caller is prompted or the call ends. 0: never. */
  readonly idleMs: number;
  /** Absent without online detection: the first idle timeout ends the call. */
  readonly idlePrompt: { readonly message: string; readonly repeats: number } | null;
  readonly closingMessage: string;
  /** Absent: no hold message is played. */
  readonly hold: { readonly afterMs: number; readonly messages: readonly string[] } | null;
  /** Whether the model gets the tool that ends the call. */
  readonly mayEndCall: boolean;
}

type StoredBehaviour = { readonly [K in keyof AgentBehaviour]?: AgentBehaviour[K] | null };

/** Upper bound of timers: longer values are clamped to one day. */
const WAIT_MAX_SECONDS = 86_400;

/**
 * Effective behaviour of a call. Null and missing values get their defaults. Spec: behaviour, runtime semantics 1 to 6.
 */
export function effectiveBehaviour(behaviour: StoredBehaviour | null | undefined): EffectiveBehaviour {
  const stored = behaviour ?? {};
  const ending = stored.automatic_call_ending;
  return {
    interruptionMinWords: stored.interruption_min_words ?? 0,
    ignoreUntilGreeted: stored.ignore_user_speech_before_greeting ?? false,
    ...idleOf(stored),
    closingMessage: stored.user_online_detection_closing_message ?? '',
    hold: holdMessageOf(stored),
    mayEndCall: ending?.enabled === true && ending.graceful_llm_call_ending,
  };
}

// spec: behaviour, runtime semantics 2 - one timer serves both
function idleOf(stored: StoredBehaviour): Pick<EffectiveBehaviour, 'idleMs' | 'idlePrompt'> {
  if (!stored.user_online_detection_enabled)
    return { idleMs: milliseconds(stored.user_silence_hangup_seconds ?? 0), idlePrompt: null };
  return {
    idleMs: milliseconds(stored.user_online_detection_seconds ?? 10),
    idlePrompt: {
      message: stored.user_online_detection_message ?? '',
      repeats: stored.user_online_detection_repeats ?? 1,
    },
  };
}

function holdMessageOf(stored: StoredBehaviour): EffectiveBehaviour['hold'] {
  const afterMs = milliseconds(stored.hold_message_timeout_seconds ?? 0);
  const messages = (stored.hold_messages ?? []).filter((message) => message.trim() !== '');
  return afterMs > 0 && messages.length > 0 ? { afterMs, messages } : null;
}

const milliseconds = (seconds: number): number => Math.min(seconds, WAIT_MAX_SECONDS) * 1000;
