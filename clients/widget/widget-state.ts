import type { Activity, Caption, CallEnd, EndedReason, CallWarning, WarningCode } from '../browser/index.ts';
import type { Messages } from './messages/index.ts';

/** Speech with microphone, or writing only. */
export type Mode = 'voice' | 'text';

/** What the widget shows. */
export interface WidgetState {
  readonly isOpen: boolean;
  readonly phase: 'idle' | 'connecting' | 'live' | 'ended';
  readonly mode: Mode;
  readonly activity: Activity;
  readonly isMuted: boolean;
  /** In their order, without empty ones. */
  readonly captions: readonly Caption[];
  /** What is wrong, by its text. Null: nothing. */
  readonly alert: keyof Messages | null;
  /** Why the last call is over, by its text. */
  readonly ending: keyof Messages | null;
  /** Whether the last call began. */
  readonly wasLive: boolean;
}

export const INITIAL_STATE: WidgetState = {
  isOpen: false,
  phase: 'idle',
  mode: 'voice',
  activity: 'listening',
  isMuted: false,
  captions: [],
  alert: null,
  ending: null,
  wasLive: false,
};

/** A call begins. */
export const callStarted = (before: WidgetState, mode: Mode): WidgetState => ({
  ...INITIAL_STATE,
  isOpen: before.isOpen,
  phase: 'connecting',
  mode,
});

/** A caption is new or changed. Conversations are short, so all of it stays. */
export function captionChanged(before: WidgetState, caption: Caption): WidgetState {
  const isKnown = before.captions.some(({ id }) => id === caption.id);
  const captions = isKnown
    ? before.captions.map((each) => (each.id === caption.id ? caption : each))
    : [...before.captions, caption];
  return { ...before, captions: captions.filter(({ text }) => text !== '') };
}

const WARNINGS: Readonly<Record<WarningCode, keyof Messages | null>> = {
  microphone_denied: 'microphoneDenied',
  microphone_missing: 'microphoneMissing',
  microphone_busy: 'microphoneBusy',
  microphone_lost: 'microphoneLost',
  microphone_failed: 'microphoneBusy',
  insecure_page: 'insecurePage',
  autoplay_blocked: 'clickForSound',
  agent_fault: 'agentTrouble',
  not_accepted: 'failed',
};

/** A warning is shown until it is over, or the call ends. */
export const warned = (before: WidgetState, { code }: Pick<CallWarning, 'code'>): WidgetState => ({
  ...before,
  alert: WARNINGS[code],
});

/** What a warning reported is over. Another one that is shown stays. */
export const recovered = (before: WidgetState, { code }: Pick<CallWarning, 'code'>): WidgetState =>
  before.alert === WARNINGS[code] ? { ...before, alert: null } : before;

const ENDINGS: Readonly<Record<EndedReason, keyof Messages>> = {
  caller_left: 'callerLeft',
  agent_ended: 'agentEnded',
  idle: 'silence',
  no_activity: 'silence',
  rejected: 'unavailable',
  max_duration: 'timeLimit',
  failed: 'failed',
  shutdown: 'unreachable',
  connection_lost: 'lost',
  unreachable: 'unreachable',
  busy: 'busy',
  refused: 'unavailable',
  agent_missing: 'unavailable',
  no_ticket: 'unavailable',
  no_audio: 'insecurePage',
  closed: 'over',
};

/** The call is over. A visitor who left before it began is back at the start. */
export const callEnded = (
  before: WidgetState,
  { reason, wasLive }: Pick<CallEnd, 'reason' | 'wasLive'>,
): WidgetState => ({
  ...before,
  phase: reason === 'caller_left' && !wasLive ? 'idle' : 'ended',
  alert: null,
  ending: wasLive || reason !== 'closed' ? ENDINGS[reason] : 'failed',
  wasLive,
});
